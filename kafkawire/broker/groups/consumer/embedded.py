"""What classic consumers say to each other through the broker: subscriptions and assignments.

Members of a classic group of type `consumer` put a subscription into JoinGroup, and get an
assignment from SyncGroup: an i16 version and a body, opaque to a broker that only passes them on.
In a group of both protocols the broker is the one who reads and writes them (groups E). Bytes
behind the body are a later version's, and a version from the future is read as the last one known.
"""

from __future__ import annotations

from struct import Struct
from typing import NamedTuple

from kafkawire.java_order import java_hash_order
from kafkawire.protocol.errors import DecodeError
from kafkawire.protocol.messages.consumer_protocol_assignment import ConsumerProtocolAssignment
from kafkawire.protocol.messages.consumer_protocol_subscription import ConsumerProtocolSubscription

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from kafkawire.broker.groups.consumer.assignors import Target
    from kafkawire.broker.groups.consumer.reconciliation import Owned
    from kafkawire.broker.metadata.image import MetadataImage

_VERSION = Struct(">h")


class Subscription(NamedTuple):
    """What a classic consumer wants and has."""

    version: int
    """As it was written, so perhaps one from the future."""
    topics: tuple[str, ...]
    owned: dict[str, tuple[int, ...]]
    """Partitions that it has not given back; nothing of clients that give back all at once."""
    rack_id: str | None


class Assignment(NamedTuple):
    """What the leader of a classic group gave to one member."""

    partitions: dict[str, tuple[int, ...]]
    user_data: bytes


def version_of(data: bytes) -> int:
    """The version that begins a subscription or an assignment. Raises `DecodeError`."""
    if len(data) < _VERSION.size:
        raise DecodeError(f"{len(data)} bytes of the embedded consumer protocol")
    version: int = _VERSION.unpack_from(data)[0]
    if version < 0:
        raise DecodeError(f"version {version} of the embedded consumer protocol")
    return version


def read_subscription(data: bytes) -> Subscription:
    """A member's metadata. Raises `DecodeError`."""
    version = version_of(data)
    known = min(version, ConsumerProtocolSubscription.VERSIONS[1])
    found, _ = ConsumerProtocolSubscription.decode_from(data, known, _VERSION.size)
    owned = {each.topic: tuple(each.partitions) for each in found.owned_partitions}
    return Subscription(version, tuple(found.topics), owned, found.rack_id or None)


def read_assignment(data: bytes) -> Assignment:
    """What SyncGroup carries; no bytes are no partitions. Raises `DecodeError`."""
    if not data:
        return Assignment({}, b"")
    known = min(version_of(data), ConsumerProtocolAssignment.VERSIONS[1])
    found, _ = ConsumerProtocolAssignment.decode_from(data, known, _VERSION.size)
    partitions = {each.topic: tuple(each.partitions) for each in found.assigned_partitions}
    return Assignment(partitions, bytes(found.user_data or b""))


def write_assignment(
    version: int, partitions: Mapping[bytes, Iterable[int]], metadata: MetadataImage
) -> bytes:
    """Partitions by topic id as a classic member reads them; `version` is its subscription's.

    Topics that are not there any more are left out (groups E-4).
    """
    version = min(version, ConsumerProtocolAssignment.VERSIONS[1])
    topics = []
    for topic_id in java_hash_order(partitions):
        topic = metadata.topics_by_id.get(topic_id)
        if topic is not None:
            indexes = java_hash_order(partitions[topic_id])
            topics.append((topic.name, indexes))
    message = ConsumerProtocolAssignment(
        assigned_partitions=[
            ConsumerProtocolAssignment.TopicPartition(topic=name, partitions=indexes)
            for name, indexes in topics
        ],
        user_data=None,
    )
    return _VERSION.pack(version) + message.encode(version)


def by_topic_id(partitions: Mapping[str, Sequence[int]], metadata: MetadataImage) -> Target:
    """Partitions of named topics by topic id; topics that do not exist are left out."""
    found = {
        topic.topic_id: tuple(java_hash_order(dict.fromkeys(indexes), copied=True))
        for name, indexes in partitions.items()
        if (topic := metadata.topics.get(name)) is not None
    }
    return {topic_id: found[topic_id] for topic_id in java_hash_order(found)}


def owned_by_topic_id(partitions: Mapping[str, Sequence[int]], metadata: MetadataImage) -> Owned:
    """What a member says that it owns, for the reconciliation."""
    found = by_topic_id(partitions, metadata)
    return {topic_id: frozenset(indexes) for topic_id, indexes in found.items()}
