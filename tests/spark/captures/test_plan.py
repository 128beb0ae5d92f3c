"""The plan and the format in a real Spark; what they must give is told by one engine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

pytest.importorskip(
    "pyspark", reason="pyspark is not installed: the package for Spark is not tested"
)

from kafkawire.dump.engine import Engine
from kafkawire.dump.inputs.captures import read_capture
from kafkawire.dump.pipeline import Pipeline
from kafkawire.spark.captures import plan
from kafkawire.spark.captures.source import CaptureSource
from kafkawire.spark.tables.sink import Collected, TableSink
from tests.support.dump.captures import make_capture, pcap
from tests.support.dump.strange_captures import strange_frames, strange_sends

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession
    from pyspark.sql.streaming.query import StreamingQuery
    from pyspark.sql.streaming.readwriter import DataStreamReader

SPLIT_BYTES = "60000"
TABLES = ("frames", "damage")


@pytest.fixture
def captures(spark: SparkSession, tmp_path: Path) -> Path:
    """Three, one of them packed."""
    from gzip import compress

    if "kafkawire-capture" not in _formats(spark):
        spark.dataSource.register(CaptureSource)
    (tmp_path / "a.pcap").write_bytes(pcap(strange_frames(4)))
    (tmp_path / "b.pcapng").write_bytes(make_capture(strange_sends(5)))
    (tmp_path / "c.pcap.gz").write_bytes(compress(pcap(strange_frames(6))))
    return tmp_path


def _formats(spark: SparkSession) -> set[str]:
    from pyspark.errors import PySparkException

    try:
        spark.dataSource.register(CaptureSource)
    except PySparkException:
        pass
    return {"kafkawire-capture"}


def rows_of_one(folder: Path, table: str) -> Counter[str]:
    collected = Collected()
    for path in sorted(folder.iterdir()):
        pipeline = Pipeline(Engine(), None, None, [TableSink(collected.write, (table,))])
        pipeline.run(read_capture(str(path)))
        pipeline.close()
    return counted(row.values() for row in collected.table(table).to_pylist())


def rows_of(found: DataFrame) -> Counter[str]:
    return counted(row.values() for row in found.toArrow().to_pylist())


def counted(rows: Iterable[Iterable[object]]) -> Counter[str]:
    return Counter(repr(tuple(row)) for row in rows)


@pytest.mark.long
@pytest.mark.parametrize("table", TABLES)
def test_the_plan_gives_what_one_engine_gives(
    spark: SparkSession, captures: Path, table: str
) -> None:
    found = plan.read(spark, str(captures), table=table, split_bytes=SPLIT_BYTES)
    assert rows_of(found) == rows_of_one(captures, table)


def test_the_format_gives_the_same(spark: SparkSession, captures: Path) -> None:
    reader = spark.read.format("kafkawire-capture").option("splitBytes", SPLIT_BYTES)
    assert rows_of(reader.load(str(captures))) == rows_of_one(captures, "requests")
    assert reader.option("level", "frames").load(f"{captures}/*.pcap*").rdd.getNumPartitions() > 6


def test_filters_times_and_packets(spark: SparkSession, captures: Path) -> None:
    reader = spark.read.format("kafkawire-capture").option("splitBytes", SPLIT_BYTES)
    all_rows = reader.load(str(captures)).collect()
    fetches = reader.option("filter", "~api Fetch").load(str(captures)).collect()
    assert fetches
    assert len(fetches) == sum(row["api"] == "Fetch" for row in all_rows)

    middle = sorted(row["time_ns"] for row in all_rows)[len(all_rows) // 2]
    reader = spark.read.format("kafkawire-capture").option("splitBytes", SPLIT_BYTES)
    late = reader.option("from", str(middle)).load(str(captures)).count()
    assert late == sum(row["time_ns"] >= middle for row in all_rows)

    reader = spark.read.format("kafkawire-capture").option("splitBytes", SPLIT_BYTES)
    packets = reader.option("level", "packets").load(str(captures)).count()
    assert packets == len(strange_frames(4)) + len(strange_frames(6)) + _packets_of_b(captures)


def _packets_of_b(captures: Path) -> int:
    from kafkawire.dump.inputs.captures import packets_of
    from kafkawire.dump.inputs.packets import Complaints

    return sum(1 for _ in packets_of(str(captures / "b.pcapng"), Complaints()))


@pytest.mark.long
def test_a_stream_goes_on_after_a_restart(spark: SparkSession, tmp_path: Path) -> None:
    _formats(spark)
    data = pcap(strange_frames(4))
    source, out = tmp_path / "in", tmp_path / "out"
    source.mkdir()
    # The last run but one does no more than the batch that it finds undone.
    for size in (len(data) // 3, len(data) // 2, len(data), len(data)):
        (source / "a.pcap").write_bytes(data[:size])
        stream = spark.readStream.format("kafkawire-capture").option("path", str(source))
        rows = stream.option("stateDir", str(tmp_path / "states")).load()
        query = (
            rows.writeStream.format("parquet")
            .option("checkpointLocation", str(tmp_path / "checkpoint"))
            .trigger(availableNow=True)
            .start(str(out))
        )
        query.awaitTermination()
        if size == len(data) // 2:
            # What was done is forgotten as if the query had died before its commit.
            for each in (tmp_path / "checkpoint" / "commits").iterdir():
                if "1" in each.name:
                    each.unlink()

    found = spark.read.parquet(str(out))
    keys = found.select("connection", "request_offset", "response_offset")
    assert keys.count() == keys.distinct().count()
    one = rows_of_one(source, "requests")
    assert sum(one.values()) - found.count() < 10
    assert rows_of(found.select(*rows.columns)) <= one


def test_a_stream_of_bounded_batches_reads_all_that_is_available(
    spark: SparkSession, tmp_path: Path
) -> None:
    _formats(spark)
    source, data = tmp_path / "in", pcap(strange_frames(4))
    source.mkdir()
    (source / "a.pcap").write_bytes(data)
    rows = _stream(spark, tmp_path).option("batchBytes", str(len(data) // 4)).load(str(source))
    query = _available_now(rows, tmp_path)
    query.awaitTermination()

    found = spark.read.parquet(str(tmp_path / "out"))
    assert len(list((tmp_path / "checkpoint" / "commits").glob("[0-9]*"))) > 2
    one = rows_of_one(source, "requests")
    assert sum(one.values()) - found.count() < 10
    assert rows_of(found.select(*rows.columns)) <= one


def test_a_stream_says_which_capture_it_cannot_follow(spark: SparkSession, tmp_path: Path) -> None:
    from gzip import compress

    from pyspark.errors import StreamingQueryException

    _formats(spark)
    source = tmp_path / "in"
    source.mkdir()
    (source / "a.pcap.gz").write_bytes(compress(pcap(strange_frames(2))))
    query = _available_now(_stream(spark, tmp_path).load(str(source)), tmp_path)
    with pytest.raises(StreamingQueryException, match=r"a\.pcap\.gz is packed"):
        query.awaitTermination()


def _stream(spark: SparkSession, folder: Path) -> DataStreamReader:
    reader = spark.readStream.format("kafkawire-capture")
    return reader.option("stateDir", str(folder / "states"))


def _available_now(rows: DataFrame, folder: Path) -> StreamingQuery:
    writer = rows.writeStream.format("parquet").trigger(availableNow=True)
    writer = writer.option("checkpointLocation", str(folder / "checkpoint"))
    return writer.start(str(folder / "out"))
