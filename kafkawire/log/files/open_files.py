"""Descriptors: opened when they are needed, and at most so many at once.

A process may have many more partitions than open files. `OpenFiles` counts those that storages keep
open and has the one that was opened first let go when there are too many; opening it again costs
little. An answer that is under way refers to its `OpenFile` itself, which is closed when
nobody refers to it any more: a file that was let go, renamed or removed stays readable for those
who have begun to read it (fetch H-32).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable

    from kafkawire.log.files.disk import Disk

OPEN_FILES_MIN = 16


class OpenFile:
    """An open file; `failed` is told where it cannot be read. Closed with its last reference."""

    __slots__ = ("_disk", "_fd", "failed")

    def __init__(self, disk: Disk, fd: int, failed: Callable[[OSError], object]) -> None:
        self._disk = disk
        self._fd = fd
        self.failed: Callable[[OSError], object] = failed

    @property
    def fd(self) -> int:
        """Its number."""
        return self._fd

    def read(self, size: int, position: int) -> bytes:
        """`size` bytes from `position` on; raises OSError, also where there are fewer."""
        data = self._disk.pread(self._fd, size, position)
        if len(data) < size:
            data = self._read_on(data, size, position)
        return data

    def _read_on(self, data: bytes, size: int, position: int) -> bytes:
        """The kernel may give less than is there, above 2 GiB for one."""
        parts, done = [data], len(data)
        while done < size:
            more = self._disk.pread(self._fd, size - done, position + done)
            if not more:
                raise OSError(f"the file ends {size - done} bytes too early")
            parts.append(more)
            done += len(more)
        return b"".join(parts)

    def __del__(self) -> None:
        try:
            self._disk.close(self._fd)
        except OSError:
            pass  # what mattered was synced, and its outcome looked at, before


class FileOwner(Protocol):
    """Whoever keeps a file open."""

    def let_go(self) -> None:
        """Refer to the file no more; it may be opened again."""


class OpenFiles:
    """The files that owners keep open, at most `limit`."""

    __slots__ = ("_owners", "disk", "limit")

    def __init__(self, disk: Disk, limit: int) -> None:
        self.disk = disk
        self.limit = max(limit, OPEN_FILES_MIN)
        self._owners: dict[FileOwner, None] = {}

    def __len__(self) -> int:
        return len(self._owners)

    def open(self, path: str, owner: FileOwner, failed: Callable[[OSError], object]) -> OpenFile:
        """Open a file for `owner`, which has none open; raises OSError."""
        while len(self._owners) >= self.limit:
            oldest = next(iter(self._owners))
            del self._owners[oldest]
            oldest.let_go()
        file = OpenFile(self.disk, self.disk.open(path), failed)
        self._owners[owner] = None
        return file

    def closed(self, owner: FileOwner) -> None:
        """`owner` has let go by itself."""
        self._owners.pop(owner, None)
