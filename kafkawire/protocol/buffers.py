"""The names of the things that hold bytes.

Most are in memory. A `FileSlice` stands for bytes that lie in a file: it has a length like the
others, so an answer is put together of it without being read, and whoever sends it has the
operating system copy them (`net.sending`).
"""

from __future__ import annotations

from typing import Protocol

Buffer = bytes | bytearray | memoryview
"""Anything whose bytes can be sent as they are."""

Records = bytes | bytearray | memoryview
"""Record batches one after another. A message also takes a list of buffers in their place."""


class ReadableFile(Protocol):
    """An open file, which stays open as long as anybody refers to it."""

    @property
    def fd(self) -> int:
        """Its number."""

    def read(self, size: int, position: int) -> bytes:
        """`size` bytes from `position` on; raises OSError, also where there are fewer."""

    def failed(self, error: OSError) -> None:
        """To be told when the file could not be read."""


class FileSlice:
    """`size` bytes of `file` from `position` on."""

    __slots__ = ("file", "position", "size")

    def __init__(self, file: ReadableFile, position: int, size: int) -> None:
        self.file = file
        self.position = position
        self.size = size

    def __len__(self) -> int:
        return self.size

    def __repr__(self) -> str:
        return f"FileSlice(fd={self.file.fd}, position={self.position}, size={self.size})"

    def read(self) -> bytes:
        """The bytes themselves, for who must look at them; raises OSError."""
        return self.file.read(self.size, self.position)


Sendable = bytes | bytearray | memoryview | FileSlice
"""What an answer is made of."""
