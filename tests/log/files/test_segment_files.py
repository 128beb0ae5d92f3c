"""The files of segments: made, found, and removed."""

from __future__ import annotations

from kafkawire.log.append import AppendOrigin
from tests.support.log.batches import append, append_marker, make_batch, numbered_batch
from tests.support.log.stored_logs import (
    PATH,
    KeptFiles,
    fill,
    log_file,
    names_in,
    new_disk,
    new_log,
    opened,
    put,
    store_of,
)

KINDS = (".log", ".index", ".timeindex")


def segment(base_offset: int, suffix: str = "") -> set[str]:
    return {f"{base_offset:020}{kind}{suffix}" for kind in KINDS}


def test_the_empty_segment_of_an_empty_log_moves_with_its_end() -> None:
    """fetch H-3: there is one at a time."""
    disk = new_disk()
    segments = store_of(new_log(disk)).files.segments
    assert names_in(disk) == segment(0) | {"partition.metadata"}
    for base_offset in (7, 7, 9):
        segments.begin_at(base_offset)
    assert segments.empty_at == 9
    assert names_in(disk) == segment(9) | {"partition.metadata"}


def test_of_a_found_segment_only_the_size_is_read() -> None:
    """fetch H-40: 20 GB open as fast as an empty log."""
    disk = new_disk()
    log = new_log(disk)
    fill(log, 3)
    size = log.size
    disk.calls.clear()
    found = store_of(log).files.segments.found(0, 1)
    assert found.size == size
    assert [call.name for call in disk.calls] == ["status"]
    disk.set_time(5_000)
    put(disk, log_file(0), disk.read(f"{PATH}/{log_file(0)}"))
    assert found.modified_ms == 5_000
    assert found.next_offset == 3


def test_removed_segments_take_their_files_and_snapshots_along() -> None:
    """fetch H-2, H-51, H-53."""
    disk = new_disk()
    log = new_log(disk, observer=KeptFiles(disk), internal_segment_bytes="300")
    fill(log, 6)
    assert store_of(log).files.snapshots.offsets == (2, 4)
    log.drop_segments(2)
    names = names_in(disk)
    assert segment(0, ".deleted") | segment(2, ".deleted") | segment(4) <= names
    assert not names & (segment(0) | segment(2))
    assert f"{2:020}.snapshot.deleted" in names
    assert store_of(log).files.snapshots.offsets == (4,)


def test_nothing_is_done_where_no_segment_is_to_be_removed() -> None:
    disk = new_disk()
    log = new_log(disk)
    changes = len(disk.changes)
    store_of(log).files.segments.remove(log, [])
    assert len(disk.changes) == changes


def test_a_broken_index_of_aborted_transactions_is_made_anew_when_it_is_needed() -> None:
    """fetch H-2, H-14: of the batches, and written down again."""
    disk = new_disk()
    log = new_log(disk, internal_segment_bytes="300")
    append(log, numbered_batch(0), origin=AppendOrigin.RAFT)
    append_marker(log, 7, 0, commit=False)
    for _ in range(4):
        append(log, make_batch(size=60))
    name = f"{0:020}.txnindex"
    store_of(log).close(log)
    expected = disk.read(f"{PATH}/{name}")
    put(disk, name, expected[:-1])
    found = opened(disk)
    assert found.aborted_transactions(0, 6) == [(7, 0)]
    assert disk.read(f"{PATH}/{name}") == expected
