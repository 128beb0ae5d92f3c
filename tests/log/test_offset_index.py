"""The sparse map from offsets to positions."""

from __future__ import annotations

from kafkawire.log.offset_index import OffsetIndex


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
