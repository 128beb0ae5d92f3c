"""Which segments have outlived their topic's limits (fetch H-51).

Kafka looks three times, each time from the oldest segment on: for age, for total size, for what
lies below the log start. A segment goes only if all of it is below the high watermark; if even
the newest one goes, an empty one takes its place, so that offsets go on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.log.config import UNLIMITED

if TYPE_CHECKING:
    from collections.abc import Callable

    from kafkawire.log.partition_log import PartitionLog
    from kafkawire.log.segment import Segment


def apply_retention(log: PartitionLog, now_ms: int) -> bool:
    """Remove what may go; True if the log start moved."""
    start = log.log_start_offset
    if "delete" in log.config.cleanup_policy:
        _drop_old(log, now_ms)
        _drop_surplus(log)
    _drop_below_start(log)
    return log.log_start_offset != start


def _drop_old(log: PartitionLog, now_ms: int) -> None:
    retention_ms = log.config.retention_ms
    if retention_ms == UNLIMITED:
        return

    def is_old(segment: Segment) -> bool:
        return now_ms - segment.largest_timestamp > retention_ms

    _drop_while(log, is_old)


def _drop_surplus(log: PartitionLog) -> None:
    if log.config.retention_bytes == UNLIMITED:
        return
    surplus = log.size - log.config.retention_bytes

    def is_surplus(segment: Segment) -> bool:
        nonlocal surplus
        surplus -= segment.size
        return surplus >= 0

    _drop_while(log, is_surplus)


def _drop_below_start(log: PartitionLog) -> None:
    segments = log.segments
    count = 0
    while count + 1 < len(segments) and segments[count + 1].base_offset <= log.log_start_offset:
        count += 1
    if count:
        log.drop_segments(count)


def _drop_while(log: PartitionLog, may_go: Callable[[Segment], bool]) -> None:
    segments = log.segments
    count = 0
    for at, segment in enumerate(segments):
        is_last = at + 1 == len(segments)
        if is_last and not segment.size:
            break
        end = log.log_end_offset if is_last else segments[at + 1].base_offset
        if end > log.high_watermark or not may_go(segment):
            break
        count += 1
    if count:
        log.drop_segments(count)
