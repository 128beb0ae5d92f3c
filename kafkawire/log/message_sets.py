"""Message sets of magic 0 and 1, which clients from before Kafka 0.11 produce (produce A.12).

All messages of a set become one batch, as brokers up to 3.9 store them, whatever the format they
came in. An empty set, or one that begins with an incomplete message, is no error: it appends
nothing (produce A-42 row 5).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.log.append import BatchRefused, Defect
from kafkawire.log.placing import CheckedBatch, set_timestamps
from kafkawire.log.record_errors import Limits, can_be_written, reject_bad_records
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError
from kafkawire.records.batch import MAGIC, TIMESTAMP_TYPE_BIT, iter_frames, read_header
from kafkawire.records.compression import NONE
from kafkawire.records.errors import CorruptRecord, RecordsError
from kafkawire.records.message_set import read_message
from kafkawire.records.record import Record, decode_records

if TYPE_CHECKING:
    from kafkawire.log.config import LogConfig
    from kafkawire.log.growing import GrowingLog
    from kafkawire.protocol.buffers import Buffer

ATTRIBUTES_AT = 17
"""Where, from the start of its entry, a message of magic 1 has its attributes."""


def check_messages(records: Buffer, log: GrowingLog, now_ms: int) -> CheckedBatch | None:
    """One batch of all messages in `records`, if they may be appended to `log`."""
    config = log.config
    try:
        if not _is_framed(records, config.max_message_bytes):
            return None
        if config.target_codec in (None, NONE):
            _judge_in_turn(records, log, now_ms)
        batch = _converted(records, config)
    except RecordsError as error:
        raise _refusal(error, records) from None
    header = read_header(batch)
    converted = decode_records(batch, 0, header)
    reject_bad_records(
        converted,
        Limits(config, now_ms),
        log.topic_partition,
        claims_append_time=_claims_append_time(records),
    )
    if not can_be_written(converted):
        raise ApiError(ErrorCode.UNKNOWN_SERVER_ERROR)
    if header.size > config.max_message_bytes:
        raise ApiError(ErrorCode.MESSAGE_TOO_LARGE)
    checked = CheckedBatch(batch, header)
    checked.records_converted = header.records_count
    set_timestamps(checked, config, header.max_timestamp, now_ms)
    return checked


def _is_framed(records: Buffer, max_message_bytes: int) -> bool:
    """Whether there is a complete message at all; raises where one is too large or too short."""
    frames = list(iter_frames(records))
    for _, size, magic in frames:
        if size > max_message_bytes:
            raise ApiError(ErrorCode.MESSAGE_TOO_LARGE)
        if magic == MAGIC and len(frames) == 1:
            # Shorter than the head of a batch, or it would not have come here.
            raise ApiError(ErrorCode.CORRUPT_MESSAGE)
    return bool(frames)


def _judge_in_turn(records: Buffer, log: GrowingLog, now_ms: int) -> None:
    """Refuse the first message that is bad, be it for its magic, its key or its timestamp.

    Of plain messages each is a batch to Kafka, looked at and written before the next; their
    checksums come before all that. Where there are wrappers, others look at the whole.
    """
    messages = [
        read_message(records, position) if magic < MAGIC else None
        for position, _, magic in iter_frames(records)
    ]
    if any(each is not None and each.compression for each in messages):
        return
    limits = Limits(log.config, now_ms)
    first = messages[0]
    for each in messages:
        if each is None or first is None or each.magic != first.magic:
            raise BatchRefused(ErrorCode.INVALID_RECORD, Defect.MAGIC)
        record = Record(offset=0, timestamp=each.timestamp, key=each.key, value=each.value)
        claims = each.magic == 1 and each.timestamp_type != 0
        reject_bad_records([record], limits, log.topic_partition, claims_append_time=claims)
        if not can_be_written([record]):
            raise ApiError(ErrorCode.UNKNOWN_SERVER_ERROR)


def _refusal(error: RecordsError, records: Buffer) -> ApiError:
    code = ErrorCode(error.error_code)
    if isinstance(error, CorruptRecord):
        return BatchRefused(code, Defect.CHECKSUM)
    if len({magic for _, _, magic in iter_frames(records)}) > 1:
        return BatchRefused(code, Defect.MAGIC)
    return ApiError(code)


def _claims_append_time(records: Buffer) -> bool:
    """Whether a message of magic 1 has the bit that only brokers may set."""
    return any(
        magic == 1 and records[position + ATTRIBUTES_AT] & TIMESTAMP_TYPE_BIT
        for position, _, magic in iter_frames(records)
    )


def _converted(records: Buffer, config: LogConfig) -> bytearray:
    from kafkawire.records.legacy import convert_to_v2

    codec = config.target_codec
    level = None if codec is None else config.level_of(codec)
    return convert_to_v2(records, compression=codec, level=level)
