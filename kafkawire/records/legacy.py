"""What brokers up to Kafka 3.9 convert, for clients from before record batches.

`convert_to_v2` turns the messages of a produce request below version 3 into the one batch that is
stored. `down_convert` turns batches into messages, for Fetch below version 4:

Headers and control batches are dropped. A batch without codec becomes single messages, of which
those before the fetch offset are dropped; a compressed one becomes one wrapper with all of its
records. What is of the wanted magic, or below it, is copied. The response has announced its size
before anything is converted, so the result has exactly that size: that of the batches, or of the
first converted one if larger. What is missing is made up by the head of an entry that seems
incomplete, which clients throw away; what is too much is cut off. (Kafka's `LogValidator` and
`LazyDownConversionRecords`.)
"""

from __future__ import annotations

from collections.abc import Callable
from struct import Struct

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
    not even padding, for batches without a complete one. Raises UnsupportedCompression
    where the first batch to convert has zstd; a later one ends the conversion. Raises Unconvertible
    for timestamps below -1. `count` is told how many records of each batch were written anew.
    """
    parts: list[bytes] = []
    room = len(batches)
    is_first = True
    for position, size, magic in iter_frames(batches):
        if magic <= to_magic:
            parts.append(bytes(batches[position : position + size]))
            continue
        try:
            messages, codec = _converted(batches, position, to_magic, first_offset)
        except UnsupportedCompression:
            if is_first:
                raise
            break
        if any(each.timestamp < NO_TIMESTAMP for each in messages):
            raise Unconvertible("a negative timestamp", is_late=not is_first)
        parts.append(encode_messages([_lowered(each, to_magic) for each in messages], codec))
        count(len(messages))
        if is_first:
            room = max(room, len(parts[-1]))
        is_first = False
    converted = b"".join(parts)
    return _fitted(converted, room) if fitted and parts else converted


def _fitted(converted: bytes, room: int) -> bytes:
    missing = room - len(converted)
    if missing <= 0:
        return converted[:room]
    filler = _FILLER.pack(_FILLER_OFFSET, max(HEADER_BYTES, missing + 1))
    return (converted + filler.ljust(missing, b"\0"))[:room]


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
