"""AvailableNow in Spark, where a run takes a batch over from the one before."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from kafkawire.testing import LocalBroker
from tests.support.spark.topic_changes import add_partitions, fill

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession


def run(spark: SparkSession, broker: LocalBroker, where: Path) -> int:
    """What is there, into files; returns how many rows are in these by now."""
    rows = spark.readStream.format("kafkawire").options(
        **{"kafka.bootstrap.servers": broker.bootstrap, "startingOffsets": "earliest"},
        subscribe="t",
        columns="value",
    )

    def put(batch: DataFrame, number: int) -> None:
        batch.write.mode("overwrite").parquet(str(where / "out" / f"batch={number}"))

    writer = rows.load().writeStream.foreachBatch(put).trigger(availableNow=True)
    writer.option("checkpointLocation", str(where / "c")).start().awaitTermination()
    return spark.read.parquet(str(where / "out")).count()


def test_a_batch_that_died_is_read_again_though_partitions_were_added_since(
    spark: SparkSession, broker: LocalBroker, tmp_path: Path
) -> None:
    broker.create_topic("t", partitions=1)
    fill(broker, {0: 5})
    assert run(spark, broker, tmp_path) == 5
    for name in ("0", ".0.crc"):
        (tmp_path / "c" / "commits" / name).unlink(missing_ok=True)
    add_partitions(broker, 2)
    fill(broker, {1: 3})
    assert run(spark, broker, tmp_path) == 8
