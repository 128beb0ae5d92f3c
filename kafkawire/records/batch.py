"""The head of a record batch, magic 2 (KIP-98), and what can be done without its records.

    0  base_offset i64          8  batch_length i32 (the bytes after this field)
    12 partition_leader_epoch i32                    16 magic i8 = 2
    17 crc u32 (CRC-32C of all that follows it)
    21 attributes i16          23  last_offset_delta i32
    27 base_timestamp i64      35  max_timestamp i64
    43 producer_id i64         51  producer_epoch i16      53 base_sequence i32
    57 records_count i32       61  records

What stands before the attributes is not covered by the checksum, so a broker gives a batch its
offset and leader epoch in place (Kafka's `DefaultRecordBatch`). Bits of the attributes: 0-2 codec,
3 timestamp type, 4 transactional, 5 control, 6 base_timestamp is the delete horizon (KIP-534).
"""

from __future__ import annotations

from collections.abc import Iterator
from struct import Struct, error
from typing import NamedTuple

from kafkawire.protocol.buffers import Buffer
from kafkawire.records.crc32c import crc32c
from kafkawire.records.errors import CorruptRecord, InvalidRecords

HEADER_FORMAT = Struct(">qiibIhiqqqhii")
HEADER_BYTES = 61
LOG_OVERHEAD = 12
"""Base offset and length: what `batch_length` does not count."""
BATCH_LENGTH_AT = 8
LEADER_EPOCH_AT = 12
MAGIC_AT = 16
CRC_AT = 17
ATTRIBUTES_AT = 21
MAX_TIMESTAMP_AT = 35
BATCH_LENGTH_MIN = 14
"""The least length of any magic: the overhead of a magic 0 message."""
FRAME_BYTES_MIN = 17
"""What must be there before the magic can be read."""

CODEC_MASK = 0x07
TIMESTAMP_TYPE_BIT = 0x08
TRANSACTIONAL_BIT = 0x10
CONTROL_BIT = 0x20
DELETE_HORIZON_BIT = 0x40

CREATE_TIME = 0
LOG_APPEND_TIME = 1
NO_TIMESTAMP = -1
NO_PRODUCER_ID = -1
NO_PRODUCER_EPOCH = -1
NO_SEQUENCE = -1
MAGIC = 2
SEQUENCE_MODULUS = 1 << 31
"""The sequence after 2^31 - 1 is 0."""

COPIED_BYTES_MAX = 4 << 10
"""Copying so many bytes takes less time than making two views."""
_unpack = HEADER_FORMAT.unpack_from
_make = tuple.__new__
_FRAME = Struct(">qiib")
_CRC = Struct(">I")
_INT16 = Struct(">h")
_INT32 = Struct(">i")
_INT64 = Struct(">q")


class BatchHeader(NamedTuple):
    """The fields of a batch's head, as they stand. Offsets are in records, timestamps in ms."""

    base_offset: int
    batch_length: int
    partition_leader_epoch: int
    magic: int
    crc: int
    attributes: int
    last_offset_delta: int
    base_timestamp: int
    max_timestamp: int
    producer_id: int
    producer_epoch: int
    base_sequence: int
    records_count: int

    @property
    def size(self) -> int:
        """Bytes of the whole batch."""
        return LOG_OVERHEAD + self.batch_length

    @property
    def compression(self) -> int:
        """The codec id, 0 to 7; see `kafkawire.records.compression`."""
        return self.attributes & CODEC_MASK

    @property
    def timestamp_type(self) -> int:
        """CREATE_TIME, or LOG_APPEND_TIME: then every record's timestamp is `max_timestamp`."""
        return self.attributes >> 3 & 1

    @property
    def is_transactional(self) -> bool:
        """Whether the records count only once a marker says so."""
        return self.attributes & TRANSACTIONAL_BIT != 0

    @property
    def is_control(self) -> bool:
        """Whether it holds control records; see `kafkawire.records.control`."""
        return self.attributes & CONTROL_BIT != 0

    @property
    def has_delete_horizon(self) -> bool:
        """Whether `base_timestamp` is when the batch's tombstones may be deleted."""
        return self.attributes & DELETE_HORIZON_BIT != 0

    @property
    def last_offset(self) -> int:
        """Survives compaction: the batch may have fewer records than offsets."""
        return self.base_offset + self.last_offset_delta

    @property
    def next_offset(self) -> int:
        """The offset after the batch."""
        return self.base_offset + self.last_offset_delta + 1

    @property
    def last_sequence(self) -> int:
        """The sequence of the last record; NO_SEQUENCE where the batch has none."""
        if self.base_sequence < 0:
            return NO_SEQUENCE
        return (self.base_sequence + self.last_offset_delta) % SEQUENCE_MODULUS


def read_header(buffer: Buffer, position: int = 0) -> BatchHeader:
    """The head at `position`, unchecked. Raises CorruptRecord where 61 bytes are not left."""
    try:
        # What `_make` does, but for its count of the fields, which the format fixes.
        return _make(BatchHeader, _unpack(buffer, position))
    except error:
        message = f"{len(buffer) - position} bytes cannot hold the head of a batch"
        raise CorruptRecord(message) from None


def iter_frames(buffer: Buffer, position: int = 0) -> Iterator[tuple[int, int, int]]:
    """Position, size in bytes and magic of each complete entry, of whatever magic.

    An incomplete entry at the end is normal in fetch responses and ends the iteration. Raises
    CorruptRecord, with Kafka's words, for a length or magic that no entry has.
    """
    total = len(buffer)
    while total - position >= LOG_OVERHEAD:
        length: int = _INT32.unpack_from(buffer, position + BATCH_LENGTH_AT)[0]
        if length < BATCH_LENGTH_MIN:
            message = f"Record size {length} is less than the minimum record overhead (14)"
            raise CorruptRecord(message)
        if total - position < FRAME_BYTES_MIN:
            return
        magic = _FRAME.unpack_from(buffer, position)[3]
        if not 0 <= magic <= MAGIC:
            raise CorruptRecord(f"Invalid magic found in record: {magic}")
        size = length + LOG_OVERHEAD
        if total - position < size:
            return
        yield position, size, magic
        position += size


def iter_headers(buffer: Buffer) -> Iterator[tuple[int, BatchHeader]]:
    """Position and head of each complete batch.

    Raises InvalidRecords at a message of magic 0 or 1 (see `kafkawire.records.legacy`) and
    CorruptRecord at a batch that is too short for its head.
    """
    position = 0
    total = len(buffer)
    while total - position >= HEADER_BYTES:
        header = read_header(buffer, position)
        after = position + LOG_OVERHEAD + header.batch_length
        if header.magic != MAGIC or not position + HEADER_BYTES <= after <= total:
            break
        yield position, header
        position = after
    _check_tail(buffer, position)


def _check_tail(buffer: Buffer, position: int) -> None:
    """Verify that what stands at `position` is a batch of which bytes are missing, or nothing."""
    for _, size, magic in iter_frames(buffer, position):
        if magic != MAGIC:
            raise InvalidRecords(f"a message of magic {magic} among batches")
        raise CorruptRecord(f"{size} bytes cannot hold the head of a batch")


def crc_is_valid(buffer: Buffer, position: int, header: BatchHeader) -> bool:
    """Whether the batch at `position` is whole and its checksum is that of its bytes."""
    size = header.size
    if size < HEADER_BYTES or len(buffer) - position < size:
        return False
    return batch_crc(buffer, position, size) == header.crc


def batch_crc(buffer: Buffer, position: int, size: int) -> int:
    """The CRC-32C that the batch of `size` bytes at `position` should have."""
    if size <= COPIED_BYTES_MAX and type(buffer) is bytes:
        return crc32c(buffer[position + ATTRIBUTES_AT : position + size])
    with memoryview(buffer) as view, view[position + ATTRIBUTES_AT : position + size] as covered:
        return crc32c(covered)


def seal(buffer: bytearray | memoryview, position: int = 0, size: int | None = None) -> None:
    """Write the checksum of the batch at `position`, by default all of `buffer`."""
    size = len(buffer) - position if size is None else size
    _CRC.pack_into(buffer, position + CRC_AT, batch_crc(buffer, position, size))


def patch(
    buffer: bytearray | memoryview, position: int, *, base_offset: int, partition_leader_epoch: int
) -> None:
    """Give the batch at `position` its place in the log. The checksum does not cover these."""
    _INT64.pack_into(buffer, position, base_offset)
    _INT32.pack_into(buffer, position + LEADER_EPOCH_AT, partition_leader_epoch)


def patch_timestamps(
    buffer: bytearray | memoryview, position: int, *, timestamp_type: int, max_timestamp: int
) -> None:
    """Set the timestamp type and `max_timestamp`, and renew the checksum.

    With LOG_APPEND_TIME that is the time of every record; base_timestamp and the records keep
    what the producer wrote (Kafka's `DefaultRecordBatch.setMaxTimestamp`).
    """
    header = read_header(buffer, position)
    attributes = header.attributes & ~TIMESTAMP_TYPE_BIT
    if timestamp_type == LOG_APPEND_TIME:
        attributes |= TIMESTAMP_TYPE_BIT
    _INT16.pack_into(buffer, position + ATTRIBUTES_AT, attributes)
    _INT64.pack_into(buffer, position + MAX_TIMESTAMP_AT, max_timestamp)
    seal(buffer, position, header.size)
