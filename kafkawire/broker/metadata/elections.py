"""Who leads a partition when a broker leaves or comes back, as records.

After Kafka's `PartitionChangeBuilder` and `ReplicationControlManager` (replication C-31 to C-43,
admin F-26).

A leader has to be alive, and in the in-sync set or, once that is empty, among the eligible leader
replicas. While these are kept (`eligible.leader.replicas.version` 1) the last member of the set
leaves it too, and becomes eligible; else it stays, and leads again when it comes back. A broker
that was killed is eligible no more: whoever was the last leader then takes over all the same, as
an unclean election, for nobody else can know more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.broker.java_order import timeline_order
from kafkawire.broker.metadata.features import ELR_VERSION
from kafkawire.broker.metadata.image import (
    EVERY_BROKER,
    RESOURCE_BROKER,
    RESOURCE_TOPIC,
)
from kafkawire.broker.metadata.parts import LEADER_UNCHANGED, NO_LEADER
from kafkawire.protocol.messages.partition_change_record import PartitionChangeRecord

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from kafkawire.broker.metadata.image import MetadataImage
    from kafkawire.broker.metadata.parts import PartitionImage, TopicImage

RECOVERING = 1
MIN_INSYNC_REPLICAS = "min.insync.replicas"
UNCLEAN_LEADER_ELECTION = "unclean.leader.election.enable"

NOBODY = -1


class Elections:
    """Decides on `image` as it is, for one of three events that concern one broker.

    `leaving`: it is being fenced, or wants to stop. `returning`: it is being unfenced. `failed`: a
    new incarnation of it registers, the old one was not stopped.
    """

    __slots__ = ("_elr", "_failed", "_image", "_leaving", "_returning")

    def __init__(
        self,
        image: MetadataImage,
        *,
        leaving: int = NOBODY,
        returning: int = NOBODY,
        failed: int = NOBODY,
    ) -> None:
        self._image = image
        self._leaving = leaving
        self._returning = returning
        self._failed = failed
        self._elr = bool(image.features.get(ELR_VERSION))

    def changes(self) -> list[PartitionChangeRecord]:
        """What follows for the partitions that the event concerns, in Kafka's order."""
        if self._failed != NOBODY:
            # Without eligible leader replicas there is nothing that it could lose.
            if not self._elr:
                return []
            concerned = _in_isr_of(self._failed)
            return [*self._records(concerned), *self._records(_in_elr_of(self._failed))]
        return self._records(_leaderless if self._leaving == NOBODY else _in_isr_of(self._leaving))

    def _records(self, concerned: Callable[[PartitionImage], bool]) -> list[PartitionChangeRecord]:
        image = self._image
        records = []
        for topic_id in timeline_order(image.topics_by_id):
            topic = image.topics_by_id[topic_id]
            for index, partition in topic.partitions.items():
                if concerned(partition):
                    change = _Change(self, topic, partition)
                    record = change.record(topic_id, index)
                    if record is not None:
                        records.append(record)
        return records

    @property
    def keeps_elr(self) -> bool:
        """Whether eligible leader replicas are on."""
        return self._elr

    def removes(self, node_id: int) -> bool:
        """Whether it is no member of an in-sync set any more."""
        return node_id in (self._leaving, self._failed)

    def has_failed(self, node_id: int) -> bool:
        """Whether it may lack what it was once known to have."""
        return node_id == self._failed

    def may_lead(self, node_id: int) -> bool:
        """Whether it is there to lead anything."""
        if self.removes(node_id):
            return False
        broker = self._image.brokers.get(node_id)
        return node_id == self._returning or (broker is not None and broker.active)

    def min_insync_replicas(self, topic: TopicImage) -> int:
        """How many members an in-sync set is to have before nobody else is eligible."""
        value = self._topic_config(topic, MIN_INSYNC_REPLICAS) or "1"
        first = topic.partitions.get(0)
        return int(value) if first is None else min(int(value), len(first.replicas))

    def elects_unclean(self, topic: TopicImage) -> bool:
        """Whether a replica may lead that is not known to have everything."""
        return self._topic_config(topic, UNCLEAN_LEADER_ELECTION) == "true"

    def _topic_config(self, topic: TopicImage, name: str) -> str | None:
        configs = self._image.config
        value = configs(RESOURCE_TOPIC, topic.name).get(name)
        return configs(RESOURCE_BROKER, EVERY_BROKER).get(name) if value is None else value


class _Change:
    """What becomes of one partition."""

    def __init__(self, elections: Elections, topic: TopicImage, partition: PartitionImage) -> None:
        self._elections = elections
        self._topic = topic
        self._partition = partition
        self._isr = [each for each in partition.isr if not elections.removes(each)]
        self._elr = self._eligible()

    def record(self, topic_id: bytes, index: int) -> PartitionChangeRecord | None:
        """The record, or None if nothing changes."""
        partition = self._partition
        leader, unclean = self._elect()
        changed = leader != partition.leader
        if changed and leader in self._elr:
            self._isr = [leader]
            self._elr = [each for each in self._elr if each != leader]
        elif changed and unclean:
            self._isr = [leader]
            self._elr = []
        record = PartitionChangeRecord(partition_id=index, topic_id=topic_id)
        if changed:
            record.leader = leader
            if unclean and partition.leader_recovery_state != RECOVERING:
                record.leader_recovery_state = RECOVERING
        self._write_lists(record)
        return record if _says_something(record) else None

    def _write_lists(self, record: PartitionChangeRecord) -> None:
        partition = self._partition
        keeps_elr = self._elections.keeps_elr
        elr = self._elr if keeps_elr else []
        if tuple(elr) != partition.eligible_leader_replicas:
            record.eligible_leader_replicas = elr
        if tuple(self._isr) != partition.isr and (self._isr or keeps_elr):
            record.isr = self._isr
        if keeps_elr:
            self._write_last_leader(record)

    def _write_last_leader(self, record: PartitionChangeRecord) -> None:
        partition = self._partition
        known = partition.last_known_elr
        if record.isr is not None and not record.isr:
            if known != (partition.leader,):
                record.last_known_elr = [partition.leader]
            return
        leads = partition.leader if record.leader == LEADER_UNCHANGED else record.leader
        if leads != NO_LEADER and known:
            record.last_known_elr = []

    def _eligible(self) -> list[int]:
        """Who may lead once the in-sync set is empty."""
        elections, partition = self._elections, self._partition
        if not elections.keeps_elr:
            return []
        if len(self._isr) >= elections.min_insync_replicas(self._topic):
            return []
        candidates = {*partition.eligible_leader_replicas, *partition.isr}
        return sorted(
            each for each in candidates if each not in self._isr and not elections.has_failed(each)
        )

    def _elect(self) -> tuple[int, bool]:
        """The leader, and whether it may lack what was acknowledged."""
        elections, partition = self._elections, self._partition
        if self._is_valid(partition.leader):
            return partition.leader, False
        for each in partition.replicas:
            if self._is_valid(each):
                return each, False
        if elections.keeps_elr and not self._isr and not self._elr:
            known = partition.last_known_elr
            if len(known) == 1 and elections.may_lead(known[0]):
                return known[0], True
        if elections.elects_unclean(self._topic):
            for each in partition.replicas:
                if elections.may_lead(each):
                    return each, True
        return NO_LEADER, False

    def _is_valid(self, node_id: int) -> bool:
        members = self._isr or self._elr
        return node_id in members and self._elections.may_lead(node_id)


def _says_something(record: PartitionChangeRecord) -> bool:
    return (
        record.leader != LEADER_UNCHANGED
        or record.isr is not None
        or record.eligible_leader_replicas is not None
        or record.last_known_elr is not None
    )


def _in_isr_of(node_id: int) -> Callable[[PartitionImage], bool]:
    return lambda partition: node_id in partition.isr


def _in_elr_of(node_id: int) -> Callable[[PartitionImage], bool]:
    return lambda partition: node_id in partition.eligible_leader_replicas


def _leaderless(partition: PartitionImage) -> bool:
    return partition.leader == NO_LEADER


def leads_something(image: MetadataImage, node_id: int) -> bool:
    """Whether the broker leads a partition."""
    return any(_leaders_of(image, node_id))


def _leaders_of(image: MetadataImage, node_id: int) -> Iterator[bool]:
    for topic in image.topics.values():
        for partition in topic.partitions.values():
            yield partition.leader == node_id
