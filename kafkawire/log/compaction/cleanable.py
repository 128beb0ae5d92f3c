"""How much of a log is dirty, and whether that is enough to clean it (fetch H-60).

The dirty stretch goes from where the last round ended to the first segment that must be left
alone: the active one, one that a transaction may still change, one that is too young. Segments are
cleaned as a whole. Kafka: `LogCleanerManager.cleanableOffsets`, `LogToClean`.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple

from kafkawire.log.config import INT64_MAX

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kafkawire.log.partition_log import PartitionLog
    from kafkawire.log.segment import Segment

_BASE_OFFSET = attrgetter("base_offset")


class Cleanable(NamedTuple):
    """What a round would do: [first_dirty_offset, end_offset) is dirty, and may be cleaned.

    `clean_bytes` lie before it; `delay_ms` is for how long it should have been cleaned already
    (`max.compaction.lag.ms`), 0 if it has time.
    """

    first_dirty_offset: int
    end_offset: int
    clean_bytes: int
    dirty_bytes: int
    delay_ms: int

    @property
    def ratio(self) -> float:
        """The dirty part of what a round would read, from 0 to 1."""
        return self.dirty_bytes / max(self.clean_bytes + self.dirty_bytes, 1)

    def is_worth_it(self, min_ratio: float) -> bool:
        """Whether a round should begin."""
        return self.ratio > min_ratio or (self.delay_ms > 0 and self.dirty_bytes > 0)


NOTHING = Cleanable(0, 0, 0, 0, 0)


def cleanable(log: PartitionLog, checkpoint: int | None, now_ms: int) -> Cleanable:
    """What there is to clean; `checkpoint` is where the last round ended, None if there was none.

    A checkpoint outside of the log counts as none.
    """
    segments = log.segments
    if len(segments) < 2:
        return NOTHING
    first_dirty = log.log_start_offset
    if checkpoint is not None and first_dirty <= checkpoint <= log.log_end_offset:
        first_dirty = checkpoint
    first = index_of(segments, first_dirty)
    stop = min(len(segments) - 1, index_of(segments, log.last_stable_offset))
    first_young = _first_young(log, first, stop, now_ms)
    return Cleanable(
        first_dirty,
        segments[first_young].base_offset,
        sum(each.size for each in segments[: count_before(segments, first_dirty)]),
        sum(each.size for each in segments[first:first_young]),
        _delay_ms(log, segments[first:-1], now_ms),
    )


def index_of(segments: Sequence[Segment], offset: int) -> int:
    """The index of the segment that `offset` belongs to, the first one for what is before it."""
    return max(bisect_right(segments, offset, key=_BASE_OFFSET) - 1, 0)


def count_before(segments: Sequence[Segment], offset: int) -> int:
    """How many segments begin before `offset`."""
    return bisect_left(segments, offset, key=_BASE_OFFSET)


def _first_young(log: PartitionLog, first: int, stop: int, now_ms: int) -> int:
    """The first segment from `first` on that is younger than `min.compaction.lag.ms`, or `stop`."""
    lag_ms = log.config.min_compaction_lag_ms
    if lag_ms > 0:
        for at in range(first, stop):
            if log.segments[at].largest_timestamp > now_ms - lag_ms:
                return at
    return stop


def _delay_ms(log: PartitionLog, dirty: Sequence[Segment], now_ms: int) -> int:
    lag_ms = log.config.max_compaction_lag_ms
    if lag_ms == INT64_MAX:
        return 0
    first = [each.first_timestamp for each in dirty if (each.first_timestamp or 0) > 0]
    oldest = min((each for each in first if each is not None), default=now_ms)
    return max(0, now_ms - lag_ms - oldest)
