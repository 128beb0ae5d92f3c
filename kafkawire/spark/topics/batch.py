"""Which ranges a batch query reads.

With ends that need no numbers on the driver, nothing is asked for but the partitions: tasks find
out for themselves where their log begins and ends. Filters that were pushed down narrow that.
"""

from __future__ import annotations

from typing import NamedTuple

from kafkawire.spark.cluster import TopicPartition
from kafkawire.spark.topics.errors import SourceError, source_error
from kafkawire.spark.topics.logs import Logs
from kafkawire.spark.topics.offsets import Offsets
from kafkawire.spark.topics.options import SourceOptions
from kafkawire.spark.topics.planning import OffsetRange, Splitting, split


class Narrowed(NamedTuple):
    """Which partitions can have rows that a filter keeps; None is all of them."""

    topics: frozenset[str] | None = None
    partitions: frozenset[int] | None = None

    def has(self, each: TopicPartition) -> bool:
        """Whether this one can."""
        is_topic = self.topics is None or each.topic in self.topics
        return is_topic and (self.partitions is None or each.partition in self.partitions)


ALL = Narrowed()


def plan_batch(logs: Logs, options: SourceOptions, narrowed: Narrowed = ALL) -> list[OffsetRange]:
    """The ranges, of which each is a task. Raises SourceError and ClusterError."""
    found = logs.found()
    starts = logs.bound(options.start, found.partitions, is_start=True)
    ends = logs.bound(options.end, found.partitions, is_start=False)
    _check_given(options)
    how = Splitting(options.partitions_min, options.records_max)
    checked = {each for each, end in ends.items() if end < 0} if how.is_wanted else set()
    if how.is_wanted:
        starts, ends = logs.resolved(starts), logs.resolved(ends)
    if options.end.is_time:
        checked = set(ends)
    _check_order(starts, ends)
    ranges = [
        OffsetRange(each, found.topic_ids[each.topic], starts[each], ends[each], each in checked)
        for each in found.partitions
        if narrowed.has(each)
    ]
    return split(ranges, how) if how.is_wanted else [each for each in ranges if _may_have(each)]


def _may_have(each: OffsetRange) -> bool:
    return each.start < 0 or each.end < 0 or each.size > 0


def _check_given(options: SourceOptions) -> None:
    """Starts and ends that are given in the same terms are compared before they are looked up."""
    start, end = options.start, options.end
    times = (start.timestamp, end.timestamp)
    if times[0] is not None and times[1] is not None and times[0] > times[1]:
        raise source_error(
            "UNRESOLVED_START_OFFSET_GREATER_THAN_END_OFFSET",
            f"The specified start timestamp {start.timestamp} is greater than the end timestamp"
            f" {end.timestamp}.",
        )
    for what, starts, ends in (
        ("offset", start.offsets, end.offsets),
        ("timestamp", start.timestamps, end.timestamps),
    ):
        if starts is None or ends is None:
            continue
        for each in sorted(starts.keys() & ends.keys()):
            if starts[each] > ends[each] >= 0:
                raise _greater(each, what, starts[each], ends[each])


def _greater(each: TopicPartition, what: str, start: int, end: int) -> SourceError:
    return source_error(
        "UNRESOLVED_START_OFFSET_GREATER_THAN_END_OFFSET",
        f"The specified start {what} {start} is greater than the end {what} {end} for topic"
        f" {each.topic} partition {each.partition}.",
    )


def _check_order(starts: Offsets, ends: Offsets) -> None:
    for each in sorted(starts):
        if starts[each] > ends[each] >= 0:
            raise source_error(
                "RESOLVED_START_OFFSET_GREATER_THAN_END_OFFSET",
                f"The resolved start offset {starts[each]} is greater than the resolved end offset"
                f" {ends[each]} for topic {each.topic} partition {each.partition}.",
            )
