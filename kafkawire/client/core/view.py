"""The client's view of the cluster: an immutable value, replaced as a whole.

`metadata` makes views from answers, and all components read them. A view that is kept shows the
cluster at one moment.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from kafkawire.client.values import Node, TopicPartition

__all__ = ["NO_EPOCH", "NO_ID", "NO_NODE", "ClusterView", "Node", "PartitionView", "TopicView"]

NO_NODE = -1
NO_EPOCH = -1
NO_ID = bytes(16)
"""The id of a topic in an answer that has no ids."""


class PartitionView(NamedTuple):
    """One partition. `leader` is NO_NODE, `leader_epoch` NO_EPOCH where there is none."""

    leader: int
    leader_epoch: int
    replicas: tuple[int, ...] = ()
    in_sync: tuple[int, ...] = ()
    offline: tuple[int, ...] = ()
    error: int = 0


class TopicView(NamedTuple):
    """One topic. `id` is NO_ID where the cluster has none; `error` is the topic's error code."""

    name: str
    id: bytes
    partitions: Mapping[int, PartitionView]
    is_internal: bool = False
    error: int = 0


class ClusterView(NamedTuple):
    """The cluster at one moment. `version` grows with each change."""

    version: int = 0
    cluster_id: str | None = None
    controller: int = NO_NODE
    nodes: Mapping[int, Node] = MappingProxyType({})
    topics: Mapping[str, TopicView] = MappingProxyType({})

    def partition(self, found: TopicPartition) -> PartitionView | None:
        """Return the view of a partition, None if there is no such partition."""
        topic = self.topics.get(found.topic)
        return None if topic is None else topic.partitions.get(found.partition)

    def leader(self, found: TopicPartition) -> Node | None:
        """Return the leader of a partition, None if there is none or its address is unknown."""
        partition = self.partition(found)
        return None if partition is None else self.nodes.get(partition.leader)

    def topic_id(self, name: str) -> bytes:
        """Return the id of a topic, NO_ID if it is not known."""
        topic = self.topics.get(name)
        return NO_ID if topic is None else topic.id
