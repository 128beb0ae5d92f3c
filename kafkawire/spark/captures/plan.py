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
from typing import TYPE_CHECKING, NamedTuple

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

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

Batches = Iterator[pa.RecordBatch]

_RANGES = "path STRING, number BIGINT, start BIGINT, stop BIGINT, is_first BOOLEAN"
_SCANS = "path STRING, number BIGINT, stop BIGINT, scan BINARY, leapt BINARY"
_PARTS = "part BINARY, scan BINARY, leapt BINARY"
_TEXT, _LONG, _BINARY = pa.string(), pa.int64(), pa.binary()
_SCANS_ARROW = pa.schema(
    [("path", _TEXT), ("number", _LONG), ("stop", _LONG), ("scan", _BINARY), ("leapt", _BINARY)]
)
_PARTS_ARROW = pa.schema([("part", _BINARY), ("scan", _BINARY), ("leapt", _BINARY)])


def read(spark: SparkSession, *paths: str, **options: str) -> DataFrame:
    """The rows of a table, or of packets. Raises CaptureOptionError, OSError."""
    given = {key.replace("_", ""): value for key, value in options.items()}
    wanted = read_options({**given, "path": ",".join(paths)})
    return rows(spark, parts(spark, wanted), wanted)


def parts(spark: SparkSession, options: CaptureOptions) -> DataFrame:
    """The parts of captures, each with the engine's state: scanned and stitched by tasks."""
    ranges, wholes = ranges_of(options)
    files = len({each.path for each in ranges})
    whole = spark.createDataFrame([(pickle.dumps(each), None, None) for each in wholes], _PARTS)
    count = max(1, len(ranges) + len(wholes))
    if not ranges:
        return whole.repartition(count)
    apart = spark.createDataFrame([tuple(each) for each in ranges], _RANGES)
    scans = apart.repartition(len(ranges)).mapInArrow(_scanning(options), _SCANS)
    together = scans.repartition(files, "path").sortWithinPartitions("path", "number")
    return together.mapInArrow(_stitching(options), _PARTS).union(whole).repartition(count)


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
                row = {
                    "path": each.path,
                    "number": each.number,
                    "stop": each.stop,
                    "scan": pickle.dumps(found, protocol=5),
                    "leapt": None if leapt is None else pickle.dumps(leapt, protocol=5),
                }
                yield pa.RecordBatch.from_pylist([row], _SCANS_ARROW)

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
                yield pa.RecordBatch.from_pylist(
                    [{"part": part, "scan": scan, "leapt": leapt}], _PARTS_ARROW
                )

    return stitched


def _scanned_in(batches: Batches) -> Iterator[_Scanned]:
    for batch in batches:
        paths, _, stops, scans, leapt = batch.columns
        for at in range(batch.num_rows):
            scan = scans[at].as_py()
            found = pickle.loads(scan)
            yield _Scanned(paths[at].as_py(), stops[at].as_py(), found, scan, leapt[at].as_py())


def _decoding(options: CaptureOptions) -> Callable[[Batches], Batches]:
    def decoded(batches: Batches) -> Batches:
        for batch in batches:
            for values in zip(*batch.columns, strict=True):
                part, scan, leapt = (each.as_py() for each in values)
                scanned = None if leapt is None else (pickle.loads(scan), pickle.loads(leapt))
                yield from batches_of(pickle.loads(part), options, scanned)

    return decoded
