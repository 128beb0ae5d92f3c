"""Captures that grow, as a stream: each batch has what whole packets have come to files.

A batch of a file begins with the engine's state where the one before has ended. Whoever decodes a
batch puts that state down in `stateDir`, where all tasks must see it, before it is done; the
offsets in the query's checkpoint say which one is meant. So a restart, and a batch that is done
once more, go on from the same state and give the same rows. A state that is missing is made again
(`states`): that takes time, and changes no row. What is new of a large file comes as several
batches of `batchBytes`, each of which is one task.

New files in a directory belong to the stream when they are seen. Requests without an answer wait
for it: nothing ends with a file, as it may grow. Packed captures, what is no capture, and what
comes behind damage or a block of pcapng that is no packet, cannot be followed; nor can a file that
takes another's place under its name. The query fails then, and says which file it is (`growing`).
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping

import pyarrow as pa
from pyspark.sql.datasource import DataSourceStreamReader, InputPartition
from pyspark.sql.streaming.datasource import ReadLimit, ReadMaxBytes, SupportsTriggerAvailableNow

from kafkawire.spark.captures.growing import Offsets, reach_of, reached_in
from kafkawire.spark.captures.options import (
    CaptureOptionError,
    CaptureOptions,
    files_of,
    read_options,
)
from kafkawire.spark.captures.planning import OF_THE_CHOSEN
from kafkawire.spark.captures.states import Grown, States

STATE_OPTION = "stateDir"


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

    def initialOffset(self) -> Offsets:
        """Nothing has been read."""
        return {}

    def getDefaultReadLimit(self) -> ReadLimit:
        """How many bytes a batch may have, of each file."""
        return ReadMaxBytes(self._options.batch_bytes)

    def prepareForTriggerAvailableNow(self) -> None:
        """What comes from now on is not of this run. Raises CaptureOptionError, OSError."""
        self._sizes = {path: os.path.getsize(path) for path in files_of(self._options.paths)}

    def latestOffset(self, start: Offsets, limit: ReadLimit) -> Offsets:
        """How far each capture is read next. Raises CannotFollow, CaptureOptionError, OSError."""
        ends = dict(start)
        bytes_max = limit.max_bytes if isinstance(limit, ReadMaxBytes) else None
        sizes = self._sizes
        for path in files_of(self._options.paths) if sizes is None else sizes:
            size = None if sizes is None else sizes[path]
            reached = reach_of(path, reached_in(start, path), size=size, bytes_max=bytes_max)
            if reached.end:
                ends[path] = list(reached)
        return ends

    def partitions(self, start: Offsets, end: Offsets) -> list[GrownInput]:
        """A task for each file that has grown."""
        return [
            GrownInput(Grown(path, reached_in(start, path).end, stop, mark))
            for path, (stop, mark) in end.items()
            if stop > reached_in(start, path).end
        ]

    def read(self, partition: InputPartition) -> Iterator[pa.RecordBatch]:
        """What is new, in Arrow batches. Raises CannotFollow, OSError."""
        if partition.value is None:
            return
        for batch in self._states.rows(partition.value):
            yield batch.select(self._names)

    def commit(self, end: Offsets) -> None:
        """What came before is not read again."""
        self._states.forget(end)
