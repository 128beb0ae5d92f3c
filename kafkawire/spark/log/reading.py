"""What a task does: some megabytes of a segment at a time become columns.

Chunks are read into the same memory again and again, since columns are copies. A chunk ends with
the last batch that is whole in it, and the next one begins there.

Between planning and reading a broker may have renamed, compacted or removed the segment. Renamed
it is found by its new name, for as long as it is there. What compaction has put in its place is
shorter, or begins with another batch than planned: an error, as if it were gone, for the query has
to be planned anew.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import BinaryIO, NamedTuple

import pyarrow as pa

from kafkawire.log.formats.names import DELETED
from kafkawire.records.batch import FRAME_BYTES_MIN, LOG_OVERHEAD
from kafkawire.records.errors import CorruptRecord, RecordsError
from kafkawire.spark.columns import Asked, Wanted, decode
from kafkawire.spark.columns.frames import Frame, all_frames, last_offset
from kafkawire.spark.log.finding import NO_END, WARNINGS
from kafkawire.spark.log.planning import Split

CHUNK_BYTES = 8 << 20


class SegmentChanged(Exception):
    """The segment is not what it was when the query was planned."""


class Reading(NamedTuple):
    """How splits are read."""

    wanted: Wanted
    checks_crcs: bool = True
    is_committed: bool = False
    chunk_bytes: int = CHUNK_BYTES


class _Chunk(NamedTuple):
    """Whole batches, from offset `first` to `last`, which lie at `position`."""

    data: memoryview
    position: int
    first: int
    last: int


def read_split(split: Split, how: Reading) -> Iterator[pa.RecordBatch]:
    """The rows of a split. Raises RecordsError, SegmentChanged and OSError."""
    with _opened(split) as file:
        for chunk in _chunks(file, split, how.chunk_bytes):
            aborted = [
                each
                for each in split.aborted
                if each.last_offset >= chunk.first and each.first_offset <= chunk.last
            ]
            try:
                yield from decode(
                    chunk.data,
                    Asked(split.topic, split.partition, split.start, split.stop),
                    how.wanted,
                    check_crcs=how.checks_crcs,
                    aborted=aborted if how.is_committed else (),
                )
            except RecordsError as error:
                place = f"{split.path}, counted from byte {chunk.position}"
                raise type(error)(f"{place}: {error}") from error


def _opened(split: Split) -> BinaryIO:
    is_there = False
    for path in (split.path, split.path + DELETED):
        try:
            file = open(path, "rb", buffering=0)  # noqa: SIM115 - closed by who asked for it
        except FileNotFoundError:
            continue
        if os.fstat(file.fileno()).st_size >= split.segment_bytes:
            return file
        file.close()
        is_there = True
    if is_there:
        raise _changed(split)
    raise SegmentChanged(f"{split.path} is gone: retention or compaction has removed it")


def _chunks(file: BinaryIO, split: Split, chunk_bytes: int) -> Iterator[_Chunk]:
    memory = bytearray(min(chunk_bytes, split.end - split.begin))
    position = split.begin
    while position < split.end:
        data = _read(file, memory, position, split.end)
        chunk, problem = _whole(data, position)
        if chunk is not None:
            _check_begin(chunk, split)
            yield chunk
            position += len(chunk.data)
            if chunk.last >= split.stop - 1:
                return
        if problem is not None:
            rest = data if chunk is None else data[len(chunk.data) :]
            _judge(problem, rest, split, position)
            return
        if chunk is None:
            needed = _declared(data)
            if needed <= len(memory) or needed > split.end - position:
                _judge(CorruptRecord("a batch ends behind the file"), None, split, position)
                return
            memory = bytearray(needed)


def _check_begin(chunk: _Chunk, split: Split) -> None:
    if chunk.position == split.begin and chunk.first != split.first_offset:
        raise _changed(split)


def _changed(split: Split) -> SegmentChanged:
    """Of a split that does not begin as planned."""
    return SegmentChanged(f"{split.path} has changed: compaction has replaced it")


def _read(file: BinaryIO, memory: bytearray, position: int, end: int) -> memoryview:
    """The bytes from `position` on, as many as there are and fit."""
    file.seek(position)
    view = memoryview(memory)[: min(len(memory), end - position)]
    found = 0
    while found < len(view):
        count = file.readinto(view[found:])  # type: ignore[attr-defined]
        if not count:
            break
        found += count
    return view[:found]


def _whole(data: memoryview, position: int) -> tuple[_Chunk | None, CorruptRecord | None]:
    """The whole batches at the beginning of `data`, and what is wrong behind them."""
    first = last = None
    problem = None
    try:
        for frame in all_frames(data):
            first, last = first or frame, frame
    except CorruptRecord as error:
        problem = error
    if first is None or last is None:
        return None, problem
    whole = data[: last.position + last.size]
    return _Chunk(whole, position, _first_offset(data, first), last_offset(data, last)), problem


def _first_offset(data: memoryview, frame: Frame) -> int:
    return last_offset(data, frame) if frame.header is None else frame.header.base_offset


def _declared(data: memoryview) -> int:
    """The size of the entry at the beginning; more than there is where it does not say."""
    if len(data) < FRAME_BYTES_MIN:
        return FRAME_BYTES_MIN
    return LOG_OVERHEAD + int.from_bytes(data[8:LOG_OVERHEAD], "big", signed=True)


def _judge(problem: CorruptRecord, rest: memoryview | None, split: Split, position: int) -> None:
    """What is no batch ends a log that is being written, and is an error anywhere else.

    A broker that starts again cuts there. Zeros are the room that it makes in advance.
    """
    if split.is_tail and (rest is None or not any(rest)):
        return
    if position == split.begin > 0:
        raise _changed(split)
    if split.is_tail and split.stop == NO_END:
        WARNINGS.warning("%s: at byte %d the log ends: %s", split.path, position, problem)
        return
    raise CorruptRecord(f"{split.path}, byte {position}: {problem}")
