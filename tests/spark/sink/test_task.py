"""One task's rows in a broker's topics."""

from __future__ import annotations

from typing import Any

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import settings as profile
from hypothesis import strategies as st

from kafkawire.spark.cluster import Cluster, ClusterError
from kafkawire.spark.sink.partitioning import murmur2
from kafkawire.spark.sink.task import TaskWriter
from kafkawire.testing import LocalBroker
from tests.support.spark.topic_rows import Row, batch_headers, settings, topic_rows

HEADERS = pa.list_(pa.struct([("key", pa.string()), ("value", pa.binary())]))


def write(broker: LocalBroker, *batches: Any, topic: str | None = "t", **options: object) -> None:
    with Cluster(settings(broker.bootstrap, **options)) as cluster:
        writer = TaskWriter(cluster, cluster.init_producer_id(), topic)
        writer.write(pa.record_batch(each) for each in batches)
        assert writer.row_count == sum(len(each["value"]) for each in batches)


def test_keys_headers_and_partitions_arrive_as_given(broker: LocalBroker) -> None:
    broker.create_topic("t", partitions=3)
    rows = {
        "value": ["a", None, "c"],
        "key": [b"k", None, b"m"],
        "partition": pa.array([2, 1, 0], pa.int32()),
        "headers": pa.array([[{"key": "h", "value": b"x"}], None, []], HEADERS),
    }
    write(broker, rows)
    assert topic_rows(broker.bootstrap, "t") == [
        Row(0, 0, b"m", b"c"),
        Row(1, 0, None, None),
        Row(2, 0, b"k", b"a", (("h", b"x"),)),
    ]


@profile(max_examples=20)
@given(
    keys=st.lists(st.none() | st.binary(max_size=3), min_size=1, max_size=60),
    cut=st.integers(0, 60),
    batch_size=st.integers(1, 400),
)
def test_all_rows_arrive_once_in_order_of_their_key(
    keys: list[bytes | None], cut: int, batch_size: int
) -> None:
    values = [b"%03d" % index for index in range(len(keys))]
    pieces = [(keys[:cut], values[:cut]), (keys[cut:], values[cut:])]
    batches = [
        {"key": pa.array(some, pa.binary()), "value": pa.array(others, pa.binary())}
        for some, others in pieces
    ]
    with LocalBroker() as broker:
        broker.create_topic("t", partitions=3)
        write(broker, *batches, batch_size=batch_size)
        rows = topic_rows(broker.bootstrap, "t")
    assert sorted(row.value or b"" for row in rows) == values
    for row in rows:
        if row.key is not None:
            hashed = int(murmur2(pa.array([row.key], pa.binary()))[0]) & 0x7FFF_FFFF
            assert row.partition == hashed % 3
    for key in set(keys) - {None}:
        mine = [row.value for row in rows if row.key == key]
        assert mine == sorted(mine, key=lambda value: value or b"")


def test_batches_are_cut_at_batch_size_and_hold_one_row_at_least(broker: LocalBroker) -> None:
    broker.create_topic("t", partitions=1)
    values = [bytes(90)] * 10 + [bytes(5_000)] + [bytes(90)] * 10
    write(broker, {"value": values}, batch_size=500)
    counts = [header.records_count for header in batch_headers(broker.bootstrap, "t")]
    assert counts == [4, 4, 2, 1, 4, 4, 2]


def test_what_lingered_leaves_before_the_end(broker: LocalBroker) -> None:
    """A clock that jumps between Arrow batches, as a slow source would."""
    broker.create_topic("t", partitions=1)
    times = iter([1_000, 1_004, 5_000])
    with Cluster(settings(broker.bootstrap, linger_ms=5)) as cluster:
        writer = TaskWriter(cluster, cluster.init_producer_id(), "t", lambda: next(times))
        writer.write(pa.record_batch({"value": [b"x"]}) for _ in range(3))
    counts = [header.records_count for header in batch_headers(broker.bootstrap, "t")]
    assert counts == [3]
    times = iter([1_000, 5_000, 5_001])
    with Cluster(settings(broker.bootstrap, linger_ms=5)) as cluster:
        writer = TaskWriter(cluster, cluster.init_producer_id(), "t", lambda: next(times))
        writer.write(pa.record_batch({"value": [b"x"]}) for _ in range(3))
    counts = [header.records_count for header in batch_headers(broker.bootstrap, "t")]
    assert counts == [3, 2, 1]


def test_a_topic_that_is_not_there_is_made_by_the_write() -> None:
    with LocalBroker({"auto.create.topics.enable": True, "num.partitions": 2}) as broker:
        write(broker, {"topic": ["new", "other"], "value": [b"1", b"2"]}, topic=None)
        assert [row.value for row in topic_rows(broker.bootstrap, "new")] == [b"1"]
        assert [row.value for row in topic_rows(broker.bootstrap, "other")] == [b"2"]


def test_a_topic_that_nobody_makes_is_told_after_max_block_ms() -> None:
    with LocalBroker({"auto.create.topics.enable": False}) as broker:
        words = "Topic t not present in metadata after 30 ms"
        with pytest.raises(ClusterError, match=words):
            write(broker, {"value": [b"1"]}, max_block_ms=30)


def test_a_partition_that_is_not_there_is_told_with_the_count(broker: LocalBroker) -> None:
    broker.create_topic("t", partitions=2)
    rows = {"value": [b"1"], "partition": pa.array([2], pa.int32())}
    words = "Partition 2 of topic t with partition count 2 is not present in metadata after 500 ms"
    with pytest.raises(ClusterError, match=words):
        write(broker, rows, max_block_ms=500)
