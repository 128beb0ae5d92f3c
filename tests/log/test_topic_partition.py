"""The name of a partition."""

from __future__ import annotations

from kafkawire.log.topic_partition import TopicPartition


def test_a_partition_is_printed_and_found_as_kafka_does_it() -> None:
    assert str(TopicPartition("a-b", 3)) == "a-b-3"
    assert {("a", 1): "found"}[TopicPartition("a", 1)] == "found"
