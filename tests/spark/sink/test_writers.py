"""The sink in Spark: a batch, and a stream whose last batch is replayed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from kafkawire.spark.cluster import OptionError
from kafkawire.spark.sink.writers import batch_writer, stream_writer, types_of
from kafkawire.testing import LocalBroker
from tests.support.spark.topic_rows import Row, topic_rows, topic_values

pytest.importorskip(
    "pyspark", reason="pyspark is not installed: the package for Spark is not tested"
)

from pyspark.errors import StreamingQueryException
from pyspark.sql import SparkSession
from pyspark.sql.types import ArrayType, StructType

from kafkawire.spark.topics.source import KafkaSource

VALUE = StructType().add("value", "string")


def options(broker: LocalBroker, **more: str) -> dict[str, str]:
    return {"kafka.bootstrap.servers": broker.bootstrap, "topic": "t", **more}


def test_writers_are_made_without_error_where_no_cluster_answers() -> None:
    nowhere = {"kafka.bootstrap.servers": "127.0.0.1:1", "topic": "t", "exactlyOnce": "true"}
    batch_writer(nowhere, VALUE, overwrite=False)
    stream_writer(nowhere, VALUE)


def test_overwriting_is_refused_in_the_words_of_the_stock_connector() -> None:
    with pytest.raises(OptionError, match="Save mode Overwrite not allowed for Kafka"):
        batch_writer({}, VALUE, overwrite=True)


def test_a_transactional_id_is_refused_at_once() -> None:
    given = {"kafka.bootstrap.servers": "127.0.0.1:1", "kafka.transactional.id": "x"}
    with pytest.raises(OptionError, match=r"'transactional.id' is not supported.*exactlyOnce"):
        stream_writer({**given, "topic": "t"}, VALUE)


def test_types_are_told_as_spark_names_them() -> None:
    header = StructType().add("key", "string").add("value", "binary")
    schema = StructType().add("headers", ArrayType(header)).add("partition", "integer")
    assert types_of(schema) == {
        "headers": "array<struct<key:string,value:binary>>",
        "partition": "int",
    }


def test_a_batch_arrives_with_all_its_columns(spark: SparkSession, broker: LocalBroker) -> None:
    broker.create_topic("t", partitions=2)
    spark.dataSource.register(KafkaSource)
    frame = spark.sql(
        "select 'k' as key, 'v' as value, 1 as partition, 't' as topic,"
        " array(struct('h' as key, cast('x' as binary) as value)) as headers"
        " union all select null, cast(null as string), 0, 't', null"
    )
    for exactly_once in ("false", "true"):
        given = {"kafka.bootstrap.servers": broker.bootstrap, "exactlyOnce": exactly_once}
        frame.write.format("kafkawire").options(**given).mode("append").save()
    rows = topic_rows(broker.bootstrap, "t")
    expected = [Row(0, 0, None, None), Row(1, 0, b"k", b"v", (("h", b"x"),))]
    assert [row._replace(offset=0) for row in rows] == [expected[0]] * 2 + [expected[1]] * 2


def stream(
    spark: SparkSession, broker: LocalBroker, where: Path, value: str = "value", **more: str
) -> None:
    """Whatever new files there are, as batches, to the topic; `value` makes of their lines."""
    query = (
        spark.readStream.format("text")
        .option("maxFilesPerTrigger", 1)
        .load(str(where / "in"))
        .repartition(2)
        .selectExpr(f"{value} as value")
        .writeStream.format("kafkawire")
        .options(**options(broker, **more))
        .option("checkpointLocation", str(where / "checkpoint"))
        .trigger(availableNow=True)
        .start()
    )
    query.awaitTermination()


def forget_last_commit(where: Path) -> None:
    """As if the driver had died before it noted that the batch is done."""
    commits = [path for path in (where / "checkpoint" / "commits").iterdir() if path.name.isdigit()]
    last = max(commits, key=lambda path: int(path.name))
    last.unlink()
    (last.parent / f".{last.name}.crc").unlink(missing_ok=True)


@pytest.mark.parametrize(("exactly_once", "times"), [("true", 1), ("false", 2)])
def test_a_batch_of_a_stream_that_is_replayed_is_there_once_if_asked_for(
    spark: SparkSession, broker: LocalBroker, tmp_path: Path, exactly_once: str, times: int
) -> None:
    """Without asking it is there twice, as with the stock connector: the replay is a real one."""
    broker.create_topic("t", partitions=2)
    spark.dataSource.register(KafkaSource)
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "0").write_text("".join(f"{index:02}\n" for index in range(10)))
    stream(spark, broker, tmp_path, exactlyOnce=exactly_once)
    forget_last_commit(tmp_path)
    (tmp_path / "in" / "1").write_text("".join(f"{index:02}\n" for index in range(10, 20)))
    stream(spark, broker, tmp_path, exactlyOnce=exactly_once)
    replayed = [b"%02d" % index for index in range(10)] * times
    later = [b"%02d" % index for index in range(10, 20)]
    assert topic_values(broker.bootstrap, "t") == sorted([*replayed, *later])


def test_a_batch_of_which_a_task_fails_leaves_nothing_and_is_there_once_later(
    spark: SparkSession, broker: LocalBroker, tmp_path: Path
) -> None:
    broker.create_topic("t", partitions=2)
    spark.dataSource.register(KafkaSource)
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "0").write_text("".join(f"{index:02}\n" for index in range(10)))
    fails = "if(value = '07', raise_error('a task fails'), value)"
    with pytest.raises(StreamingQueryException, match="a task fails"):
        stream(spark, broker, tmp_path, fails, exactlyOnce="true")
    assert topic_values(broker.bootstrap, "t") == []
    stream(spark, broker, tmp_path, exactlyOnce="true")
    assert topic_values(broker.bootstrap, "t") == [b"%02d" % index for index in range(10)]


def test_what_the_sink_refuses_reaches_the_user(spark: SparkSession, broker: LocalBroker) -> None:
    spark.dataSource.register(KafkaSource)
    frame = spark.sql("select 'v' as value")
    writer: Any = frame.write.format("kafkawire")
    writer = writer.option("kafka.bootstrap.servers", broker.bootstrap).mode("append")
    with pytest.raises(Exception, match="topic option required when no 'topic' attribute"):
        writer.save()
