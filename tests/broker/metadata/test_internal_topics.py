"""Kafka's own topics, and topics by default."""

from __future__ import annotations

from kafkawire.broker.config import BrokerConfig
from kafkawire.broker.metadata.internal_topics import default_topic, internal_topic, topic_to_create


def configs(name: str) -> dict[str, str | None]:
    return {each.name: each.value for each in internal_topic(name, BrokerConfig({})).configs}


def test_kafkas_own_topics_have_their_settings() -> None:
    """admin A-25, groups A-39."""
    assert configs("__consumer_offsets") == {
        "cleanup.policy": "compact",
        "compression.type": "producer",
        "segment.bytes": "104857600",
    }
    assert configs("__transaction_state") == {
        "cleanup.policy": "compact",
        "compression.type": "uncompressed",
        "min.insync.replicas": "1",
        "segment.bytes": "104857600",
        "unclean.leader.election.enable": "false",
    }
    assert configs("__share_group_state") == {
        "cleanup.policy": "delete",
        "compression.type": "producer",
        "min.insync.replicas": "1",
        "segment.bytes": "104857600",
        "retention.ms": "-1",
    }


def test_their_sizes_are_configured() -> None:
    config = BrokerConfig({"offsets.topic.num.partitions": "5"})
    topic = internal_topic("__consumer_offsets", config)
    assert (topic.num_partitions, topic.replication_factor) == (5, 1)


def test_other_topics_take_the_controllers_defaults() -> None:
    """admin A-25."""
    topic = topic_to_create("a", BrokerConfig({}))
    assert topic == default_topic("a")
    assert (topic.num_partitions, topic.replication_factor, topic.configs) == (-1, -1, [])
