"""The door to the file system.

Everything that a log does with files goes through a `Disk`: the real one here, or a double of the
tests that fails, tears and forgets what was never synced. A file is a number, as the operating
system has it; paths are text, joined by "/".

What each call promises is what POSIX does: bytes written survive the death of the process, but
not that of the machine before `sync` has returned; a file made, renamed or removed is so for good
once `sync_directory` of the directory that names it has returned. All calls raise `OSError`.
"""

from __future__ import annotations

import os
from errno import EAGAIN
from typing import TYPE_CHECKING, ClassVar, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kafkawire.protocol.buffers import Buffer

FILE_MODE = 0o644
DIRECTORY_MODE = 0o755
TEMPORARY_SUFFIX = ".tmp"
_BINARY = getattr(os, "O_BINARY", 0)
_READ_BYTES = 1 << 16


class Entry(NamedTuple):
    """What a directory holds: a name, and whether it is a directory itself."""

    name: str
    is_directory: bool


class FileStatus(NamedTuple):
    """A file's size in bytes and when it was last written, in epoch milliseconds."""

    size: int
    modified_ms: int


class Space(NamedTuple):
    """Where a path leads, and of the volume there how many bytes it has and how many are left."""

    path: str
    total_bytes: int
    usable_bytes: int


class Disk(Protocol):
    """What is asked of a file system."""

    # Files by number

    def open(self, path: str, *, writable: bool = True) -> int:
        """Open a file; a writable one is made, empty, where there is none."""

    def close(self, fd: int, /) -> None:
        """Give the number back."""

    def pread(self, fd: int, size: int, position: int, /) -> bytes:
        """Up to `size` bytes from `position` on; fewer only at the end of the file."""

    def pwrite(self, fd: int, data: Buffer, position: int, /) -> int:
        """Write at `position`; how many bytes were, which may be fewer than given."""

    def pwritev(self, fd: int, data: Sequence[Buffer], position: int, /) -> int:
        """As `pwrite`, of several buffers one after another."""

    def truncate(self, fd: int, size: int, /) -> None:
        """Cut the file, or fill it up with zeros, to `size` bytes."""

    def sync(self, fd: int, /) -> None:
        """Return when the file's bytes would survive a power failure."""

    # Names

    def status(self, path: str) -> FileStatus:
        """Size and age of a file."""

    def read(self, path: str) -> bytes:
        """A whole file, which must be small."""

    def write(self, path: str, data: bytes) -> None:
        """Make or overwrite a small file; neither atomic nor synced."""

    def entries(self, path: str) -> list[Entry]:
        """What is in a directory, in no order."""

    def make_directory(self, path: str) -> None:
        """Make a directory whose parent exists; raises FileExistsError."""

    def rename(self, old: str, new: str) -> None:
        """Give a file or directory another name, in one step; a file there is replaced."""

    def remove(self, path: str) -> None:
        """Remove a file."""

    def remove_directory(self, path: str) -> None:
        """Remove an empty directory."""

    def sync_directory(self, path: str) -> None:
        """Return when the names in the directory would survive a power failure."""

    def space(self, path: str) -> Space:
        """The volume that a directory is on; `Space.path` is absolute."""

    # Exclusion

    def lock(self, path: str) -> int:
        """Keep others from locking that file, made if there is none, until `unlock` or the end.

        Returns what `unlock` wants. Raises BlockingIOError if somebody has the lock.
        """

    def unlock(self, fd: int, /) -> None:
        """Let others lock the file."""


def _seek_and_read(fd: int, size: int, position: int, /) -> bytes:
    """`os.pread` for Windows."""
    os.lseek(fd, position, os.SEEK_SET)
    return os.read(fd, size)


def _seek_and_write(fd: int, data: Buffer, position: int, /) -> int:
    """`os.pwrite` for Windows."""
    os.lseek(fd, position, os.SEEK_SET)
    return os.write(fd, data)


def _seek_and_write_many(fd: int, data: Sequence[Buffer], position: int, /) -> int:
    """`os.pwritev` for where there is none."""
    joined: bytes = b"".join(data)
    written: int = RealDisk.pwrite(fd, joined, position)
    return written


class RealDisk:
    """The file system of this machine. Calls by number are those of `os` themselves."""

    close = staticmethod(os.close)
    pread = staticmethod(getattr(os, "pread", _seek_and_read))
    pwrite = staticmethod(getattr(os, "pwrite", _seek_and_write))
    pwritev = staticmethod(getattr(os, "pwritev", _seek_and_write_many))
    truncate = staticmethod(os.ftruncate)
    sync = staticmethod(os.fsync)
    rename = staticmethod(os.replace)
    remove = staticmethod(os.remove)
    remove_directory = staticmethod(os.rmdir)

    @staticmethod
    def open(path: str, *, writable: bool = True) -> int:
        """See `Disk.open`."""
        flags = os.O_RDWR | os.O_CREAT if writable else os.O_RDONLY
        return os.open(path, flags | _BINARY, FILE_MODE)

    @staticmethod
    def status(path: str) -> FileStatus:
        """See `Disk.status`."""
        found = os.stat(path)
        return FileStatus(found.st_size, found.st_mtime_ns // 1_000_000)

    @staticmethod
    def read(path: str) -> bytes:
        """See `Disk.read`."""
        fd = os.open(path, os.O_RDONLY | _BINARY)
        try:
            parts = [os.read(fd, _READ_BYTES)]
            while parts[-1]:
                parts.append(os.read(fd, _READ_BYTES))
            return b"".join(parts)
        finally:
            os.close(fd)

    @staticmethod
    def write(path: str, data: bytes) -> None:
        """See `Disk.write`."""
        fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | _BINARY, FILE_MODE)
        try:
            while data:
                data = data[os.write(fd, data) :]
        finally:
            os.close(fd)

    @staticmethod
    def entries(path: str) -> list[Entry]:
        """See `Disk.entries`."""
        with os.scandir(path) as found:
            return [Entry(each.name, each.is_dir()) for each in found]

    @staticmethod
    def make_directory(path: str) -> None:
        """See `Disk.make_directory`."""
        os.mkdir(path, DIRECTORY_MODE)

    @staticmethod
    def sync_directory(path: str) -> None:
        """See `Disk.sync_directory`; Windows has no such thing, and needs none."""
        if os.name == "nt":
            return
        fd = os.open(path, os.O_RDONLY)
        try:
            os.fsync(fd)
        finally:
            os.close(fd)

    @staticmethod
    def space(path: str) -> Space:
        """See `Disk.space`."""
        from shutil import disk_usage  # hardly ever needed

        found = disk_usage(path)
        return Space(os.path.abspath(path), found.total, found.free)

    _locked: ClassVar[dict[int, tuple[int, int]]] = {}
    """Locked files of this process, by number: their device and inode."""

    @classmethod
    def lock(cls, path: str) -> int:
        """See `Disk.lock`. It is a record lock, as Java's `FileChannel.tryLock` takes.

        The system does not keep a process from itself, and drops its lock when any descriptor of
        the file is closed: so it must not even be opened a second time.
        """
        try:
            found = os.stat(path)
        except FileNotFoundError:
            pass
        else:
            if (found.st_dev, found.st_ino) in cls._locked.values():
                raise BlockingIOError(EAGAIN, "locked by this process")
        fd = cls.open(path)
        try:
            _lock_whole(fd)
        except BaseException:
            os.close(fd)
            raise
        found = os.fstat(fd)
        cls._locked[fd] = found.st_dev, found.st_ino
        return fd

    @classmethod
    def unlock(cls, fd: int, /) -> None:
        """See `Disk.unlock`."""
        del cls._locked[fd]
        os.close(fd)


def _lock_whole(fd: int) -> None:
    """Lock a file as Java does, all of it for ever; raises BlockingIOError."""
    try:
        import fcntl
    except ImportError:
        import msvcrt

        try:
            msvcrt.locking(fd, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
        except OSError as error:
            raise BlockingIOError(EAGAIN, "locked") from error
        return
    try:
        fcntl.lockf(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except PermissionError as error:  # POSIX allows this answer, too
        raise BlockingIOError(EAGAIN, "locked") from error


def write_all(disk: Disk, fd: int, data: Buffer, position: int) -> None:
    """Write `data` whole, however many steps it takes."""
    written = disk.pwrite(fd, data, position)
    while written < len(data):
        written += disk.pwrite(fd, memoryview(data)[written:], position + written)


def sync_file(disk: Disk, path: str) -> None:
    """Sync a file by its name."""
    fd = disk.open(path, writable=False)
    try:
        disk.sync(fd)
    finally:
        disk.close(fd)


def write_atomically(disk: Disk, path: str, data: bytes, *, suffix: str = TEMPORARY_SUFFIX) -> None:
    """Replace a file so that, whatever happens, it is the old or the new one (fetch H-5).

    `suffix` is what its name ends with until it is whole and safe.
    """
    temporary = path + suffix
    fd = disk.open(temporary)
    try:
        disk.truncate(fd, 0)
        write_all(disk, fd, data, 0)
        disk.sync(fd)
    finally:
        disk.close(fd)
    disk.rename(temporary, path)
    disk.sync_directory(path.rpartition("/")[0])
