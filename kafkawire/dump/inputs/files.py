"""The bytes of a capture file as they come: plain, gzip or zstd; a file, a pipe, a growing file.

What is compressed is seen by its first bytes, not by its name. It is unpacked piece by piece, and
never in memory as a whole.
"""

from __future__ import annotations

import select
import sys
import zlib
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import BinaryIO

from kafkawire.dump.inputs.packets import Complaints
from kafkawire.records.zstd_frame import library

CHUNK_BYTES = 1 << 16
"""How much is read at once, and the most that one step unpacks."""

GZIP_MAGIC, ZSTD_MAGIC = b"\x1f\x8b", b"\x28\xb5\x2f\xfd"
MAGIC_BYTES = 4

Progress = Callable[[int], None]
"""Is told after each read how many bytes of the file, packed as they are, have been read."""
Wait = Callable[[], bool]
"""Waits for a file to grow; False to read no more of it."""


GROWTH_S = 0.1


def wait_for_growth() -> bool:
    """A `Wait` without end: look again after a while."""
    select.select([], [], [], GROWTH_S)
    return True


def open_file(path: str) -> BinaryIO:
    """The file to read; `-` is the standard input. Raises OSError."""
    return sys.stdin.buffer if path == "-" else open(path, "rb")


def chunks_of(
    file: BinaryIO,
    complaints: Complaints,
    *,
    progress: Progress | None = None,
    wait: Wait | None = None,
) -> Iterator[bytes]:
    """The unpacked bytes; the first has `MAGIC_BYTES` at least, if the file has as many."""
    chunks = _read(file, progress, wait)
    first = _first(chunks)
    chunks = chain([first], chunks)
    if first.startswith(GZIP_MAGIC):
        chunks = _gunzip(chunks, complaints)
    elif first.startswith(ZSTD_MAGIC):
        chunks = _unpack_zstd(chunks, complaints)
    else:
        return chunks
    return chain([_first(chunks)], chunks)


def _first(chunks: Iterator[bytes]) -> bytes:
    first = b""
    for chunk in chunks:
        first += chunk
        if len(first) >= MAGIC_BYTES:
            break
    return first


def _read(file: BinaryIO, progress: Progress | None, wait: Wait | None) -> Iterator[bytes]:
    # What a pipe has by now is better than a whole chunk later.
    read: Callable[[int], bytes] = getattr(file, "read1", file.read)
    total = 0
    while True:
        chunk = read(CHUNK_BYTES)
        if chunk:
            total += len(chunk)
            yield chunk
            if progress is not None:
                progress(total)
        elif wait is None or not wait():
            return


def _gunzip(chunks: Iterable[bytes], complaints: Complaints) -> Iterator[bytes]:
    """Unpack any number of members, one after another."""
    unpacking = zlib.decompressobj(31)
    try:
        for chunk in chunks:
            packed = chunk
            while packed:
                if unpacking.eof:
                    unpacking = zlib.decompressobj(31)
                yield unpacking.decompress(packed, CHUNK_BYTES)
                packed = unpacking.unconsumed_tail or unpacking.unused_data
    except zlib.error as error:
        complaints.note("files with damage to gzip", f"the gzip file is damaged: {error}", 0)
        return
    if not unpacking.eof:
        complaints.note("gzip files that are cut", "the gzip file has been cut off", 0)


def _unpack_zstd(chunks: Iterable[bytes], complaints: Complaints) -> Iterator[bytes]:
    """Unpack any number of frames, one after another."""
    zstd = library()
    unpacking = zstd.ZstdDecompressor()
    try:
        for chunk in chunks:
            packed = chunk
            while packed or not (unpacking.needs_input or unpacking.eof):
                if unpacking.eof:
                    unpacking = zstd.ZstdDecompressor()
                yield unpacking.decompress(packed, CHUNK_BYTES)
                packed = unpacking.unused_data
    except zstd.ZstdError as error:
        complaints.note("files with damage to zstd", f"the zstd file is damaged: {error}", 0)
        return
    if not unpacking.eof:
        complaints.note("zstd files that are cut", "the zstd file has been cut off", 0)
