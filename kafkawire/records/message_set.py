"""Message sets of magic 0 and 1: what was there before record batches (before Kafka 0.11).

    entry    offset i64, size i32, message
    message  crc u32 (CRC-32 of what follows), magic i8, attributes i8 (bits 0-2 codec, bit 3
             timestamp type), in magic 1 timestamp i64, key i32 length (-1 null), value likewise

Messages are compressed by wrapping: the value of one message is a compressed set of others. The
wrapper's offset is that of its last message. In magic 0 the messages inside have their own
offsets; in magic 1 relative ones, and a wrapper that stamps the append time stamps them too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from struct import Struct
from typing import NamedTuple
from zlib import crc32

from kafkawire.protocol.buffers import Buffer
from kafkawire.protocol.errors import EncodeError
from kafkawire.records import compression as codecs
from kafkawire.records.batch import (
    CODEC_MASK,
    LOG_APPEND_TIME,
    LOG_OVERHEAD,
    NO_TIMESTAMP,
    TIMESTAMP_TYPE_BIT,
    iter_frames,
)
from kafkawire.records.builder import RecordTuple
from kafkawire.records.errors import CorruptRecord, InvalidRecords

MESSAGE_BYTES_MIN = (14, 22)
"""The least size of a message of magic 0 and 1."""
FIELDS_AT = 18
"""Where, from the start of its entry, a message goes on after its attributes."""
_ENTRY = Struct(">qiIbb")
_OFFSET_AND_SIZE = Struct(">qi")
_TIMESTAMP = Struct(">q")
_LENGTH = Struct(">i")
_CRC = Struct(">I")


class Message(NamedTuple):
    """One message. `timestamp` is -1 where there is none, as in all of magic 0."""

    offset: int
    magic: int
    attributes: int
    timestamp: int
    key: bytes | None
    value: bytes | None

    @property
    def compression(self) -> int:
        """The codec of the set inside; 0 where the message is none's wrapper."""
        return self.attributes & CODEC_MASK

    @property
    def timestamp_type(self) -> int:
        """CREATE_TIME or LOG_APPEND_TIME."""
        return self.attributes >> 3 & 1


def read_message(buffer: Buffer, position: int = 0) -> Message:
    """The message of the complete entry at `position`.

    Raises CorruptRecord where its checksum is wrong or its fields do not fill it.
    """
    offset, size, crc, magic, attributes = _ENTRY.unpack_from(buffer, position)
    end = position + LOG_OVERHEAD + size
    if magic not in (0, 1):
        raise InvalidRecords(f"a message of magic {magic} in a set of messages")
    if size < MESSAGE_BYTES_MIN[magic]:
        raise CorruptRecord("Record is corrupt: it is too small")
    with memoryview(buffer) as view, view[position + LOG_OVERHEAD + 4 : end] as covered:
        found = crc32(covered)
    if found != crc:
        raise CorruptRecord(f"Record is corrupt (stored crc = {crc}, computed crc = {found})")
    at = position + FIELDS_AT
    timestamp = NO_TIMESTAMP
    if magic:
        timestamp = _TIMESTAMP.unpack_from(buffer, at)[0]
        at += _TIMESTAMP.size
    key, at = _sized(buffer, at, end)
    value, at = _sized(buffer, at, end)
    if at != end:
        raise CorruptRecord("a message does not fill its size")
    return Message(offset, magic, attributes, timestamp, key, value)


def _sized(buffer: Buffer, at: int, end: int) -> tuple[bytes | None, int]:
    if end - at < _LENGTH.size:
        raise CorruptRecord("a message ends early")
    size: int = _LENGTH.unpack_from(buffer, at)[0]
    at += _LENGTH.size
    if size < 0:
        return None, at
    if size > end - at:
        raise CorruptRecord("a field of a message exceeds it")
    return bytes(buffer[at : at + size]), at + size


def iter_messages(buffer: Buffer) -> Iterator[Message]:
    """The entries as they stand, wrappers unopened; an incomplete one ends the iteration."""
    for position, _, _ in iter_frames(buffer):
        yield read_message(buffer, position)


def iter_deep(buffer: Buffer) -> Iterator[Message]:
    """All messages, those inside wrappers too, with their offsets in the log.

    Raises CorruptRecord, UnreadableRecords, and InvalidRecords for wrappers of wrappers, of
    nothing, of zstd, or of another magic.
    """
    for message in iter_messages(buffer):
        yield from open_message(message)


def open_message(message: Message) -> Sequence[Message]:
    """What is in a wrapper; any other message alone (Kafka's `DeepRecordsIterator`)."""
    if message.compression == codecs.NONE:
        return (message,)
    if message.compression == codecs.ZSTD or message.value is None:
        raise InvalidRecords(f"a wrapper of codec {message.compression} without content")
    data = codecs.decompress(message.compression, message.value, magic=message.magic)
    inner = list(iter_messages(data))
    if not inner:
        raise InvalidRecords("Found invalid compressed record set with no inner records")
    if any(each.magic != message.magic for each in inner):
        raise InvalidRecords("Compressed message magic does not match wrapper magic")
    if any(each.compression for each in inner):
        raise InvalidRecords("Inner message must not be compressed")
    return inner if message.magic == 0 else _absolute(message, inner)


def _absolute(wrapper: Message, inner: list[Message]) -> list[Message]:
    base = 0
    if wrapper.offset:  # 0 comes from producers that leave assigning offsets to the broker
        base = wrapper.offset - inner[-1].offset
        if base < 0:
            raise InvalidRecords("Found invalid wrapper offset in compressed v1 message set")
    moved = [each._replace(offset=base + each.offset) for each in inner]
    if wrapper.timestamp_type != LOG_APPEND_TIME:
        return moved
    stamp = TIMESTAMP_TYPE_BIT
    return [each._replace(timestamp=wrapper.timestamp, attributes=stamp) for each in moved]


def encode_message(message: Message) -> bytes:
    """The entry of one message, as it stands."""
    stamp = _TIMESTAMP.pack(message.timestamp) if message.magic else b""
    head = bytes((message.magic, message.attributes))
    body = b"".join((head, stamp, _with_length(message.key), _with_length(message.value)))
    return _OFFSET_AND_SIZE.pack(message.offset, len(body) + 4) + _CRC.pack(crc32(body)) + body


def _with_length(value: bytes | None) -> bytes:
    return _LENGTH.pack(-1) if value is None else _LENGTH.pack(len(value)) + value


def encode_message_set(
    records: Sequence[RecordTuple],
    *,
    magic: int,
    base_offset: int = 0,
    compression: int = codecs.NONE,
    level: int | None = None,
) -> bytes:
    """A set of `records`, in one wrapper if compressed. Their headers must be empty."""
    if any(headers for _, _, _, headers in records):
        raise EncodeError(f"messages of magic {magic} have no headers")
    messages = [
        Message(base_offset + index, magic, 0, timestamp if magic else NO_TIMESTAMP, key, value)
        for index, (timestamp, key, value, _) in enumerate(records)
    ]
    return encode_messages(messages, compression, level)


def encode_messages(messages: Sequence[Message], codec: int, level: int | None = None) -> bytes:
    """`messages` as entries, or in one wrapper with the codec."""
    if codec == codecs.NONE or not messages:
        return b"".join(map(encode_message, messages))
    first, last = messages[0], messages[-1]
    if first.magic:
        relative = [each._replace(offset=each.offset - first.offset) for each in messages]
    else:
        relative = list(messages)
    inner = b"".join(map(encode_message, relative))
    wrapper = Message(
        last.offset,
        first.magic,
        codec | first.attributes & TIMESTAMP_TYPE_BIT,
        max(each.timestamp for each in messages),
        None,
        codecs.compress(codec, inner, level, magic=first.magic),
    )
    return encode_message(wrapper)
