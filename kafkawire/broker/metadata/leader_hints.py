"""Who leads a partition, and where: what a request is told that came to the wrong broker (KIP-951).

Leader and epoch are those of the hosted replica, which may know more than the metadata; without
one, those of the metadata (produce A-63).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from kafkawire.broker.metadata.image import MetadataImage
    from kafkawire.broker.metadata.parts import PartitionImage
    from kafkawire.log.topic_partition import TopicPartition

NOBODY = (-1, -1)
"""Leader and epoch of what nobody knows."""


class HostedPartition(Protocol):
    """A replica of this broker."""

    @property
    def image(self) -> PartitionImage:
        """The metadata that the replica follows."""


class HostedPartitions(Protocol):
    """The replicas of this broker by name."""

    def get(self, topic_partition: TopicPartition) -> HostedPartition | None:
        """Return the hosted partition of that name."""


class HintingBroker(Protocol):
    """The parts of a broker that hold leaders: its metadata and its replicas."""

    @property
    def metadata(self) -> MetadataImage:
        """The metadata image."""

    @property
    def replicas(self) -> HostedPartitions:
        """The hosted partitions."""


class Address(NamedTuple):
    """Where a broker listens."""

    host: str
    port: int
    rack: str | None


def leader_of(name: TopicPartition, broker: HintingBroker) -> tuple[int, int]:
    """Node id and epoch of the partition's leader."""
    partition = broker.replicas.get(name)
    if partition is not None:
        return partition.image.leader, partition.image.leader_epoch
    topic = broker.metadata.topics.get(name.topic)
    known = None if topic is None else topic.partitions.get(name.partition)
    return NOBODY if known is None else (known.leader, known.leader_epoch)


def address_of(node_id: int, broker: HintingBroker, listener_name: str) -> Address | None:
    """Where a live broker is reached through the client's listener."""
    node = broker.metadata.brokers.get(node_id)
    if node is None or node.fenced:
        return None
    endpoint = node.endpoints.get(listener_name)
    return None if endpoint is None else Address(endpoint.host, endpoint.port, node.rack)
