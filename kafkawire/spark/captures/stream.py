"""Captures that grow, as a stream: each batch has what whole packets have come to files.

A batch of a file begins with the engine's state where the one before has ended. Whoever decodes a
batch puts that state down in `stateDir`, where all tasks must see it, before it is done; the
offsets in the query's checkpoint say which one is meant. So a restart, and a batch that is done
once more, go on from the same state and give the same rows. A state that is missing is made again
from the nearest one before it, or from the file's beginning: that takes time, and changes no row.

New files in a directory belong to the stream when they are seen. Requests without an answer wait
for it: nothing ends with a file, as it may grow. Packed captures, and what comes behind damage or a
block of pcapng that is no packet, cannot be followed.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple

import pyarrow as pa
from pyspark.sql.datasource import DataSourceStreamReader, InputPartition
from pyspark.sql.streaming.datasource import ReadLimit, SupportsTriggerAvailableNow

from kafkawire.dump.inputs.pcap import PACKET_BYTES_MAX
from kafkawire.spark.captures.carrying import Carried
from kafkawire.spark.captures.layout import (
    BLOCK_BYTES_MAX,
    layout_of,
    map_file,
    records_between,
)
from kafkawire.spark.captures.options import (
    CaptureOptionError,
    CaptureOptions,
    files_of,
    read_options,
)
from kafkawire.spark.captures.planning import (
    OF_THE_CHOSEN,
    PACKETS,
    Part,
    batches_of,
    carried_at_first,
)
from kafkawire.spark.captures.stitching import Cut

STATE_OPTION = "stateDir"
ENDING = ".state"


class CannotFollow(Exception):
    """A capture cannot be followed any more; the text says why."""


class Grown(NamedTuple):
    """What of a file is new."""

    path: str
    start: int
    stop: int


class GrownInput(InputPartition):
    """What one task reads; its value is a Grown."""


def read_stream_options(given: Mapping[str, str]) -> tuple[CaptureOptions, str]:
    """Options, and where states are kept. Raises CaptureOptionError."""
    rest = {key: value for key, value in given.items() if key.lower() != STATE_OPTION.lower()}
    state = next((given[key] for key in given if key not in rest), "")
    if not state:
        raise CaptureOptionError(f"option {STATE_OPTION} is missing: a directory for a stream")
    options = read_options(rest)
    if options.filter and options.table in OF_THE_CHOSEN:
        raise CaptureOptionError(
            f"table {options.table} has rows of the connections that filter chose something of,"
            " which no batch knows of those before it: take filter away, or read no stream"
        )
    return options, state


class CaptureStreamReader(DataSourceStreamReader, SupportsTriggerAvailableNow):
    """Of one streaming query."""

    def __init__(self, options: CaptureOptions, state: str, names: tuple[str, ...]) -> None:
        self._options = options
        self._states = States(state, options)
        self._names = names
        self._sizes: dict[str, int] | None = None
        """Of captures when a run of AvailableNow began."""

    def initialOffset(self) -> dict[str, int]:
        """Nothing has been read."""
        return {}

    def prepareForTriggerAvailableNow(self) -> None:
        """What comes from now on is not of this run. Raises CaptureOptionError, OSError."""
        self._sizes = {path: os.path.getsize(path) for path in files_of(self._options.paths)}

    def latestOffset(self, start: Mapping[str, int], limit: ReadLimit) -> dict[str, int]:
        """Where the last whole packet of each capture ends. Raises CannotFollow, OSError."""
        ends = dict(start)
        for path in self._sizes or files_of(self._options.paths):
            size = self._sizes[path] if self._sizes else None
            end = end_of(path, start.get(path, 0), size)
            if end:
                ends[path] = end
        return ends

    def partitions(self, start: Mapping[str, int], end: Mapping[str, int]) -> list[GrownInput]:
        """A task for each file that has grown."""
        return [
            GrownInput(Grown(path, start.get(path, 0), stop))
            for path, stop in end.items()
            if stop > start.get(path, 0)
        ]

    def read(self, partition: InputPartition) -> Iterator[pa.RecordBatch]:
        """What is new, in Arrow batches. Raises OSError."""
        if partition.value is None:
            return
        for batch in self._states.rows(partition.value):
            yield batch.select(self._names)

    def commit(self, end: Mapping[str, int]) -> None:
        """What came before is not read again."""
        self._states.forget(end)


def end_of(path: str, known: int, size: int | None = None) -> int:
    """Where the last whole packet ends, of the first `size` bytes; 0 if there is none yet.

    Raises CannotFollow, OSError.
    """
    data = map_file(path)
    if len(data) < known:
        raise CannotFollow(f"{path} has become shorter: {len(data)} bytes, {known} were read")
    layout = layout_of(data)
    if layout is None:
        return 0
    stop = len(data) if size is None else size
    records = records_between(layout, data, max(known, layout.first), stop)
    most = BLOCK_BYTES_MAX if layout.is_pcapng else PACKET_BYTES_MAX + layout.header_bytes
    if not records.is_whole and len(data) - records.end > most:
        raise CannotFollow(f"{path} has no packet at byte {records.end}, and much behind it")
    # The last one may have been half there.
    return int(records.at[-1]) if len(records.at) and records.end > stop else records.end


class States:
    """The engine's states in a directory, by file and offset."""

    def __init__(self, directory: str, options: CaptureOptions) -> None:
        self._directory = directory.removeprefix("file://")
        self._options = options

    def rows(self, grown: Grown) -> Iterator[pa.RecordBatch]:
        """The rows of what is new; then its end's state is there. Raises OSError."""
        if self._options.table == PACKETS:
            yield from batches_of(
                Part(grown.path, Cut(grown.start, grown.stop, None)), self._options
            )
            return
        carried = self._at(grown.path, grown.start)
        cut = Cut(carried.at, grown.stop, carried.put_down())
        yield from batches_of(Part(grown.path, cut), self._options)
        self._advance(carried, grown.path, grown.stop)
        self._keep(grown.path, carried)

    def forget(self, ends: Mapping[str, int]) -> None:
        """States before these are not needed any more."""
        for path, end in ends.items():
            for offset in self._offsets(path):
                if offset < end and end in self._offsets(path):
                    self._file(path, offset).unlink(missing_ok=True)

    def _at(self, path: str, offset: int) -> Carried:
        """The state at an offset, from the nearest one that is kept."""
        before = [each for each in self._offsets(path) if each <= offset]
        if before:
            carried = Carried.take_up(self._file(path, max(before)).read_bytes())
        else:
            carried = carried_at_first(path, self._options)
        if carried.at < offset:
            self._advance(carried, path, offset)
        return carried

    def _advance(self, carried: Carried, path: str, offset: int) -> None:
        for batch in carried.batches(path, offset):
            carried.engine.feed_all(batch)

    def _keep(self, path: str, carried: Carried) -> None:
        """Put a state down, all of it or nothing."""
        file = self._file(path, carried.at)
        file.parent.mkdir(parents=True, exist_ok=True)
        # Unlike that of any other attempt, on whatever host.
        unfinished = file.with_suffix(f".{os.urandom(6).hex()}.tmp")
        unfinished.write_bytes(carried.put_down())
        unfinished.replace(file)

    def _offsets(self, path: str) -> list[int]:
        folder = self._file(path, 0).parent
        names = os.listdir(folder) if folder.is_dir() else []
        return [int(each.removesuffix(ENDING)) for each in names if each.endswith(ENDING)]

    def _file(self, path: str, offset: int) -> Path:
        name = blake2b(path.encode(), digest_size=8).hexdigest()
        return Path(self._directory, f"{Path(path).name}-{name}", f"{offset}{ENDING}")
