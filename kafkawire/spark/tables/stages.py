"""The tables in Spark: from rows and digests of splits to all tables, on disk.

    frames = {"requests": rows, ..., "digests": digests, "topics": topics}     # of splits
    write({**frames, **steps(digests, names)}, Place(OUT), id_, names)

Digests go to the second stage three times, each time with what concerns the same broker, group or
host in one part, sorted by time; a part is gone through row by row, so it may be as large as it is.
What tells which brokers are one cluster (the first Metadata of each client and broker) goes to all
parts of groups.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import groupby, islice
from typing import TYPE_CHECKING, NamedTuple

import pyarrow as pa

from kafkawire.dump.detectors.catalogue import DETECTORS, make_detectors
from kafkawire.protocol.api_keys import ApiKey
from kafkawire.spark.tables.catalogue import BY_NAME, OF_STEPS
from kafkawire.spark.tables.column import KINDS
from kafkawire.spark.tables.digests import Digest
from kafkawire.spark.tables.naming import TOPIC_COLUMNS, by_bytes, named
from kafkawire.spark.tables.places import Place
from kafkawire.spark.tables.steps import Replay

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession
    from pyspark.sql.types import StructType

ROWS_MAX = 10_000
"""Rows of a batch that comes out of the second stage."""
CLUSTERS = (ApiKey.METADATA.value, ApiKey.DESCRIBE_CLUSTER.value)


class Pass(NamedTuple):
    """One way through the digests: what must be together, and what is asked of it."""

    key: str
    table: str
    detectors: tuple[str, ...]


OF_GROUPS = ("rebalance-loop", "cooperative-churn", "coordinator-churn")
OF_BROKERS = ("mixed-api-versions",)
ELSEWHERE = ("no-compression",)
"""It looks at what producers send, of which digests have nothing; `report` asks `partitions`."""
OF_HOSTS = tuple(
    kind.NAME for kind in DETECTORS if kind.NAME not in (*OF_GROUPS, *OF_BROKERS, *ELSEWHERE)
)
PASSES = (
    Pass("server", "fetch_sessions", OF_BROKERS),
    Pass("group", "groups", OF_GROUPS),
    Pass("client_host", "", OF_HOSTS),
)


def steps(digests: DataFrame, names: Mapping[str, str]) -> dict[str, DataFrame]:
    """Fetch sessions, groups and findings of digests; `names` are of topic ids, as text.

    Digests have a column `input` more, which tells what belongs together, and so have the tables:
    what an input says does not depend on others.
    """
    made = [_pass(digests, each, names) for each in PASSES]
    (sessions, first), (groups, second), (_, third) = made
    findings = first.unionByName(second).unionByName(third)
    # One habit of a group shows at each of its members' hosts, one of a client at each broker.
    return {
        "fetch_sessions": sessions,
        "groups": groups,
        "findings": findings.dropDuplicates(["input", "detector", "text"]),
    }


def _pass(digests: DataFrame, one: Pass, names: Mapping[str, str]) -> tuple[DataFrame, DataFrame]:
    """Rows of the pass's own table, and findings."""
    together = _with_clusters(digests, one) if one.key == "group" else digests
    parted = together.repartition("input", one.key if one.key != "group" else "bucket")
    ordered = parted.sortWithinPartitions("input", "order_ns", "connection", "request_offset")
    rows = ordered.select(*BY_NAME["digests"].names, "input")
    given, off = by_bytes(names), tuple(_others(one.detectors))
    sessions, findings = (
        rows.mapInArrow(_replaying(name, given, off), _with_input(name))
        for name in (one.table or "findings", "findings")
    )
    return sessions, findings


def _with_input(table: str) -> StructType:
    from pyspark.sql.types import StringType, StructField, StructType

    return StructType([*BY_NAME[table].spark.fields, StructField("input", StringType())])


def _others(names: Iterable[str]) -> Iterator[str]:
    wanted = frozenset(names)
    return (kind.NAME for kind in DETECTORS if kind.NAME not in wanted)


def _with_clusters(digests: DataFrame, one: Pass) -> DataFrame:
    """What concerns groups by buckets of these, and what tells of clusters in each bucket."""
    from pyspark.sql import Window
    from pyspark.sql import functions as F

    buckets = int(digests.sparkSession.conf.get("spark.sql.shuffle.partitions") or 200)
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


def _replaying(
    table: str, names: Mapping[bytes, str], off: tuple[str, ...]
) -> Callable[[Batches], Batches]:
    def replay(batches: Batches) -> Batches:
        every = (values for batch in batches for values in batch.to_pylist())
        for input_, group in groupby(every, key=lambda values: values["input"]):
            detectors = make_detectors(off=off) if table == "findings" else ()
            found = Replay(names, detectors).rows(map(Digest, group))
            wanted = (row for name, row in found if name == table)
            while rows := list(islice(wanted, ROWS_MAX)):
                batch = BY_NAME[table].batch(rows)
                yield batch.append_column("input", pa.array([input_] * len(rows), pa.string()))

    return replay


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
    writer = rows.withColumn("date", F.to_date("time")).write.partitionBy(*apart)
    path = place.for_spark(place.staging(run, table))
    writer.option("compression", "zstd").mode("overwrite").parquet(path)


def read(spark: SparkSession, place: Place, table: str) -> DataFrame:
    """A table of all inputs; empty if there is none."""
    declared = BY_NAME[table]
    path = f"{place.root}/{table}"
    if not place.files_of(path):
        return spark.createDataFrame([], f"{declared.ddl}, input STRING, date DATE")
    inside = [each for each in declared.columns if not (declared.is_by_api and each.name == "api")]
    fields = [f"`{each.name}` {KINDS[each.type].ddl}" for each in inside]
    fields += ["input STRING", "date DATE"] + (["api STRING"] if declared.is_by_api else [])
    rows = spark.read.schema(", ".join(fields)).parquet(place.for_spark(path))
    return rows.select(*declared.names, "input", "date")
