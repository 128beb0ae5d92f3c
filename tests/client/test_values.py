"""Values as they are shown."""

from __future__ import annotations

from kafkawire.client.values import OffsetAndMetadata, TopicPartition, by_topic


def test_a_partition_is_shown_as_kafka_shows_it() -> None:
    assert str(TopicPartition("orders", 3)) == "orders-3"
    assert OffsetAndMetadata(5) == (5, None, "")


def test_partitions_are_grouped_in_order() -> None:
    given = [TopicPartition("b", 1), TopicPartition("a", 0), TopicPartition("b", 0)]
    assert by_topic(given) == {"b": [1, 0], "a": [0]}
