"""Which task reads what: ranges of offsets, split and shared out.

A range whose ends are still EARLIEST or LATEST is bound in the task that reads it, so that a batch
over many partitions asks nothing on the driver. Splitting needs numbers, so with `minPartitions` or
`maxRecordsPerPartition` they are looked up first.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from kafkawire.spark.cluster import TopicPartition
from kafkawire.spark.topics.offsets import Offsets


class OffsetRange(NamedTuple):
    """start <= offset < end of one partition; EARLIEST and LATEST where not looked up yet.

    `is_checked_end` says that the log was at least as long when the range was planned.
    """

    found: TopicPartition
    topic_id: bytes
    start: int
    end: int
    is_checked_end: bool = False

    @property
    def size(self) -> int:
        """How many offsets; records may be fewer."""
        return max(0, self.end - self.start)


class Splitting(NamedTuple):
    """`minPartitions` and `maxRecordsPerPartition`."""

    ranges_min: int | None = None
    records_max: int | None = None

    @property
    def is_wanted(self) -> bool:
        """Whether there is anything to do."""
        return self.ranges_min is not None or self.records_max is not None


def split(ranges: Iterable[OffsetRange], how: Splitting) -> list[OffsetRange]:
    """Ranges with numbers into at least so many, of at most so many offsets; empty ones go.

    Further parts go, one after the other, to whichever range has the largest parts; so they come
    out about equal, and there are exactly `ranges_min` unless offsets are fewer or limits smaller.
    """
    whole = [each for each in ranges if each.size]
    counts = [-(-each.size // how.records_max) if how.records_max else 1 for each in whole]
    missing = (how.ranges_min or 0) - sum(counts)
    largest = [(-each.size / counts[at], at) for at, each in enumerate(whole)]
    heapq.heapify(largest)
    while missing > 0 and largest:
        _, at = heapq.heappop(largest)
        if counts[at] < whole[at].size:
            counts[at] += 1
            missing -= 1
            heapq.heappush(largest, (-whole[at].size / counts[at], at))
    return [part for each, count in zip(whole, counts, strict=True) for part in _cut(each, count)]


def _cut(whole: OffsetRange, count: int) -> Sequence[OffsetRange]:
    edges = [whole.start + whole.size * at // count for at in range(count + 1)]
    return [whole._replace(start=start, end=end) for start, end in pairwise(edges)]


def rate_limited(limit: int, start: Offsets, latest: Offsets) -> Offsets:
    """How far a batch of about `limit` offsets goes: each partition by its share of the backlog.

    Shares are rounded down, but nobody with a backlog gets less than one (KafkaMicroBatchStream).
    Partitions without a start stay as they are in `latest`.
    """
    sizes = {each: end - start[each] for each, end in latest.items() if end > start.get(each, end)}
    total = sum(sizes.values())
    return {
        each: min(end, start[each] + max(1, limit * sizes[each] // total)) if each in sizes else end
        for each, end in latest.items()
    }
