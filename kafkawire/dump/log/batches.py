"""The batches of a segment or a snapshot, one after another, and what ends them too early.

Batches are found by their lengths alone. So a wrong checksum spoils one batch only, but where a
length or a magic is that of no batch, nothing behind it can be found.
"""

from __future__ import annotations

from collections.abc import Iterator
from struct import Struct
from typing import NamedTuple

from kafkawire.dump.log.files import Window
from kafkawire.protocol.errors import ProtocolError
from kafkawire.records.batch import (
    ATTRIBUTES_AT,
    BATCH_LENGTH_MIN,
    FRAME_BYTES_MIN,
    HEADER_BYTES,
    LOG_OVERHEAD,
    MAGIC,
    BatchHeader,
    read_header,
)
from kafkawire.records.crc32c import crc32c
from kafkawire.records.message_set import Message, open_message, read_message

BATCH_BYTES_MAX = 64 << 20
"""Of a larger batch only the head is read, and the checksum of the rest taken as it goes by."""

_FRAME = Struct(">qiib")


class Fault(NamedTuple):
    """Something is wrong at `position`."""

    position: int
    what: str


class Batch(NamedTuple):
    """A batch at `position`; `data` is all of it, or None for one of enormous size.

    Where there is a `fault`, what the head says may be wrong.
    """

    position: int
    header: BatchHeader
    data: memoryview | None
    fault: Fault | None

    @property
    def size(self) -> int:
        """Bytes."""
        return self.header.size

    @property
    def first_offset(self) -> int:
        """Offset of the first record, before compaction removed any."""
        return self.header.base_offset

    @property
    def last_offset(self) -> int:
        """Offset of the last record, before compaction removed any."""
        return self.header.last_offset

    @property
    def max_timestamp(self) -> int:
        """In epoch milliseconds."""
        return self.header.max_timestamp


class OldMessage(NamedTuple):
    """An entry from before record batches: a message, or a wrapper around compressed ones."""

    position: int
    size: int
    first_offset: int
    last_offset: int
    max_timestamp: int
    message: Message
    inner: tuple[Message, ...]


Entry = Batch | OldMessage


def entries_in(window: Window) -> Iterator[Entry | Fault]:
    """What stands in a file. A Fault takes the place of what cannot be read at all."""
    position = 0
    while position < window.size:
        frame = _frame_fault(window, position)
        if frame is not None:
            yield frame
            return
        _, length, _, magic = _FRAME.unpack(window.read(position, FRAME_BYTES_MIN))
        size = LOG_OVERHEAD + length
        read = _batch if magic == MAGIC else _old
        yield from read(window, position, size)
        position += size


def _frame_fault(window: Window, position: int) -> Fault | None:
    left = window.size - position
    head = window.read(position, FRAME_BYTES_MIN)
    if len(head) < FRAME_BYTES_MIN:
        return Fault(position, f"torn: {left:,} bytes are left, too few for the head of a batch")
    base_offset, length, _, magic = _FRAME.unpack(head)
    if length == 0 and window.is_zero(position):
        return Fault(position, f"torn: the last {left:,} bytes are all zero")
    behind = f"; the {left:,} bytes from there on are not read"
    if length < BATCH_LENGTH_MIN or (magic == MAGIC and length + LOG_OVERHEAD < HEADER_BYTES):
        return Fault(position, f"no batch has a length of {length:,}{behind}")
    if not 0 <= magic <= MAGIC:
        return Fault(position, f"no batch has the magic {magic}{behind}")
    wanted = length + LOG_OVERHEAD
    if left < wanted:
        what = f"torn: a batch from offset {base_offset} wants {wanted:,} bytes, {left:,} are left"
        return Fault(position, what)
    return None


def _batch(window: Window, position: int, size: int) -> Iterator[Batch]:
    header = read_header(window.read(position, HEADER_BYTES))
    data = window.read(position, size) if size <= BATCH_BYTES_MAX else None
    found = _checksum(window, position, size) if data is None else crc32c(data[ATTRIBUTES_AT:])
    yield Batch(position, header, data, _fault(position, header, found))


def _fault(position: int, header: BatchHeader, found: int) -> Fault | None:
    if found != header.crc:
        what = f"the checksum is {header.crc:#010x}, but that of the bytes {found:#010x}"
        return Fault(position, what)
    count, delta = header.records_count, header.last_offset_delta
    if not 0 <= count <= delta + 1:
        return Fault(position, f"{count} records cannot have a last offset delta of {delta}")
    return None


def _checksum(window: Window, position: int, size: int) -> int:
    value = 0
    for chunk in window.chunks(position + ATTRIBUTES_AT, position + size):
        value = crc32c(chunk, value)
    return value


def _old(window: Window, position: int, size: int) -> Iterator[OldMessage | Fault]:
    if size > BATCH_BYTES_MAX:
        yield Fault(position, f"a message of {size:,} bytes is too large to be read")
        return
    try:
        message = read_message(window.read(position, size))
        inner = tuple(open_message(message))
    except ProtocolError as error:
        yield Fault(position, f"{size:,} bytes of an old message: {error}")
        return
    times = [each.timestamp for each in inner]
    offsets = (inner[0].offset, message.offset)
    yield OldMessage(position, size, *offsets, max(times), message, inner)
