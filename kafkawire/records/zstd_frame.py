"""zstd (RFC 8878): frames one after another, with or without their content size.

    frame   magic u32 le, descriptor, [window], [dictionary], [content size], blocks, [checksum]
    block   3 bytes: last 1 bit, type 2 bits (raw, repeated, compressed), size 21 bits

The standard library's zstd decompresses in steps. A window of more than 128 MiB it refuses, as all
of zstd's own decoders do, Kafka's included.

`decompressed_bound` tells from the heads alone how many bytes frames can become: a raw block makes
its size, a repeated one makes `size` bytes of one, a compressed one at most 128 KiB. So a walk over
the blocks' heads gives a bound that is never more than 128 KiB for each compressed block above the
truth.
"""

from __future__ import annotations

import sys
from types import ModuleType

from kafkawire.protocol.pacing import rest
from kafkawire.records.errors import UnreadableRecords, too_large
from kafkawire.records.pieces import AT_ONCE_BYTES_MAX

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from kafkawire.protocol.buffers import Buffer

FRAME_MAGIC = 0xFD2FB528
SKIPPABLE_MAGIC = 0x184D2A50
BLOCK_BYTES_MAX = 128 << 10
LEVEL_DEFAULT = 3
FOLLOWING_BYTES = 4 << 10
"""What a frame after the first is fed at once: what it leaves is copied for the next one."""
WINDOW_LOG_MAX = 27
"""What zstd's own decoders, Kafka's too, take without being told to take more."""
_RAW = 0
_REPEATED = 1
_COMPRESSED = 2


def library() -> ModuleType:
    """Return the standard library's zstd, or its backport; imported on first use."""
    if sys.version_info >= (3, 14):
        from compression import zstd
    else:
        from backports import zstd
    return zstd


def compress(data: Buffer, level: int | None) -> bytes:
    """Return `data` as one frame with its content size."""
    found: bytes = library().compress(data, LEVEL_DEFAULT if level is None else level)
    return found


class Compressor:
    """One frame without its content size, made of data that come in pieces."""

    __slots__ = ("_compressor",)

    def __init__(self, level: int | None) -> None:
        self._compressor = library().ZstdCompressor(LEVEL_DEFAULT if level is None else level)

    def feed(self, data: Buffer) -> bytes:
        """Take `data`; return what of the frame is ready."""
        found: bytes = self._compressor.compress(data)
        return found

    def finish(self) -> bytes:
        """Return the end of the frame."""
        found: bytes = self._compressor.flush()
        return found


def decompressed(data: Buffer, bytes_max: int) -> Iterator[bytes]:
    """Yield the content of all frames, at most AT_ONCE_BYTES_MAX bytes at a time.

    Raises UnreadableRecords, also above `bytes_max`.
    """
    zstd = library()
    whole = memoryview(data)
    if not whole:
        raise UnreadableRecords("zstd: nothing there")
    at, left = 0, bytes_max
    count = len(whole)
    while at < len(whole):
        frame = zstd.ZstdDecompressor()
        while not frame.eof:
            packed = whole[at : at + count] if frame.needs_input else b""
            if frame.needs_input and not packed:
                raise UnreadableRecords("zstd: the frame ends early")
            try:
                piece: bytes = frame.decompress(packed, AT_ONCE_BYTES_MAX)
            except zstd.ZstdError as failure:
                raise UnreadableRecords(f"zstd: {failure}") from None
            at += len(packed)
            count *= 2
            left -= len(piece)
            if left < 0:
                raise too_large("zstd", bytes_max)
            if piece:
                yield piece
            rest()
        at -= len(frame.unused_data)
        count = FOLLOWING_BYTES


def decompressed_bound(data: bytes) -> int:
    """Bytes that the frames in `data` become at most."""
    bound = position = 0
    if not data:
        raise UnreadableRecords("zstd: nothing there")
    while position < len(data):
        frame_bound, position = _frame(data, position)
        bound += frame_bound
    return bound


def _frame(data: bytes, position: int) -> tuple[int, int]:
    """The bound of the frame at `position`, and the position after it."""
    magic = _little(data, position, 4)
    if magic & ~0xF == SKIPPABLE_MAGIC:
        return 0, position + 8 + _little(data, position + 4, 4)
    if magic != FRAME_MAGIC:
        raise UnreadableRecords("zstd: no frame")
    descriptor = _little(data, position + 4, 1)
    position = _after_head(data, position + 5, descriptor)
    bound = 0
    is_last = False
    while not is_last:
        head = _little(data, position, 3)
        is_last = head & 1 == 1
        block_bound, stored = _block(head >> 1 & 3, head >> 3)
        bound += block_bound
        position += 3 + stored
    return bound, position + (4 if descriptor & 4 else 0)


def _after_head(data: bytes, position: int, descriptor: int) -> int:
    """Where the blocks begin. Refuses a window that would need too much memory."""
    is_single = descriptor >> 5 & 1
    if not is_single:
        if (_little(data, position, 1) >> 3) + 10 > WINDOW_LOG_MAX:
            raise UnreadableRecords("zstd: the window is too large")
        position += 1
    position += (0, 1, 2, 4)[descriptor & 3]
    return position + ((1 if is_single else 0), 2, 4, 8)[descriptor >> 6]


def _block(kind: int, size: int) -> tuple[int, int]:
    """The bound of a block, and the bytes it takes in the frame."""
    if kind == _RAW:
        return size, size
    if kind == _REPEATED:
        return size, 1
    if kind == _COMPRESSED:
        return BLOCK_BYTES_MAX, size
    raise UnreadableRecords("zstd: reserved block type")


def _little(data: bytes, position: int, size: int) -> int:
    found = data[position : position + size]
    if len(found) < size:
        raise UnreadableRecords("zstd: the frame ends early")
    return int.from_bytes(found, "little")
