"""What brokers up to Kafka 3.9 convert, for clients from before record batches.

`convert_to_v2` turns the messages of a produce request below version 3 into the one batch that is
stored. `down_convert` turns batches into messages, for Fetch below version 4:

Headers and control batches are dropped. A batch without codec becomes single messages, of which
those before the fetch offset are dropped; a compressed one becomes one wrapper with all of its
records. What is of the wanted magic, or below it, is copied. The response has announced its size
before anything is converted, so the result has exactly that size: that of the batches, or of the
first converted one if larger. What is missing is made up by the head of an entry that seems
incomplete, which clients throw away; what is too much is cut off. Behind the first batch Kafka
converts in chunks, and of a chunk with zstd nothing is sent. (Kafka's `LogValidator` and
`LazyDownConversionRecords`.)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from struct import Struct
from typing import NamedTuple

from kafkawire.protocol.buffers import Buffer
from kafkawire.records.batch import (
    HEADER_BYTES,
    LOG_APPEND_TIME,
    LOG_OVERHEAD,
    MAGIC,
    NO_TIMESTAMP,
    TIMESTAMP_TYPE_BIT,
    BatchHeader,
    iter_frames,
    read_header,
)
from kafkawire.records.builder import RecordTuple, encode_batch
from kafkawire.records.compression import NONE, ZSTD
from kafkawire.records.errors import InvalidRecords, Unconvertible, UnsupportedCompression
from kafkawire.records.message_set import (
    Message,
    encode_messages,
    iter_messages,
    open_message,
    read_message,
)
from kafkawire.records.record import decode_records

CHUNK_BYTES_MAX = 128 * 1024
"""So much is converted at a time, and one filler is never larger."""
_FILLER = Struct(">qi")
_FILLER_OFFSET = -1


def convert_to_v2(
    buffer: Buffer,
    *,
    compression: int | None = None,
    level: int | None = None,
    log_append_time_ms: int | None = None,
) -> bytearray:
    """One batch of all messages in `buffer`, offsets from 0, as a broker stores it.

    The codec is that of the messages unless given. An append time replaces all timestamps.
    Raises CorruptRecord for a wrong checksum, InvalidRecords for nothing at all, for messages of
    different magics and for more than one entry where one is compressed.
    """
    entries = list(iter_messages(buffer))
    if not entries or len({each.magic for each in entries}) > 1:
        raise InvalidRecords("no messages, or messages of different magics")
    codec = max(each.compression for each in entries)
    if codec != NONE and len(entries) > 1:
        raise InvalidRecords("Compressed outer record has more than one batch")
    messages = [each for entry in entries for each in open_message(entry)]
    records: list[RecordTuple] = [
        (
            each.timestamp if log_append_time_ms is None else log_append_time_ms,
            each.key,
            each.value,
            (),
        )
        for each in messages
    ]
    return encode_batch(
        records,
        compression=codec if compression is None else compression,
        level=level,
        timestamp_type=0 if log_append_time_ms is None else LOG_APPEND_TIME,
    )


def _ignore(count: int) -> None:
    del count


def down_convert(
    batches: Buffer,
    to_magic: int,
    first_offset: int = 0,
    *,
    fitted: bool = True,
    count: Callable[[int], None] = _ignore,
) -> bytes:
    """`batches` as messages of `to_magic`, 0 or 1, padded or cut to the size that was announced.

    Unless they need not be `fitted`: brokers up to 1.1 announced the size of the result. Nothing,
    not even padding, for batches without a complete one. Raises UnsupportedCompression where the
    first batch that is converted has zstd; later the conversion ends before the chunk that has it.
    Raises Unconvertible for timestamps below -1. `count` is told how many records of each batch
    were written anew.
    """
    frames = list(iter_frames(batches))
    work = _Work(batches, to_magic, first_offset, count)
    if not fitted:
        return b"".join(work.part(frame, is_late=False) for frame in frames)
    first = next(filter(None, (work.part(frame, is_late=False) for frame in frames)), b"")
    if not first:
        return _fitted(b"", _FILLER.size if frames else 0)
    room = max(len(batches), len(first))
    converted = bytearray(first)
    # Kafka goes on behind the first batch, even if the first that gave anything was another one.
    for chunk in _chunks(frames[1:]):
        if len(converted) >= room:
            break
        try:
            parts = [work.part(frame, is_late=True) for frame in chunk]
        except UnsupportedCompression:
            break
        converted += b"".join(parts)
    return _fitted(bytes(converted), room)


class _Work(NamedTuple):
    """Batches to be converted, and to what."""

    batches: Buffer
    to_magic: int
    first_offset: int
    note: Callable[[int], None]

    def part(self, frame: tuple[int, int, int], *, is_late: bool) -> bytes:
        """The messages of the entry at `frame`; `is_late` if others are on their way already."""
        position, size, magic = frame
        if magic <= self.to_magic:
            return bytes(self.batches[position : position + size])
        messages, codec = _converted(self.batches, position, self.to_magic, self.first_offset)
        if any(each.timestamp < NO_TIMESTAMP for each in messages):
            raise Unconvertible("a negative timestamp", is_late=is_late)
        self.note(len(messages))
        return encode_messages([_lowered(each, self.to_magic) for each in messages], codec)


def _chunks(frames: list[tuple[int, int, int]]) -> Iterator[list[tuple[int, int, int]]]:
    """What is converted at a time: one entry, or as many as are not larger together."""
    chunk: list[tuple[int, int, int]] = []
    total = 0
    for frame in frames:
        size = frame[1]
        if chunk and total + size > CHUNK_BYTES_MAX:
            yield chunk
            chunk, total = [], 0
        chunk.append(frame)
        total += size
    if chunk:
        yield chunk


def _fitted(converted: bytes, room: int) -> bytes:
    parts = [converted[:room]]
    missing = room - len(converted)
    while missing > 0:
        filler = _FILLER.pack(_FILLER_OFFSET, max(HEADER_BYTES, missing + 1))
        size = min(missing, CHUNK_BYTES_MAX)
        parts.append(filler.ljust(size, b"\0")[:size])
        missing -= size
    return b"".join(parts)


def _converted(
    batches: Buffer, position: int, to_magic: int, first_offset: int
) -> tuple[list[Message], int]:
    """The messages of one batch that are wanted, and its codec."""
    if batches[position + LOG_OVERHEAD + 4] != MAGIC:
        entry = read_message(batches, position)
        messages, codec = list(open_message(entry)), entry.compression
    else:
        header = read_header(batches, position)
        messages, codec = _messages(batches, position, header), header.compression
    if codec == ZSTD:
        raise UnsupportedCompression("zstd batches cannot be converted to older formats")
    if codec == NONE:
        messages = [each for each in messages if each.offset >= first_offset]
    return messages, codec


def _messages(batches: Buffer, position: int, header: BatchHeader) -> list[Message]:
    if header.is_control or header.compression == ZSTD:
        return []
    attributes = header.attributes & TIMESTAMP_TYPE_BIT
    return [
        Message(record.offset, 1, attributes, record.timestamp, record.key, record.value)
        for record in decode_records(batches, position, header)
    ]


def _lowered(message: Message, to_magic: int) -> Message:
    if to_magic:
        return message
    return message._replace(magic=0, attributes=0, timestamp=NO_TIMESTAMP)
