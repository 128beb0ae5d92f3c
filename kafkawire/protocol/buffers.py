"""The names of the things that hold bytes.

Most are in memory. A `FileSlice` stands for bytes that lie in a file: it has a length like the
others, so an answer is put together of it without being read, and whoever sends it has the
operating system copy them (`net.sending`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

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

    @property
    def failed(self) -> Callable[[OSError], object]:
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

    def read(self, size: int | None = None) -> bytes:
        """The bytes themselves or the first of them, for who must look into them.

        Raises OSError, of which the file has been told.
        """
        try:
            return self.file.read(self.size if size is None else size, self.position)
        except OSError as error:
            self.file.failed(error)
            raise


Sendable = bytes | bytearray | memoryview | FileSlice
"""What an answer is made of."""


def joined(items: Iterable[Sendable], size: int | None = None) -> bytes:
    """The bytes of an answer, or the first `size` of them, for who must look into it.

    No more is read of files; OSError where they cannot be read.
    """
    found: list[Buffer] = []
    for item in items:
        count = len(item) if size is None else min(len(item), size)
        if isinstance(item, FileSlice):
            found.append(item.read(count))
        else:
            found.append(item if count == len(item) else memoryview(item)[:count])
        if size is not None:
            size -= count
            if not size:
                break
    return b"".join(found)
