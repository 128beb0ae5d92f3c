"""Spark's classes, with a broker and without Spark."""

from __future__ import annotations

import logging
import pickle
from typing import Any

import pytest
from pyspark.sql.datasource import CaseInsensitiveDict, EqualTo, Filter, InputPartition
from pyspark.sql.streaming.datasource import ReadAllAvailable, ReadMaxRows, ReadMinRows

from kafkawire.spark.cluster import Cluster
from kafkawire.spark.topics.readers import (
    FilteringKafkaBatchReader,
    KafkaBatchReader,
    KafkaStreamReader,
)
from kafkawire.spark.topics.source import KafkaSource
from kafkawire.testing import LocalBroker
from tests.support.spark.pretended_logs import T0, T1
from tests.support.spark.topic_changes import fill
from tests.support.spark.topic_rows import settings


@pytest.fixture
def filled(broker: LocalBroker) -> LocalBroker:
    broker.create_topic("t", partitions=2)
    fill(broker, {0: 30, 1: 30})
    return broker


def source(broker: LocalBroker, **options: object) -> KafkaSource:
    given = {name: str(value) for name, value in options.items()}
    common = {"kafka.bootstrap.servers": broker.bootstrap, "subscribe": "t"}
    return KafkaSource(CaseInsensitiveDict({**common, **given}))


def rows(reader: KafkaBatchReader | KafkaStreamReader, parts: list[Any]) -> list[tuple[int, int]]:
    """(partition, offset) of what tasks read: with what was pickled."""
    reader, parts = pickle.loads(pickle.dumps((reader, parts)))
    return [
        (row["partition"], row["offset"])
        for part in parts
        for batch in reader.read(part)
        for row in batch.to_pylist()
    ]


def batch_reader(broker: LocalBroker, **options: object) -> Any:
    made = source(broker, **options)
    return made.reader(made.schema())


def stream_reader(broker: LocalBroker, **options: object) -> Any:
    made = source(broker, **{"startingOffsets": "earliest", **options})
    return made.streamReader(made.schema())


def test_a_batch_is_all_of_the_topic(filled: LocalBroker) -> None:
    reader = batch_reader(filled)
    every = [(partition, offset) for partition in range(2) for offset in range(30)]
    assert rows(reader, reader.partitions()) == every


def test_an_empty_list_of_partitions_is_one_that_reads_nothing(filled: LocalBroker) -> None:
    """Spark makes an InputPartition of None of it."""
    assert rows(batch_reader(filled), [InputPartition(None)]) == []


def test_filters_spare_partitions_and_offsets_and_are_all_given_back(filled: LocalBroker) -> None:
    reader = batch_reader(filled, pushFilters="true")
    assert isinstance(reader, FilteringKafkaBatchReader)
    filters: list[Filter] = [
        EqualTo(("partition",), 1),
        EqualTo(("offset",), 7),
        EqualTo(("value",), b"x"),
    ]
    assert reader.pushFilters(filters) == filters
    assert rows(reader, reader.partitions()) == [(1, 7)]


@pytest.mark.parametrize(
    ("options", "limit"),
    [
        ({}, ReadAllAvailable()),
        ({"maxOffsetsPerTrigger": 5}, ReadMaxRows(5)),
        ({"minOffsetsPerTrigger": 5}, ReadMinRows(5)),
        ({"minOffsetsPerTrigger": 5, "maxOffsetsPerTrigger": 6}, ReadMaxRows(6)),
    ],
)
def test_limits_of_options_are_told_to_spark(
    filled: LocalBroker, options: dict[str, object], limit: object
) -> None:
    assert stream_reader(filled, **options).getDefaultReadLimit() == limit


def test_a_stream_reads_between_offsets_of_kafkas_shape(filled: LocalBroker) -> None:
    reader = stream_reader(filled)
    start = reader.initialOffset()
    assert start == {"t": {"0": 0, "1": 0}}
    end = reader.latestOffset(start, ReadMaxRows(20))
    assert end == {"t": {"0": 10, "1": 10}}
    parts = reader.partitions(start, end)
    assert rows(reader, parts) == [(part, offset) for part in range(2) for offset in range(10)]
    assert reader.reportLatestOffset() == {"t": {"0": 30, "1": 30}}
    assert reader.partitions(end, end) == []
    reader.stop()


def test_the_engine_may_ask_for_all_whatever_options_say(filled: LocalBroker) -> None:
    reader = stream_reader(filled, maxOffsetsPerTrigger=2, minOffsetsPerTrigger=1)
    end = reader.latestOffset(reader.initialOffset(), ReadAllAvailable())
    assert end == {"t": {"0": 30, "1": 30}}


def test_both_limits_count_where_both_are_given(filled: LocalBroker) -> None:
    reader = stream_reader(filled, maxOffsetsPerTrigger=70, minOffsetsPerTrigger=40)
    start, limit = reader.initialOffset(), reader.getDefaultReadLimit()
    end = reader.latestOffset(start, limit)
    fill(filled, {0: 10})
    assert reader.latestOffset(end, limit) == end
    fill(filled, {0: 30})
    assert reader.latestOffset(end, limit) == {"t": {"0": 70, "1": 30}}


def test_available_now_reads_up_to_what_was_there(filled: LocalBroker) -> None:
    reader = stream_reader(filled)
    reader.prepareForTriggerAvailableNow()
    fill(filled, {0: 10})
    end = reader.latestOffset(reader.initialOffset(), ReadAllAvailable())
    assert end == {"t": {"0": 30, "1": 30}}


def test_offsets_are_committed_for_tools_that_look_at_lag(filled: LocalBroker) -> None:
    reader = stream_reader(filled, commitOffsets="true", **{"kafka.group.id": "g"})
    reader.initialOffset()
    reader.commit({"t": {"0": 10, "1": 12}})
    with Cluster(settings(filled.bootstrap)) as cluster:
        committed = {each: found.offset for each, found in cluster.offset_fetch("g").items()}
    assert committed == {T0: 10, T1: 12}


def test_nothing_is_committed_unless_asked_for(filled: LocalBroker) -> None:
    reader = stream_reader(filled, **{"kafka.group.id": "g"})
    reader.commit({"t": {"0": 10, "1": 12}})
    with Cluster(settings(filled.bootstrap)) as cluster:
        assert cluster.offset_fetch("g") == {}


def test_a_commit_that_fails_is_told_and_forgiven(
    filled: LocalBroker, caplog: pytest.LogCaptureFixture
) -> None:
    options = {"kafka.group.id": "g", "kafka.default.api.timeout.ms": "2000"}
    reader = stream_reader(filled, commitOffsets="true", **options)
    reader.initialOffset()
    reader.stop()
    filled.stop()
    with caplog.at_level(logging.WARNING):
        reader.commit({"t": {"0": 10}})
    assert "offsets of group g were not committed" in caplog.text
