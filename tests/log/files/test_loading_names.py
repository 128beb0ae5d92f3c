"""Names in a partition's directory that a crash has left: swaps, removals, cleanings."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from kafkawire.log.formats.names import (
    CLEANED,
    DELETED,
    OFFSET_INDEX,
    PRODUCER_SNAPSHOT,
    SEGMENT_KINDS,
    SWAP,
    TIME_INDEX,
    segment_file_name,
)
from tests.support.log.simulated_disk import SimulatedDisk
from tests.support.log.stored_logs import (
    CONFIGS,
    PATH,
    bases_of,
    content_of,
    files_of,
    log_file,
    names_in,
    new_disk,
    opened,
    put,
    stopped,
)


def sides(disk: SimulatedDisk) -> tuple[dict[str, bytes], dict[str, bytes], list[bytes]]:
    """The files of two segments and of what they were cleaned into, and the cleaned batches.

    The second of two cleaned segments begins where the third old one does; nothing is left of the
    second.
    """
    log = stopped(disk)
    files = files_of(disk)
    bases = bases_of(log)
    assert bases == [0, 3, 6, 9]
    old = {name: data for name, data in files.items() if name[:20] <= f"{6:020}" and name[0] == "0"}
    old = {name: data for name, data in old.items() if not name.endswith(".snapshot")}
    batches = content_of(log)
    new = {}
    for base, data in ((0, batches[1]), (6, batches[8])):
        new[log_file(base)] = data
        for kind in (OFFSET_INDEX, TIME_INDEX):
            new[segment_file_name(base, kind)] = b""
    return old, new, [batches[1], batches[8], *batches[9:]]


def arrange(
    disk: SimulatedDisk, old: Mapping[str, str | None], new: Mapping[str, str]
) -> list[bytes]:
    """Old files by base offset with their suffixes (None: gone), cleaned ones with theirs."""
    old_files, new_files, cleaned = sides(disk)
    for name, data in old_files.items():
        disk.remove(f"{PATH}/{name}")
        suffix = old[str(int(name[:20]))]
        if suffix is not None:
            put(disk, name + suffix, data)
    for name, data in new_files.items():
        kind = "log" if name.endswith(".log") else "index"
        suffix = new.get(f"{int(name[:20])}.{kind}", "-")
        if suffix != "-":
            put(disk, name + suffix, data)
    return cleaned


ALL = {"0": "", "3": "", "6": ""}
SWAPPED = {"0.log": SWAP, "0.index": SWAP, "6.log": SWAP, "6.index": SWAP}


@pytest.mark.parametrize("recovery_point", [None, 0])
@pytest.mark.parametrize(
    ("old", "new"),
    [
        (ALL, SWAPPED),
        ({"0": DELETED, "3": "", "6": ""}, SWAPPED),
        ({"0": None, "3": DELETED, "6": DELETED}, SWAPPED),
        ({"0": None, "3": None, "6": None}, {**SWAPPED, "0.index": ""}),
        ({"0": None, "3": None, "6": None}, {**SWAPPED, "0.index": "", "0.log": ""}),
    ],
    ids=["nothing gone", "one going", "all going", "index renamed", "one renamed"],
)
def test_a_swap_that_was_begun_is_completed(
    old: dict[str, str | None], new: dict[str, str], recovery_point: int | None
) -> None:
    """fetch H-43, H-65: also of an old segment of which nothing was left."""
    disk = new_disk()
    cleaned = arrange(disk, old, new)
    log = opened(disk, recovery_point, **CONFIGS)
    assert content_of(log) == cleaned
    assert bases_of(log) == [0, 6, 9]
    assert not [name for name in names_in(disk) if name.endswith((SWAP, CLEANED, DELETED))]
    assert log_file(3) not in names_in(disk)


@pytest.mark.parametrize("recovery_point", [None, 0])
@pytest.mark.parametrize(
    "new",
    [
        {"0.log": CLEANED, "0.index": CLEANED, "6.log": CLEANED, "6.index": CLEANED},
        {"0.log": CLEANED, "0.index": CLEANED, "6.log": SWAP, "6.index": SWAP},
        {"0.log": CLEANED, "0.index": SWAP, "6.log": SWAP, "6.index": SWAP},
    ],
    ids=["none swapped", "one swapped", "an index swapped"],
)
def test_a_cleaning_that_was_not_whole_is_undone(
    new: dict[str, str], recovery_point: int | None
) -> None:
    """fetch H-43: swapped files from the first cleaned one on belong with it."""
    disk = new_disk()
    cleaned = arrange(disk, ALL, new)
    log = opened(disk, recovery_point, **CONFIGS)
    assert len(content_of(log)) == 12 > len(cleaned)
    assert bases_of(log) == [0, 3, 6, 9]
    assert not [name for name in names_in(disk) if name.endswith((SWAP, CLEANED, DELETED))]


def test_swaps_before_the_first_cleaned_file_are_completed() -> None:
    """fetch H-43: of those the earlier ones are whole."""
    disk = new_disk()
    new = {"0.log": SWAP, "0.index": SWAP, "6.log": CLEANED, "6.index": CLEANED}
    cleaned = arrange(disk, ALL, new)
    log = opened(disk, **CONFIGS)
    assert content_of(log)[0] == cleaned[0]
    assert bases_of(log) == [0, 3, 6, 9]


def test_what_was_on_its_way_out_goes_and_an_index_without_its_log() -> None:
    """fetch H-43, H-53: other files are nobody's business."""
    disk = new_disk()
    log = stopped(disk)
    expected = content_of(log)
    keep = names_in(disk) | {"notes.txt"}
    put(disk, "notes.txt", b"mine")
    for kind in SEGMENT_KINDS:
        put(disk, segment_file_name(0, kind, DELETED), b"x")
        if kind != SEGMENT_KINDS[0]:
            put(disk, segment_file_name(77, kind), b"x")
    put(disk, segment_file_name(4, PRODUCER_SNAPSHOT, DELETED), b"x")
    disk.make_directory(f"{PATH}/{log_file(500)}")
    found = opened(disk, **CONFIGS)
    assert content_of(found) == expected
    disk.remove_directory(f"{PATH}/{log_file(500)}")
    assert names_in(disk) == keep
