"""The tables in Spark: from rows and digests of splits to all tables, on disk.

    rows = {"requests": requests, ..., "topics": topics}     # DataFrames of splits
    with steps(digests, names) as more:
        write({**rows, **more}, Place(OUT), id_, names)

Digests go to the second stage three times, each time with what concerns the same broker, group or
host in one part, sorted by time; a part is gone through row by row, so it may be as large as it is.
What tells which brokers are one cluster (the first Metadata of each client and broker) goes to all
parts of groups. Each time gives rows of several tables; Spark keeps them as they come, in batches
that say which table they are of, until all tables are written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import reduce
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

import pyarrow as pa

from kafkawire.dump.detectors.catalogue import DETECTORS, make_detectors
from kafkawire.dump.detectors.detector import OF_BROKER, OF_GROUP, OF_HOST
from kafkawire.protocol.api_keys import ApiKey
from kafkawire.spark.tables.catalogue import BY_NAME, OF_STEPS
from kafkawire.spark.tables.column import Column, Row, Table
from kafkawire.spark.tables.digests import Digest
from kafkawire.spark.tables.naming import TOPIC_COLUMNS, by_bytes, named
from kafkawire.spark.tables.places import Place
from kafkawire.spark.tables.steps import Replay

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession
    from pyspark.sql.types import StructType

FINDINGS = "findings"
ROWS_A_PART = 100_000
"""Digests that a task goes through; it takes some seconds."""
_DATE = "date_from_unix_date(CAST(floor(unix_micros(time) / 86400000000) AS INT))"
"""UTC's, whatever the session's time zone is."""
_BATCHES = Table(
    "batches",
    "Rows of the second stage, several in one row, so that one pass gives rows of several tables.",
    (
        Column("table", "string", "Name of the table."),
        Column("rows", "binary", "A stream of Arrow with a batch of rows of that table."),
    ),
    is_by_api=False,
)
ROWS_MAX = 10_000
"""Rows of a batch that comes out of the second stage."""
CLUSTERS = (ApiKey.METADATA.value, ApiKey.DESCRIBE_CLUSTER.value)


class Pass(NamedTuple):
    """One way through the digests: what must be together, and what is asked of it."""

    key: str
    table: str
    detectors: tuple[str, ...]


ELSEWHERE = tuple(kind.NAME for kind in DETECTORS if kind.READS_RECORDS)
"""Digests have no records for these detectors; `report` reads `partitions` instead."""


def _in_scope(scope: str) -> tuple[str, ...]:
    return tuple(kind.NAME for kind in DETECTORS if scope == kind.SCOPE and not kind.READS_RECORDS)


PASSES = (
    Pass("server", "fetch_sessions", _in_scope(OF_BROKER)),
    Pass("group", "groups", _in_scope(OF_GROUP)),
    Pass("client_host", "", _in_scope(OF_HOST)),
)


@contextmanager
def steps(
    digests: DataFrame, names: Mapping[str, str], rows: int | None = None
) -> Iterator[dict[str, DataFrame]]:
    """Fetch sessions, groups and findings of digests; `names` are of topic ids, as text.

    Digests have a column `input` more, which tells what belongs together, and so have the tables:
    what an input says does not depend on others. They can be read until the block is left. How many
    `rows` there are says into how many parts they go; Spark would make 200 of any kept number.
    """
    most = int(digests.sparkSession.conf.get("spark.sql.shuffle.partitions") or 200)
    parts = most if rows is None else min(most, rows // ROWS_A_PART + 1)
    passes = [_pass(digests, each, names, parts) for each in PASSES]
    told = reduce(lambda one, other: one.unionByName(other), passes).persist()
    try:
        found = {table.name: _rows_of(told, table.name) for table in OF_STEPS}
        # One habit of a group shows at each of its members' hosts, one of a client at each broker.
        findings = found["findings"].dropDuplicates(["input", "detector", "text"])
        yield {**found, "findings": findings}
    finally:
        told.unpersist()


def _pass(digests: DataFrame, one: Pass, names: Mapping[str, str], parts: int) -> DataFrame:
    """Batches of the pass's own table, and of findings."""
    together = _with_clusters(digests, one, parts) if one.key == "group" else digests
    parted = together.repartition(parts, "input", one.key if one.key != "group" else "bucket")
    ordered = parted.sortWithinPartitions("input", "order_ns", "connection", "request_offset")
    rows = ordered.select(*BY_NAME["digests"].names, "input")
    return rows.mapInArrow(_replaying(one, by_bytes(names)), _BATCHES.ddl)


def _rows_of(told: DataFrame, table: str) -> DataFrame:
    batches = told.where(told["table"] == table).select("rows")
    return batches.mapInArrow(_unpacked, _with_input(table))


def _with_input(table: str) -> StructType:
    from pyspark.sql.types import StringType, StructField, StructType

    return StructType([*BY_NAME[table].spark.fields, StructField("input", StringType())])


def _others(names: Iterable[str]) -> Iterator[str]:
    wanted = frozenset(names)
    return (kind.NAME for kind in DETECTORS if kind.NAME not in wanted)


def _with_clusters(digests: DataFrame, one: Pass, buckets: int) -> DataFrame:
    """What concerns groups by buckets of these, and what tells of clusters in each bucket."""
    from pyspark.sql import Window
    from pyspark.sql import functions as F

    telling = digests.where(F.col("api_key").isin(*CLUSTERS))
    asked_by = Window.partitionBy("input", "server", "client_host", "request_client_id")
    turn = F.row_number().over(asked_by.orderBy("order_ns", "connection", "request_offset"))
    answered = telling.where(F.col("response_api_key").isNotNull())
    first = answered.withColumn("turn", turn).where("turn = 1").drop("turn")
    numbers = F.explode(F.array(*[F.lit(each) for each in range(buckets)]))
    spread = first.withColumn("bucket", numbers)
    of_groups = digests.where(F.col(one.key).isNotNull() & ~F.col("api_key").isin(*CLUSTERS))
    bucket = F.pmod(F.hash(one.key), F.lit(buckets))
    return of_groups.withColumn("bucket", bucket).unionByName(spread)


Batches = Iterator[pa.RecordBatch]


def _replaying(one: Pass, names: Mapping[bytes, str]) -> Callable[[Batches], Batches]:
    tables, off = {one.table, FINDINGS}, tuple(_others(one.detectors))

    def replay(batches: Batches) -> Batches:
        every = (values for batch in batches for values in batch.to_pylist())
        for input_, group in groupby(every, key=lambda values: values["input"]):
            found = Replay(names, make_detectors(off=off)).rows(map(Digest, group))
            waiting: dict[str, list[Row]] = {name: [] for name in tables}
            for name, row in found:
                if name in tables:
                    waiting[name].append(row)
                    if len(waiting[name]) == ROWS_MAX:
                        yield _packed(name, waiting.pop(name), input_)
                        waiting[name] = []
            yield from (_packed(name, rows, input_) for name, rows in waiting.items() if rows)

    return replay


def _packed(table: str, rows: list[Row], input_: str) -> pa.RecordBatch:
    """Rows as a row that has them all."""
    batch = BY_NAME[table].batch(rows)
    batch = batch.append_column("input", pa.array([input_] * len(rows), pa.string()))
    packed = pa.BufferOutputStream()
    with pa.ipc.new_stream(packed, batch.schema) as stream:
        stream.write_batch(batch)
    return _BATCHES.batch([_BATCHES.row(table=table, rows=packed.getvalue().to_pybytes())])


def _unpacked(batches: Batches) -> Batches:
    for batch in batches:
        for packed in batch.column("rows"):
            with pa.ipc.open_stream(packed.as_buffer()) as stream:
                yield from stream


def names_of(topics: DataFrame) -> dict[str, str]:
    """Names of topic ids, as text, from rows of `topics`; as many as there are topics."""
    found = topics.select("topic_id", "topic").distinct().collect()
    return {row["topic_id"]: row["topic"] for row in found}


def with_names(table: str, rows: DataFrame, names: Mapping[str, str]) -> DataFrame:
    """The same rows with names for ids, where they are known."""
    from pyspark.sql import functions as F

    columns = TOPIC_COLUMNS.get(table, ())
    if not names or not columns or table in {each.name for each in OF_STEPS}:
        return rows
    if any(BY_NAME[table].arrow.field(name).type != pa.string() for name in columns):
        return rows.mapInArrow(_naming(table, names), BY_NAME[table].spark)
    known = rows.sparkSession.createDataFrame(list(names.items()), "id STRING, name STRING")
    for column in columns:
        joined = rows.join(F.broadcast(known), rows[column] == known["id"], "left")
        named_so = joined.withColumn(column, F.coalesce("name", column))
        rows = named_so.select(*BY_NAME[table].names)
    return rows


def _naming(table: str, names: Mapping[str, str]) -> Callable[[Batches], Batches]:
    def name(batches: Batches) -> Batches:
        return (named(table, batch, names) for batch in batches)

    return name


def write(
    frames: Mapping[str, DataFrame], place: Place, input_: str, names: Mapping[str, str]
) -> None:
    """Write the tables of one input in the place of what it had there; see `places`."""
    from pyspark.sql import functions as F

    place.clear(input_)
    for table, rows in frames.items():
        told = with_names(table, rows.drop("input"), names).withColumn("input", F.lit(input_))
        stage(told, place, input_, table)
    place.publish(input_, input_, tuple(frames), {"by": "spark"})
    place.clear(input_)


def stage(rows: DataFrame, place: Place, run: str, table: str) -> None:
    """Write rows, which have a column `input`, where a run has them first."""
    from pyspark.sql import functions as F

    apart = ["input", "date", "api"] if BY_NAME[table].is_by_api else ["input", "date"]
    writer = rows.withColumn("date", F.expr(_DATE)).write.partitionBy(*apart)
    path = place.for_spark(place.staging(run, table))
    writer.option("compression", "zstd").mode("overwrite").parquet(path)


def read(spark: SparkSession, place: Place, table: str) -> DataFrame:
    """A table of all inputs; empty if there is none."""
    declared = BY_NAME[table]
    path = f"{place.root}/{table}"
    if not place.files_of(path):
        # A list, be it empty, would start a Python worker for each question.
        more = [pa.field("input", pa.string()), pa.field("date", pa.date32())]
        return spark.createDataFrame(pa.schema([*declared.arrow, *more]).empty_table())
    of_directories = {"api": "STRING"} if declared.is_by_api else {}
    inside = [each.ddl for each in declared.columns if each.name not in of_directories]
    outside = {"input": "STRING", "date": "DATE", **of_directories}
    fields = ", ".join([*inside, *(f"{name} {kind}" for name, kind in outside.items())])
    rows = spark.read.schema(fields).parquet(place.for_spark(path))
    return rows.select(*declared.names, "input", "date")
