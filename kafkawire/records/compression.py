"""The codecs of record batches, in the framings that Kafka's clients and brokers use.

    id  codec    framing
    1   gzip     RFC 1952, members one after another
    2   snappy   xerial: 16 bytes of head, then blocks with their length before them; a bare
                 snappy block is read too, since some clients write it
    3   lz4      one frame of independent blocks. Magic 0 has a wrong checksum in the frame's head,
                 an old mistake that became the format: it is written so, and not verified
    4   zstd     frames one after another, with or without their content size; only magic 2

Decompressing is bounded: `decompress` never makes more than `max_bytes` bytes, whatever a frame
declares, and takes no memory for a declared size before bytes are there that can fill it. What
cannot be decompressed raises UnreadableRecords. cramjam is imported on first use.
"""

from __future__ import annotations

import zlib
from struct import Struct
from types import ModuleType

from kafkawire.protocol.buffers import Buffer
from kafkawire.records import lz4_frame, zstd_frame
from kafkawire.records.errors import UnreadableRecords

NONE = 0
GZIP = 1
SNAPPY = 2
LZ4 = 3
ZSTD = 4
CODECS = range(5)

DECOMPRESSED_BYTES_MAX = 128 << 20
"""What the records of one batch may come to. Kafka has no such bound before 4.4, and bounds single
records since; a batch of a megabyte that grows a hundredfold is no producer's."""

GZIP_LEVEL_DEFAULT = -1
ZSTD_LEVEL_DEFAULT = 3
XERIAL_HEAD = b"\x82SNAPPY\0" + b"\0\0\0\1" + b"\0\0\0\1"
XERIAL_MAGIC_BYTES = 8
XERIAL_BLOCK_BYTES = 32 << 10
"""How much of the input the usual writer puts into one block."""
SNAPPY_RATIO_MAX = 22
"""A snappy copy makes at most 64 bytes of 3, so no honest block declares more than this."""

_GZIP_HEAD = b"\x1f\x8b\x08\0\0\0\0\0\0\xff"
"""No name, no time, unknown system: as Java writes it."""
GZIP_FLAGS_AT = 3
GZIP_FLAGS_MORE = 0x1E
"""With these, more stands in the head, and may be what ends early; that is another failure."""
GZIP_FLAGS_RESERVED = 0xE0
_GZIP_TAIL = Struct("<II")
_INT32 = Struct(">i")


def compress(codec: int, data: Buffer, level: int | None = None, *, magic: int = 2) -> bytes:
    """`data` under `codec`; `level` None is the codec's default. Snappy has no levels."""
    if codec == NONE:
        return bytes(data)
    if codec == GZIP:
        return _gzip(data, GZIP_LEVEL_DEFAULT if level is None else level)
    if codec == SNAPPY:
        return _snappy(data)
    if codec == LZ4:
        return lz4_frame.compress(data, level, magic=magic)
    assert codec == ZSTD, codec
    level = ZSTD_LEVEL_DEFAULT if level is None else level
    return bytes(_cramjam().zstd.compress(data, level=level))


def decompress(
    codec: int, data: Buffer, *, magic: int = 2, max_bytes: int = DECOMPRESSED_BYTES_MAX
) -> bytes:
    """What `compress` was given. Raises UnreadableRecords, also above `max_bytes`."""
    if codec == NONE:
        return bytes(data)
    if codec == GZIP:
        return _gunzip(data, max_bytes)
    if codec == SNAPPY:
        return _unsnappy(bytes(data), max_bytes)
    if codec == LZ4:
        return lz4_frame.decompress(bytes(data), magic=magic, bytes_max=max_bytes)
    if codec == ZSTD and magic >= 2:
        return zstd_frame.decompress(bytes(data), max_bytes)
    raise UnreadableRecords(f"Unknown compression type id: {codec}")


def _cramjam() -> ModuleType:
    import cramjam

    return cramjam


def _gzip(data: Buffer, level: int) -> bytes:
    deflate = zlib.compressobj(level, zlib.DEFLATED, -zlib.MAX_WBITS)
    tail = _GZIP_TAIL.pack(zlib.crc32(data), len(data) & 0xFFFFFFFF)
    return b"".join((_GZIP_HEAD, deflate.compress(data), deflate.flush(), tail))


def _gunzip(data: Buffer, bytes_max: int) -> bytes:
    members: list[bytes] = []
    left = bytes_max
    rest: Buffer = data
    if len(data) > GZIP_FLAGS_AT and data[GZIP_FLAGS_AT] & GZIP_FLAGS_RESERVED:
        rest = _without_reserved_flags(data)
    while len(rest):
        member = zlib.decompressobj(zlib.MAX_WBITS | 16)
        try:
            members.append(member.decompress(rest, left + 1))
        except zlib.error as failure:
            if members:
                break  # Java's GZIPInputStream, too, ignores what follows the last member
            readable = _without_tail(rest, bytes_max)
            raise UnreadableRecords(f"gzip: {failure}", readable) from None
        left -= len(members[-1])
        if left < 0:
            raise too_large("gzip", bytes_max)
        if not member.eof:
            has_head = len(data) >= len(_GZIP_HEAD) and not data[GZIP_FLAGS_AT] & GZIP_FLAGS_MORE
            readable = b"".join(members) if has_head else None
            raise UnreadableRecords("gzip: the stream ends early", readable)
        rest = member.unused_data
    if not members:
        raise UnreadableRecords("gzip: nothing there")
    return b"".join(members)


def _without_reserved_flags(data: Buffer) -> bytes:
    """Java does not mind flags in gzip's head that mean nothing; zlib does."""
    found = bytearray(data)
    found[GZIP_FLAGS_AT] &= ~GZIP_FLAGS_RESERVED
    return bytes(found)


def _without_tail(data: Buffer, bytes_max: int) -> bytes | None:
    """What is in a first member whose checksum or length is wrong; None if more is wrong."""
    if bytes(data[: len(_GZIP_HEAD) - 1])[:4] != _GZIP_HEAD[:4]:
        return None
    inflate = zlib.decompressobj(-zlib.MAX_WBITS)
    try:
        found = inflate.decompress(data[len(_GZIP_HEAD) :], bytes_max)
    except zlib.error:
        return None
    return found if inflate.eof else None


def _snappy(data: Buffer) -> bytes:
    raw = _cramjam().snappy.compress_raw
    parts = [XERIAL_HEAD]
    for start in range(0, len(data), XERIAL_BLOCK_BYTES):
        block = bytes(raw(data[start : start + XERIAL_BLOCK_BYTES]))
        parts += (_INT32.pack(len(block)), block)
    return b"".join(parts)


def _unsnappy(data: bytes, bytes_max: int) -> bytes:
    if data[:XERIAL_MAGIC_BYTES] != XERIAL_HEAD[:XERIAL_MAGIC_BYTES]:
        return _unsnappy_block(data, bytes_max)
    if len(data) < len(XERIAL_HEAD):
        raise UnreadableRecords("snappy: the head ends early")
    parts = []
    left = bytes_max
    position = len(XERIAL_HEAD)
    while position < len(data):
        block = data[position + 4 : position + 4 + _block_bytes(data, position)]
        parts.append(_unsnappy_block(block, left))
        left -= len(parts[-1])
        position += 4 + len(block)
    return b"".join(parts)


def _block_bytes(data: bytes, position: int) -> int:
    size = int.from_bytes(data[position : position + 4], "big", signed=True)
    if not 0 < size <= len(data) - position - 4:
        raise UnreadableRecords(f"snappy: a block of {size} bytes exceeds the bytes that are left")
    return size


def _unsnappy_block(block: bytes, bytes_max: int) -> bytes:
    cramjam = _cramjam()
    try:
        declared = cramjam.snappy.decompress_raw_len(block)
        if declared > bytes_max:
            raise too_large("snappy", bytes_max)
        if declared > SNAPPY_RATIO_MAX * len(block):
            raise UnreadableRecords(f"snappy: {len(block)} bytes cannot become {declared}")
        return bytes(cramjam.snappy.decompress_raw(block))
    except cramjam.DecompressionError as failure:
        raise UnreadableRecords(f"snappy: {failure}") from None


def too_large(codec: str, bytes_max: int) -> UnreadableRecords:
    """The error of records that decompress to more than may be."""
    return UnreadableRecords(f"{codec}: more than {bytes_max} bytes when decompressed")
