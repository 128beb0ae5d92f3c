"""The sparse map from timestamps to offsets."""

from __future__ import annotations

from kafkawire.log.time_index import TimeIndex


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
