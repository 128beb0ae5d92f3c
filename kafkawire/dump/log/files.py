"""Reading files of any size in a bounded amount of memory."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from struct import Struct
from types import TracebackType
from typing import Self

from kafkawire.log.formats.errors import CorruptFile

CHUNK_BYTES = 1 << 20
SMALL_FILE_BYTES_MAX = 16 << 20
"""Checkpoints and snapshots are read whole; larger ones are nobody's."""


class Window:
    """A file and the part of it that was read last. The size is that when it was opened."""

    def __init__(self, path: str) -> None:
        self._file = open(path, "rb", buffering=0)  # noqa: SIM115 - closed by __exit__
        self.size = os.fstat(self._file.fileno()).st_size
        self._start = 0
        self._bytes = b""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._file.close()

    def read(self, position: int, count: int) -> memoryview:
        """`count` bytes from `position` on, fewer at the end of the file.

        What is returned stays as it is when more is read.
        """
        count = min(count, self.size - position)
        at = position - self._start
        if at < 0 or at + count > len(self._bytes):
            self._bytes = self._pread(max(count, CHUNK_BYTES), position)
            self._start, at = position, 0
        return memoryview(self._bytes)[at : at + count]

    def chunks(self, position: int, end: int) -> Iterator[memoryview]:
        """The bytes from `position` to `end`, some at a time."""
        while position < end:
            chunk = self.read(position, min(CHUNK_BYTES, end - position))
            if not chunk:
                return
            yield chunk
            position += len(chunk)

    def is_zero(self, position: int) -> bool:
        """Whether everything from `position` on is zero bytes."""
        # Stripping is far quicker than looking at each byte.
        return not any(bytes(chunk).rstrip(b"\0") for chunk in self.chunks(position, self.size))

    def used_bytes(self, entry_bytes: int) -> int:
        """Where the last entry ends that is not all zeros."""
        end = self._data_end()
        while end > 0:
            begin = max(0, end - CHUNK_BYTES)
            used = len(bytes(self.read(begin, end - begin)).rstrip(b"\0"))
            if used:
                return -(-(begin + used) // entry_bytes) * entry_bytes
            end = begin
        return 0

    def _data_end(self) -> int:
        """Where the last bytes are that the file system keeps: behind them are zeros, unread.

        Kafka makes room for indexes in advance, and a node that died leaves thousands of them.
        """
        if not hasattr(os, "SEEK_DATA"):  # Windows
            return self.size
        fd, end = self._file.fileno(), 0
        try:
            while end < self.size:
                end = os.lseek(fd, os.lseek(fd, end, os.SEEK_DATA), os.SEEK_HOLE)
        except OSError as error:
            return end if error.errno == errno.ENXIO else self.size
        return min(end, self.size)

    def _pread(self, count: int, position: int) -> bytes:
        self._file.seek(position)
        parts = []
        while count > 0:
            part = self._file.read(count)
            if not part:
                break
            parts.append(part)
            count -= len(part)
        return b"".join(parts)


def read_small(path: str) -> bytes:
    """A whole file; raises CorruptFile where it is too large to be what it seems."""
    with open(path, "rb") as file:
        data = file.read(SMALL_FILE_BYTES_MAX + 1)
    if len(data) > SMALL_FILE_BYTES_MAX:
        raise CorruptFile(f"it is larger than {SMALL_FILE_BYTES_MAX:,} bytes")
    return data


def entries_of(window: Window, entry: Struct) -> Iterator[tuple[int, ...]]:
    """The entries of an index, without the zeros behind the last; raises CorruptFile at once."""
    if window.size % entry.size:
        raise CorruptFile(f"{window.size:,} bytes are not whole entries of {entry.size}")
    used = window.used_bytes(entry.size) or (entry.size if window.size == entry.size else 0)
    return _entries(window, entry, used)


def _entries(window: Window, entry: Struct, end: int) -> Iterator[tuple[int, ...]]:
    step = CHUNK_BYTES // entry.size * entry.size
    for begin in range(0, end, step):
        chunk = window.read(begin, min(step, end - begin))
        yield from entry.iter_unpack(chunk[: len(chunk) // entry.size * entry.size])
