"""Batches in a range of a message: every magic, every codec, verified, opened only when asked.

Batches are found by their lengths alone, so a wrong checksum spoils one of them only. Brokers cut
what they send at a number of bytes, so that the last batch of a fetch response may be a part of
one; that is normal, and said. Where a length or magic is that of no batch, what is left of the
range is one last entry with a `problem`.

Records are decoded some hundred at a time, so that looking at the first of a large batch is cheap,
and a broken record takes no more with it than what stands behind it. Decompressing is bounded.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from struct import Struct
from typing import NamedTuple
from zlib import crc32

from kafkawire.protocol.errors import ProtocolError
from kafkawire.records.batch import (
    BATCH_LENGTH_MIN,
    CRC_AT,
    FRAME_BYTES_MIN,
    HEADER_BYTES,
    LOG_OVERHEAD,
    MAGIC,
    BatchHeader,
    batch_crc,
    read_header,
)
from kafkawire.records.compression import decompressed
from kafkawire.records.errors import InvalidRecords, UnreadableRecords
from kafkawire.records.message_set import FIELDS_AT, MESSAGE_BYTES_MIN, open_message, read_message
from kafkawire.records.message_set import Message as OldMessage
from kafkawire.records.record import Record, decode_section, section_bounds
from kafkawire.records.varint import read_zigzag

DECOMPRESSED_BYTES_MAX = 64 << 20
"""What the records of one batch may come to when they are shown."""
RECORDS_AT_ONCE = 256
"""How many records of a batch are decoded together."""
CODECS = ("none", "gzip", "snappy", "lz4", "zstd")
TIMESTAMP_TYPES = ("CreateTime", "LogAppendTime")
OLD_CRC_AT = 12
"""Where an entry of magic 0 or 1 has its checksum; it covers all that follows."""

_FRAME = Struct(">qiib")
_CRC = Struct(">I")
_NO_HEADER = (-1, -1, -1)


def codec_name(codec: int) -> str:
    """`zstd`, or the number of a codec that nobody has."""
    return CODECS[codec] if codec < len(CODECS) else f"codec {codec}"


class WrongCrc(NamedTuple):
    """A checksum that is not that of the bytes: where it stands, and both."""

    position: int
    stored: int
    computed: int

    def __str__(self) -> str:
        return (
            f"byte {self.position}: the checksum is {self.stored:#010x}, "
            f"but that of the bytes {self.computed:#010x}"
        )


class WireBatch:
    """A batch, or an entry of magic 0 or 1, at `start` of `data`.

    `header` is None for an entry of magic 0 or 1 and where too few bytes are there; what it says
    may be wrong where the checksum is.
    """

    __slots__ = ("_old", "data", "end", "header", "magic", "problem", "size", "start", "wrong_crc")

    def __init__(self, data: bytes, start: int, end: int, size: int) -> None:
        self.data = data
        self.start = start
        self.end = end
        self.size = size
        """Bytes that it should have; more than `end - start` if it is partial."""
        self.magic = -1
        self.header: BatchHeader | None = None
        self.wrong_crc: WrongCrc | None = None
        self.problem: str | None = None
        """Why its records cannot be read, or not all of them; known once they were asked for."""
        self._old: OldMessage | None = None

    @property
    def is_partial(self) -> bool:
        """Whether its end was not sent, as brokers do with the last one."""
        return self.size > self.end - self.start

    @property
    def codec(self) -> str:
        """Its codec's name; empty where that is not known."""
        if self.header is not None:
            return codec_name(self.header.compression)
        return "" if self._old is None else codec_name(self._old.compression)

    @property
    def base_offset(self) -> int:
        """The offset it stands under; of an old wrapper that is its last message's."""
        if self.end - self.start < LOG_OVERHEAD:
            return -1
        offset: int = int.from_bytes(self.data[self.start : self.start + 8], "big", signed=True)
        return offset

    @property
    def count(self) -> int:
        """How many records its head declares; 1 of an old entry, even if it wraps others."""
        if self.header is not None:
            return self.header.records_count
        return 0 if self._old is None else 1

    @property
    def is_control(self) -> bool:
        """Whether its records are markers and the like."""
        return self.header is not None and self.header.is_control

    @property
    def producer(self) -> tuple[int, int, int]:
        """Producer id, epoch and base sequence; each -1 where there is none."""
        header = self.header
        if header is None:
            return _NO_HEADER
        return header.producer_id, header.producer_epoch, header.base_sequence

    @property
    def timestamp_type(self) -> str:
        """`CreateTime` or `LogAppendTime`."""
        if self.header is not None:
            return TIMESTAMP_TYPES[self.header.timestamp_type]
        return TIMESTAMP_TYPES[0 if self._old is None else self._old.timestamp_type]

    def records(self) -> Iterator[Record]:
        """Its records, as far as they can be read; `problem` says what stopped it."""
        if self.problem is not None:
            return
        try:
            if self._old is not None:
                for each in open_message(self._old):
                    yield Record(each.offset, each.timestamp, each.key, each.value)
            elif self.header is not None and not self.is_partial:
                yield from self._records(self.header)
        except ProtocolError as error:
            self.problem = str(error)

    def _records(self, header: BatchHeader) -> Iterator[Record]:
        start, end = section_bounds(self.end, self.start, header)
        if not header.compression:
            yield from _in_portions(self.data, start, end, header)
            return
        section = memoryview(self.data)[start:end]
        pieces: list[bytes] = []
        try:
            pieces.extend(
                decompressed(header.compression, section, max_bytes=DECOMPRESSED_BYTES_MAX)
            )
        except UnreadableRecords:
            data = b"".join(pieces)
            with suppress(InvalidRecords):
                yield from _in_portions(data, 0, len(data), header)
            raise
        data = b"".join(pieces)
        yield from _in_portions(data, 0, len(data), header)


def _in_portions(data: bytes, at: int, end: int, header: BatchHeader) -> Iterator[Record]:
    left = header.records_count
    while left > 0:
        count = min(left, RECORDS_AT_ONCE)
        ends = record_ends(data, at, end, count)
        portion = header._replace(records_count=len(ends))
        try:
            yield from decode_section(data, at, ends[-1], portion)
        except InvalidRecords:
            yield from _one_by_one(data, at, ends, header)
        at = ends[-1]
        left -= len(ends)
    if at != end:
        raise InvalidRecords(f"{end - at} bytes are left after the last record of the batch")


def _one_by_one(data: bytes, at: int, ends: list[int], header: BatchHeader) -> Iterator[Record]:
    one = header._replace(records_count=1)
    for end in ends:
        yield from decode_section(data, at, end, one)
        at = end


def record_ends(data: bytes, at: int, end: int, count: int) -> list[int]:
    """Where the next `count` records end; fewer if then no record follows.

    Raises InvalidRecords if not even one does.
    """
    found: list[int] = []
    for _ in range(count):
        try:
            size, at = read_zigzag(data, at)
        except IndexError:
            size = end
        if not 0 < size <= end - at:
            if found:
                break
            raise InvalidRecords("a record reads past the end of its batch")
        at += size
        found.append(at)
    return found


def batches_in(data: bytes, start: int, end: int) -> Iterator[WireBatch]:
    """What stands in `data` from `start` to `end`; the last may be partial, or no batch at all."""
    while start < end:
        batch = _batch(data, start, end)
        yield batch
        start = batch.end


def _batch(data: bytes, start: int, end: int) -> WireBatch:
    left = end - start
    if left < FRAME_BYTES_MIN:
        return WireBatch(data, start, end, _wanted(data, start, left))
    _, length, _, magic = _FRAME.unpack_from(data, start)
    batch = WireBatch(data, start, min(end, start + LOG_OVERHEAD + length), LOG_OVERHEAD + length)
    batch.magic = magic
    least = HEADER_BYTES - LOG_OVERHEAD if magic == MAGIC else BATCH_LENGTH_MIN
    if length < least or not 0 <= magic <= MAGIC:
        what = f"the length {length}" if length < least else f"the magic {magic}"
        batch.end, batch.size = end, left
        batch.problem = f"byte {start}: no batch has {what}; {left} bytes are not read"
    elif magic == MAGIC:
        _open_new(batch)
    elif not batch.is_partial:
        _open_old(batch)
    return batch


def _wanted(data: bytes, start: int, left: int) -> int:
    """How many bytes a piece without a magic should have: as its length says, if it has one."""
    if left < LOG_OVERHEAD:
        return FRAME_BYTES_MIN
    length = int.from_bytes(data[start + 8 : start + LOG_OVERHEAD], "big", signed=True)
    return max(FRAME_BYTES_MIN, LOG_OVERHEAD + length)


def _open_new(batch: WireBatch) -> None:
    if batch.end - batch.start < HEADER_BYTES:
        return
    batch.header = header = read_header(batch.data, batch.start)
    if not batch.is_partial:
        computed = batch_crc(batch.data, batch.start, batch.size)
        if computed != header.crc:
            batch.wrong_crc = WrongCrc(batch.start + CRC_AT, header.crc, computed)


def _open_old(batch: WireBatch) -> None:
    """Read an entry even where its checksum is wrong: as if that were right."""
    entry = bytearray(batch.data[batch.start : batch.end])
    if len(entry) < LOG_OVERHEAD + MESSAGE_BYTES_MIN[batch.magic]:
        batch.problem = f"byte {batch.start}: a message of magic {batch.magic} is larger"
        return
    stored: int = _CRC.unpack_from(entry, OLD_CRC_AT)[0]
    computed = crc32(entry[OLD_CRC_AT + _CRC.size :])
    if stored != computed:
        batch.wrong_crc = WrongCrc(batch.start + OLD_CRC_AT, stored, computed)
        _CRC.pack_into(entry, OLD_CRC_AT, computed)
    try:
        batch._old = read_message(entry)
    except ProtocolError as error:
        batch.problem = f"byte {batch.start + FIELDS_AT}: {error}"
