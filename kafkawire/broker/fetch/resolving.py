"""From what a fetch names to the partitions this broker hosts (fetch B.2).

A partition is refused before reading when its topic id resolves to no name (100) or when the
metadata does not have it (3). What is refused here waits for nobody and is answered after what
was read. A partition that vanishes later, while its fetch is parked, fails in the read instead.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from kafkawire.broker.fetch.cached_partition import NONE, CachedPartition
from kafkawire.log.topic_partition import TopicPartition
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError

if TYPE_CHECKING:
    from kafkawire.broker.behaviour import Behaviour
    from kafkawire.broker.config import BrokerConfig
    from kafkawire.broker.fetch.session import PartitionKey
    from kafkawire.broker.fetch.session_cache import FetchSessionCache
    from kafkawire.broker.metadata.image import MetadataImage
    from kafkawire.broker.purgatory import Purgatory
    from kafkawire.broker.replicas.partition import Partition
    from kafkawire.broker.replicas.replica_manager import ReplicaManager
    from kafkawire.broker.replicas.replica_selector import RackAwareSelector
    from kafkawire.broker.security.authorizer import Authorizer
    from kafkawire.protocol.messages.fetch_request import FetchRequest

UNKNOWN_TOPIC_ID = int(ErrorCode.UNKNOWN_TOPIC_ID)
UNKNOWN_TOPIC_OR_PARTITION = int(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)


class FetchingBroker(Protocol):
    """What a fetch needs of its broker."""

    config: BrokerConfig
    behaviour: Behaviour
    metadata: MetadataImage
    replicas: ReplicaManager
    purgatory: Purgatory
    fetch_sessions: FetchSessionCache
    replica_selector: RackAwareSelector | None
    authorizer: Authorizer | None


def key_of(cached: CachedPartition, *, uses_topic_ids: bool) -> PartitionKey:
    """What `cached` is known by (fetch E-14)."""
    if uses_topic_ids:
        return cached.topic_id, cached.asked.partition
    return cached.topic or "", cached.asked.partition


def partitions_of(
    request: FetchRequest, *, uses_topic_ids: bool
) -> dict[PartitionKey, CachedPartition]:
    """The partitions of a request: each at its first mention, with its last values (A-11)."""
    partitions: dict[PartitionKey, CachedPartition] = {}
    for topic in request.topics:
        name = None if uses_topic_ids else topic.topic
        for asked in topic.partitions:
            key = (topic.topic_id if uses_topic_ids else topic.topic, asked.partition)
            known = partitions.get(key)
            if known is None:
                partitions[key] = CachedPartition(name, topic.topic_id, asked)
            else:
                known.asked = asked
    return partitions


def resolve(cached: CachedPartition, broker: FetchingBroker) -> None:
    """Find the hosted partition, or the error that refuses `cached` before reading."""
    cached.partition = None
    name = cached.topic
    if name is None:
        topic = broker.metadata.topics_by_id.get(cached.topic_id)
        if topic is None:
            cached.rejected = UNKNOWN_TOPIC_ID
            return
        cached.topic = name = topic.name
    partition = _hosted(name, cached, broker)
    cached.partition = partition
    is_known = (
        partition is not None
        or is_in_metadata(name, cached.asked.partition, broker)
        or (not broker.behaviour.knows_partitions and name in broker.metadata.topics)
    )
    cached.rejected = NONE if is_known else UNKNOWN_TOPIC_OR_PARTITION


def resolve_again(cached: CachedPartition, broker: FetchingBroker) -> Partition | None:
    """The hosted partition of one that was not refused, whatever happened to it since."""
    assert cached.topic is not None
    cached.partition = _hosted(cached.topic, cached, broker)
    return cached.partition


def absence(name: TopicPartition, broker: FetchingBroker) -> ErrorCode:
    """Why a partition is not hosted here (fetch B-14, produce A-40)."""
    if name in broker.replicas.offline:
        return ErrorCode.KAFKA_STORAGE_ERROR
    if is_in_metadata(name.topic, name.partition, broker):
        return ErrorCode.NOT_LEADER_OR_FOLLOWER
    return ErrorCode.UNKNOWN_TOPIC_OR_PARTITION


def hosted_partition(topic: str, partition: int, broker: FetchingBroker) -> Partition:
    """The hosted partition of that name, for whoever needs no session.

    Raises `ApiError` with what `absence` says.
    """
    name = TopicPartition(topic, partition)
    found = broker.replicas.get(name)
    if found is None:
        raise ApiError(absence(name, broker))
    return found


def is_in_metadata(topic: str, partition: int, broker: FetchingBroker) -> bool:
    """Whether the cluster has that partition, here or elsewhere."""
    image = broker.metadata.topics.get(topic)
    return image is not None and partition in image.partitions


def _hosted(topic: str, cached: CachedPartition, broker: FetchingBroker) -> Partition | None:
    return broker.replicas.get(TopicPartition(topic, cached.asked.partition))
