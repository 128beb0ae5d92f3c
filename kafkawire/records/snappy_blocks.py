"""snappy as Kafka's clients write it: blocks in the framing of xerial's library.

    head   82 "SNAPPY" 0, version u32, compatible version u32 | blocks: size i32, bytes

A bare block is read, too: some clients write one. A size in the head of a block is no reason to
take memory: no more is made than an honest block of this size can become.
"""

from __future__ import annotations

from struct import Struct

from kafkawire.protocol.pacing import rest
from kafkawire.records.block_compressor import BlockCompressor
from kafkawire.records.errors import UnreadableRecords, too_large

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from kafkawire.protocol.buffers import Buffer

XERIAL_HEAD = b"\x82SNAPPY\0" + b"\0\0\0\1" + b"\0\0\0\1"
XERIAL_MAGIC_BYTES = 8
BLOCK_BYTES = 32 << 10
"""How much of the input the usual writer puts into one block."""
RATIO_MAX = 22
"""A snappy copy makes at most 64 bytes of 3, so no honest block declares more than this."""
_INT32 = Struct(">i")


def compressor() -> BlockCompressor:
    """Return the compressor to xerial's framing."""
    return BlockCompressor(XERIAL_HEAD, _blocks, BLOCK_BYTES)


def _blocks(data: Buffer) -> Iterator[bytes]:
    from cramjam import snappy

    for start in range(0, len(data), BLOCK_BYTES):
        block = bytes(snappy.compress_raw(data[start : start + BLOCK_BYTES]))
        yield _INT32.pack(len(block)) + block
        rest()


def decompressed(data: bytes, bytes_max: int) -> Iterator[bytes]:
    """Yield the content block by block. Raises UnreadableRecords, also above `bytes_max`."""
    if data[:XERIAL_MAGIC_BYTES] != XERIAL_HEAD[:XERIAL_MAGIC_BYTES]:
        yield _decompressed_block(data, bytes_max)
        return
    if len(data) < len(XERIAL_HEAD):
        raise UnreadableRecords("snappy: the head ends early")
    left = bytes_max
    position = len(XERIAL_HEAD)
    while position < len(data):
        block = data[position + 4 : position + 4 + _block_bytes(data, position)]
        piece = _decompressed_block(block, left)
        left -= len(piece)
        yield piece
        position += 4 + len(block)
        rest()


def _block_bytes(data: bytes, position: int) -> int:
    size = int.from_bytes(data[position : position + 4], "big", signed=True)
    if not 0 < size <= len(data) - position - 4:
        raise UnreadableRecords(f"snappy: a block of {size} bytes exceeds the bytes that are left")
    return size


def _decompressed_block(block: bytes, bytes_max: int) -> bytes:
    import cramjam

    try:
        declared = cramjam.snappy.decompress_raw_len(block)
        if declared > bytes_max:
            raise too_large("snappy", bytes_max)
        if declared > RATIO_MAX * len(block):
            raise UnreadableRecords(f"snappy: {len(block)} bytes cannot become {declared}")
        return bytes(cramjam.snappy.decompress_raw(block))
    except cramjam.DecompressionError as failure:
        raise UnreadableRecords(f"snappy: {failure}") from None
