"""From captures to tables and the page.

    page = make(spark, ["day-1.pcapng", "day-2/"], "report")        # report/index.html

Captures are decoded once, each part by a task that writes the rows of all tables itself: no payload
and no row of theirs passes the JVM. What tasks tell is which files they wrote; files of attempts
that failed are not among them, and are deleted. Digests are read by Spark for the second stage.
"""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable, Iterator, Sequence
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.parquet as pq

from kafkawire.spark.report.facts import Progress, ask, silent
from kafkawire.spark.report.inputs import captures_in, tables_in
from kafkawire.spark.report.page import page
from kafkawire.spark.tables.catalogue import BY_NAME, DEFAULT, OF_STEPS
from kafkawire.spark.tables.column import Column, Table
from kafkawire.spark.tables.places import Place, input_id
from kafkawire.spark.tables.sink import TableSink
from kafkawire.spark.tables.stages import stage, steps
from kafkawire.spark.tables.writing import PartWriter, Written, manifest, put_names

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

PAGE = "index.html"
TABLES = "tables"
DIGESTS = "digests"
_STEPS = tuple(table.name for table in OF_STEPS)
DECODED = (*(name for name in DEFAULT if name not in _STEPS), DIGESTS)
"""What an exchange alone tells, and what the second stage reads."""
_WRITTEN = Table(
    "written",
    "A file that a task has staged: the fields of `Written`.",
    (
        Column("path", "string", "Path of the file."),
        Column("table", "string", "Name of the table."),
        Column("rows", "long", "Number of rows."),
        Column("topics", "strings", "Names of topics in it, and ids as text."),
    ),
    is_by_api=False,
)
Batches = Iterator[pa.RecordBatch]


def make(spark: SparkSession, inputs: Sequence[str], out: str, progress: Progress = silent) -> str:
    """Make the page, and the tables behind it, in a directory; where the page is.

    Inputs are captures, directories of them and patterns, or one place with tables. The page is of
    all that is in the directory, of earlier inputs too. Raises OSError, CaptureOptionError,
    NotACapture, and what Spark raises.
    """
    place = tables_in(inputs)
    if place is None:
        place = make_tables(spark, inputs, f"{out.rstrip('/')}/{TABLES}", progress)
    facts = ask(spark, place, progress)
    progress("drawing the page")
    text = page(facts, [PurePosixPath(each).name for each in place.sources()])
    where = Place(out)
    where.files.create_dir(where.root)
    with where.files.open_output_stream(f"{where.root}/{PAGE}") as file:
        file.write(text.encode())
    return f"{where.uri}/{PAGE}"


def make_tables(
    spark: SparkSession, inputs: Sequence[str], out: str, progress: Progress = silent
) -> Place:
    """Make the tables of captures, each in the place of what it had there; where they are."""
    files, place = captures_in(inputs), Place(out)
    run = run_of(files)
    place.clear(run)
    progress(f"decoding {len(files)} captures" if len(files) > 1 else f"decoding {files[0]}")
    try:
        found = _staged(spark, files, (place, run), progress)
    except BaseException:
        # Nothing has been taken away yet, so there is nothing to be mended.
        place.clear(run)
        raise
    progress("putting tables in their place")
    publish(place, run, files, found)
    place.clear(run)
    return place


def run_of(files: Sequence[str]) -> str:
    """The run that makes tables of these captures."""
    return input_id(" ".join(files))


def publish(place: Place, run: str, files: Sequence[str], found: Sequence[Written]) -> None:
    """Put what a run has staged of captures in the place of what they had."""
    for each in files:
        own = [one for one in found if f"/input={input_id(each)}/" in one.path]
        kept = [one for one in own if one.table != DIGESTS]
        place.publish(run, input_id(each), DEFAULT, {"path": each, **manifest(kept)})


def _staged(
    spark: SparkSession, files: Sequence[str], where: tuple[Place, str], progress: Progress
) -> list[Written]:
    """Have all tables written where a run has them first; what tasks wrote of them."""
    place, run = where
    found = _decode(spark, files, place, run)
    names = _names(place, found)
    progress("naming topics")
    _put_names(spark, place, found, names)
    progress("following sessions and groups")
    count = sum(each.rows for each in found if each.table == DIGESTS)
    if count:
        rows = spark.read.schema(f"{BY_NAME[DIGESTS].ddl}, input STRING").option(
            "basePath", _path(place, run, DIGESTS)
        )
        told = rows.parquet(_path(place, run, DIGESTS))
        with steps(told, names, count) as frames:
            for table, frame in frames.items():
                stage(frame, place, run, table)
    return found


def _path(place: Place, run: str, table: str) -> str:
    return place.for_spark(place.staging(run, table))


def _decode(spark: SparkSession, files: Sequence[str], place: Place, run: str) -> list[Written]:
    """Have tasks decode parts; what they wrote, and nothing else, is staged."""
    from kafkawire.spark.captures.options import read_options
    from kafkawire.spark.captures.plan import parts

    options = read_options({"path": files[0], "table": DIGESTS})._replace(paths=tuple(files))
    told = parts(spark, options).mapInArrow(_decoding(place.uri, run), _WRITTEN.ddl)
    found = [_written(row) for row in told.collect()]
    known = {each.path for each in found}
    for table in DECODED:
        for file in place.files_of(place.staging(run, table)):
            if file.path not in known:
                place.files.delete_file(file.path)
    return found


def _written(row: Any) -> Written:
    return Written(row["path"], row["table"], row["rows"], tuple(row["topics"]))


def _decoding(uri: str, run: str) -> Callable[[Batches], Batches]:
    def decoded(batches: Batches) -> Batches:
        for batch in batches:
            for part in batch.column("part"):
                yield _told(_decode_part(pickle.loads(part.as_py()), Place(uri), run))

    return decoded


def _decode_part(part: object, place: Place, run: str) -> list[Written]:
    from kafkawire.spark.captures.decoding import decode
    from kafkawire.spark.captures.planning import Part

    assert isinstance(part, Part)
    # Unlike that of any other attempt at the same part.
    name = f"{part.cut.start}-{os.urandom(6).hex()}"
    writer = PartWriter(place, run, input_id(part.path), name)
    sink = TableSink(writer.write, DECODED)
    for _ in decode(part.path, part.cut, [sink]):
        pass
    return writer.finish()


def _told(found: list[Written]) -> pa.RecordBatch:
    return _WRITTEN.batch([_WRITTEN.row(**each._asdict()) for each in found])


def _read(place: Place, path: str) -> pa.Table:
    columns = ["topic_id", "topic"]
    return pq.read_table(path, columns=columns, filesystem=place.files, partitioning=None)


def _names(place: Place, found: Sequence[Written]) -> dict[str, str]:
    """Names of topic ids, as text, from the table that has them."""
    names: dict[str, str] = {}
    for each in found:
        if each.table == "topics":
            rows = _read(place, each.path)
            ids, topics = rows["topic_id"].to_pylist(), rows["topic"].to_pylist()
            names.update(zip(ids, topics, strict=True))
    return names


def _put_names(
    spark: SparkSession, place: Place, found: Sequence[Written], names: dict[str, str]
) -> None:
    """Have tasks put names into the files that need some."""
    needed = [each for each in found if not set(each.topics).isdisjoint(names)]
    if not needed:
        return
    uri = place.uri

    def name(batches: Batches) -> Batches:
        for batch in batches:
            for row in batch.to_pylist():
                put_names(Place(uri), [_written(row)], names)
            yield pa.RecordBatch.from_pydict({"files": [batch.num_rows]})

    told = [_WRITTEN.row(**each._asdict()) for each in needed]
    rows = spark.createDataFrame(told, _WRITTEN.ddl)
    rows.repartition(len(needed)).mapInArrow(name, "files BIGINT").collect()
