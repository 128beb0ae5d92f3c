"""A file system as the machine sees it, and its contents after a power failure.

A volume keeps two states. What a process sees is changed at once by every call. What would be
found after a power failure is changed by `sync` (a file's bytes) and `sync_directory` (its names)
only; all that came since is in doubt, and a `Luck` decides of each piece whether it survives:

- names: each creation, renaming and removal is kept or lost as a whole. One that builds upon
  another of the same name is not kept without it; else the order does not matter.
- lengths: a file has the length it had after one of the doubtful calls.
- bytes: each sector of 512 bytes that a doubtful write touched is kept as it was after that write,
  or not, in any order. What lies within the length and was never kept reads as zeros.

So nothing comes back that was never written. A `sync` that failed makes doubtful bytes lost ones:
the operating system does not try again, and a later `sync` reports no error of them.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from copy import deepcopy
from random import Random
from typing import NamedTuple, Protocol

SECTOR_BYTES = 512


class Luck(Protocol):
    """The part of unsynced writes that survives."""

    def keeps_name(self) -> bool: ...

    def length(self, changes: int) -> int:
        """After how many of a file's doubtful changes its length is that of before the crash."""

    def keeps_sector(self) -> bool: ...


class Fixed(NamedTuple):
    """All or nothing, for each kind of thing."""

    names: bool = False
    lengths: bool = False
    sectors: bool = False

    def keeps_name(self) -> bool:
        return self.names

    def length(self, changes: int) -> int:
        return changes if self.lengths else 0

    def keeps_sector(self) -> bool:
        return self.sectors


EVERYTHING = Fixed(names=True, lengths=True, sectors=True)
NOTHING = Fixed()
ZEROS = Fixed(names=True, lengths=True)
"""Files have their lengths, and nothing in them: metadata were written before data."""
NAMES = Fixed(names=True)
"""Files are where they were to be, as they were when last synced."""


class Drawn:
    """By chance; the chances themselves are drawn as well, and anew for each file.

    With `ordered`, names change in the order in which they were changed, as file systems with a
    journal have it: once a change is lost, so are all that came after it.
    """

    def __init__(self, random: Random, *, ordered: bool = False) -> None:
        self._random = random
        self._ordered = ordered
        self._names = random.choice((0.0, 0.5, 0.9, 1.0))
        self._sectors = 1.0

    def keeps_name(self) -> bool:
        is_kept = self._random.random() < self._names
        if self._ordered and not is_kept:
            self._names = 0.0
        return is_kept

    def length(self, changes: int) -> int:
        self._sectors = self._random.choice((0.0, 0.5, 0.9, 1.0))
        return self._random.choice((changes, changes, self._random.randint(0, changes)))

    def keeps_sector(self) -> bool:
        return self._random.random() < self._sectors


def refuse(code: int, path: str = "") -> OSError:
    return OSError(code, os.strerror(code), path)


class _Doubt(NamedTuple):
    """A write (`size` is None) or a change of length that has not been synced."""

    position: int
    data: bytes
    size: int | None = None
    lost: bool = False
    """The sync that was to make it sure has failed."""


class File:
    """Bytes as they are seen now, as they were when synced, and all changes between the two."""

    def __init__(self, number: int, now_ms: int) -> None:
        self.number = number
        self.data = bytearray()
        self.sure = b""
        self.doubts: list[_Doubt] = []
        self.modified_ms = now_ms

    def write(self, position: int, data: bytes) -> None:
        if data:
            _put(self.data, position, data)
            self.doubts.append(_Doubt(position, data))

    def truncate(self, size: int) -> None:
        _cut(self.data, size)
        self.doubts.append(_Doubt(0, b"", size))

    def sync(self) -> None:
        self.sure = self.survivor(EVERYTHING)
        self.doubts = []

    def sync_failed(self) -> None:
        self.doubts = [each._replace(lost=True) for each in self.doubts]

    def survivor(self, luck: Luck) -> bytes:
        """What is found after a power failure."""
        if not self.doubts:
            return self.sure
        seen = bytearray(self.sure)
        found = bytearray(self.sure)
        size = len(seen)
        in_effect = luck.length(len(self.doubts))
        for number, (position, data, cut, lost) in enumerate(self.doubts):
            if cut is not None:
                _cut(seen, cut)
                if number >= in_effect:
                    break  # what was written over bytes that were cut off waits for the cut
                _cut(found, cut)
            else:
                _put(seen, position, data)
                for start in range(position - position % SECTOR_BYTES, len(seen), SECTOR_BYTES):
                    if start >= position + len(data):
                        break
                    if luck.keeps_sector() and not lost:
                        _put(found, start, bytes(seen[start : start + SECTOR_BYTES]))
            if number < in_effect:
                size = len(seen)
        _cut(found, size)
        return bytes(found)


class Directory:
    """Names as they are seen now and as they are for sure."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.names: dict[str, Node] = {}
        self.sure: dict[str, Node] = {}


Node = File | Directory


class _NameChange(NamedTuple):
    """One step: what each name stands for after it."""

    names: tuple[tuple[Directory, str, Node | None], ...]

    @property
    def touched(self) -> set[tuple[int, str]]:
        return {(directory.number, name) for directory, name, _ in self.names}

    def make_sure(self) -> None:
        for directory, name, node in self.names:
            if node is None:
                directory.sure.pop(name, None)
            else:
                directory.sure[name] = node


def _put(data: bytearray, position: int, written: bytes) -> None:
    if len(data) < position:
        data.extend(bytes(position - len(data)))
    data[position : position + len(written)] = written


def _cut(data: bytearray, size: int) -> None:
    del data[size:]
    data.extend(bytes(size - len(data)))


class Volume:
    """Directories and files, from "/" on. Raises what the operating system would."""

    def __init__(self) -> None:
        self.now_ms = 0
        self.root = Directory(0)
        self.files: dict[int, File] = {}
        """By number; also those that have no name any more, since they may be open."""
        self._made = 0
        self._doubts: list[_NameChange] = []

    # What is there

    def node(self, path: str) -> Node:
        found: Node = self.root
        for name in _parts(path):
            if isinstance(found, File):
                raise refuse(errno.ENOTDIR, path)
            if name not in found.names:
                raise refuse(errno.ENOENT, path)
            found = found.names[name]
        return found

    def directory(self, path: str) -> Directory:
        found = self.node(path)
        if isinstance(found, File):
            raise refuse(errno.ENOTDIR, path)
        return found

    def file(self, path: str) -> File:
        found = self.node(path)
        if isinstance(found, Directory):
            raise refuse(errno.EISDIR, path)
        return found

    def exists(self, path: str) -> bool:
        try:
            self.node(path)
        except OSError:
            return False
        return True

    def walk(self, path: str = "") -> Iterator[tuple[str, Node]]:
        """Everything below `path`, with its whole path."""
        for name, node in sorted(self.directory(path).names.items()):
            yield f"{path}/{name}", node
            if isinstance(node, Directory):
                yield from self.walk(f"{path}/{name}")

    def contents(self) -> dict[str, bytes | None]:
        """All files with what is in them; None for directories."""
        return {
            path: bytes(node.data) if isinstance(node, File) else None for path, node in self.walk()
        }

    def size(self) -> int:
        return sum(len(node.data) for _, node in self.walk() if isinstance(node, File))

    def _place(self, path: str) -> tuple[Directory, str]:
        *parents, name = _parts(path)
        return self.directory("/".join(parents)), name

    # Changes. Their arguments are plain values, so that they can be made again elsewhere.

    def create(self, path: str) -> None:
        directory, name = self._place(path)
        self._made += 1
        file = File(self._made, self.now_ms)
        self.files[file.number] = file
        self._rename((directory, name, file))

    def write(self, number: int, position: int, data: bytes) -> None:
        self.files[number].write(position, data)
        self.files[number].modified_ms = self.now_ms

    def truncate(self, number: int, size: int) -> None:
        self.files[number].truncate(size)
        self.files[number].modified_ms = self.now_ms

    def sync(self, number: int) -> None:
        self.files[number].sync()

    def sync_failed(self, number: int) -> None:
        self.files[number].sync_failed()

    def make_directory(self, path: str) -> None:
        directory, name = self._place(path)
        if name in directory.names:
            raise refuse(errno.EEXIST, path)
        self._made += 1
        self._rename((directory, name, Directory(self._made)))

    def rename(self, old: str, new: str) -> None:
        source, old_name = self._place(old)
        target, new_name = self._place(new)
        node = self.node(old)
        if isinstance(node, Directory) and _parts(new)[: len(_parts(old))] == _parts(old):
            if _parts(new) == _parts(old):
                return
            raise refuse(errno.EINVAL, new)
        if _parts(old)[: len(_parts(new))] == _parts(new) != _parts(old):
            raise refuse(errno.ENOTEMPTY, new)
        replaced = target.names.get(new_name)
        if replaced is node:
            return
        if isinstance(replaced, Directory):
            if isinstance(node, File):
                raise refuse(errno.EISDIR, new)
            if replaced.names:
                raise refuse(errno.ENOTEMPTY, new)
        elif replaced is not None and isinstance(node, Directory):
            raise refuse(errno.ENOTDIR, new)
        self._rename((source, old_name, None), (target, new_name, node))

    def remove(self, path: str) -> None:
        self.file(path)
        self._rename((*self._place(path), None))

    def remove_directory(self, path: str) -> None:
        if self.directory(path).names:
            raise refuse(errno.ENOTEMPTY, path)
        self._rename((*self._place(path), None))

    def sync_directory(self, path: str) -> None:
        """Also makes sure what of other directories is part of the same steps."""
        number = self.directory(path).number
        kept = []
        for change in self._doubts:
            if any(directory.number == number for directory, _, _ in change.names):
                change.make_sure()
            else:
                kept.append(change)
        self._doubts = kept

    def _rename(self, *names: tuple[Directory, str, Node | None]) -> None:
        for directory, name, node in names:
            if node is None:
                directory.names.pop(name, None)
            else:
                directory.names[name] = node
        self._doubts.append(_NameChange(names))

    # Crashes

    def after_power_failure(self, luck: Luck) -> Volume:
        """What is found afterwards; nothing of it is in doubt any more."""
        found = deepcopy(self)
        found._settle_names(luck)
        files = [node for _, node in found.walk() if isinstance(node, File)]
        for file in files:
            file.sure = file.survivor(luck)
            file.data = bytearray(file.sure)
            file.doubts = []
        found.files = {file.number: file for file in files}
        return found

    def _settle_names(self, luck: Luck) -> None:
        missing: set[tuple[int, str]] = set()
        for change in self._doubts:
            if missing.isdisjoint(change.touched) and luck.keeps_name():
                change.make_sure()
            else:
                missing |= change.touched
        self._doubts = []
        waiting = [self.root]
        while waiting:
            directory = waiting.pop()
            directory.names = dict(directory.sure)
            waiting += [each for each in directory.names.values() if isinstance(each, Directory)]


def _parts(path: str) -> list[str]:
    return [part for part in path.split("/") if part]
