"""Events that an `observer` gets: changes within a client, as values.

The observer is called where the change happens: it returns soon, and calls no method of the client.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from kafkawire.client.errors import ClientError
    from kafkawire.client.values import OffsetAndMetadata, TopicPartition


class ConnectionOpened(NamedTuple):
    """A connection was made. `node` is -1 for a bootstrap address."""

    node: int
    address: str


class ConnectionFailed(NamedTuple):
    """An attempt to connect has failed; the client tries again."""

    node: int
    address: str
    why: str


class ConnectionClosed(NamedTuple):
    """A connection has ended, by the client or by the broker."""

    node: int
    address: str
    why: str


class RequestDone(NamedTuple):
    """A response has come.

    Attributes:
        throttle_ms: How long a quota holds this client back, as the broker answers; 0 for not.
    """

    node: int
    api: str
    version: int
    latency_ms: int
    response_bytes: int
    throttle_ms: int = 0


class MetadataUpdated(NamedTuple):
    """The client has a newer view of the cluster."""

    version: int
    brokers: int
    topics: int


class LeaderChanged(NamedTuple):
    """A partition has another leader. A node of -1 is none."""

    partition: TopicPartition
    before: int
    after: int
    leader_epoch: int


class Rebootstrapped(NamedTuple):
    """No known broker could be reached: the client begins with the bootstrap addresses anew."""


class PartitionsAssigned(NamedTuple):
    """The group has given partitions to the consumer."""

    partitions: frozenset[TopicPartition]


class PartitionsRevoked(NamedTuple):
    """The group takes partitions away, which are still the consumer's."""

    partitions: frozenset[TopicPartition]


class PartitionsLost(NamedTuple):
    """Partitions are not the consumer's any more, as when max.poll.interval.ms is over."""

    partitions: frozenset[TopicPartition]
    why: ClientError


class PositionMoved(NamedTuple):
    """A position changed without a seek: `no offset`, `out of range`, `truncated`, `recreated`."""

    partition: TopicPartition
    before: int | None
    after: int
    why: str


class OffsetsCommitted(NamedTuple):
    """The coordinator has stored offsets."""

    offsets: Mapping[TopicPartition, OffsetAndMetadata]


class OffsetsRefused(NamedTuple):
    """Offsets were not committed, and the client does not try again."""

    offsets: Mapping[TopicPartition, OffsetAndMetadata]
    error: ClientError


class BatchFailed(NamedTuple):
    """Records of a producer were not delivered."""

    partition: TopicPartition
    records: int
    error: ClientError


class TransactionChanged(NamedTuple):
    """The transactions of a producer have another state, such as `committing`."""

    state: str


class Stalled(NamedTuple):
    """A heartbeat went out too late: something kept the program from running."""

    late_ms: int


Event = (
    ConnectionOpened
    | ConnectionFailed
    | ConnectionClosed
    | RequestDone
    | MetadataUpdated
    | LeaderChanged
    | Rebootstrapped
    | PartitionsAssigned
    | PartitionsRevoked
    | PartitionsLost
    | PositionMoved
    | OffsetsCommitted
    | OffsetsRefused
    | BatchFailed
    | TransactionChanged
    | Stalled
)
