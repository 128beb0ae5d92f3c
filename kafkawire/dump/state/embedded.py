"""The consumer protocol: what members of a classic group tell each other through the broker.

To the broker a member's metadata and assignment are bytes; in groups of type `consumer` they are a
version and a struct without tags (`ConsumerProtocol.java`). A version that is newer than ours is
read as ours, and what follows is not looked at, as Kafka's own readers do.
"""

from __future__ import annotations

from base64 import b64decode
from struct import Struct as Packing
from typing import TYPE_CHECKING, NamedTuple

from kafkawire.log.topic_partition import TopicPartition
from kafkawire.protocol.errors import ProtocolError
from kafkawire.protocol.messages.consumer_protocol_assignment import ConsumerProtocolAssignment
from kafkawire.protocol.messages.consumer_protocol_subscription import (
    ConsumerProtocolSubscription,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kafkawire.protocol.message import Message

CONSUMER = "consumer"

_VERSION = Packing(">h")

Partitions = tuple[TopicPartition, ...]


class Subscription(NamedTuple):
    """What a member wants, and what it still holds."""

    topics: tuple[str, ...]
    owned: Partitions


def read_subscription(text: str) -> Subscription | None:
    """From base64; None if it is none."""
    found = _read(ConsumerProtocolSubscription, text)
    if not isinstance(found, ConsumerProtocolSubscription):
        return None
    owned = _partitions((each.topic, each.partitions) for each in found.owned_partitions)
    return Subscription(tuple(found.topics), owned)


def read_assignment(text: str) -> Partitions | None:
    """From base64; nothing for a member that was given nothing, None if it is no assignment."""
    if not text:
        return ()
    found = _read(ConsumerProtocolAssignment, text)
    if not isinstance(found, ConsumerProtocolAssignment):
        return None
    return _partitions((each.topic, each.partitions) for each in found.assigned_partitions)


def _partitions(topics: Iterable[tuple[str, Iterable[int]]]) -> Partitions:
    return tuple(
        sorted(TopicPartition(topic, number) for topic, numbers in topics for number in numbers)
    )


def _read(kind: type[Message], text: str) -> Message | None:
    data = b64decode(text)
    if len(data) < _VERSION.size:
        return None
    version = min(_VERSION.unpack_from(data)[0], kind.VERSIONS[1])
    try:
        return kind.decode_from(data, version, _VERSION.size)[0]
    except ProtocolError:
        return None
