"""Offsets by time: what ListOffsets finds in one partition (produce D.1).

Negative timestamps are questions, each known from some version on:

    -1 latest (v0)     the end of what the asker may see, with the current leader epoch
    -2 earliest (v0)   the log start
    -3 (v7)            the first record with the greatest timestamp, even below the log start
    -4 (v8)            the earliest local offset; without tiering the same as -2
    -5 (v9), -6 (v11)  about tiered storage; without it nothing is found

An answer beyond what the asker may see is no answer: nothing is found.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.log.read import TimestampedOffset
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError

if TYPE_CHECKING:
    from kafkawire.broker.replicas.partition import Partition
    from kafkawire.log.partition_log import PartitionLog

LATEST = -1
EARLIEST = -2
MAX_TIMESTAMP = -3
EARLIEST_LOCAL = -4
LATEST_TIERED = -5
EARLIEST_PENDING_UPLOAD = -6

SINCE = {
    LATEST: 0,
    EARLIEST: 0,
    MAX_TIMESTAMP: 7,
    EARLIEST_LOCAL: 8,
    LATEST_TIERED: 9,
    EARLIEST_PENDING_UPLOAD: 11,
}
"""The first version of ListOffsets that knows each question."""

CONSUMER = -1
DEBUGGING = -2
"""A replica id that may ask any replica for anything up to its log end."""

READ_COMMITTED = 1
NO_EPOCH = -1
NOTHING = TimestampedOffset(-1, -1, NO_EPOCH)


def is_supported(timestamp: int, version: int) -> bool:
    """Whether `timestamp` means something at that version (produce D-1)."""
    return timestamp >= 0 or SINCE.get(timestamp, version + 1) <= version


def last_fetchable(log: PartitionLog, *, replica_id: int, isolation_level: int) -> int:
    """The bound of what the asker may see (produce D-4)."""
    if replica_id != CONSUMER:
        return log.log_end_offset
    return log.last_stable_offset if isolation_level == READ_COMMITTED else log.high_watermark


def find_offset(
    partition: Partition, timestamp: int, *, bound: int, least: int = EARLIEST_PENDING_UPLOAD
) -> TimestampedOffset | None:
    """What `timestamp` asks for, None if there is nothing below `bound`.

    That there is no tiered storage is an answer, whatever the bound. Timestamps below `least` are
    times, as for releases that did not know those questions yet.
    """
    log = partition.log
    if timestamp < least:
        return log.offset_for_timestamp(timestamp, bound)
    if timestamp == LATEST:
        return TimestampedOffset(-1, bound, partition.leader_epoch)
    if timestamp in (EARLIEST, EARLIEST_LOCAL):
        return TimestampedOffset(-1, log.log_start_offset, _earliest_epoch(log))
    if timestamp >= 0:
        return log.offset_for_timestamp(timestamp, bound)
    if timestamp != MAX_TIMESTAMP:
        return NOTHING
    found = log.max_timestamp_offset()
    return found if found is not None and found.offset < bound else None


def is_behind_its_epoch(partition: Partition) -> bool:
    """Whether a new leader does not yet know how far the old one got (produce D-6)."""
    return partition.high_watermark < partition.log.leader_epochs.latest_start


def old_style_offsets(
    log: PartitionLog, timestamp: int, *, bound: int, offsets_max: int, now_ms: int
) -> list[int]:
    """What version 0 asks for: ends of the log and of its segments, newest first (D-20).

    A timestamp stands for when a segment was last written to; the log's end is always of now.

    Raises `ApiError` with UNKNOWN_SERVER_ERROR for a negative `offsets_max`.
    """
    if offsets_max < 0:
        raise ApiError(ErrorCode.UNKNOWN_SERVER_ERROR)
    ends = _ends(log, now_ms)
    if timestamp == LATEST:
        chosen = len(ends)
    elif timestamp == EARLIEST:
        chosen = 1
    else:
        chosen = max((n for n, end in enumerate(ends, 1) if end[1] <= timestamp), default=0)
    offsets = [offset for offset, _ in ends[:chosen]][::-1][:offsets_max]
    visible = [offset for offset in offsets if offset <= bound]
    return visible if len(visible) == len(offsets) else [bound, *visible]


def _ends(log: PartitionLog, now_ms: int) -> list[tuple[int, int]]:
    """(offset, modification time) of each segment's beginning, then of the log's end."""
    start = log.log_start_offset
    ends = [(max(segment.base_offset, start), segment.modified_ms) for segment in log.segments]
    return [*ends, (log.log_end_offset, now_ms)]


def _earliest_epoch(log: PartitionLog) -> int:
    earliest = log.leader_epochs.earliest_entry
    if earliest is None or earliest[1] > log.log_start_offset:
        return NO_EPOCH
    return earliest[0]
