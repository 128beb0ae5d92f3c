"""The engine's states in a directory, by capture and offset.

A state is made of the engine's own objects, so only the same code, asked for the same, can go on
from it: all that is part of the name of the directory where a capture's states are. Whatever cannot
be taken up (it is of other code, or a machine has died with half of it on the disk) counts as
missing, and what is missing is made again from the nearest one before it, or from the file's
beginning. Directories of earlier versions stay until somebody takes them away.
"""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path
from pickle import UnpicklingError
from typing import NamedTuple

import pyarrow as pa

from kafkawire import __version__
from kafkawire.spark.captures.carrying import Carried
from kafkawire.spark.captures.growing import Offsets, Reached, check_same
from kafkawire.spark.captures.options import CaptureOptions
from kafkawire.spark.captures.planning import PACKETS, Part, batches_of, carried_at_first
from kafkawire.spark.captures.stitching import Cut

FORMAT = 1
"""Of the files; what is in them is told by the version, since no other takes them up."""
ENDING, UNFINISHED = ".state", ".tmp"
DIGEST_BYTES = 16
WARNINGS = logging.getLogger("kafkawire.spark.captures")
_OTHER_CODE = (
    AttributeError,
    ImportError,
    LookupError,
    TypeError,
    ValueError,
    AssertionError,
    UnpicklingError,
    EOFError,
)


class Grown(NamedTuple):
    """What of a file is new, and the mark of how it begins (see `growing`)."""

    path: str
    start: int
    stop: int
    mark: int


class States:
    """Of one query's captures."""

    def __init__(self, directory: str, options: CaptureOptions) -> None:
        self._directory = directory.removeprefix("file://")
        self._options = options

    def rows(self, grown: Grown) -> Iterator[pa.RecordBatch]:
        """The rows of what is new; then its end's state is there. Raises CannotFollow, OSError."""
        check_same(grown.path, Reached(grown.stop, grown.mark))
        if self._options.table == PACKETS:
            cut = Cut(grown.start, grown.stop, None)
            yield from batches_of(Part(grown.path, cut), self._options)
            return
        carried = self._at(grown.path, grown.start)
        cut = Cut(carried.at, grown.stop, carried.put_down())
        yield from batches_of(Part(grown.path, cut), self._options)
        _advance(carried, grown.path, grown.stop)
        self._keep(grown.path, carried)

    def forget(self, ends: Offsets) -> None:
        """States before these are not needed any more; nor is what killed tasks have left."""
        for path, (end, _) in ends.items():
            offsets = self._offsets(path)
            for offset in offsets if end in offsets else ():
                if offset < end:
                    self._file(path, offset).unlink(missing_ok=True)
            for file in self._files(path, UNFINISHED):
                # Those who read on write of offsets behind it.
                if _offset(file) <= end:
                    file.unlink(missing_ok=True)

    def _at(self, path: str, offset: int) -> Carried:
        """The state at an offset, from the nearest one that is kept."""
        before = sorted((each for each in self._offsets(path) if each <= offset), reverse=True)
        known = (_taken_up(self._file(path, each), each) for each in before)
        carried = next((each for each in known if each is not None), None)
        if carried is None:
            carried = carried_at_first(path, self._options)
        if carried.at < offset:
            _advance(carried, path, offset)
        return carried

    def _keep(self, path: str, carried: Carried) -> None:
        """Put a state down, all of it or nothing."""
        file = self._file(path, carried.at)
        file.parent.mkdir(parents=True, exist_ok=True)
        # Unlike that of any other attempt, on whatever host.
        unfinished = file.with_suffix(f".{os.urandom(6).hex()}{UNFINISHED}")
        state = carried.put_down()
        with unfinished.open("wb") as out:
            out.write(_digest(state) + state)
            out.flush()
            os.fsync(out.fileno())
        unfinished.replace(file)
        held = os.open(file.parent, os.O_RDONLY)
        try:
            os.fsync(held)
        finally:
            os.close(held)

    def _offsets(self, path: str) -> list[int]:
        return [_offset(each) for each in self._files(path, ENDING)]

    def _files(self, path: str, ending: str) -> list[Path]:
        folder = self._file(path, 0).parent
        names = os.listdir(folder) if folder.is_dir() else []
        return [folder / each for each in names if each.endswith(ending)]

    def _file(self, path: str, offset: int) -> Path:
        asked = self._options
        of_engine = asked.table, sorted(set(asked.ports)), asked.secrets, asked.filter
        of_code = FORMAT, __version__, sys.version_info[:2]
        named = repr((path, of_engine, of_code)).encode()
        name = blake2b(named, digest_size=8).hexdigest()
        return Path(self._directory, f"{Path(path).name}-{name}", f"{offset}{ENDING}")


def _offset(file: Path) -> int:
    return int(file.name.split(".")[0])


def _digest(state: bytes) -> bytes:
    return blake2b(state, digest_size=DIGEST_BYTES).digest()


def _taken_up(file: Path, offset: int) -> Carried | None:
    """What was put down; None if it cannot be taken up. Raises OSError."""
    try:
        data = file.read_bytes()
    except FileNotFoundError:  # another attempt's batch is done
        return None
    state = data[DIGEST_BYTES:]
    if data[:DIGEST_BYTES] != _digest(state):
        WARNINGS.warning("%s is not whole: the state is made again", file)
        return None
    try:
        carried = Carried.take_up(state)
        assert carried.at == offset, "a state is named by its offset"
    except _OTHER_CODE as error:
        WARNINGS.warning("%s is of other code: the state is made again (%s)", file, error)
        return None
    return carried


def _advance(carried: Carried, path: str, offset: int) -> None:
    for batch in carried.batches(path, offset):
        carried.engine.feed_all(batch)
