"""LZ4 frames as Kafka reads and writes them: independent blocks, nothing optional.

Kafka's own frame reader (`Lz4BlockInputStream`) requires version 01, independent blocks and zero
reserved bits, verifies the head's checksum and those of blocks, skips a content checksum, and ends
at the first frame's end mark. cramjam has the blocks; the frame is ours, for only so can each
block be bounded before it is decompressed, and the head be written as magic 0 wants it.

    magic u32 le | FLG | BD | [content size u64] | HC | blocks: u32 le size, bytes | 0

HC is the second byte of the xxHash32 of what stands before it, the magic left out. With messages
of magic 0 it is computed over the magic too, by an old mistake, and readers leave it alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from struct import Struct
from typing import Literal

from kafkawire.protocol.pacing import rest
from kafkawire.records.block_compressor import BlockCompressor
from kafkawire.records.errors import UnreadableRecords, too_large
from kafkawire.records.xxhash32 import xxhash32

FRAME_MAGIC = b"\x04\x22\x4d\x18"
FLAGS = 0x60
BLOCK_DESCRIPTOR = 0x40
BLOCK_BYTES = 64 << 10
HEAD_CHECKSUM = 0x82
HEAD_CHECKSUM_MAGIC_0 = 0x1A
STORED_BIT = 0x80000000
END_MARK = b"\0\0\0\0"
_VERSION_MASK = 0xC0
_VERSION = 0x40
_INDEPENDENT_BIT = 0x20
_BLOCK_CHECKSUM_BIT = 0x10
_CONTENT_SIZE_BIT = 0x08
_CONTENT_SIZE_BYTES = 8
_FLAGS_RESERVED = 0x03
_DESCRIPTOR_RESERVED = 0x8F
_BLOCK_SIZE_CODE_MIN = 4
_UINT32 = Struct("<I")

HEAD_BYTES = 7
_heads: dict[bytes, tuple[int, int, int]] = {}
"""What heads without a content size say that were found to be right. There are sixteen of them."""


def compressor(level: int | None = None, *, magic: int = 2) -> BlockCompressor:
    """Return the compressor of one frame; a level selects lz4's slower, better compressor."""
    checksum = HEAD_CHECKSUM if magic else HEAD_CHECKSUM_MAGIC_0
    head = FRAME_MAGIC + bytes((FLAGS, BLOCK_DESCRIPTOR, checksum))
    return BlockCompressor(head, partial(_blocks, level=level), BLOCK_BYTES, END_MARK)


def _blocks(data: bytes, level: int | None) -> Iterator[bytes]:
    import cramjam

    mode: Literal["fast", "high_compression"] = "fast" if level is None else "high_compression"
    for start in range(0, len(data), BLOCK_BYTES):
        plain = data[start : start + BLOCK_BYTES]
        block = bytes(
            cramjam.lz4.compress_block(plain, mode=mode, compression=level, store_size=False)
        )
        is_stored = len(block) >= len(plain)
        yield _UINT32.pack(len(plain) | STORED_BIT) if is_stored else _UINT32.pack(len(block))
        yield plain if is_stored else block
        rest()


def decompressed(data: bytes, *, magic: int, bytes_max: int) -> Iterator[bytes]:
    """Yield the content of the first frame, block by block.

    Raises UnreadableRecords, also above `bytes_max`.
    """
    left = bytes_max
    for block, is_stored, block_bytes in iter_blocks(data, magic=magic):
        piece = block if is_stored else _decompress_block(block, block_bytes)
        left -= len(piece)
        if left < 0:
            raise too_large("lz4", bytes_max)
        yield piece
        rest()


def iter_blocks(data: bytes, *, magic: int) -> Iterator[tuple[bytes, bool, int]]:
    """The blocks of the first frame, whether each is stored as it is, and what each may become.

    Raises UnreadableRecords.
    """
    flags, block_bytes, position = _read_head(data, magic)
    checksum_bytes = 4 if flags & _BLOCK_CHECKSUM_BIT else 0
    while True:
        size, is_stored = _block_size(data, position)
        if not size:
            return
        position += 4
        end = position + size
        if end + checksum_bytes > len(data) or size > block_bytes:
            raise UnreadableRecords(f"lz4: no room for a block of {size} bytes")
        block = data[position:end]
        if checksum_bytes and xxhash32(block) != _UINT32.unpack_from(data, end)[0]:
            raise UnreadableRecords("lz4: block checksum mismatch")
        yield block, is_stored, block_bytes
        position = end + checksum_bytes


def _read_head(data: bytes, magic: int) -> tuple[int, int, int]:
    """The flags, the largest size of a block, and where the blocks begin."""
    if magic and (known := _heads.get(data[:HEAD_BYTES])) is not None:
        return known
    if data[:4] != FRAME_MAGIC or len(data) < 7:
        raise UnreadableRecords("lz4: no frame")
    flags, descriptor = data[4], data[5]
    if flags & _VERSION_MASK != _VERSION:
        raise UnreadableRecords("lz4: unknown version")
    if not flags & _INDEPENDENT_BIT:
        raise UnreadableRecords("lz4: dependent blocks are unsupported")
    size_code = descriptor >> 4
    reserved = flags & _FLAGS_RESERVED or descriptor & _DESCRIPTOR_RESERVED
    if reserved or size_code < _BLOCK_SIZE_CODE_MIN:
        raise UnreadableRecords("lz4: reserved bits are set")
    end = 6 + (_CONTENT_SIZE_BYTES if flags & _CONTENT_SIZE_BIT else 0)
    if len(data) <= end:
        raise UnreadableRecords("lz4: the head ends early")
    if magic and xxhash32(data[4:end]) >> 8 & 0xFF != data[end]:
        raise UnreadableRecords("lz4: head checksum mismatch")
    found = flags, 1 << 2 * size_code + 8, end + 1
    if magic and end + 1 == HEAD_BYTES:
        _heads[data[:HEAD_BYTES]] = found
    return found


def _block_size(data: bytes, position: int) -> tuple[int, bool]:
    """The size of the block at `position`, 0 at the end mark, and whether it is uncompressed."""
    if len(data) - position < 4:
        raise UnreadableRecords("lz4: the frame ends early")
    size: int = _UINT32.unpack_from(data, position)[0]
    return size & ~STORED_BIT, size & STORED_BIT != 0


def _decompress_block(block: bytes, block_bytes: int) -> bytes:
    import cramjam

    room = bytearray(block_bytes)
    try:
        size = cramjam.lz4.decompress_block_into(block, room, output_len=block_bytes)
    except cramjam.DecompressionError as failure:
        raise UnreadableRecords(f"lz4: {failure}") from None
    return bytes(memoryview(room)[:size])
