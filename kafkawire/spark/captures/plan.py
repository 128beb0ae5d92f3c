"""Captures of any size: scanned by all, stitched by one task for each file, decoded by all.

    read(spark, "day.pcapng", table="requests")

What is shuffled are scans (where each connection simply continues) and the engine's state at each
cut, with the frames that are half there: no payload. The result is a DataFrame like any other, and
lazy. Options are those of the format, in Python's spelling.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator
from itertools import groupby
from typing import TYPE_CHECKING

import pyarrow as pa

from kafkawire.spark.captures.layout import layout_of, map_file
from kafkawire.spark.captures.options import CaptureOptions, read_options
from kafkawire.spark.captures.planning import (
    Part,
    Range,
    batches_of,
    carried_at_first,
    collect_seldom,
    ranges_of,
)
from kafkawire.spark.captures.scanning import Scan, scan
from kafkawire.spark.captures.stitching import stitch

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

Batches = Iterator[pa.RecordBatch]

_RANGES = "path STRING, number BIGINT, start BIGINT, stop BIGINT, is_first BOOLEAN"
_SCANS = "path STRING, number BIGINT, stop BIGINT, scan BINARY"
_PARTS = "part BINARY"


def read(spark: SparkSession, *paths: str, **options: str) -> DataFrame:
    """The rows of a table, or of packets. Raises CaptureOptionError, OSError."""
    given = {key.replace("_", ""): value for key, value in options.items()}
    wanted = read_options({**given, "path": ",".join(paths)})
    return rows(spark, parts(spark, wanted), wanted)


def parts(spark: SparkSession, options: CaptureOptions) -> DataFrame:
    """The parts of captures, each with the engine's state: scanned and stitched by tasks."""
    ranges, wholes = ranges_of(options)
    files = len({each.path for each in ranges})
    whole = spark.createDataFrame([(pickle.dumps(each),) for each in wholes], _PARTS)
    count = max(1, len(ranges) + len(wholes))
    if not ranges:
        return whole.repartition(count)
    apart = spark.createDataFrame([tuple(each) for each in ranges], _RANGES)
    scans = apart.repartition(len(ranges)).mapInArrow(_scanning, _SCANS)
    together = scans.repartition(files, "path").sortWithinPartitions("path", "number")
    return together.mapInArrow(_stitching(options), _PARTS).union(whole).repartition(count)


def rows(spark: SparkSession, found: DataFrame, options: CaptureOptions) -> DataFrame:
    """What is in parts."""
    from kafkawire.spark.captures.source import table_schema

    return found.mapInArrow(_decoding(options), table_schema(options.table))


def _scanning(batches: Batches) -> Batches:
    collect_seldom()
    for batch in batches:
        for row in batch.to_pylist():
            each = Range(**row)
            data = map_file(each.path)
            layout = layout_of(data)
            assert layout is not None, "others are not split"
            found = scan(layout, data, each.start, each.stop, is_known=each.is_first)
            yield pa.RecordBatch.from_pydict(
                {
                    "path": [each.path],
                    "number": [each.number],
                    "stop": [each.stop],
                    "scan": [pickle.dumps(found, protocol=5)],
                }
            )


def _stitching(options: CaptureOptions) -> Callable[[Batches], Batches]:
    def stitched(batches: Batches) -> Batches:
        collect_seldom()
        for path, group in groupby(_scans(batches), key=lambda each: each[0]):
            data = map_file(path)
            layout = layout_of(data)
            assert layout is not None, "others are not split"
            carried = carried_at_first(path, options)
            for cut in stitch(layout, data, carried, (each[1:] for each in group)):
                part = pickle.dumps(Part(path, cut), protocol=5)
                yield pa.RecordBatch.from_pydict({"part": [part]})

    return stitched


def _scans(batches: Batches) -> Iterator[tuple[str, int, Scan]]:
    for batch in batches:
        paths, _, stops, found = batch.columns
        for at in range(batch.num_rows):
            yield paths[at].as_py(), stops[at].as_py(), pickle.loads(found[at].as_py())


def _decoding(options: CaptureOptions) -> Callable[[Batches], Batches]:
    def decoded(batches: Batches) -> Batches:
        for batch in batches:
            for part in batch.column("part"):
                yield from batches_of(pickle.loads(part.as_py()), options)

    return decoded
