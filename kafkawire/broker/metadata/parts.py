"""What a metadata image consists of: brokers, topics, partitions.

Each is made by one record type and changed by another; nothing else may change them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from kafkawire.protocol.messages.broker_registration_change_record import (
        BrokerRegistrationChangeRecord,
    )
    from kafkawire.protocol.messages.partition_change_record import PartitionChangeRecord
    from kafkawire.protocol.messages.partition_record import PartitionRecord
    from kafkawire.protocol.messages.register_broker_record import RegisterBrokerRecord

NO_LEADER = -1
LEADER_UNCHANGED = -2
RECOVERY_UNCHANGED = -1

FENCE = 1
UNFENCE = -1


class Endpoint(NamedTuple):
    """Where a broker can be reached on one of its listeners."""

    host: str
    port: int
    security_protocol: int


class _Compared:
    """Equal when every slot is."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        slots: tuple[str, ...] = self.__slots__
        return all(getattr(self, name) == getattr(other, name) for name in slots)

    __hash__ = None  # type: ignore[assignment]


class BrokerImage(_Compared):
    """A registered broker (RegisterBrokerRecord, BrokerRegistrationChangeRecord)."""

    __slots__ = (
        "cordoned_log_dirs",
        "endpoints",
        "epoch",
        "features",
        "fenced",
        "in_controlled_shutdown",
        "incarnation_id",
        "log_dirs",
        "node_id",
        "rack",
    )

    def __init__(self, record: RegisterBrokerRecord) -> None:
        self.node_id = record.broker_id
        self.epoch = record.broker_epoch
        """The offset of its registration."""
        self.incarnation_id = record.incarnation_id
        self.endpoints = {
            each.name: Endpoint(each.host, each.port, each.security_protocol)
            for each in record.end_points
        }
        self.features = {
            each.name: (each.min_supported_version, each.max_supported_version)
            for each in record.features
        }
        self.rack = record.rack
        self.fenced = record.fenced
        self.in_controlled_shutdown = record.in_controlled_shutdown
        self.log_dirs = tuple(record.log_dirs)
        self.cordoned_log_dirs = tuple(record.cordoned_log_dirs or ())

    @property
    def active(self) -> bool:
        """Whether it may lead partitions: neither fenced nor about to leave."""
        return not (self.fenced or self.in_controlled_shutdown)

    @property
    def cordoned(self) -> bool:
        """Whether none of its directories takes new replicas (KIP-1066)."""
        return bool(self.log_dirs) and set(self.log_dirs) <= set(self.cordoned_log_dirs)

    def change(self, record: BrokerRegistrationChangeRecord) -> None:
        """Fold a change of the registration."""
        if record.fenced:
            self.fenced = record.fenced == FENCE
        if record.in_controlled_shutdown:
            self.in_controlled_shutdown = True
        if record.log_dirs:
            self.log_dirs = tuple(record.log_dirs)
        if record.cordoned_log_dirs is not None:
            self.cordoned_log_dirs = tuple(record.cordoned_log_dirs)


class PartitionImage(_Compared):
    """A partition (PartitionRecord, PartitionChangeRecord)."""

    __slots__ = (
        "adding_replicas",
        "directories",
        "eligible_leader_replicas",
        "isr",
        "last_known_elr",
        "leader",
        "leader_epoch",
        "leader_recovery_state",
        "partition_epoch",
        "removing_replicas",
        "replicas",
    )

    def __init__(self, record: PartitionRecord) -> None:
        self.replicas = tuple(record.replicas)
        """In the order of the assignment; the first is the preferred leader."""
        self.isr = tuple(record.isr)
        self.leader = record.leader
        self.leader_epoch = record.leader_epoch
        self.partition_epoch = record.partition_epoch
        self.leader_recovery_state = record.leader_recovery_state
        self.directories = tuple(record.directories)
        self.removing_replicas = tuple(record.removing_replicas)
        self.adding_replicas = tuple(record.adding_replicas)
        self.eligible_leader_replicas = tuple(record.eligible_leader_replicas or ())
        self.last_known_elr = tuple(record.last_known_elr or ())

    def change(self, record: PartitionChangeRecord) -> None:
        """Fold a change; the leader epoch grows iff the record names a leader (admin F-24)."""
        self._change_lists(record)
        if record.leader != LEADER_UNCHANGED:
            self.leader = record.leader
            self.leader_epoch += 1
        if record.leader_recovery_state != RECOVERY_UNCHANGED:
            self.leader_recovery_state = record.leader_recovery_state
        self.partition_epoch += 1

    def _change_lists(self, record: PartitionChangeRecord) -> None:
        for name in _CHANGED_LISTS:
            value = getattr(record, name)
            if value is not None:
                setattr(self, name, tuple(value))


_CHANGED_LISTS = (
    "isr",
    "replicas",
    "removing_replicas",
    "adding_replicas",
    "directories",
    "eligible_leader_replicas",
    "last_known_elr",
)


class TopicImage(_Compared):
    """A topic and its partitions by index."""

    __slots__ = ("name", "partitions", "topic_id")

    def __init__(self, name: str, topic_id: bytes) -> None:
        self.name = name
        self.topic_id = topic_id
        self.partitions: dict[int, PartitionImage] = {}
