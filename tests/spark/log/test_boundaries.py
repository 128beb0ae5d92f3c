"""Stretches of segments begin and end with batches, whatever the index says."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kafkawire.log.formats.names import OFFSET_INDEX, segment_file_name
from kafkawire.records.batch import iter_headers
from kafkawire.spark.log.boundaries import Stretch, stretches
from kafkawire.spark.log.finding import SegmentPlace
from tests.support.log.batches import make_batch
from tests.support.log.segments import placed, write_segment

BASE = 1000
SIZES = [50, 3000, 10, 700, 700, 20, 9000, 5, 5, 5, 2500, 60]


def segment_of(path: Path, sizes: list[int] = SIZES) -> tuple[SegmentPlace, dict[int, int]]:
    """A segment with an index of all its batches; and first offsets by position."""
    write_segment(path, placed((make_batch(3, size=size) for size in sizes), BASE), BASE)
    log = path / f"{BASE:020}.log"
    data = log.read_bytes()
    firsts = {position: header.base_offset for position, header in iter_headers(data)}
    return SegmentPlace(BASE, str(log), len(data)), firsts


def check(found: list[Stretch], firsts: dict[int, int], size: int) -> None:
    assert [each.begin for each in found] == [0, *(each.end for each in found[:-1])]
    assert found[-1].end == size
    assert all(firsts[each.begin] == each.first_offset for each in found)


def index_of(path: Path) -> Path:
    return path / segment_file_name(BASE, OFFSET_INDEX)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(st.integers(0, 3000), min_size=1, max_size=20),
    st.integers(50, 20_000),
    st.sampled_from(("whole", "none", "zeros", "half", "noise", "shifted")),
    st.binary(max_size=64),
)
def test_any_split_size_and_any_index_give_whole_batches(
    tmp_path: Path, sizes: list[int], split_bytes: int, kind: str, noise: bytes
) -> None:
    place, firsts = segment_of(tmp_path / "t-0", sizes)
    index = index_of(tmp_path / "t-0")
    data = index.read_bytes()
    if kind == "none":
        index.unlink()
    changed = {
        "zeros": data + bytes(4096),
        "half": data[: len(data) // 2],
        "noise": noise,
        "shifted": bytes(data[:4]) + data[4:-4][::-1] + data[-4:],
    }
    if kind in changed:
        index.write_bytes(changed[kind])

    check(stretches(place, split_bytes), firsts, place.size)


@pytest.mark.slow
def test_stretches_are_about_as_large_as_asked_for(tmp_path: Path) -> None:
    place, _ = segment_of(tmp_path / "t-0", [100] * 300)

    found = stretches(place, place.size // 4)
    assert len(found) == 4
    assert max(each.end - each.begin for each in found) < place.size // 4 + 1000
    assert len(stretches(place, place.size)) == 1
    assert len(stretches(place, 1)) == 300


def test_an_index_that_lies_is_not_believed(tmp_path: Path) -> None:
    place, firsts = segment_of(tmp_path / "t-0", [100] * 50)
    index = index_of(tmp_path / "t-0")
    entries = bytearray(index.read_bytes())
    for at in range(7, len(entries), 8):
        entries[at] ^= 1  # each position, by a byte
    index.write_bytes(entries)

    found = stretches(place, 2000)
    check(found, firsts, place.size)
    assert len(found) > 5


def test_where_there_is_no_batch_there_is_one_stretch(tmp_path: Path) -> None:
    path = tmp_path / "log"
    path.write_bytes(b"\xff" * 1000)

    assert stretches(SegmentPlace(7, str(path), 1000), 100) == [Stretch(0, 1000, 7)]


def test_what_is_broken_in_the_middle_ends_the_splitting(tmp_path: Path) -> None:
    place, firsts = segment_of(tmp_path / "t-0", [100] * 50)
    index_of(tmp_path / "t-0").unlink()
    data = bytearray(Path(place.path).read_bytes())
    middle = sorted(firsts)[25]
    data[middle + 16] = 99
    Path(place.path).write_bytes(data)

    found = stretches(place, place.size // 10)
    check(found, firsts, place.size)
    assert found[-1].begin <= middle < found[-1].end
