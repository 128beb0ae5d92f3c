"""What becomes of one partition, as a PartitionChangeRecord: who leads it, and on which brokers.

After Kafka's `PartitionChangeBuilder` (replication C-31 to C-43, admin D-5). Someone says what is
to change: the in-sync set, the assignment, or only that a leader is to be looked for. The rest
follows: a reassignment that has nothing to wait for is completed, eligible leader replicas are
counted, a leader is elected if the one there is may not go on, and what differs is written down.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from kafkawire.broker.metadata.features import ELR_VERSION
from kafkawire.broker.metadata.image import EVERY_BROKER, RESOURCE_BROKER, RESOURCE_TOPIC
from kafkawire.broker.metadata.partition_records import only_directory
from kafkawire.broker.metadata.parts import LEADER_UNCHANGED, NO_LEADER
from kafkawire.broker.metadata.records import written_version
from kafkawire.protocol.messages.partition_change_record import PartitionChangeRecord

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kafkawire.broker.metadata.image import MetadataImage
    from kafkawire.broker.metadata.parts import TopicImage

RECOVERING = 1
MIN_INSYNC_REPLICAS = "min.insync.replicas"
UNCLEAN_LEADER_ELECTION = "unclean.leader.election.enable"

MIGRATING = bytes(15) + b"\2"
"""The directory of a replica that was there before directories had ids (KIP-858)."""
WITH_DIRECTORIES = 1
"""The version of the record in which it can name directories."""


class Election(Enum):
    """Whom to prefer: the leader there is, the first replica, or anybody before nobody."""

    ONLINE = 0
    PREFERRED = 1
    UNCLEAN = 2


class ElectionRules:
    """What the metadata say of who may lead."""

    __slots__ = ("image", "keeps_elr")

    def __init__(self, image: MetadataImage) -> None:
        self.image = image
        self.keeps_elr = bool(image.features.get(ELR_VERSION))
        """Whether eligible leader replicas are on."""

    def may_lead(self, node_id: int) -> bool:
        """Whether it is there to lead anything."""
        broker = self.image.brokers.get(node_id)
        return broker is not None and broker.active

    def has_failed(self, node_id: int) -> bool:
        """Whether it may lack what it was once known to have."""
        return False

    def min_insync_replicas(self, topic: TopicImage) -> int:
        """How many members an in-sync set is to have before nobody else is eligible."""
        value = self._topic_config(topic, MIN_INSYNC_REPLICAS) or "1"
        first = topic.partitions.get(0)
        return int(value) if first is None else min(int(value), len(first.replicas))

    def elects_unclean(self, topic: TopicImage) -> bool:
        """Whether a replica may lead that is not known to have everything."""
        return self._topic_config(topic, UNCLEAN_LEADER_ELECTION) == "true"

    def _topic_config(self, topic: TopicImage, name: str) -> str | None:
        configs = self.image.config
        value = configs(RESOURCE_TOPIC, topic.name).get(name)
        return configs(RESOURCE_BROKER, EVERY_BROKER).get(name) if value is None else value


class PartitionChange:
    """What is to become of a partition; `record` says what follows.

    `isr`, `replicas`, `adding` and `removing` begin as they are.
    """

    __slots__ = (
        "_elr",
        "_partition",
        "_rules",
        "_topic",
        "adding",
        "election",
        "isr",
        "removing",
        "replicas",
    )

    def __init__(self, rules: ElectionRules, topic: TopicImage, index: int) -> None:
        self._rules = rules
        self._topic = topic
        self._partition = partition = topic.partitions[index]
        self._elr: Sequence[int] = ()
        self.election = Election.UNCLEAN if rules.elects_unclean(topic) else Election.ONLINE
        self.isr = list(partition.isr)
        self.replicas = list(partition.replicas)
        self.adding = list(partition.adding_replicas)
        self.removing = list(partition.removing_replicas)

    def record(self, index: int) -> PartitionChangeRecord | None:
        """The record, or None if nothing changes."""
        self._complete_reassignment()
        self._elr = self._eligible()
        partition = self._partition
        record = PartitionChangeRecord(partition_id=index, topic_id=self._topic.topic_id)
        leader, unclean = self._elect()
        if leader != partition.leader:
            self._lead(record, leader, unclean)
        if record.leader == LEADER_UNCHANGED and not set(partition.replicas) <= set(self.replicas):
            record.leader = partition.leader  # those who leave hear of it by the epoch
        self._write_lists(record)
        self._write_assignment(record)
        return record if _says_something(record) else None

    def _complete_reassignment(self) -> None:
        """Be done with those who leave, once those who come are in sync (admin D-5)."""
        if not (self.adding or self.removing):
            return
        isr = [each for each in self.isr if each not in self.removing]
        replicas = [each for each in self.replicas if each not in self.removing]
        needed = replicas if len(self.adding) < len(self.removing) else self.adding
        if set(self.adding) <= set(isr) and set(needed) <= set(isr):
            self.isr, self.replicas, self.adding, self.removing = isr, replicas, [], []

    def _lead(self, record: PartitionChangeRecord, leader: int, unclean: bool) -> None:
        record.leader = leader
        if leader in self._elr:
            self.isr = [leader]
            self._elr = [each for each in self._elr if each != leader]
        elif unclean:
            self.isr = [leader]
            self._elr = []
        if unclean and self._partition.leader_recovery_state != RECOVERING:
            record.leader_recovery_state = RECOVERING

    def _write_lists(self, record: PartitionChangeRecord) -> None:
        partition = self._partition
        keeps_elr = self._rules.keeps_elr
        elr = list(self._elr) if keeps_elr else []
        if tuple(elr) != partition.eligible_leader_replicas:
            record.eligible_leader_replicas = elr
        if tuple(self.isr) != partition.isr and (self.isr or keeps_elr):
            record.isr = self.isr
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

    def _write_assignment(self, record: PartitionChangeRecord) -> None:
        partition = self._partition
        if tuple(self.replicas) != partition.replicas:
            record.replicas = self.replicas
            directories = self._directories()
            version = written_version(record, self._rules.image.metadata_version)
            if version >= WITH_DIRECTORIES and tuple(directories) != partition.directories:
                record.directories = directories
        if tuple(self.removing) != partition.removing_replicas:
            record.removing_replicas = self.removing
        if tuple(self.adding) != partition.adding_replicas:
            record.adding_replicas = self.adding

    def _directories(self) -> list[bytes]:
        partition, image = self._partition, self._rules.image
        there = partition.directories or (MIGRATING,) * len(partition.replicas)
        known = dict(zip(partition.replicas, there, strict=True))
        return [known.get(each) or only_directory(image, each) for each in self.replicas]

    def _eligible(self) -> list[int]:
        """Who may lead once the in-sync set is empty."""
        rules, partition = self._rules, self._partition
        if not rules.keeps_elr or len(self.isr) >= rules.min_insync_replicas(self._topic):
            return []
        candidates = {*partition.eligible_leader_replicas, *partition.isr}
        return sorted(
            each for each in candidates if each not in self.isr and not rules.has_failed(each)
        )

    def _elect(self) -> tuple[int, bool]:
        """The leader, and whether it may lack what was acknowledged."""
        first, rest = [self._partition.leader], self.replicas
        if self.election is Election.PREFERRED:
            first = [self.replicas[0], *first]
        for each in (*first, *rest):
            if self._is_valid(each):
                return each, False
        rules = self._rules
        if rules.keeps_elr and not self.isr and not self._elr:
            known = self._partition.last_known_elr
            if len(known) == 1 and rules.may_lead(known[0]):
                return known[0], True
        if self.election is Election.UNCLEAN:
            for each in self.replicas:
                if rules.may_lead(each):
                    return each, True
        return NO_LEADER, False

    def _is_valid(self, node_id: int) -> bool:
        members = self.isr or self._elr
        return node_id in members and self._rules.may_lead(node_id)


def _says_something(record: PartitionChangeRecord) -> bool:
    lists = (
        record.isr,
        record.eligible_leader_replicas,
        record.last_known_elr,
        record.replicas,
        record.removing_replicas,
        record.adding_replicas,
    )
    return record.leader != LEADER_UNCHANGED or any(each is not None for each in lists)
