"""Which ranges a batch reads."""

from __future__ import annotations

from typing import Any

import pytest

from kafkawire.spark.topics.batch import ALL, Narrowed, plan_batch
from kafkawire.spark.topics.errors import SourceError
from kafkawire.spark.topics.logs import Logs
from kafkawire.spark.topics.planning import OffsetRange
from tests.support.spark.pretended_logs import T0, T1, PretendedLogs, options_of


@pytest.fixture
def cluster() -> PretendedLogs:
    return PretendedLogs(10, 20, 0)


def planned(cluster: PretendedLogs, narrowed: Narrowed = ALL, **options: Any) -> list[OffsetRange]:
    found = options_of(**options)
    return plan_batch(Logs(cluster, found), found, narrowed)


def spans(ranges: list[OffsetRange]) -> list[tuple[int, int, int]]:
    return [(each.found.partition, each.start, each.end) for each in ranges]


def test_all_of_a_topic_is_bound_in_the_tasks_and_no_offset_is_asked_for(
    cluster: PretendedLogs,
) -> None:
    """The stock connector 4.2.0 sends no ListOffsets from the driver either."""
    assert spans(planned(cluster)) == [(0, -2, -1), (1, -2, -1), (2, -2, -1)]
    assert cluster.asked == {"topics": 1}


def test_splitting_needs_numbers_and_leaves_out_what_is_empty(cluster: PretendedLogs) -> None:
    ranges = planned(cluster, minPartitions=3)
    assert spans(ranges) == [(0, 0, 10), (1, 0, 10), (1, 10, 20)]
    assert all(each.is_checked_end for each in ranges)


def test_records_per_partition_are_limited_in_batches_too(cluster: PretendedLogs) -> None:
    """The stock connector 4.2.0 ignores it with default offsets."""
    sizes = [each.size for each in planned(cluster, maxRecordsPerPartition=7)]
    assert sizes == [5, 5, 6, 7, 7]


def test_offsets_of_users_are_not_known_to_be_there(cluster: PretendedLogs) -> None:
    given = '{"t": {"0": 3, "1": -2, "2": -2}}', '{"t": {"0": 999, "1": 5, "2": -1}}'
    ranges = planned(cluster, startingOffsets=given[0], endingOffsets=given[1], minPartitions=1)
    assert spans(ranges) == [(0, 3, 999), (1, 0, 5)]
    assert [each.is_checked_end for each in ranges] == [False, False]
    late = planned(cluster, startingOffsets=given[0], endingOffsets=given[1])
    assert spans(late) == [(0, 3, 999), (1, -2, 5), (2, -2, -1)]


def test_ends_by_time_are_known_to_be_there(cluster: PretendedLogs) -> None:
    cluster.times = {T0: 3, T1: 4, T1._replace(partition=2): -1}
    ranges = planned(cluster, endingTimestamp=7)
    assert spans(ranges) == [(0, -2, 3), (1, -2, 4), (2, -2, -1)]
    assert all(each.is_checked_end for each in ranges)


def test_equal_offsets_are_no_task(cluster: PretendedLogs) -> None:
    given = '{"t": {"0": 3, "1": 3, "2": -2}}', '{"t": {"0": 3, "1": 4, "2": -1}}'
    ranges = planned(cluster, startingOffsets=given[0], endingOffsets=given[1])
    assert spans(ranges) == [(1, 3, 4), (2, -2, -1)]


def test_a_time_past_all_records_reads_nothing_if_that_is_wanted(cluster: PretendedLogs) -> None:
    cluster.times = {T0: -1, T1: 15, T1._replace(partition=2): -1}
    ranges = planned(
        cluster, startingTimestamp=7, startingOffsetsByTimestampStrategy="latest", minPartitions=1
    )
    assert spans(ranges) == [(1, 15, 20)]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"startingTimestamp": 9, "endingTimestamp": 8}, r"^\[UNRESOLVED_.*timestamp 9 .* 8"),
        ({"startingTimestamp": 9, "endingTimestamp": 0}, r"^\[UNRESOLVED_.*timestamp 9 .* 0"),
        (
            {"startingOffsets": '{"t":{"0":9}}', "endingOffsets": '{"t":{"0":8}}'},
            r"^\[UNRESOLVED_START_OFFSET_GREATER_THAN_END_OFFSET\] The specified start offset 9 is",
        ),
        (
            {
                "startingOffsetsByTimestamp": '{"t":{"0":9}}',
                "endingOffsetsByTimestamp": '{"t":{"0":8}}',
            },
            r"^\[UNRESOLVED_START_OFFSET_GREATER_THAN_END_OFFSET\] The specified start timestamp 9",
        ),
        (
            {"startingTimestamp": 9, "endingOffsets": '{"t":{"0":4}}'},
            r"^\[RESOLVED_START_OFFSET_GREATER_THAN_END_OFFSET\] The resolved start offset 5 .* 4 ",
        ),
        (
            {"startingOffsets": '{"t":{"0":11}}', "minPartitions": 1},
            r"^\[RESOLVED_START_OFFSET_GREATER_THAN_END_OFFSET\] The resolved start offset 11 .*10",
        ),
    ],
)
def test_starts_behind_ends_are_refused(options: dict[str, Any], words: str) -> None:
    cluster = PretendedLogs(10)
    cluster.times = {T0: 5}
    with pytest.raises(SourceError, match=words):
        planned(cluster, **options)


def test_filters_leave_out_partitions(cluster: PretendedLogs) -> None:
    assert spans(planned(cluster, Narrowed(partitions=frozenset({1})))) == [(1, -2, -1)]
    assert planned(cluster, Narrowed(topics=frozenset({"other"}))) == []
