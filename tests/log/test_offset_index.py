"""The sparse map from offsets to positions."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.log.offset_index import OffsetIndex
from tests.support.log.index_files import decode_offsets, encode_offsets

ENTRY_BYTES = 8

entries = st.lists(
    st.tuples(st.integers(0, 2**31 - 1), st.integers(1, 2**31 - 1)), max_size=20
).map(
    lambda pairs: list(
        zip(
            sorted({offset for offset, _ in pairs}),
            sorted({position for _, position in pairs}),
            strict=False,
        )
    )
)
bases = st.integers(0, 2**62)


def index_of(*entries: tuple[int, int]) -> OffsetIndex:
    index = OffsetIndex(5)
    for offset, position in entries:
        index.append(offset, position)
    return index


def test_lookups_start_at_the_greatest_entry_that_is_not_above() -> None:
    """fetch H-11, J 181: before the first entry, at the beginning of the segment."""
    index = index_of((10, 100), (20, 200))

    assert [index.position_before(at) for at in (9, 10, 19, 20, 99)] == [0, 100, 100, 200, 200]


def test_the_bound_of_aborted_transactions_is_the_first_entry_at_or_behind_a_position() -> None:
    """fetch B-53."""
    index = index_of((10, 100), (20, 200))

    assert [index.offset_at_or_after(at) for at in (0, 100, 101, 200, 201)] == [
        10,
        10,
        20,
        20,
        None,
    ]


def test_truncation_forgets_what_lies_behind() -> None:
    index = index_of((10, 100), (20, 200))
    index.truncate(200)

    assert len(index) == 1
    assert index.offset_at_or_after(101) is None


@given(bases, entries, st.integers(0, 11), st.integers(0, 5))
def test_a_file_is_read_back_without_what_was_reserved(
    base: int, pairs: list[tuple[int, int]], rest: int, reserved: int
) -> None:
    """fetch H-10, H-12: big-endian, relative to the base; half an entry counts for nothing."""
    index = OffsetIndex(base)
    for offset, position in pairs:
        index.append(base + offset, position)
    data = index.to_bytes()
    assert data == encode_offsets([(base + offset, at) for offset, at in pairs], base)
    found = OffsetIndex.from_bytes(base, data + bytes(reserved * ENTRY_BYTES + rest % ENTRY_BYTES))
    assert found.to_bytes() == data
    assert len(found) == len(pairs)
    last = (base + pairs[-1][0], pairs[-1][1]) if pairs else (base, 0)
    assert found.last == index.last == last
    assert [tuple(each) for each in decode_offsets(data, base)] == [
        (base + offset, at) for offset, at in pairs
    ]


@given(entries, st.integers(0, 2**31 - 1), st.integers(0, 2**31 - 1))
def test_lookups_are_those_of_a_walk(pairs: list[tuple[int, int]], offset: int, at: int) -> None:
    """fetch H-11, B-53, J 181."""
    index = OffsetIndex.from_bytes(0, encode_offsets(pairs, 0))
    assert index.position_before(offset) == max([0, *(p for o, p in pairs if o <= offset)])
    assert index.offset_at_or_after(at) == next((o for o, p in pairs if p >= at), None)
    index.truncate(at)
    assert index.to_bytes() == encode_offsets([pair for pair in pairs if pair[1] < at], 0)


@pytest.mark.parametrize(
    "wrong",
    [
        [(5, 10), (5, 20)],
        [(6, 10), (5, 20)],
        [(5, 20), (6, 20)],
        [(5, 20), (6, 10)],
        [(-1, 10)],
        [(1, -10), (2, 5)],
        [(1, 0), (2, 10)],
    ],
)
def test_entries_that_do_not_rise_are_refused(wrong: list[tuple[int, int]]) -> None:
    """fetch H-10, J 182: and so are those before the segment, or at its very beginning."""
    data = b"".join(number.to_bytes(4, "big", signed=True) for entry in wrong for number in entry)
    if wrong[0] == (1, 0):
        assert OffsetIndex.from_bytes(0, data).position_before(1) == 0
        return
    with pytest.raises(ValueError, match="rise"):
        OffsetIndex.from_bytes(0, data)


@given(st.binary(max_size=120))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    try:
        index = OffsetIndex.from_bytes(7, data)
    except ValueError:
        return  # as of a file that is broken
    assert OffsetIndex.from_bytes(7, index.to_bytes()).to_bytes() == index.to_bytes()
