"""Values that the client takes and gives: brokers, partitions, offsets, acknowledged records."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class Node(NamedTuple):
    """A broker: its id, the address that it advertises, its rack."""

    id: int
    host: str
    port: int
    rack: str | None = None

    def __str__(self) -> str:
        return f"broker {self.id} at {self.host}:{self.port}"


class TopicPartition(NamedTuple):
    """A partition by its topic's name."""

    topic: str
    partition: int

    def __str__(self) -> str:
        return f"{self.topic}-{self.partition}"


class OffsetAndMetadata(NamedTuple):
    """A committed offset: the next one to read, and the epoch of the record before it."""

    offset: int
    leader_epoch: int | None = None
    metadata: str = ""


class OffsetAndTimestamp(NamedTuple):
    """The first offset that is as young as was asked, and its timestamp in milliseconds."""

    offset: int
    timestamp: int
    leader_epoch: int | None


class GroupMetadata(NamedTuple):
    """Identity of a group's member, for offsets that a transaction commits (KIP-447)."""

    group_id: str
    generation_id: int
    member_id: str
    group_instance_id: str | None


class RecordMetadata(NamedTuple):
    """Place of an acknowledged record. `offset` is -1 if the broker has not returned it."""

    topic: str
    partition: int
    offset: int
    timestamp: int


def by_topic(partitions: Iterable[TopicPartition]) -> dict[str, list[int]]:
    """Return the partitions of each topic, in the order in which they were given."""
    found: dict[str, list[int]] = {}
    for topic, partition in partitions:
        found.setdefault(topic, []).append(partition)
    return found
