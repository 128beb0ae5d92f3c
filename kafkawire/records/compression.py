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
cannot be decompressed raises UnreadableRecords. Each codec has a module of its own, which is
imported on first use, as its library is: a start needs none of them.
"""

from __future__ import annotations

from functools import partial

from kafkawire.protocol.buffers import Buffer
from kafkawire.protocol.pacing import aside
from kafkawire.records.errors import UnreadableRecords
from kafkawire.records.pieces import AT_ONCE_BYTES_MAX, joined

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Protocol

    from kafkawire.records.pieces import Plain

    class Compressor(Protocol):
        """Compresses data that come in pieces."""

        def feed(self, data: Buffer) -> bytes:
            """Take `data`; return what is ready of the result."""

        def finish(self) -> bytes:
            """Return what is left of the result."""


NONE = 0
GZIP = 1
SNAPPY = 2
LZ4 = 3
ZSTD = 4
CODECS = range(5)
IN_THREADS = (GZIP, ZSTD)
"""Codecs that compress all of their input in one long call."""

DECOMPRESSED_BYTES_MAX = 128 << 20
"""What the records of one batch may come to. Kafka has no such bound before 4.4, and bounds single
records since; a batch of a megabyte that grows a hundredfold is no producer's."""


def compressor(codec: int, level: int | None = None, *, magic: int = 2) -> Compressor:
    """Return a compressor of `codec`; `level` None is the codec's default. Snappy has no levels."""
    if codec == GZIP:
        from kafkawire.records import gzip_members

        return gzip_members.Compressor(level)
    if codec == SNAPPY:
        from kafkawire.records import snappy_blocks

        return snappy_blocks.compressor()
    if codec == LZ4:
        from kafkawire.records import lz4_frame

        return lz4_frame.compressor(level, magic=magic)
    assert codec == ZSTD, codec
    from kafkawire.records import zstd_frame

    return zstd_frame.Compressor(level)


def compress(codec: int, data: Buffer, level: int | None = None, *, magic: int = 2) -> bytes:
    """Return `data` under `codec`, with `level` as `compressor` takes it."""
    if codec == NONE:
        return bytes(data)
    if codec in IN_THREADS and len(data) > AT_ONCE_BYTES_MAX:
        return aside(partial(_compress, codec, data, level, magic))
    return _compress(codec, data, level, magic)


def _compress(codec: int, data: Buffer, level: int | None, magic: int) -> bytes:
    if codec == ZSTD:
        from kafkawire.records import zstd_frame

        return zstd_frame.compress(data, level)
    work = compressor(codec, level, magic=magic)
    return work.feed(data) + work.finish()


def decompress(
    codec: int, data: Buffer, *, magic: int = 2, max_bytes: int = DECOMPRESSED_BYTES_MAX
) -> bytes:
    """Return what `compress` was given. Raises UnreadableRecords, also above `max_bytes`."""
    found = decompress_buffer(codec, data, magic=magic, max_bytes=max_bytes)
    return found if isinstance(found, bytes) else found[:]


def decompress_buffer(
    codec: int, data: Buffer, *, magic: int = 2, max_bytes: int = DECOMPRESSED_BYTES_MAX
) -> Plain:
    """As `decompress`; a large result is a memory map, which saves a copy."""
    return joined(decompressed(codec, data, magic=magic, max_bytes=max_bytes), max_bytes)


def decompressed(
    codec: int, data: Buffer, *, magic: int = 2, max_bytes: int = DECOMPRESSED_BYTES_MAX
) -> Iterator[bytes]:
    """Yield what `compress` was given, about AT_ONCE_BYTES_MAX bytes at a time at most.

    A bare block of snappy, and a block of lz4, which may have 4 MiB, comes at once.

    Raises UnreadableRecords, also above `max_bytes`, after the bytes before the fault, as far as
    the codec gives them out.
    """
    if codec == NONE:
        return iter((bytes(data),))
    if codec == GZIP:
        from kafkawire.records import gzip_members

        return gzip_members.decompressed(data, max_bytes)
    if codec == SNAPPY:
        from kafkawire.records import snappy_blocks

        return snappy_blocks.decompressed(bytes(data), max_bytes)
    if codec == LZ4:
        from kafkawire.records import lz4_frame

        return lz4_frame.decompressed(bytes(data), magic=magic, bytes_max=max_bytes)
    if codec == ZSTD and magic >= 2:
        from kafkawire.records import zstd_frame

        return zstd_frame.decompressed(data, max_bytes)
    raise UnreadableRecords(f"Unknown compression type id: {codec}")
