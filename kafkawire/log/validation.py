"""What a client's batch must be before it may be appended, in Kafka's own order (produce A.5).

The head is looked at first, then the checksum, then every record; nothing is stored before all
of it has held. Refusals are `ApiError`s with Kafka's code; those that blame single records are
`RecordsRejected`. Whether the producer may go on so is asked afterwards, of the producer state.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from kafkawire.log.append import BatchRefused, Defect
from kafkawire.log.placing import CheckedBatch, set_timestamps
from kafkawire.log.record_errors import (
    Limits,
    are_timely,
    can_be_written,
    reject_bad_records,
)
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError
from kafkawire.records.batch import (
    CODEC_MASK,
    CONTROL_BIT,
    HEADER_BYTES,
    LOG_OVERHEAD,
    MAGIC,
    MAGIC_AT,
    NO_PRODUCER_EPOCH,
    NO_PRODUCER_ID,
    TIMESTAMP_TYPE_BIT,
    batch_crc,
    iter_frames,
    read_header,
)
from kafkawire.records.builder import encode_batch_in_steps
from kafkawire.records.check import SKIMS_ALL, check_records
from kafkawire.records.errors import CorruptRecord, RecordsError
from kafkawire.records.record import decode_batch_in_steps

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kafkawire.log.config import LogConfig
    from kafkawire.log.growing import GrowingLog
    from kafkawire.protocol.buffers import Buffer
    from kafkawire.records.batch import BatchHeader
    from kafkawire.records.record import Record
    from kafkawire.records.tally import RecordsInfo

CODEC_MAX = 4
"""zstd; 5 to 7 can be written in the attributes but mean nothing."""
UNCOMPRESSED = 0
NO_LIMIT = 1 << 62
"""In the place of max.decompressed.message.bytes: no record's length is looked at."""


def check_client_batch(records: Buffer, log: GrowingLog, now_ms: int) -> CheckedBatch | None:
    """The batch in `records`, as it may be appended to `log`; None if there is none at all.

    A set of magic 0 or 1 messages becomes one batch (produce A.12).
    """
    if len(records) < HEADER_BYTES or records[MAGIC_AT] != MAGIC:
        from kafkawire.log.message_sets import check_messages

        checked = check_messages(records, log, now_ms)
    else:
        checked = _check_batch(records, log, now_ms)
    if (
        checked is not None
        and LOG_OVERHEAD + checked.header.batch_length > log.config.segment_bytes
    ):
        raise ApiError(ErrorCode.RECORD_LIST_TOO_LARGE)
    return checked


def _check_batch(records: Buffer, log: GrowingLog, now_ms: int) -> CheckedBatch | None:
    config = log.config
    header = read_header(records)
    size = LOG_OVERHEAD + header.batch_length
    if size > len(records):
        return None
    _check_header(records, header, config.max_message_bytes)
    batch = records
    if len(records) != size:
        batch = memoryview(records)[:size]
        _check_rest(memoryview(records)[size:])
    checked = CheckedBatch(batch, header)
    _check_records(checked, log, now_ms)
    if config.target_codec not in (None, header.attributes & CODEC_MASK):
        _compress_again(checked, log)
    return checked


def _check_rest(rest: Buffer) -> None:
    """What follows the batch may not be another one, but anything else (produce A-30, A-34)."""
    try:
        second = next(iter_frames(rest), None)
    except CorruptRecord:
        raise ApiError(ErrorCode.CORRUPT_MESSAGE) from None
    if second is not None:
        raise ApiError(ErrorCode.INVALID_RECORD)


def _check_header(records: Buffer, header: BatchHeader, max_message_bytes: int) -> None:
    """Rows 1 to 10 of produce A-42."""
    size = LOG_OVERHEAD + header.batch_length
    if header.base_offset != 0:
        raise ApiError(ErrorCode.INVALID_RECORD)
    if size > max_message_bytes:
        raise ApiError(ErrorCode.MESSAGE_TOO_LARGE)
    if size < HEADER_BYTES or batch_crc(records, 0, size) != header.crc:
        raise BatchRefused(ErrorCode.CORRUPT_MESSAGE, Defect.CHECKSUM)
    attributes = header.attributes
    if attributes & CODEC_MASK > CODEC_MAX:
        raise ApiError(ErrorCode.UNKNOWN_SERVER_ERROR)
    count = header.records_count
    if count <= 0 or header.last_offset_delta + 1 != count or attributes & CONTROL_BIT:
        raise BatchRefused(ErrorCode.INVALID_RECORD, Defect.NUMBERS)
    if header.producer_id >= 0 and header.base_sequence < 0:
        raise BatchRefused(ErrorCode.INVALID_RECORD, Defect.NUMBERS)


def _check_records(checked: CheckedBatch, log: GrowingLog, now_ms: int) -> None:
    """Rows 11 to 15: every record, then keys and timestamps; sets the final timestamps."""
    config = log.config
    attributes = checked.header.attributes
    info = _records_info(checked, config)
    codec = attributes & CODEC_MASK
    claims_append_time = attributes & TIMESTAMP_TYPE_BIT != 0
    if (
        claims_append_time
        or (config.is_compacted and info.has_null_key)
        or not are_timely(config, now_ms, oldest=info.min_timestamp, newest=info.max_timestamp)
    ):
        is_skimmed = codec != UNCOMPRESSED and config.target_codec in (None, codec)
        reject_bad_records(
            _records_of(checked, is_skimmed=is_skimmed),
            Limits(config, now_ms),
            log.topic_partition,
            claims_append_time=claims_append_time,
            are_skimmed=is_skimmed,
        )
    if codec and not info.offsets_are_dense and config.target_codec in (None, codec):
        # Kafka tries to write the batch anew, and fails for want of its keys (produce A-44b).
        raise ApiError(ErrorCode.UNKNOWN_SERVER_ERROR)
    set_timestamps(checked, config, info.max_timestamp, now_ms)


def _records_of(checked: CheckedBatch, *, is_skimmed: bool) -> Iterator[Record]:
    if is_skimmed:
        from kafkawire.records.skimming import skim

        return skim(checked.batch)
    return chain.from_iterable(decoded_in_steps(checked))


def _records_info(checked: CheckedBatch, config: LogConfig) -> RecordsInfo:
    try:
        if checked.header.attributes & CODEC_MASK == UNCOMPRESSED:
            return check_records(checked.batch, 0, checked.header)
        from kafkawire.records.check_compressed import check_compressed

        return check_compressed(
            checked.batch,
            0,
            checked.header,
            record_bytes_max=config.max_decompressed_message_bytes,
            is_skimmed=_skimming(config, checked.header.attributes & CODEC_MASK),
        )
    except RecordsError as error:
        raise ApiError(ErrorCode(error.error_code)) from None


def _skimming(config: LogConfig, codec: int) -> int:
    if config.target_codec not in (None, codec):
        return False
    return SKIMS_ALL if config.max_decompressed_message_bytes == NO_LIMIT else True


def _compress_again(checked: CheckedBatch, log: GrowingLog) -> None:
    """Write the batch anew in the topic's own codec (produce A-57), and look at its size again.

    The codec of a topic with its own is never that of "producer", so `target_codec` is set.
    """
    codec = log.config.target_codec
    assert codec is not None
    header = checked.header
    if not _has_whole_producer(header):
        raise ApiError(ErrorCode.UNKNOWN_SERVER_ERROR)
    batch = encode_batch_in_steps(
        _writable(decoded_in_steps(checked)),
        compression=codec,
        bytes_max=log.config.max_message_bytes,
        level=log.config.level_of(codec),
        producer_id=header.producer_id,
        producer_epoch=header.producer_epoch,
        base_sequence=header.base_sequence,
        transactional=header.is_transactional,
    )
    if batch is None:
        raise ApiError(ErrorCode.MESSAGE_TOO_LARGE)
    new = read_header(batch)
    attributes = new.attributes | header.attributes & TIMESTAMP_TYPE_BIT
    checked.batch = batch
    checked.header = new._replace(attributes=attributes, max_timestamp=header.max_timestamp)
    checked.is_changed = True
    checked.records_converted = header.records_count


def _writable(steps: Iterator[list[Record]]) -> Iterator[list[Record]]:
    """The same records; raises `ApiError` where Kafka's writer of batches would not take them."""
    for records in steps:
        if not can_be_written(records):
            raise ApiError(ErrorCode.UNKNOWN_SERVER_ERROR)
        yield records


def _has_whole_producer(header: BatchHeader) -> bool:
    """Whether Kafka's writer of batches takes these numbers; nobody asks where none is written."""
    if header.producer_id == NO_PRODUCER_ID:
        return not header.is_transactional
    return header.producer_epoch != NO_PRODUCER_EPOCH and header.base_sequence >= 0


def decoded_in_steps(checked: CheckedBatch) -> Iterator[list[Record]]:
    """The records of a batch, some at a time; raises `ApiError` where they cannot be read."""
    header = read_header(checked.batch)
    try:
        yield from decode_batch_in_steps(checked.batch, header)
    except RecordsError as error:
        raise ApiError(ErrorCode(error.error_code)) from None
