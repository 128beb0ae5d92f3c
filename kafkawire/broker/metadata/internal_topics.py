"""Topics that nobody described: Kafka's own, and those that a client merely named.

Kafka's own have settings by their broker configurations (admin A-25). The rest takes the
controller's defaults.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.broker.metadata.topic_names import (
    CONSUMER_OFFSETS,
    SHARE_GROUP_STATE,
    TRANSACTION_STATE,
)
from kafkawire.protocol.messages.create_topics_request import CreateTopicsRequest

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kafkawire.broker.config import BrokerConfig

CreatableTopic = CreateTopicsRequest.CreatableTopic

_STEMS = {
    CONSUMER_OFFSETS: "offsets.topic",
    TRANSACTION_STATE: "transaction.state.log",
    SHARE_GROUP_STATE: "share.coordinator.state.topic",
}
"""How the broker configurations of each begin."""


def topic_to_create(name: str, config: BrokerConfig) -> CreatableTopic:
    """What is created when a client merely names `name`."""
    return internal_topic(name, config) if name in _STEMS else default_topic(name)


def default_topic(name: str) -> CreatableTopic:
    """A topic with the controller's defaults."""
    return CreatableTopic(name=name, num_partitions=-1, replication_factor=-1)


def internal_topic(name: str, config: BrokerConfig) -> CreatableTopic:
    """One of Kafka's own topics, as `config` wants it."""
    stem = _STEMS[name]
    return CreatableTopic(
        name=name,
        num_partitions=config.int(f"{stem}.num.partitions"),
        replication_factor=config.int(f"{stem}.replication.factor"),
        configs=[
            CreateTopicsRequest.CreatableTopicConfig(name=key, value=value)
            for key, value in _configs(name, config).items()
        ],
    )


def _configs(name: str, config: BrokerConfig) -> Mapping[str, str]:
    segment_bytes = str(config.int(f"{_STEMS[name]}.segment.bytes"))
    if name == CONSUMER_OFFSETS:
        return {
            "cleanup.policy": "compact",
            "compression.type": "producer",
            "segment.bytes": segment_bytes,
        }
    min_insync_replicas = str(config.int(f"{_STEMS[name]}.min.isr"))
    if name == TRANSACTION_STATE:
        return {
            "cleanup.policy": "compact",
            "compression.type": "uncompressed",
            "min.insync.replicas": min_insync_replicas,
            "segment.bytes": segment_bytes,
            "unclean.leader.election.enable": "false",
        }
    return {
        "cleanup.policy": "delete",
        "compression.type": "producer",
        "min.insync.replicas": min_insync_replicas,
        "retention.ms": "-1",
        "segment.bytes": segment_bytes,
    }
