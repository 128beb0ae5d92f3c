"""Which single records of a batch a topic does not take: by key, by timestamp (produce A.6, A.8).

This is the slow way, record by record; a batch comes here only if its topic is compacted, or its
timestamps leave the topic's limits, or the client has claimed log append time. Kafka looks at
all records, lists all that are wrong, and refuses the batch.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.log.append import NO_TIMESTAMP, RecordError, RecordsRejected
from kafkawire.log.config import INT64_MAX
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.pacing import unhurried

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kafkawire.log.config import LogConfig
    from kafkawire.log.topic_partition import TopicPartition
    from kafkawire.records.record import Record

ERRORS_SHOWN_MAX = 3
"""So many record errors stand in the text of the answer."""
NO_KEY = "Compacted topic cannot accept message without key"
INVALID_TIMESTAMPS = "One or more records have been rejected due to invalid timestamp"

_UINT64 = 1 << 64


def are_timely(config: LogConfig, now_ms: int, *, oldest: int, newest: int) -> bool:
    """Whether certainly no record from `oldest` to `newest` is too old or too new."""
    if config.is_log_append_time:
        return True
    if newest - now_ms > config.message_timestamp_after_max_ms:
        return False
    # -1, no timestamp, is the oldest of all here and leads to a closer look.
    return now_ms - oldest <= config.message_timestamp_before_max_ms


def can_be_written(records: Iterable[Record]) -> bool:
    """Whether Kafka's writer of batches takes these timestamps; stored as they came, all go."""
    return all(record.timestamp >= NO_TIMESTAMP for record in records)


class Limits:
    """What a record may be like on a topic at a time."""

    __slots__ = ("after_ms", "before_ms", "config", "now_ms")

    def __init__(self, config: LogConfig, now_ms: int) -> None:
        self.config = config
        self.now_ms = now_ms
        self.before_ms = config.message_timestamp_before_max_ms
        self.after_ms = config.message_timestamp_after_max_ms

    def hold_for(self, timestamp: int) -> bool:
        """Whether a record of that timestamp is neither too old nor too new; both inclusive."""
        if timestamp == NO_TIMESTAMP or self.config.is_log_append_time:
            return True
        age_ms = _wrapped(self.now_ms - timestamp)
        return age_ms <= self.before_ms and _wrapped(-age_ms) <= self.after_ms

    def __str__(self) -> str:
        oldest = _wrapped(self.now_ms - self.before_ms)
        newest = _wrapped(self.now_ms + self.after_ms)
        return f"[{oldest}, {newest}]"


def reject_bad_records(
    records: Iterable[Record],
    limits: Limits,
    topic_partition: TopicPartition,
    *,
    claims_append_time: bool,
    are_skimmed: bool = False,
) -> None:
    """Raise `RecordsRejected` if any record is bad; `records` have offsets from 0 on.

    Of compressed records that are stored as they came Kafka reads only the sizes of keys and
    values (`are_skimmed`), which shows in its texts.
    """
    errors: list[RecordError] = []
    code = ErrorCode.INVALID_RECORD
    for index, record in enumerate(unhurried(records)):
        message = None
        if limits.config.is_compacted and record.key is None:
            message = f"{NO_KEY} in topic partition {topic_partition}"
        else:
            message = _timestamp_error(record, limits)
            if message is None and claims_append_time and _must_not_claim(record, limits):
                message = _claim_error(record, are_skimmed=are_skimmed)
            if message is not None:
                code = ErrorCode.INVALID_TIMESTAMP
        if message is not None:
            errors.append(RecordError(index, message))
    if errors:
        raise RecordsRejected(code, errors, _summary(code, errors))


def _timestamp_error(record: Record, limits: Limits) -> str | None:
    if limits.hold_for(record.timestamp):
        return None
    return (
        f"Timestamp {record.timestamp} of message with offset {record.offset} is out of "
        f"range. The timestamp should be within {limits}"
    )


def _must_not_claim(record: Record, limits: Limits) -> bool:
    config = limits.config
    return (
        config.is_log_append_time or config.refuses_append_time or record.timestamp == NO_TIMESTAMP
    )


def _claim_error(record: Record, *, are_skimmed: bool) -> str:
    kind, null = ("PartialDefaultRecord", -1) if are_skimmed else ("DefaultRecord", 0)
    key_bytes = null if record.key is None else len(record.key)
    value_bytes = null if record.value is None else len(record.value)
    return (
        f"Invalid timestamp type in message {kind}(offset={record.offset}, "
        f"timestamp={record.timestamp}, key={key_bytes} bytes, value={value_bytes} bytes). "
        "Producer should not set timestamp type to LogAppendTime."
    )


def _summary(code: ErrorCode, errors: list[RecordError]) -> str:
    if code is ErrorCode.INVALID_TIMESTAMP:
        return INVALID_TIMESTAMPS
    shown = ", ".join(
        f"RecordError(batchIndex={error.batch_index}, message='{error.message}')"
        for error in errors[:ERRORS_SHOWN_MAX]
    )
    return (
        f"One or more records have been rejected due to {len(errors)} record errors in total, "
        f"and only showing the first three errors at most: [{shown}]"
    )


def _wrapped(value: int) -> int:
    """`value` as Java's 64 bits would hold it."""
    return (value + INT64_MAX + 1) % _UINT64 - INT64_MAX - 1
