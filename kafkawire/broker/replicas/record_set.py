"""What a produce request sends for one partition, as far as framing tells.

Before any partition is looked up, Kafka frames the first batch of every one, to learn whether the
request is transactional; what cannot be framed there fails the whole request (produce A-19). Later,
per partition, it asks for exactly one complete batch of magic 2 (A-30); bytes behind it that make
no whole batch are ignored (A-34). Versions below 3 carry the message sets of magic 0 and 1 as well
(A.12), which are left to the log.
"""

from __future__ import annotations

from struct import Struct
from typing import TYPE_CHECKING, NoReturn

from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError, ProtocolError
from kafkawire.protocol.since import PRODUCE_TOPIC_IDS_SINCE
from kafkawire.records.batch import (
    BATCH_LENGTH_AT,
    FRAME_BYTES_MIN,
    HEADER_BYTES,
    LOG_OVERHEAD,
    MAGIC,
    TRANSACTIONAL_BIT,
    BatchHeader,
    iter_frames,
    read_header,
)
from kafkawire.records.compression import ZSTD
from kafkawire.records.errors import CorruptRecord

if TYPE_CHECKING:
    from kafkawire.protocol.buffers import Buffer
    from kafkawire.protocol.messages.produce_request import ProduceRequest

_frame_and_attributes = Struct(">8xi4xb4xh").unpack_from
"""The length of the first batch, its magic, its attributes."""
SINGLE_BATCH_SINCE = 3
"""The Produce version from which on there is exactly one batch of magic 2."""
ZSTD_SINCE = 7
"""The Produce version from which on zstd is allowed (KIP-110)."""

UNFRAMED = -2
OVERFLOWN = -3
NULL = -4
FRAME_LENGTH_MAX = 2**31 - 1 - LOG_OVERHEAD
PRODUCER_ID_END = 51
"""A batch of magic 2 that ends before here is too short to hold its producer id."""
SEQUENCE_END = 57
"""And here, its base sequence."""


class RecordSet:
    """The bytes for one partition and the head of their first batch.

    `magic` is -1 if there is no complete batch, UNFRAMED or OVERFLOWN if what is there
    cannot be a batch, NULL if there is nothing. `header` is None then, and for magic 0 and 1. A
    batch `is_short` if it ends before its producer id does; what it lacks stands as zero in
    `header`.
    """

    __slots__ = ("header", "is_short", "is_transactional", "magic", "records")

    def __init__(self, records: Buffer, magic: int, header: BatchHeader | None) -> None:
        self.records = records
        self.magic = magic
        self.header = header
        self.is_short = self.is_transactional = False
        if header is not None:
            self.is_transactional = header.attributes & TRANSACTIONAL_BIT != 0
            self.is_short = LOG_OVERHEAD + header.batch_length < PRODUCER_ID_END


def look_at(records: Buffer, *, must_be_framed: bool = True) -> RecordSet:
    """Frame the first batch.

    If it must be framed, raises `ApiError`, which concerns the whole request: CORRUPT_MESSAGE,
    with Kafka's words, for an impossible length or magic; UNKNOWN_SERVER_ERROR for a length that
    does not fit 31 bits with the twelve bytes before it.
    """
    if len(records) >= HEADER_BYTES:
        header = read_header(records)
        if header.magic == MAGIC and header.batch_length == len(records) - LOG_OVERHEAD:
            return RecordSet(records, MAGIC, header)
    try:
        frame = next(iter_frames(records), None)
    except CorruptRecord as error:
        if must_be_framed:
            raise ApiError(ErrorCode.CORRUPT_MESSAGE, str(error)) from None
        return RecordSet(records, UNFRAMED, None)
    if frame is None:
        if len(records) >= FRAME_BYTES_MIN and _length(records) > FRAME_LENGTH_MAX:
            if must_be_framed:
                raise ApiError(ErrorCode.UNKNOWN_SERVER_ERROR)
            return RecordSet(records, OVERFLOWN, None)
        return RecordSet(records, -1, None)
    _, size, magic = frame
    if magic != MAGIC:
        return RecordSet(records, magic, None)
    # What a short batch lacks is read as zero: it is refused for its size before it matters.
    head = bytes(memoryview(records)[:size]).ljust(HEADER_BYTES, b"\0")
    return RecordSet(records, MAGIC, read_header(head))


def only_batch(request: ProduceRequest, version: int) -> tuple[str, int, Buffer] | None:
    """Return the topic, the partition and the batch of the commonest request, else None.

    It has one whole batch for one partition, in no transaction. Its batch is read when it is
    appended, and only then.
    """
    topics = request.topic_data
    if len(topics) != 1 or not ZSTD_SINCE <= version < PRODUCE_TOPIC_IDS_SINCE:
        return None
    partitions = topics[0].partition_data
    if len(partitions) != 1 or not (records := partitions[0].records):
        return None
    if len(records) < HEADER_BYTES:
        return None
    batch_length, magic, attributes = _frame_and_attributes(records)
    is_whole = LOG_OVERHEAD + batch_length == len(records)
    if magic != MAGIC or not is_whole or attributes & TRANSACTIONAL_BIT:
        return None
    return topics[0].name, partitions[0].index, records


def _length(records: Buffer) -> int:
    return int.from_bytes(records[BATCH_LENGTH_AT : BATCH_LENGTH_AT + 4], "big", signed=True)


def check_framing(sent: RecordSet, version: int) -> ErrorCode:
    """What `validateRecords` of Kafka says of one partition's records, NONE if nothing.

    Below version 3 it says nothing at all, not even of zstd (observed on 3.9.2). Raises
    `ApiError` UNKNOWN_SERVER_ERROR, for the whole request, where versions 3 to 6 carry a codec
    that does not exist, and `ProtocolError` for null records: Kafka never answers these, nor
    anything behind them (A-23).
    """
    header = sent.header
    if (
        header is not None
        and LOG_OVERHEAD + header.batch_length == len(sent.records)
        and version >= ZSTD_SINCE
    ):
        # What nearly everybody sends: one batch, and nothing behind it.
        return ErrorCode.NONE
    if version < SINGLE_BATCH_SINCE:
        _check_frames(sent)
        return ErrorCode.NONE
    if sent.magic == UNFRAMED:
        return ErrorCode.CORRUPT_MESSAGE
    if sent.magic == OVERFLOWN:
        raise ApiError(ErrorCode.UNKNOWN_SERVER_ERROR)
    if header is None or sent.magic != MAGIC:
        return ErrorCode.INVALID_RECORD if sent.magic != NULL else _never_answered()
    if version < ZSTD_SINCE and header.compression >= ZSTD:
        if header.compression > ZSTD:
            raise ApiError(ErrorCode.UNKNOWN_SERVER_ERROR)
        return ErrorCode.UNSUPPORTED_COMPRESSION_TYPE
    if header.size == len(sent.records):
        return ErrorCode.NONE
    return _check_rest(sent.records, header.size)


def _check_frames(sent: RecordSet) -> None:
    """Look whether sets of messages are framed to their end; the whole request fails if not.

    Kafka 3.9 looks at all batches for transactional ones, before it appends anything.
    """
    if sent.magic == NULL:
        _never_answered()
    try:
        for _ in iter_frames(sent.records):
            pass
    except CorruptRecord as error:
        raise ApiError(ErrorCode.CORRUPT_MESSAGE, str(error)) from None


def _never_answered() -> NoReturn:
    raise ProtocolError("null records")


def _check_rest(records: Buffer, position: int) -> ErrorCode:
    try:
        second = next(iter_frames(memoryview(records)[position:]), None)
    except CorruptRecord:
        return ErrorCode.CORRUPT_MESSAGE
    return ErrorCode.NONE if second is None else ErrorCode.INVALID_RECORD
