"""Answers about topics, read."""

from __future__ import annotations

from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.messages.metadata_response import MetadataResponse
from kafkawire.spark.cluster.metadata import (
    NO_LEADER,
    TopicPartition,
    metadata_request,
    read_metadata,
)

Topic = MetadataResponse.MetadataResponseTopic
Part = MetadataResponse.MetadataResponsePartition


def test_partitions_are_in_order_and_those_without_a_leader_have_none() -> None:
    parts = [
        Part(partition_index=1, leader_id=7),
        Part(partition_index=0, leader_id=3, error_code=ErrorCode.LEADER_NOT_AVAILABLE),
        Part(partition_index=2, leader_id=8, error_code=ErrorCode.REPLICA_NOT_AVAILABLE),
    ]
    answer = MetadataResponse(
        brokers=[MetadataResponse.MetadataResponseBroker(node_id=7, host="a", port=1)],
        topics=[Topic(name="t", partitions=parts), Topic(name=None, error_code=100)],
    )
    found = read_metadata(answer)
    assert found.nodes == {7: ("a", 1)}
    assert list(found.topics) == ["t"]
    assert list(found.topics["t"].partitions.items()) == [(0, NO_LEADER), (1, 7), (2, 8)]


def test_asking_makes_topics_only_when_told_so() -> None:
    assert not metadata_request(["t"]).allow_auto_topic_creation
    assert metadata_request(["t"], creates=True).allow_auto_topic_creation
    assert metadata_request(None).topics is None


def test_a_partition_is_shown_as_kafka_shows_it() -> None:
    assert str(TopicPartition("orders", 3)) == "orders-3"
