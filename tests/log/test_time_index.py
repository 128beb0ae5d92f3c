"""The sparse map from timestamps to offsets."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.log.time_index import ENTRY_BYTES, TimeIndex
from tests.support.log.index_files import encode_times

Pairs = list[tuple[int, int]]
entries = st.lists(st.tuples(st.integers(0, 2**62), st.integers(0, 2**31 - 1)), max_size=20).map(
    lambda pairs: list(
        zip(sorted({time for time, _ in pairs}), sorted(at for _, at in pairs), strict=False)
    )
)


def index_of(*entries: tuple[int, int]) -> TimeIndex:
    index = TimeIndex(0)
    for timestamp, offset in entries:
        index.append(timestamp, offset)
    return index


def test_a_search_begins_where_all_before_is_older() -> None:
    """fetch H-13: an entry of the very timestamp names the batch that is looked for."""
    index = index_of((10, 100), (20, 300))

    assert [index.offset_before(at) for at in (10, 11, 20, 21)] == [100, 100, 300, 300]


def test_only_newer_timestamps_are_noted() -> None:
    """fetch H-13."""
    index = index_of((-1, 50), (10, 100), (10, 200), (9, 250), (11, 300))

    assert len(index) == 2
    assert index.offset_before(10) == 100


def test_truncation_forgets_what_was_said_of_offsets_behind() -> None:
    index = index_of((10, 100), (20, 200), (30, 300))
    index.truncate(200)

    assert len(index) == 1
    assert index.offset_before(99) == 100


@given(st.integers(0, 2**62), entries, st.integers(0, ENTRY_BYTES - 1), st.integers(0, 5))
def test_a_file_is_read_back_without_what_was_reserved(
    base: int, pairs: Pairs, rest: int, reserved: int
) -> None:
    """fetch H-12, H-13: big-endian, relative to the base; half an entry counts for nothing."""
    index = TimeIndex(base)
    for timestamp, offset in pairs:
        index.append(timestamp, base + offset)
    data = index.to_bytes()
    assert data == encode_times([(time, base + offset) for time, offset in pairs], base)
    found = TimeIndex.from_bytes(base, data + bytes(reserved * ENTRY_BYTES + rest))
    if reserved and pairs == [(0, 0)]:
        assert len(found) == 0  # which says as much: that nothing is older
        return
    if reserved == 1 and not pairs:
        assert found.last == (0, base)  # for it may be one
        return
    assert found.to_bytes() == data
    assert len(found) == len(pairs)
    last = (pairs[-1][0], base + pairs[-1][1]) if pairs else (-1, base)
    assert found.last == index.last == last


@given(entries, st.integers(-1, 2**62), st.integers(0, 2**31 - 1))
def test_lookups_are_those_of_a_walk(pairs: Pairs, timestamp: int, offset: int) -> None:
    """fetch H-13."""
    index = TimeIndex.from_bytes(0, encode_times(pairs, 0))
    if not len(index):
        return
    assert index.offset_before(timestamp) == max([0, *(at for t, at in pairs if t <= timestamp)])
    index.truncate(offset)
    assert index.to_bytes() == encode_times([pair for pair in pairs if pair[1] < offset], 0)


@pytest.mark.parametrize(
    "wrong", [[(5, 10), (4, 20)], [(5, 20), (6, 10)], [(5, 10), (5, 20)], [(0, 0), (0, 5)]]
)
def test_entries_that_do_not_rise_are_refused(wrong: Pairs) -> None:
    """fetch H-13, J 182."""
    with pytest.raises(ValueError, match="rise"):
        TimeIndex.from_bytes(0, encode_times(wrong, 0))


def test_an_entry_that_comes_twice_is_one() -> None:
    """fetch H-13: old releases wrote the last one again when a segment was closed."""
    data = encode_times([(5, 10), (5, 10), (6, 11)], 0)
    assert TimeIndex.from_bytes(0, data).to_bytes() == encode_times([(5, 10), (6, 11)], 0)


def test_a_record_of_the_beginning_of_time_is_an_entry() -> None:
    """fetch H-13: though it looks like what is reserved."""
    assert TimeIndex.from_bytes(0, bytes(12)).last == (0, 0)
    assert len(TimeIndex.from_bytes(0, bytes(24))) == 0


@given(st.binary(max_size=120))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    try:
        index = TimeIndex.from_bytes(7, data)
    except ValueError:
        return  # as of a file that is broken
    assert TimeIndex.from_bytes(7, index.to_bytes()).to_bytes() == index.to_bytes()
