"""What a client's batch must be before it may be appended, in Kafka's own order (produce A.5).

The head is looked at first, then the checksum, then every record; nothing is stored before all
of it has held. Refusals are `ApiError`s with Kafka's code; those that blame single records are
`RecordsRejected`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.log.placing import CheckedBatch
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError
from kafkawire.records.batch import HEADER_BYTES, batch_crc, read_header

if TYPE_CHECKING:
    from kafkawire.log.partition_log import PartitionLog
    from kafkawire.protocol.buffers import Buffer
    from kafkawire.records.batch import BatchHeader


def check_client_batch(records: Buffer, log: PartitionLog, now_ms: int) -> CheckedBatch:
    """The first batch of `records`, if it may be appended to `log`."""
    if len(records) < HEADER_BYTES:
        raise ApiError(ErrorCode.CORRUPT_MESSAGE)
    header = read_header(records)
    _check_frame(records, header, log.config.max_message_bytes)
    _check_head(header)
    batch = records if len(records) == header.size else memoryview(records)[: header.size]
    checked = CheckedBatch(batch, header)
    if header.size > log.config.segment_bytes:
        raise ApiError(ErrorCode.RECORD_LIST_TOO_LARGE)
    return checked


def _check_frame(records: Buffer, header: BatchHeader, max_message_bytes: int) -> None:
    size = header.size
    if header.base_offset != 0:
        raise ApiError(ErrorCode.INVALID_RECORD)
    if size > max_message_bytes:
        raise ApiError(ErrorCode.MESSAGE_TOO_LARGE)
    if size < HEADER_BYTES or size > len(records) or batch_crc(records, 0, size) != header.crc:
        raise ApiError(ErrorCode.CORRUPT_MESSAGE)


def _check_head(header: BatchHeader) -> None:
    if header.compression > 4:
        raise ApiError(ErrorCode.UNKNOWN_SERVER_ERROR)
    count = header.records_count
    if count <= 0 or header.last_offset_delta + 1 != count:
        raise ApiError(ErrorCode.INVALID_RECORD)
    if header.is_control or (header.producer_id >= 0 and header.base_sequence < 0):
        raise ApiError(ErrorCode.INVALID_RECORD)
