"""From the bytes of a Fetch answer or a segment to Arrow record batches.

    frames       heads of batches, checksums, what is left out    (a step of Python per batch)
    inflating    their records in one piece of memory
    lanes, hop   where each record begins
    fields       the numbers in it, and where keys, values and headers lie
    gathering    these brought together
    assembling   the row

Batches are taken together in runs, so that numpy has many records in each of its steps.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import pyarrow as pa

from kafkawire.protocol.buffers import Buffer
from kafkawire.records.aborted import AbortedSince
from kafkawire.records.errors import InvalidRecords, RecordsError
from kafkawire.spark.columns.errors import located
from kafkawire.spark.columns.frames import Asked, Frame, all_frames, last_offset, wanted_frames
from kafkawire.spark.columns.heads import rows_of_heads, suffice
from kafkawire.spark.columns.inflating import RECORD_BYTES_MIN, Section, sections
from kafkawire.spark.columns.lanes import record_starts
from kafkawire.spark.columns.pieces import ROWS_MAX, Pieces
from kafkawire.spark.columns.plainly import Row, batch_of, rows_of
from kafkawire.spark.columns.varints import Integers
from kafkawire.spark.columns.wanted import Wanted

RUN_BYTES = 16 << 20
"""Batches are taken together up to here. A position in a run fits 31 bits, as Arrow wants it."""

RUN_BATCHES = 8 << 10
"""So many at most: what lives as long as a run of more is a burden to Python's collector."""


def decode(
    data: Buffer,
    asked: Asked,
    wanted: Wanted,
    *,
    check_crcs: bool = True,
    aborted: Iterable[AbortedSince] = (),
) -> Iterator[pa.RecordBatch]:
    """The rows that are asked for, in record batches of about 4 MiB.

    `data` has whole batches or messages of any magic; one that is cut at its end is left out, and
    so are control batches and those of `aborted` transactions: a reader of uncommitted records
    gives none. The batches are of `schema(wanted)` and are copies: `data` may go.

    Raises RecordsError, which is a ProtocolError, with offset and position in its text. What is
    not wanted is not looked at, but checksums are, unless `check_crcs` is false.
    """
    frames = wanted_frames(data, asked, check_crcs=check_crcs, aborted=aborted)
    for run in _runs(frames):
        if run[0].header is None:
            yield from _messages(data, run, asked, wanted)
        elif suffice(run, wanted):
            yield from rows_of_heads(data, run, asked, wanted)
        else:
            yield from _records(data, run, asked, wanted)


def next_offset(data: Buffer) -> int | None:
    """The offset behind the last whole batch of `data`, whatever it holds; None without one.

    Raises CorruptRecord where something else than batches stands.
    """
    last = None
    for frame in all_frames(data):
        last = frame
    return None if last is None else last_offset(data, last) + 1


def _runs(frames: Iterator[Frame]) -> Iterator[list[Frame]]:
    """Batches together and messages together, up to RUN_BYTES from the first to the last."""
    run: list[Frame] = []
    for frame in frames:
        is_other = run and (run[-1].header is None) != (frame.header is None)
        is_full = run and frame[0] + frame[1] - run[0][0] > RUN_BYTES
        if is_other or is_full or len(run) == RUN_BATCHES:
            yield run
            run = []
        run.append(frame)
    if run:
        yield run


def _messages(
    data: Buffer, frames: Sequence[Frame], asked: Asked, wanted: Wanted
) -> Iterator[pa.RecordBatch]:
    rows: list[Row] = []
    for frame in frames:
        try:
            rows += rows_of(data, frame)
        except RecordsError as error:
            _raise_located(error, data, frame, asked)
        if len(rows) >= ROWS_MAX:
            yield from filter(None, [batch_of(rows, asked, wanted)])
            rows = []
    yield from filter(None, [batch_of(rows, asked, wanted)])


def _records(
    data: Buffer, frames: Sequence[Frame], asked: Asked, wanted: Wanted
) -> Iterator[pa.RecordBatch]:
    try:
        for section in sections(data, frames):
            yield from Pieces(data, section, _starts(section), asked, wanted)
    except RecordsError as error:
        for frame in frames:
            _try(data, frame, asked)
        _raise_located(error, data, frames[0], asked)


def _starts(section: Section) -> Integers:
    """Where records begin. Nothing is allocated for a count that the bytes cannot hold."""
    counts = section.fields.records_count
    sizes = section.ends - section.begins
    if (counts < 0).any() or (counts * RECORD_BYTES_MIN > sizes).any():
        raise InvalidRecords("a batch has not the records that it declares")
    return record_starts(section.data, section.begins, section.ends, counts)


def _try(data: Buffer, frame: Frame, asked: Asked) -> None:
    """Raise what is wrong with this batch, and where it is, if something is."""
    try:
        batch_of(list(rows_of(data, frame)), asked, Wanted(headers=True))
    except RecordsError as error:
        _raise_located(error, data, frame, asked)


def _raise_located(error: RecordsError, data: Buffer, frame: Frame, asked: Asked) -> None:
    offset = last_offset(data, frame) if frame.header is None else frame.header.base_offset
    located(
        error,
        topic=asked.topic,
        partition=asked.partition,
        offset=offset,
        position=frame.position,
    )
