"""Captures of any size: scanned by all, stitched by one task for each file, decoded by all.

    read(spark, "day.pcapng", table="requests")

What is shuffled are scans (where each connection simply continues) and the engine's state at each
cut, with the frames that are half there: no payload. Of the table of frames next to all has been
seen by then, so it goes with them, and nothing is read twice. The result is a DataFrame like any
other, and lazy. Options are those of the format, in Python's spelling.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator
from itertools import groupby, tee
from typing import TYPE_CHECKING, Any, NamedTuple

import pyarrow as pa

from kafkawire.spark.captures.layout import layout_of, map_file
from kafkawire.spark.captures.leapt import Leapt
from kafkawire.spark.captures.options import CaptureOptions, read_options
from kafkawire.spark.captures.planning import (
    Part,
    Range,
    batches_of,
    carried_at_first,
    collect_seldom,
    may_have_rows,
    ranges_of,
    tells_of_frames,
)
from kafkawire.spark.captures.scanning import Scan, scan
from kafkawire.spark.captures.stitching import Cut, stitch
from kafkawire.spark.tables.column import Column, Table

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

Batches = Iterator[pa.RecordBatch]

_PATH = Column("path", "string", "Path of the capture.")
_NUMBER = Column("number", "long", "Number of the split in its file, from 0.")
_STOP = Column("stop", "long", "Where the split ends in the file.", "bytes")
_SCAN = Column("scan", "binary", "A pickled Scan.")
_LEAPT = Column("leapt", "binary", "The pickled frames of leaps; null without any.")
_RANGES = Table(
    "ranges",
    "A split that a task scans: the fields of `Range`.",
    (
        _PATH,
        _NUMBER,
        Column("start", "long", "Where the split begins in the file.", "bytes"),
        _STOP,
        Column("is_first", "boolean", "True if the file begins with the split."),
    ),
    is_by_api=False,
)
_SCANS = Table(
    "scans", "A split, scanned.", (_PATH, _NUMBER, _STOP, _SCAN, _LEAPT), is_by_api=False
)
_PARTS = Table(
    "parts",
    "A part that a task decodes, with its scan if that has all frames of the part.",
    (Column("part", "binary", "A pickled Part."), _SCAN, _LEAPT),
    is_by_api=False,
)


def read(spark: SparkSession, *paths: str, **options: str) -> DataFrame:
    """The rows of a table, or of packets. Raises CaptureOptionError, OSError."""
    given = {key.replace("_", ""): value for key, value in options.items()}
    wanted = read_options({**given, "path": ",".join(paths)})
    return rows(spark, parts(spark, wanted), wanted)


def parts(spark: SparkSession, options: CaptureOptions) -> DataFrame:
    """The parts of captures, each with the engine's state: scanned and stitched by tasks."""
    ranges, wholes = ranges_of(options)
    files = len({each.path for each in ranges})
    pickled = [_PARTS.row(part=pickle.dumps(each), scan=None, leapt=None) for each in wholes]
    whole = spark.createDataFrame(pickled, _PARTS.ddl)
    count = max(1, len(ranges) + len(wholes))
    if not ranges:
        return whole.repartition(count)
    named = [_RANGES.row(**each._asdict()) for each in ranges]
    apart = spark.createDataFrame(named, _RANGES.ddl)
    scans = apart.repartition(len(ranges)).mapInArrow(_scanning(options), _SCANS.ddl)
    together = scans.repartition(files, "path").sortWithinPartitions("path", "number")
    return together.mapInArrow(_stitching(options), _PARTS.ddl).union(whole).repartition(count)


def rows(spark: SparkSession, found: DataFrame, options: CaptureOptions) -> DataFrame:
    """What is in parts."""
    from kafkawire.spark.captures.source import table_schema

    return found.mapInArrow(_decoding(options), table_schema(options.table))


def _scanning(options: CaptureOptions) -> Callable[[Batches], Batches]:
    has_leapt = tells_of_frames(options)

    def scanned(batches: Batches) -> Batches:
        collect_seldom()
        for batch in batches:
            for row in batch.to_pylist():
                each = Range(**row)
                data = map_file(each.path)
                layout = layout_of(data)
                assert layout is not None, "others are not split"
                leapt: list[Leapt] | None = [] if has_leapt else None
                found = scan(
                    layout, data, each.start, each.stop, is_known=each.is_first, leapt=leapt
                )
                scanned_row = _SCANS.row(
                    path=each.path,
                    number=each.number,
                    stop=each.stop,
                    scan=pickle.dumps(found, protocol=5),
                    leapt=None if leapt is None else pickle.dumps(leapt, protocol=5),
                )
                yield _SCANS.batch([scanned_row])

    return scanned


class _Scanned(NamedTuple):
    """A row of scans."""

    path: str
    stop: int
    found: Scan
    scan: bytes
    leapt: bytes | None

    def tells_of(self, cut: Cut) -> bool:
        """Whether the leaps are those of a part: what began elsewhere has been scanned again."""
        return self.leapt is not None and self.found.is_whole and self.found.first == cut.start


def _stitching(options: CaptureOptions) -> Callable[[Batches], Batches]:
    def stitched(batches: Batches) -> Batches:
        collect_seldom()
        for path, group in groupby(_scanned_in(batches), key=lambda each: each.path):
            data = map_file(path)
            layout = layout_of(data)
            assert layout is not None, "others are not split"
            carried = carried_at_first(path, options)
            rows, again = tee(group)
            cuts = stitch(layout, data, carried, ((each.stop, each.found) for each in again))
            # There is a cut for each scan, so no more than one row is held.
            for row, cut in zip(rows, cuts, strict=False):
                if not may_have_rows(cut, options):
                    continue
                part = pickle.dumps(Part(path, cut), protocol=5)
                scan, leapt = (row.scan, row.leapt) if row.tells_of(cut) else (None, None)
                yield _PARTS.batch([_PARTS.row(part=part, scan=scan, leapt=leapt)])

    return stitched


def _scanned_in(batches: Batches) -> Iterator[_Scanned]:
    for batch in batches:
        for row in _one_by_one(batch):
            found = pickle.loads(row["scan"])
            yield _Scanned(row["path"], row["stop"], found, row["scan"], row["leapt"])


def _one_by_one(batch: pa.RecordBatch) -> Iterator[dict[str, Any]]:
    """Return the rows by column name; a scan is large, so one row at a time is copied."""
    for at in range(batch.num_rows):
        (row,) = batch.slice(at, 1).to_pylist()
        yield row


def _decoding(options: CaptureOptions) -> Callable[[Batches], Batches]:
    def decoded(batches: Batches) -> Batches:
        for batch in batches:
            for row in _one_by_one(batch):
                scanned = None
                if row["leapt"] is not None:
                    scanned = pickle.loads(row["scan"]), pickle.loads(row["leapt"])
                yield from batches_of(pickle.loads(row["part"]), options, scanned)

    return decoded
