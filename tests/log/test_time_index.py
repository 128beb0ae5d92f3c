"""The sparse map from timestamps to positions."""

from __future__ import annotations

from kafkawire.log.time_index import TimeIndex


def index_of(*entries: tuple[int, int]) -> TimeIndex:
    index = TimeIndex()
    for timestamp, position in entries:
        index.append(timestamp, position)
    return index


def test_a_search_begins_where_all_before_is_older() -> None:
    """fetch H-13: an entry of the very timestamp may stand for the record that is looked for."""
    index = index_of((10, 100), (20, 300))

    assert [index.position_before(at) for at in (10, 11, 20, 21)] == [0, 100, 100, 300]


def test_only_newer_timestamps_are_noted() -> None:
    """fetch H-13."""
    index = index_of((-1, 50), (10, 100), (10, 200), (9, 250), (11, 300))

    assert len(index) == 2
    assert index.position_before(11) == 100


def test_truncation_forgets_what_was_said_of_positions_behind() -> None:
    index = index_of((10, 100), (20, 200), (30, 300))
    index.truncate(200)

    assert len(index) == 2
    assert index.position_before(99) == 200
