"""Files whose bytes answers are made of, and files that cannot be read."""

from __future__ import annotations

import errno
import os
from pathlib import Path

from kafkawire.protocol.buffers import FileSlice


class TestFile:
    """A file with these bytes; remembers what it was told."""

    __test__ = False

    def __init__(self, path: Path, data: bytes) -> None:
        path.write_bytes(data)
        self.fd = os.open(path, os.O_RDWR)
        self.failures: list[OSError] = []
        self.pieces: list[int] = []
        """The sizes that were read."""

    def read(self, size: int, position: int) -> bytes:
        self.pieces.append(size)
        data = os.pread(self.fd, size, position)
        if len(data) < size:
            raise OSError("the file is shorter")
        return data

    def failed(self, error: OSError) -> None:
        self.failures.append(error)

    def slice(self, position: int, size: int) -> FileSlice:
        return FileSlice(self, position, size)

    def close(self) -> None:
        os.close(self.fd)


class BrokenFile(TestFile):
    """One that cannot be read."""

    def read(self, size: int, position: int) -> bytes:
        del size, position
        raise OSError(errno.EIO, os.strerror(errno.EIO))
