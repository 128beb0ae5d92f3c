"""A `Disk` in memory that notes every call, fails at chosen calls, and can crash.

    disk = SimulatedDisk()
    ...                                      # what is to be tested works on it
    disk.fail("sync", errno.EIO, path="*.log", after=1, times=1)
    disk.capacity = 10_000                   # then the disk is full
    disk.read_only = True

What a crash leaves behind is asked for afterwards, at every point of what was done:

    for moment in disk.moments():
        moment.number                        # how many changes had been made, see `changes`
        moment.power_failed(luck)            # a SimulatedDisk that starts from what survived
        moment.killed(random)                # the process was killed instead: it had begun the
                                             # next change, and all before it is there

`changes` are the calls that changed something, in their smallest steps; a call that fails changes
nothing, except that a write may end early, as on a real disk. `volume` decides what survives.
"""

from __future__ import annotations

import errno
from collections.abc import Iterator, Sequence
from copy import deepcopy
from fnmatch import fnmatch
from random import Random
from typing import NamedTuple

from kafkawire.log.files.disk import Entry, FileStatus, Space
from kafkawire.protocol.buffers import Buffer
from tests.support.log.volume import Directory, Drawn, File, Luck, Volume, refuse

FIRST_FD = 1_000_000
TOTAL_BYTES = 1 << 40
"""Numbers that no real file has, so that a call past the double is noticed."""
WRITES = ("pwrite", "pwritev", "write")
CHANGING = (
    *("pwrite", "pwritev", "write", "truncate", "sync", "make_directory", "rename", "remove"),
    *("remove_directory", "sync_directory"),
)


class Call(NamedTuple):
    """A call as it was made; `detail` is a size, a position or a new name."""

    name: str
    path: str
    detail: int | str | None = None


class Change(NamedTuple):
    """A method of `Volume` and what it was called with."""

    name: str
    arguments: tuple[str | int | bytes, ...]

    def make(self, volume: Volume) -> None:
        getattr(volume, self.name)(*self.arguments)


class Fault:
    """Calls named `name` of files like `path` fail, all but the first `after`, `times` times.

    A write first writes `short` bytes, if there are any it returns their number and succeeds.
    """

    def __init__(self, name: str, code: int, path: str, after: int, times: int | None) -> None:
        self.name = name
        self.code = code
        self.path = path
        self.after = after
        self.times = times
        self.short = 0
        self.hits = 0
        """How often it has struck."""

    def strikes(self, name: str, path: str) -> bool:
        if name != self.name or not fnmatch(path, self.path):
            return False
        if self.after > 0:
            self.after -= 1
            return False
        if self.times is not None and self.hits >= self.times:
            return False
        self.hits += 1
        return True


class _Open(NamedTuple):
    node: File | Directory
    path: str
    writable: bool


class SimulatedDisk:
    """See `Disk` for what the calls do."""

    def __init__(self, volume: Volume | None = None) -> None:
        self.volume = Volume() if volume is None else volume
        self.calls: list[Call] = []
        self.changes: list[Change] = []
        self.faults: list[Fault] = []
        self.capacity: int | None = None
        self.read_only = False
        self.note_calls = True
        self._origin: Volume | None = None
        self.locked: dict[int, str] = {}
        self._open: dict[int, _Open] = {}
        self._next_fd = FIRST_FD

    # For tests

    def fail(
        self, name: str, code: int, *, path: str = "*", after: int = 0, times: int | None = None
    ) -> Fault:
        """Let calls fail; see `Fault`."""
        self.faults.append(Fault(name, code, path, after, times))
        return self.faults[-1]

    def write_short(self, short: int, *, path: str = "*", times: int | None = 1) -> Fault:
        """Let writes end after `short` bytes, without an error."""
        for name in WRITES[:2]:
            fault = self.fail(name, 0, path=path, times=times)
            fault.short = short
        return fault

    @property
    def open_files(self) -> list[str]:
        """Paths of what is open, as they were when it was opened."""
        return [each.path for each in self._open.values()]

    def set_time(self, now_ms: int) -> None:
        """Files that are changed from now on carry this time."""
        self.volume.now_ms = now_ms

    def moments(self) -> Iterator[Moment]:
        """Yield a moment before the first change and after each; it is valid until the next one."""
        volume = deepcopy(self._origin or self.volume)
        for number, change in enumerate(self.changes):
            yield Moment(number, volume, change)
            change.make(volume)
        yield Moment(len(self.changes), volume, None)

    # Files by number

    def open(self, path: str, *, writable: bool = True) -> int:
        self._call("open", path)
        if writable and not self.volume.exists(path):
            self._refuse_if_read_only(path)
            self._refuse_if_full(path)
            self._change("create", path)
        node = self.volume.node(path)
        if isinstance(node, Directory) and writable:
            raise refuse(errno.EISDIR, path)
        if writable:
            self._refuse_if_read_only(path)
        fd = self._next_fd
        self._next_fd += 1
        self._open[fd] = _Open(node, path, writable)
        return fd

    def close(self, fd: int, /) -> None:
        self._call("close", self._file(fd).path)
        del self._open[fd]

    def pread(self, fd: int, size: int, position: int, /) -> bytes:
        opened = self._file(fd)
        self._call("pread", opened.path, position)
        if position < 0 or size < 0:
            raise refuse(errno.EINVAL)
        if isinstance(opened.node, Directory):
            raise refuse(errno.EISDIR)
        return bytes(opened.node.data[position : position + size])

    def pwrite(self, fd: int, data: Buffer, position: int, /) -> int:
        return self._write("pwrite", fd, bytes(data), position)

    def pwritev(self, fd: int, data: Sequence[Buffer], position: int, /) -> int:
        return self._write("pwritev", fd, b"".join(data), position)

    def truncate(self, fd: int, size: int, /) -> None:
        node, path, writable = self._file(fd)
        self._call("truncate", path, size)
        if size < 0 or not writable:
            raise refuse(errno.EINVAL)
        self._change("truncate", node.number, size)

    def sync(self, fd: int, /) -> None:
        node, path, _ = self._file(fd)
        try:
            self._call("sync", path)
        except OSError:
            self._change("sync_failed", node.number)
            raise
        if isinstance(node, File):
            self._change("sync", node.number)

    # Names

    def status(self, path: str) -> FileStatus:
        self._call("status", path)
        node = self.volume.node(path)
        if isinstance(node, Directory):
            return FileStatus(0, 0)
        return FileStatus(len(node.data), node.modified_ms)

    def read(self, path: str) -> bytes:
        self._call("read", path)
        return bytes(self.volume.file(path).data)

    def write(self, path: str, data: bytes) -> None:
        self._call("write", path, len(data))
        if not self.volume.exists(path):
            self._change("create", path)
        number = self.volume.file(path).number
        self._change("truncate", number, 0)
        self._change("write", number, 0, data[: self._room(path, len(data))])

    def entries(self, path: str) -> list[Entry]:
        self._call("entries", path)
        names = self.volume.directory(path).names
        return [Entry(name, isinstance(node, Directory)) for name, node in names.items()]

    def space(self, path: str) -> Space:
        self._call("space", path)
        self.volume.directory(path)
        return Space(path, TOTAL_BYTES, TOTAL_BYTES // 2)

    def make_directory(self, path: str) -> None:
        self._call("make_directory", path)
        self._refuse_if_full(path)
        self._change("make_directory", path)

    def rename(self, old: str, new: str) -> None:
        self._call("rename", old, new)
        self._change("rename", old, new)

    def remove(self, path: str) -> None:
        self._call("remove", path)
        self._change("remove", path)

    def remove_directory(self, path: str) -> None:
        self._call("remove_directory", path)
        self._change("remove_directory", path)

    def sync_directory(self, path: str) -> None:
        self._call("sync_directory", path)
        self._change("sync_directory", path)

    def lock(self, path: str) -> int:
        if path in self.locked.values():
            raise refuse(errno.EAGAIN, path)
        fd = self.open(path)
        self.locked[fd] = path
        return fd

    def unlock(self, fd: int, /) -> None:
        del self.locked[fd]
        self.close(fd)

    # Below

    def _call(self, name: str, path: str, detail: int | str | None = None) -> None:
        """Note a call; raises where it is to fail."""
        if self.note_calls:
            self.calls.append(Call(name, path, detail))
        for fault in self.faults:
            if not fault.short and fault.strikes(name, path):
                raise refuse(fault.code, path)
        if name in CHANGING and name not in ("sync", "sync_directory"):
            self._refuse_if_read_only(path)

    def _change(self, name: str, *arguments: str | int | bytes) -> None:
        if self._origin is None:
            self._origin = deepcopy(self.volume)
        change = Change(name, arguments)
        change.make(self.volume)
        self.changes.append(change)

    def _file(self, fd: int) -> _Open:
        opened = self._open.get(fd)
        if opened is None:
            raise refuse(errno.EBADF)
        return opened

    def _write(self, name: str, fd: int, data: bytes, position: int) -> int:
        node, path, writable = self._file(fd)
        self._call(name, path, position)
        if not writable:
            raise refuse(errno.EBADF)
        if position < 0:
            raise refuse(errno.EINVAL)
        for fault in self.faults:
            if fault.short and fault.short < len(data) and fault.strikes(name, path):
                data = data[: fault.short]
        grows = max(0, position + len(data) - len(self.volume.files[node.number].data))
        written = data[: len(data) - grows + self._room(path, grows)]
        if written:
            self._change("write", node.number, position, written)
        return len(written)

    def _room(self, path: str, size: int) -> int:
        """How many of `size` bytes more fit; raises ENOSPC if there should be some and are none."""
        if self.capacity is None or not size:
            return size
        room = max(0, self.capacity - self.volume.size())
        if not room:
            raise refuse(errno.ENOSPC, path)
        return min(room, size)

    def _refuse_if_full(self, path: str) -> None:
        if self.capacity is not None and self.volume.size() >= self.capacity:
            raise refuse(errno.ENOSPC, path)

    def _refuse_if_read_only(self, path: str) -> None:
        if self.read_only:
            raise refuse(errno.EROFS, path)


class Moment(NamedTuple):
    """A point in what was done to a disk. The volume is not to be changed."""

    number: int
    volume: Volume
    following: Change | None

    def power_failed(self, luck: Luck | Random) -> SimulatedDisk:
        """The disk after the power failed at this moment."""
        return SimulatedDisk(
            self.volume.after_power_failure(Drawn(luck) if isinstance(luck, Random) else luck)
        )

    def killed(self, random: Random) -> SimulatedDisk:
        """The disk after the process was killed here: a write that had begun may be partial."""
        volume = deepcopy(self.volume)
        change = self.following
        if change is not None and change.name == "write":
            number, position, data = change.arguments
            part = data[: random.randint(0, len(data))]  # type: ignore[arg-type, index]
            Change("write", (number, position, part)).make(volume)
        return SimulatedDisk(volume)
