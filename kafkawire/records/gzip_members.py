"""gzip as Java reads and writes it: members one after another (RFC 1952).

    member   1f 8b 08, flags, time u32 le, extra flags, system | deflated bytes | crc32, size u32 le

Java ignores flags that are reserved, and what follows a member without being one. It gives out what
a member holds before it looks at that member's checksum.
"""

from __future__ import annotations

import zlib
from struct import Struct

from kafkawire.protocol.pacing import rest
from kafkawire.records.errors import UnreadableRecords, too_large
from kafkawire.records.pieces import AT_ONCE_BYTES_MAX

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from kafkawire.protocol.buffers import Buffer

LEVEL_DEFAULT = -1
FOLLOWING_BYTES = 4 << 10
"""What a member after the first is fed at once: what it leaves is copied for the next one."""
_HEAD = b"\x1f\x8b\x08\0\0\0\0\0\0\xff"
"""No name, no time, unknown system: as Java writes it."""
_MAGIC_BYTES = 4
_FLAGS_AT = 3
_FLAGS_RESERVED = 0xE0
_WITH_HEAD = zlib.MAX_WBITS | 16
_TAIL = Struct("<II")


class Compressor:
    """One member, made of data that come in pieces."""

    __slots__ = ("_crc", "_deflate", "_size", "_start")

    def __init__(self, level: int | None) -> None:
        level = LEVEL_DEFAULT if level is None else level
        self._deflate = zlib.compressobj(level, zlib.DEFLATED, -zlib.MAX_WBITS)
        self._start = _HEAD
        self._crc = self._size = 0

    def feed(self, data: Buffer) -> bytes:
        """Take `data`; return what of the member is ready."""
        start, self._start = self._start, b""
        self._crc = zlib.crc32(data, self._crc)
        self._size += len(data)
        return start + self._deflate.compress(data)

    def finish(self) -> bytes:
        """Return the end of the member."""
        tail = _TAIL.pack(self._crc, self._size & 0xFFFFFFFF)
        return b"".join((self._start, self._deflate.flush(), tail))


def decompressed(data: Buffer, bytes_max: int) -> Iterator[bytes]:
    """Yield the content of all members, at most AT_ONCE_BYTES_MAX bytes at a time.

    Raises UnreadableRecords, after what Java would have given out before: for a checksum or a size
    that is wrong, for an end that is missing, and above `bytes_max`.
    """
    if len(data) > _FLAGS_AT and data[_FLAGS_AT] & _FLAGS_RESERVED:
        data = _without_reserved_flags(data)
    whole = memoryview(data)
    at, left = 0, bytes_max
    while at < len(whole):
        member = _Member(whole, at)
        try:
            for piece in member:
                left -= len(piece)
                if left < 0:
                    raise too_large("gzip", bytes_max)
                yield piece
        except zlib.error as failure:
            if at and not member.size:
                return  # Java's GZIPInputStream, too, ignores what follows the last member
            yield from _without_tail(whole[at:], member.size, left)
            raise UnreadableRecords(f"gzip: {failure}") from None
        at = member.end
    if not at:
        raise UnreadableRecords("gzip: nothing there")


class _Member:
    """The content of the member at `start`, in pieces; then `end`, where the member ends."""

    __slots__ = ("_data", "_start", "end", "size")

    def __init__(self, data: memoryview, start: int) -> None:
        self._data = data
        self._start = start
        self.end = start
        self.size = 0

    def __iter__(self) -> Iterator[bytes]:
        """Raises zlib.error, and UnreadableRecords if the member has no end."""
        inflate = zlib.decompressobj(_WITH_HEAD)
        count = FOLLOWING_BYTES if self._start else len(self._data)
        packed: Buffer = b""
        while not inflate.eof:
            if not packed:
                packed = self._data[self.end : self.end + count]
                if not packed:
                    raise UnreadableRecords("gzip: the stream ends early")
                self.end += len(packed)
                count *= 2
            piece = inflate.decompress(packed, AT_ONCE_BYTES_MAX)
            packed = inflate.unconsumed_tail
            if piece:
                self.size += len(piece)
                yield piece
            rest()
        self.end -= len(inflate.unused_data)


def _without_reserved_flags(data: Buffer) -> bytes:
    """Java does not mind flags in gzip's head that mean nothing; zlib does."""
    found = bytearray(data)
    found[_FLAGS_AT] &= ~_FLAGS_RESERVED
    return bytes(found)


def _without_tail(member: memoryview, start: int, bytes_max: int) -> Iterator[bytes]:
    """Yield the content from `start` on where only the checksum or size behind it is wrong.

    zlib gives out nothing of what it has inflated last before it finds a wrong checksum.
    """
    if bytes(member[:_MAGIC_BYTES]) != _HEAD[:_MAGIC_BYTES]:
        return
    inflate = zlib.decompressobj(-zlib.MAX_WBITS)
    packed: Buffer = member[len(_HEAD) :]
    at, pieces = 0, []
    try:
        while not inflate.eof and packed and at < start + bytes_max:
            piece = inflate.decompress(packed, AT_ONCE_BYTES_MAX)
            packed = inflate.unconsumed_tail
            if at + len(piece) > start:
                pieces.append(piece[max(0, start - at) :])
            at += len(piece)
            rest()
    except zlib.error:
        return
    if inflate.eof:
        yield from pieces
