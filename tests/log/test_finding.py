"""Records by time."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.log.partition_log import PartitionLog
from kafkawire.log.read import TimestampedOffset
from kafkawire.log.retention import apply_retention
from tests.support.batches import append, make_batch, make_log, records_of

UNORDERED = (1000, 3000, 2000, 5000, 4000)


def log_of(batches: list[list[int]], **configs: str) -> PartitionLog:
    log = make_log({"message.timestamp.after.max.ms": str(2**62), **configs})
    for timestamps in batches:
        append(log, make_batch(len(timestamps), timestamps=timestamps), leader_epoch=2)
    return log


@pytest.mark.parametrize(
    ("target", "offset"), [(0, 0), (1001, 1), (2000, 1), (2500, 1), (3000, 1), (3001, 3)]
)
def test_the_first_record_that_is_not_older(target: int, offset: int) -> None:
    """fetch J 187, produce D-13, scenario 164: timestamps need not be ordered."""
    log = log_of([[time] for time in UNORDERED])

    assert log.offset_for_timestamp(target, 5) == TimestampedOffset(UNORDERED[offset], offset, 2)


def test_records_inside_of_a_batch_are_told_apart() -> None:
    """produce D-13, scenario 165."""
    log = log_of([[7000], [8000, 8020, 8010]])

    assert log.offset_for_timestamp(8011, 4) == (8020, 2, 2)


def test_nothing_is_newer_than_the_newest() -> None:
    """fetch J 187, produce D-13, scenario 166."""
    assert log_of([[1000]]).offset_for_timestamp(1001, 1) is None


def test_what_is_found_must_lie_between_log_start_and_bound() -> None:
    """fetch J 187, produce D-13."""
    log = log_of([[time] for time in UNORDERED])
    assert log.offset_for_timestamp(3001, 3) is None
    assert log.offset_for_timestamp(1001, 3) == (3000, 1, 2)

    log.delete_records_before(2)
    assert log.offset_for_timestamp(0, 5) == (2000, 2, 2)


def test_a_segment_below_the_log_start_hides_those_behind_it() -> None:
    """produce D-13: observed, until retention has removed it."""
    log = log_of([[1000], [2000], [3000]], **{"internal.segment.bytes": str(len(make_batch()))})
    log.delete_records_before(1)
    assert log.offset_for_timestamp(500, 3) is None
    assert log.offset_for_timestamp(1500, 3) == (2000, 1, 2)

    apply_retention(log, 0)
    assert log.offset_for_timestamp(500, 3) == (2000, 1, 2)


def test_the_greatest_timestamp_is_found_at_its_first_record() -> None:
    """produce D-14, scenario 167."""
    assert log_of([[1000], [5000, 5000], [5000]]).max_timestamp_offset() == (5000, 1, 2)


def test_the_greatest_timestamp_may_lie_below_the_log_start() -> None:
    """produce D-14, scenario 168."""
    log = log_of([[1000], [5000], [2000]])
    log.delete_records_before(3)

    assert log.max_timestamp_offset() == (5000, 1, 2)


def test_records_without_timestamps() -> None:
    """produce D-14: -1 at the first offset."""
    assert log_of([[-1], [-1]]).max_timestamp_offset() == (-1, 0, 2)


@given(
    st.lists(st.lists(st.integers(0, 20), min_size=1, max_size=4), max_size=12),
    st.integers(0, 21),
    st.integers(0, 50),
)
def test_lookups_agree_with_a_walk_over_all_records(
    batches: list[list[int]], target: int, bound: int
) -> None:
    """produce D-13, D-14: over segments and sparse indexes."""
    log = log_of(batches, **{"internal.segment.bytes": "250", "index.interval.bytes": "0"})
    records = records_of(log)
    first = next((each for each in records if each.timestamp >= target), None)
    expected = (first.timestamp, first.offset, 2) if first and first.offset < bound else None

    assert log.offset_for_timestamp(target, bound) == expected
    newest = max(records, key=lambda each: (each.timestamp, -each.offset), default=None)
    assert log.max_timestamp_offset() == (newest and (newest.timestamp, newest.offset, 2))
