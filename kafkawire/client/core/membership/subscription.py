"""The consumer protocol: what members of a classic group write for each other.

A member puts a subscription into JoinGroup, and the leader puts an assignment for each member into
SyncGroup: an int16 version, then a struct without tags. A newer version is read as the newest that
is known here, and bytes behind the struct are ignored, as in Kafka's `ConsumerProtocol`.

The user data of a subscription belongs to its assignor. Two of Kafka's have some:

    sticky                what the member was last assigned, and in which generation
    cooperative-sticky    the generation of the last assignment, for subscriptions below version 2
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from struct import Struct
from typing import NamedTuple, TypeVar

from kafkawire.client.values import TopicPartition, by_topic
from kafkawire.java_order import java_text_order
from kafkawire.java_table import JavaTable
from kafkawire.protocol.errors import DecodeError
from kafkawire.protocol.messages.consumer_protocol_assignment import ConsumerProtocolAssignment
from kafkawire.protocol.messages.consumer_protocol_subscription import ConsumerProtocolSubscription

Data = TypeVar("Data", ConsumerProtocolAssignment, ConsumerProtocolSubscription)

NO_GENERATION = -1
"""The generation of a member that was never assigned anything."""
VERSION = 3
"""The newest version of both structs, and the default version when they are written."""

_INT16 = Struct(">h")
_INT32 = Struct(">i")


class MemberSubscription(NamedTuple):
    """The subscription of one member of a group, and the partitions that it still owns.

    Attributes:
        topics: Names of topics; from a foreign client in any order, and perhaps twice.
        owned: Partitions that the member has not given up; empty in eager groups.
        generation: The generation in which they were assigned; NO_GENERATION below version 2.
        rack: The rack of the consumer; None if it has none, and below version 3.
        user_data: Bytes of the assignor.
        group_instance_id: The id of a static member. JoinGroup has it beside the subscription.
    """

    topics: tuple[str, ...]
    owned: tuple[TopicPartition, ...] = ()
    generation: int = NO_GENERATION
    rack: str | None = None
    user_data: bytes | None = None
    group_instance_id: str | None = None


class MemberAssignment(NamedTuple):
    """The partitions of one member, in the order of the leader, and bytes of the assignor."""

    partitions: tuple[TopicPartition, ...]
    user_data: bytes | None = None


class StickyClaim(NamedTuple):
    """Partitions that a member has or had, and the generation in which they were assigned."""

    partitions: tuple[TopicPartition, ...] = ()
    generation: int = NO_GENERATION


def encode_subscription(member: MemberSubscription, version: int = VERSION) -> bytes:
    """Return the metadata of a protocol in JoinGroup, sorted as Java sorts it."""
    owned = sorted(member.owned, key=lambda at: (java_text_order(at.topic), at.partition))
    message = ConsumerProtocolSubscription(
        topics=sorted(member.topics, key=java_text_order),
        user_data=member.user_data,
        owned_partitions=[
            ConsumerProtocolSubscription.TopicPartition(
                topic=topic, partitions=[each.partition for each in run]
            )
            for topic, run in groupby(owned, key=lambda at: at.topic)
        ],
        generation_id=member.generation,
        rack_id=member.rack,
    )
    return _INT16.pack(version) + message.encode(version)


def decode_subscription(data: bytes, group_instance_id: str | None = None) -> MemberSubscription:
    """Read a member's metadata out of the response of JoinGroup. Raises DecodeError."""
    found = _decoded(ConsumerProtocolSubscription, data)
    return MemberSubscription(
        tuple(found.topics),
        _flat((each.topic, each.partitions) for each in found.owned_partitions),
        max(found.generation_id, NO_GENERATION),
        found.rack_id or None,
        None if found.user_data is None else bytes(found.user_data),
        group_instance_id,
    )


def encode_assignment(
    partitions: Iterable[TopicPartition], user_data: bytes | None = None, version: int = VERSION
) -> bytes:
    """Return what SyncGroup carries for one member. Topics are in the order of `partitions`."""
    message = ConsumerProtocolAssignment(
        assigned_partitions=[
            ConsumerProtocolAssignment.TopicPartition(topic=topic, partitions=numbers)
            for topic, numbers in by_topic(partitions).items()
        ],
        user_data=user_data,
    )
    return _INT16.pack(version) + message.encode(version)


def decode_assignment(data: bytes) -> MemberAssignment:
    """Read what SyncGroup answered. Raises DecodeError, also if there are no bytes."""
    found = _decoded(ConsumerProtocolAssignment, data)
    return MemberAssignment(
        _flat((each.topic, each.partitions) for each in found.assigned_partitions),
        None if found.user_data is None else bytes(found.user_data),
    )


def sticky_user_data(claim: StickyClaim) -> bytes:
    """Return the user data of *sticky*, with topics in the order of a Java hash table."""
    topics = by_topic(claim.partitions)
    table: JavaTable[str] = JavaTable()
    for each in claim.partitions:
        table.compute_if_absent(each.topic)
    parts = [_INT32.pack(len(topics))]
    for topic in table.ordered():
        name = topic.encode()
        numbers = topics[topic]
        parts += (_INT16.pack(len(name)), name, _INT32.pack(len(numbers)))
        parts += map(_INT32.pack, numbers)
    parts.append(_INT32.pack(claim.generation))
    return b"".join(parts)


def read_sticky_user_data(data: bytes | None) -> StickyClaim:
    """Read the user data of *sticky*.

    Consumers before Kafka 2.3 write no generation. Data that cannot be read claims nothing.
    """
    if not data:
        return StickyClaim()
    try:
        partitions, end = _sticky_partitions(data)
    except DecodeError:
        return StickyClaim()
    return StickyClaim(partitions, _int32(data, end))


def cooperative_user_data(generation: int) -> bytes:
    """Return the user data of *cooperative-sticky*."""
    return _INT32.pack(generation)


def read_cooperative_user_data(data: bytes | None) -> int:
    """Return the generation in the user data of *cooperative-sticky*."""
    return _int32(data or b"", 0)


def _int32(data: bytes, at: int) -> int:
    """Return the number at a place, NO_GENERATION if the data ends before."""
    return _INT32.unpack_from(data, at)[0] if len(data) - at >= _INT32.size else NO_GENERATION


def _sticky_partitions(data: bytes) -> tuple[tuple[TopicPartition, ...], int]:
    """Return the partitions, and where they end. Raises DecodeError."""
    count, at = _length(data, 0, _INT32)
    found: list[TopicPartition] = []
    for _ in range(count):
        size, at = _length(data, at, _INT16)
        topic = data[at : at + size].decode(errors="replace")
        numbers, at = _length(data, at + size, _INT32)
        end = at + numbers * _INT32.size
        if end > len(data):
            raise DecodeError(f"{numbers} partitions of {topic} in {len(data) - at} bytes")
        found += (TopicPartition(topic, each) for (each,) in _INT32.iter_unpack(data[at:end]))
        at = end
    return tuple(found), at


def _length(data: bytes, at: int, number: Struct) -> tuple[int, int]:
    """Return a length, no greater than what is left, and where its elements begin."""
    start = at + number.size
    length = number.unpack_from(data, at)[0] if start <= len(data) else -1
    if not 0 <= length <= len(data) - start:
        raise DecodeError(f"a length of {length} at {at} of {len(data)} bytes of user data")
    return length, start


def _flat(topics: Iterable[tuple[str, Iterable[int]]]) -> tuple[TopicPartition, ...]:
    return tuple(TopicPartition(topic, each) for topic, numbers in topics for each in numbers)


def _decoded(kind: type[Data], data: bytes) -> Data:
    if len(data) < _INT16.size:
        raise DecodeError(f"{kind.__name__} of {len(data)} bytes has no version")
    version = _INT16.unpack_from(data)[0]
    if version < 0:
        raise DecodeError(f"{kind.__name__} of version {version}")
    return kind.decode_from(data, min(version, kind.VERSIONS[1]), _INT16.size)[0]
