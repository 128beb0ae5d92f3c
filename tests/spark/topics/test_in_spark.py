"""Format "kafkawire" in Spark: the scenarios of the stock connector, with its outcomes or better.

Stock connector means 4.2.0, with kafka-clients 3.9.2, before Apache Kafka 4.4.0; `compat/spark`
runs it. Where ours differs, the test gives the reason.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from kafkawire.protocol.api_keys import ApiKey
from kafkawire.testing import LocalBroker
from tests.support.dump.guarded import Guarded
from tests.support.requests.loopback import wait_until
from tests.support.spark.topic_changes import (
    add_partitions,
    create_again,
    delete_records,
    fill,
    fill_in_transaction,
)
from tests.support.spark.topic_rows import topic_rows

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

FUTURE = "9000000000000"
LIMITED = {"maxOffsetsPerTrigger": "40"}


@pytest.fixture(scope="module")
def filled() -> Iterator[LocalBroker]:
    """Topic `t`: three partitions of a hundred records at 1,700,000,000,000 ms, with headers."""
    with LocalBroker({"log.retention.ms": -1}) as broker:
        broker.create_topic("t", partitions=3)
        broker.create_topic("x", partitions=1)
        headers = [("h", b"1"), ("n", None)]
        fill(broker, {0: 100, 1: 100, 2: 100}, at_ms=1_700_000_000_000, headers=headers)
        fill_in_transaction(broker, 70, is_commit=True, topic="x")
        fill_in_transaction(broker, 30, is_commit=False, topic="x")
        yield broker


def read(spark: SparkSession, broker: LocalBroker, **options: Any) -> DataFrame:
    reader = spark.read.format("kafkawire").option("kafka.bootstrap.servers", broker.bootstrap)
    if not {"assign", "subscribePattern"} & options.keys():
        reader = reader.option("subscribe", "t")
    if schema := options.pop("schema", None):
        reader = reader.schema(schema)
    return reader.options(**options).load()


# Batches


@pytest.mark.parametrize(
    ("options", "count"),
    [
        ({}, 300),
        ({"subscribePattern": "[t]+"}, 300),
        ({"assign": '{"t":[0,2]}'}, 200),
        ({"startingOffsets": '{"t":{"0":90,"1":-2,"2":99}}'}, 111),
        ({"endingOffsets": '{"t":{"0":10,"1":-1,"2":0}}'}, 110),
        ({"startingTimestamp": "1699999999999", "endingTimestamp": "1700000000001"}, 300),
        ({"startingOffsetsByTimestamp": '{"t":{"0":5,"1":5,"2":5}}', "minPartitions": "7"}, 300),
        ({"startingTimestamp": FUTURE, "startingOffsetsByTimestampStrategy": "latest"}, 0),
        ({"subscribe": "x", "kafka.isolation.level": "read_committed"}, 70),
        ({"subscribe": "x"}, 100),
        ({"failOnDataLoss": "false", "endingOffsets": '{"t":{"0":190,"1":-1,"2":-1}}'}, 300),
        ({"columns": "offset"}, 300),
    ],
)
def test_a_batch_of_each_kind(
    spark: SparkSession, filled: LocalBroker, options: dict[str, str], count: int
) -> None:
    assert read(spark, filled, **options).count() == count


def test_rows_are_those_of_the_stock_connector(spark: SparkSession, filled: LocalBroker) -> None:
    row = read(spark, filled, includeHeaders="true").where("partition = 1 and offset = 7").first()
    assert row is not None
    shown = row.asDict(recursive=True)
    assert shown.pop("timestamp").isoformat() == "2023-11-14T22:13:20"
    assert shown == {
        "key": b"k",
        "value": b"1-7",
        "topic": "t",
        "partition": 1,
        "offset": 7,
        "timestampType": 0,
        "headers": [{"key": "h", "value": b"1"}, {"key": "n", "value": None}],
    }


def test_tasks_are_as_many_as_are_asked_for(spark: SparkSession, filled: LocalBroker) -> None:
    """The stock connector ignores maxRecordsPerPartition here."""
    assert read(spark, filled).rdd.getNumPartitions() == 3
    assert read(spark, filled, minPartitions="9").rdd.getNumPartitions() == 9
    assert read(spark, filled, maxRecordsPerPartition="20").rdd.getNumPartitions() == 15


def test_a_users_schema_prunes_and_orders_columns(spark: SparkSession, filled: LocalBroker) -> None:
    frame = (
        read(spark, filled, schema="offset long, value binary").where("offset = 3").orderBy("value")
    )
    assert [tuple(row) for row in frame.collect()] == [(3, b"0-3"), (3, b"1-3"), (3, b"2-3")]


def test_filters_are_pushed_where_both_sides_agree(
    spark: SparkSession, filled: LocalBroker
) -> None:
    name = "spark.sql.python.filterPushdown.enabled"
    spark.conf.set(name, "true")
    try:
        frame = read(spark, filled, pushFilters="true").where("partition = 1 and offset >= 98")
        assert frame.rdd.getNumPartitions() == 1
        assert sorted(row.offset for row in frame.collect()) == [98, 99]
    finally:
        spark.conf.unset(name)
    assert read(spark, filled).where("partition = 1").count() == 100


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (
            {"startingOffsets": "latest"},
            "starting offset can't be latest for batch queries on Kafka",
        ),
        (
            {"startingTimestamp": FUTURE},
            "No offset matched from request of topic-partition t-0",
        ),
        ({"startingOffsets": '{"t":{"0":1}}'}, "[KAFKA_START_OFFSET_DOES_NOT_MATCH_ASSIGNED]"),
        (
            {"kafka.auto.offset.reset": "earliest"},
            "Kafka option 'auto.offset.reset' is not supported",
        ),
        (
            {"kafka.enable.auto.commit": "true"},
            "Kafka option 'enable.auto.commit' is not supported",
        ),
        (
            {
                "assign": '{"t":[0]}',
                "endingOffsets": '{"t":{"0":190}}',
                "kafkaConsumer.pollTimeoutMs": "1000",
            },
            "[KAFKA_DATA_LOSS.COULD_NOT_READ_OFFSET_RANGE]",
        ),
        ({"subscribe": "nope"}, "This server does not host this topic-partition"),
    ],
)
def test_a_batch_fails_in_the_stock_connectors_words(
    spark: SparkSession, filled: LocalBroker, options: dict[str, str], words: str
) -> None:
    from pyspark.errors import PySparkException

    quick = {"fetchOffset.retryIntervalMs": "1", **options}
    with pytest.raises(PySparkException) as found:
        read(spark, filled, **quick).count()
    assert words in str(found.value)


def test_a_query_without_a_selection_fails_in_those_words(
    spark: SparkSession, filled: LocalBroker
) -> None:
    from pyspark.errors import PySparkException

    reader = spark.read.format("kafkawire").option("kafka.bootstrap.servers", filled.bootstrap)
    with pytest.raises(PySparkException) as found:
        reader.load().count()
    assert "One of the following options must be specified for Kafka source:" in str(found.value)


# Streams


class Stream:
    """From topic `t` into a table of Parquet, restarted as often as the test likes."""

    def __init__(self, spark: SparkSession, bootstrap: str, folder: Path) -> None:
        self.spark, self.folder = spark, folder
        self.options = {
            "kafka.bootstrap.servers": bootstrap,
            "subscribe": "t",
            "startingOffsets": "earliest",
            "fetchOffset.retryIntervalMs": "1",
        }

    def frame(self, **options: str) -> DataFrame:
        return (
            self.spark.readStream.format("kafkawire").options(**{**self.options, **options}).load()
        )

    def run(self, **options: str) -> list[int]:
        """All there is now; the number of rows of each batch."""
        writer = self.frame(**options).writeStream.format("parquet")
        writer = writer.option("checkpointLocation", str(self.folder / "checkpoint"))
        query = writer.trigger(availableNow=True).start(str(self.folder / "out"))
        query.awaitTermination()
        return [each["numInputRows"] for each in query.recentProgress if each["numInputRows"]]

    def failure(self, **options: str) -> str:
        from pyspark.errors import StreamingQueryException

        with pytest.raises(StreamingQueryException) as found:
            self.run(**options)
        return str(found.value)

    def rows(self) -> list[tuple[int, int]]:
        """(partition, offset) of all that came, sorted."""
        table = self.spark.read.parquet(str(self.folder / "out"))
        return sorted((row.partition, row.offset) for row in table.collect())

    def offsets(self) -> str:
        """What Spark logged last."""
        logged = self.folder / "checkpoint" / "offsets"
        latest = max(
            (each for each in logged.iterdir() if each.name.isdigit()),
            key=lambda each: int(each.name),
        )
        return latest.read_text().splitlines()[-1]


@pytest.fixture
def stream(spark: SparkSession, broker: LocalBroker, tmp_path: Path) -> Stream:
    return Stream(spark, broker.bootstrap, tmp_path)


def test_a_stream_goes_on_where_it_ended_with_limits_and_new_partitions(
    broker: LocalBroker, stream: Stream
) -> None:
    broker.create_topic("t", partitions=3)
    fill(broker, {0: 100, 1: 100, 2: 100})
    assert stream.run() == [300]
    fill(broker, {0: 34, 1: 33, 2: 33})
    assert stream.run(**LIMITED) == [39, 39, 22]
    add_partitions(broker, 5)
    fill(broker, {3: 25, 4: 25})
    assert stream.run() == [50]
    assert stream.offsets().replace(" ", "") == '{"t":{"0":134,"1":133,"2":133,"3":25,"4":25}}'
    ends = {0: 134, 1: 133, 2: 133, 3: 25, 4: 25}
    assert stream.rows() == [(each, offset) for each in range(5) for offset in range(ends[each])]


@pytest.mark.long
def test_a_topic_that_was_created_again_fails_and_is_read_if_that_is_forgiven(
    broker: LocalBroker, stream: Stream, tmp_path: Path
) -> None:
    """The stock connector skips the 20 new records silently."""
    broker.create_topic("t", partitions=1)
    fill(broker, {0: 50})
    options = {"stateFile": str(tmp_path / "state")}
    assert stream.run(**options) == [50]
    create_again(broker, {0: 20})
    failure = stream.failure(**options)
    assert "[KAFKA_DATA_LOSS.PARTITION_OFFSET_CHANGED]" in failure
    assert "changed from 50 to 20. deletion" in failure
    assert stream.run(**options, failOnDataLoss="false") == [20]
    fill(broker, {0: 5})
    assert stream.run(**options) == [5]
    assert stream.rows() == sorted([*((0, n) for n in range(50)), *((0, n) for n in range(25))])


@pytest.mark.long
def test_records_deleted_beyond_the_checkpoint_fail_and_the_rest_is_read_if_that_is_forgiven(
    broker: LocalBroker, stream: Stream
) -> None:
    broker.create_topic("t", partitions=1)
    fill(broker, {0: 50})
    assert stream.run() == [50]
    fill(broker, {0: 50})
    delete_records(broker, {0: 80})
    failure = stream.failure()
    assert "[KAFKA_DATA_LOSS.COULD_NOT_READ_OFFSET_RANGE]" in failure
    assert "[50, 100)" in failure
    assert "retention: the log begins at 80" in failure
    assert stream.run(failOnDataLoss="false") == [20]


def test_trap_1_a_first_batch_that_failed_comes_again_from_where_the_stream_began(
    broker: LocalBroker, stream: Stream, tmp_path: Path
) -> None:
    """initialOffset is in no checkpoint: without a state file 100 to 104 would be lost."""
    from pyspark.errors import StreamingQueryException

    broker.create_topic("t", partitions=1)
    fill(broker, {0: 100})
    options = {"startingOffsets": "latest", "stateFile": str(tmp_path / "state")}
    assert stream.run(**options) == []
    fill(broker, {0: 5})
    broken = stream.frame(**options).writeStream.foreachBatch(_failing)
    broken = broken.option("checkpointLocation", str(tmp_path / "checkpoint"))
    query = broken.trigger(availableNow=True).start()
    with pytest.raises(StreamingQueryException, match="the sink is broken"):
        query.awaitTermination()
    fill(broker, {0: 3})
    assert sum(stream.run(**options)) == 8
    assert stream.rows() == [(0, offset) for offset in range(100, 108)]


def _failing(frame: DataFrame, _: int) -> None:
    raise ValueError("the sink is broken")


def test_trap_2_commit_is_called_on_another_object_and_all_is_written_once(
    broker: LocalBroker, stream: Stream, tmp_path: Path
) -> None:
    """From topic to topic, exactly once: also if Spark forgets that a batch was committed."""
    broker.create_topic("t", partitions=2)
    broker.create_topic("out", partitions=2)
    fill(broker, {0: 30, 1: 30})

    def run() -> None:
        writer = stream.frame().select("key", "value").writeStream.format("kafkawire")
        writer = writer.option("kafka.bootstrap.servers", broker.bootstrap).option("topic", "out")
        writer = writer.option("exactlyOnce", "true").trigger(availableNow=True)
        writer.option("checkpointLocation", str(tmp_path / "sink")).start().awaitTermination()

    run()
    commits = tmp_path / "sink" / "commits"
    for each in commits.iterdir():
        each.unlink()
    run()
    values = sorted(row.value or b"" for row in topic_rows(broker.bootstrap, "out"))
    assert values == sorted(b"%d-%d" % (part, n) for part in range(2) for n in range(30))


def test_trap_3_an_idle_stream_does_not_hammer_the_broker(
    broker: LocalBroker, stream: Stream, tmp_path: Path
) -> None:
    """The stock connector asks for offsets 20 times a second, a plain Python source 87 times."""
    broker.create_topic("t", partitions=1)
    with Guarded(broker.bootstrap) as watched:
        stream.options["kafka.bootstrap.servers"] = watched.bootstrap
        writer = stream.frame().writeStream.format("noop")
        query = writer.option("checkpointLocation", str(tmp_path / "idle")).start()

        def rounds() -> int:
            return sum(api == ApiKey.LIST_OFFSETS for api, _ in watched.asked)

        awaited(lambda: rounds() >= 3)
        before, began = len(watched.asked), time.monotonic()
        awaited(lambda: len(watched.asked) >= before + 20)
        elapsed = time.monotonic() - began
        query.stop()
    assert 20 / elapsed < 20, "requests a second, Metadata and ListOffsets together"


def awaited(condition: Callable[[], bool]) -> None:
    """With more patience than for a broker alone: Spark has a dozen processes to start."""
    for _ in range(6):
        with contextlib.suppress(AssertionError):
            wait_until(condition, "Spark has come so far")
            return
    wait_until(condition, "Spark has come so far")
