"""The parts of a metadata image: brokers, topics, partitions.

One record type makes each part and another one changes it; nothing else changes a part. A
`PartitionImage` is a value: a change replaces it in its topic. The replica of the partition holds
the same value until the next one is published.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from typing import Any

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


class PartitionImage(NamedTuple):
    """A partition (PartitionRecord, PartitionChangeRecord); node ids, and -1 for no leader."""

    replicas: tuple[int, ...]
    """In the order of the assignment; the first is the preferred leader."""
    isr: tuple[int, ...]
    leader: int
    leader_epoch: int
    partition_epoch: int
    leader_recovery_state: int = 0
    directories: tuple[bytes, ...] = ()
    removing_replicas: tuple[int, ...] = ()
    adding_replicas: tuple[int, ...] = ()
    eligible_leader_replicas: tuple[int, ...] = ()
    last_known_elr: tuple[int, ...] = ()

    @classmethod
    def of(cls, record: PartitionRecord) -> PartitionImage:
        """Return the image of a new partition."""
        return cls(
            replicas=tuple(record.replicas),
            isr=tuple(record.isr),
            leader=record.leader,
            leader_epoch=record.leader_epoch,
            partition_epoch=record.partition_epoch,
            leader_recovery_state=record.leader_recovery_state,
            directories=tuple(record.directories),
            removing_replicas=tuple(record.removing_replicas),
            adding_replicas=tuple(record.adding_replicas),
            eligible_leader_replicas=tuple(record.eligible_leader_replicas or ()),
            last_known_elr=tuple(record.last_known_elr or ()),
        )

    def changed_by(self, record: PartitionChangeRecord) -> PartitionImage:
        """Return the next image; a record that names a leader raises the epoch (admin F-24)."""
        changes: dict[str, Any] = {"partition_epoch": self.partition_epoch + 1}
        for name in _CHANGED_LISTS:
            value = getattr(record, name)
            if value is not None:
                changes[name] = tuple(value)
        if record.leader != LEADER_UNCHANGED:
            changes["leader"] = record.leader
            changes["leader_epoch"] = self.leader_epoch + 1
        if record.leader_recovery_state != RECOVERY_UNCHANGED:
            changes["leader_recovery_state"] = record.leader_recovery_state
        return self._replace(**changes)


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
