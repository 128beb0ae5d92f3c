"""Values that the admin client takes and gives: topics, groups, configurations, the cluster."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from kafkawire.client.errors import ClientError
from kafkawire.client.values import Node, TopicPartition

NO_ID = bytes(16)


class NewTopic(NamedTuple):
    """A topic to be created. -1 takes the broker's default; `assignments` replaces both counts.

    Attributes:
        assignments: The ids of the brokers of each partition, the first leads.
        configs: Configurations of the topic by Kafka's names.
    """

    name: str
    partitions: int = -1
    replication_factor: int = -1
    assignments: Mapping[int, Sequence[int]] = MappingProxyType({})
    configs: Mapping[str, str] = MappingProxyType({})


class CreatedTopic(NamedTuple):
    """Properties of a new topic; old brokers return no ids and counts."""

    name: str
    id: bytes = NO_ID
    partitions: int = -1
    replication_factor: int = -1


class PartitionDescription(NamedTuple):
    """One partition. `leader` is None if it has none."""

    partition: int
    leader: int | None
    leader_epoch: int | None
    replicas: tuple[int, ...]
    in_sync: tuple[int, ...]
    offline: tuple[int, ...] = ()
    eligible_leaders: tuple[int, ...] = ()
    last_known_eligible_leaders: tuple[int, ...] = ()


class TopicDescription(NamedTuple):
    """One topic and its partitions, in order."""

    name: str
    id: bytes
    is_internal: bool
    partitions: tuple[PartitionDescription, ...]
    authorized_operations: int | None = None


class TopicListing(NamedTuple):
    """A topic in a list."""

    name: str
    id: bytes
    is_internal: bool


class ListedOffset(NamedTuple):
    """A result of ListOffsets: `offset` is -1 if there is no such record."""

    offset: int
    timestamp: int
    leader_epoch: int | None


class ClusterDescription(NamedTuple):
    """The brokers of a cluster."""

    cluster_id: str | None
    controller: int | None
    nodes: tuple[Node, ...]
    authorized_operations: int | None = None


class GroupListing(NamedTuple):
    """A group in a list. `state` and `type` are empty where the broker is too old to say."""

    group_id: str
    protocol_type: str
    state: str = ""
    type: str = ""


class ConfigResource(NamedTuple):
    """A configured object: `type` is topic, broker, broker_logger, client_metrics or group."""

    type: str
    name: str


class ConfigEntry(NamedTuple):
    """One configuration. `value` is None where it is sensitive or has none."""

    name: str
    value: str | None
    source: str
    is_read_only: bool
    is_sensitive: bool
    type: str = ""
    documentation: str | None = None
    synonyms: tuple[tuple[str, str | None, str], ...] = ()


class MemberDescription(NamedTuple):
    """A member of a group: its ids, host and partitions, by topic."""

    member_id: str
    group_instance_id: str | None
    client_id: str
    host: str
    assignment: Mapping[str, tuple[int, ...]]
    target_assignment: Mapping[str, tuple[int, ...]] | None = None
    member_epoch: int | None = None


class GroupDescription(NamedTuple):
    """A group and its members.

    Attributes:
        type: "classic" or "consumer".
        assignor: The partition assignor, or the protocol that the members agreed on.
    """

    group_id: str
    type: str
    state: str
    protocol_type: str
    assignor: str
    members: tuple[MemberDescription, ...]
    epoch: int | None = None
    assignment_epoch: int | None = None
    authorized_operations: int | None = None


class QuotaEntity(NamedTuple):
    """The entity of a quota. None is the default of its kind, an empty name is no part of it."""

    user: str | None = ""
    client_id: str | None = ""
    ip: str | None = ""


class TransactionListing(NamedTuple):
    """A transactional id in a list."""

    transactional_id: str
    producer_id: int
    state: str


class TransactionDescription(NamedTuple):
    """A transactional id. `start_time_ms` is None where no transaction is going on."""

    transactional_id: str
    state: str
    producer_id: int
    producer_epoch: int
    timeout_ms: int
    start_time_ms: int | None
    partitions: tuple[TopicPartition, ...]


class FencedProducer(NamedTuple):
    """The producer id of a transactional id, and the epoch that fences its earlier producers."""

    producer_id: int
    producer_epoch: int


class ProducerState(NamedTuple):
    """A producer as a partition remembers it.

    Attributes:
        coordinator_epoch: The epoch of the coordinator that ended its last transaction.
        transaction_start_offset: None where it has no open transaction.
    """

    producer_id: int
    producer_epoch: int
    last_sequence: int
    last_timestamp: int
    coordinator_epoch: int | None
    transaction_start_offset: int | None


class Reassignment(NamedTuple):
    """A partition whose replicas are being moved: all of them, those that come, those that go."""

    replicas: tuple[int, ...]
    adding: tuple[int, ...]
    removing: tuple[int, ...]


class Replica(NamedTuple):
    """A partition's replica at one broker."""

    topic: str
    partition: int
    broker: int


class LogDirReplica(NamedTuple):
    """A replica's log in a directory. `is_future` marks the copy that a move is making."""

    partition: TopicPartition
    size: int
    offset_lag: int
    is_future: bool


class LogDirDescription(NamedTuple):
    """A log directory of a broker.

    Attributes:
        error: Why the directory is not in use, None if it is.
        total_bytes: The size of its volume, None where it is unknown.
        usable_bytes: What is left of it, None where it is unknown.
    """

    error: ClientError | None
    replicas: tuple[LogDirReplica, ...]
    total_bytes: int | None
    usable_bytes: int | None
    is_cordoned: bool = False


class ReplicaLogDir(NamedTuple):
    """The directory of a replica, and the one that it is being moved to. None: there is none."""

    path: str | None
    offset_lag: int | None
    future_path: str | None = None
    future_offset_lag: int | None = None


class FeatureDescription(NamedTuple):
    """The levels of a feature that a broker supports, and the one that the cluster has."""

    least: int | None
    greatest: int | None
    finalized: int | None


class QuorumReplica(NamedTuple):
    """A node that keeps the metadata log. Times are None where they are unknown."""

    id: int
    directory_id: bytes
    log_end_offset: int
    last_fetch_ms: int | None
    last_caught_up_ms: int | None


class QuorumDescription(NamedTuple):
    """The nodes that keep the metadata log, and their offsets."""

    leader: int
    leader_epoch: int
    high_watermark: int
    voters: tuple[QuorumReplica, ...]
    observers: tuple[QuorumReplica, ...]
    endpoints: Mapping[int, tuple[Endpoint, ...]]


class Endpoint(NamedTuple):
    """The address of a controller's listener."""

    listener: str
    host: str
    port: int


class AclBinding(NamedTuple):
    """A principal's right or prohibition on a resource, in Kafka's words: "topic", "read" ...

    Attributes:
        principal: "User:anna", or "User:*" for all.
        permission: "allow" or "deny".
        pattern_type: "literal", or "prefixed" for resources whose names begin so.
    """

    resource_type: str
    resource_name: str
    principal: str
    operation: str
    permission: str = "allow"
    host: str = "*"
    pattern_type: str = "literal"


class AclFilter(NamedTuple):
    """Chooses ACLs; None is any. The pattern type "match" finds all that apply to a resource."""

    resource_type: str | None = None
    resource_name: str | None = None
    principal: str | None = None
    operation: str | None = None
    permission: str | None = None
    host: str | None = None
    pattern_type: str | None = None


class DelegationToken(NamedTuple):
    """A delegation token (KIP-48). `hmac` is its secret; principals are "User:anna".

    Attributes:
        requester: Who had it made, "" where the broker is too old to say.
        max_timestamp_ms: When it ends, however often it is renewed.
    """

    token_id: str
    hmac: bytes
    owner: str
    requester: str
    issue_timestamp_ms: int
    expiry_timestamp_ms: int
    max_timestamp_ms: int
    renewers: tuple[str, ...] = ()
