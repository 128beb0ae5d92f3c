"""What a view has of topics, as tasks see it."""

from __future__ import annotations

from kafkawire.client.core.view import PartitionView, TopicView
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.spark.cluster.metadata import TopicPartition, topic_info


def test_partitions_are_in_order_and_those_without_a_leader_have_none() -> None:
    parts = {
        1: PartitionView(7, 0),
        0: PartitionView(3, 0, error=ErrorCode.LEADER_NOT_AVAILABLE),
        2: PartitionView(8, 0, error=ErrorCode.REPLICA_NOT_AVAILABLE),
    }
    found = topic_info(TopicView("t", b"0123456789abcdef", parts, is_internal=True))
    assert list(found.partitions.items()) == [(0, -1), (1, 7), (2, 8)]
    assert found.topic_id == b"0123456789abcdef"
    assert found.is_internal
    assert not found.error


def test_a_partition_is_shown_as_kafka_shows_it() -> None:
    assert str(TopicPartition("orders", 3)) == "orders-3"
