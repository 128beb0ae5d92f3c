"""Spark's classes, by themselves and in Spark."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from kafkawire.log.formats import offset_checkpoint
from kafkawire.log.topic_partition import TopicPartition
from kafkawire.spark.log.options import LogOptionError
from tests.support.log.log_directories import expected_rows

pytest.importorskip(
    "pyspark", reason="pyspark is not installed: the package for Spark is not tested"
)

from pyspark.sql.types import BinaryType, LongType, StructField, StructType

from kafkawire.spark.log.source import KafkaLogReader, KafkaLogSource

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


def rows(source: KafkaLogSource, schema: StructType | None = None) -> list[dict[str, Any]]:
    reader = source.reader(schema or source.schema())
    found = []
    for partition in pickle.loads(pickle.dumps(reader.partitions())):
        for batch in pickle.loads(pickle.dumps(reader)).read(partition):
            found += batch.to_pylist()
    return found


def source(path: Path, **options: str) -> KafkaLogSource:
    return KafkaLogSource({"path": str(path), **options})


def test_rows_have_the_columns_of_the_stock_connector(data_directory: Path) -> None:
    found = rows(source(data_directory, topic="t"))

    assert len(found) == 105
    assert list(found[0]) == "key value topic partition offset timestamp timestampType".split()
    assert KafkaLogSource.name() == "kafkawire-log"


def test_columns_are_chosen_by_option_or_by_schema_in_any_order(data_directory: Path) -> None:
    assert rows(source(data_directory, columns="offset,topic", topic="u"))[3] == {
        "topic": "u",
        "offset": 3,
    }
    schema = StructType([StructField("offset", LongType()), StructField("key", BinaryType())])
    found = rows(source(data_directory, topic="u"), schema)
    assert list(found[0].items()) == [("offset", 0), ("key", b"k")]


def test_wrong_options_and_schemas_are_refused_before_anything_is_read(tmp_path: Path) -> None:
    with pytest.raises(LogOptionError):
        rows(source(tmp_path, isolation="none"))
    with pytest.raises(ValueError, match="column 'key' is binary"):
        source(tmp_path).reader(StructType([StructField("key", LongType())]))


def test_nothing_to_read_is_no_rows(data_directory: Path) -> None:
    from pyspark.sql.datasource import InputPartition

    reader = source(data_directory, topic="nobody").reader(source(data_directory).schema())
    assert isinstance(reader, KafkaLogReader)
    assert reader.partitions() == []
    assert list(reader.read(InputPartition(None))) == []


def test_spark_reads_segments_of_apache_kafka(spark: SparkSession, kafka_directory: Path) -> None:
    spark.dataSource.register(KafkaLogSource)
    marks = offset_checkpoint.decode(
        (kafka_directory / offset_checkpoint.HIGH_WATERMARKS).read_bytes()
    )
    stop = marks.get(TopicPartition("tx", 0), 1 << 60)
    upto = "end" if stop == 1 << 60 else "highWatermark"
    reader = spark.read.format("kafkawire-log").option("topics", "tx").option("upTo", upto)
    reader = reader.option("splitBytes", "2000").option("includeHeaders", "true")
    for isolation in ("read_uncommitted", "read_committed"):
        frame = reader.option("isolation", isolation).load(str(kafka_directory))
        found = frame.orderBy("offset").collect()
        expected = expected_rows(
            kafka_directory / "tx-0", stop=stop, is_committed=isolation == "read_committed"
        )
        assert [
            (row.topic, row.partition, row.offset, _bytes(row.key), _bytes(row.value))
            for row in found
        ] == expected
    assert frame.select("headers").schema.simpleString() == (
        "struct<headers:array<struct<key:string,value:binary>>>"
    )


def _bytes(value: bytearray | bytes | None) -> bytes | None:
    return None if value is None else bytes(value)
