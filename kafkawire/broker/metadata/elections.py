"""Who leads a partition when a broker leaves or comes back, as records.

After Kafka's `ReplicationControlManager` (replication C-31 to C-43, admin F-26); what becomes of
one partition is said in `partition_changes`.

A leader has to be alive, and in the in-sync set or, once that is empty, among the eligible leader
replicas. While these are kept (`eligible.leader.replicas.version` 1) the last member of the set
leaves it too, and becomes eligible; else it stays, and leads again when it comes back. A broker
that was killed is eligible no more: whoever was the last leader then takes over all the same, as
an unclean election, for nobody else can know more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.broker.metadata.partition_changes import ElectionRules, PartitionChange
from kafkawire.broker.metadata.parts import NO_LEADER
from kafkawire.java_order import timeline_order

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from kafkawire.broker.metadata.image import MetadataImage
    from kafkawire.broker.metadata.parts import PartitionImage
    from kafkawire.protocol.messages.partition_change_record import PartitionChangeRecord

NOBODY = -1


class Elections(ElectionRules):
    """Decides on `image` as it is, for one of three events that concern one broker.

    `leaving`: it is being fenced, or wants to stop. `returning`: it is being unfenced. `failed`: a
    new incarnation of it registers, the old one was not stopped.
    """

    __slots__ = ("_failed", "_leaving", "_returning")

    def __init__(
        self,
        image: MetadataImage,
        *,
        leaving: int = NOBODY,
        returning: int = NOBODY,
        failed: int = NOBODY,
    ) -> None:
        super().__init__(image)
        self._leaving = leaving
        self._returning = returning
        self._failed = failed

    def changes(self) -> list[PartitionChangeRecord]:
        """What follows for the partitions that the event concerns, in Kafka's order."""
        if self._failed != NOBODY:
            # Without eligible leader replicas there is nothing that it could lose.
            if not self.keeps_elr:
                return []
            concerned = _in_isr_of(self._failed)
            return [*self._records(concerned), *self._records(_in_elr_of(self._failed))]
        return self._records(_leaderless if self._leaving == NOBODY else _in_isr_of(self._leaving))

    def _records(self, concerned: Callable[[PartitionImage], bool]) -> list[PartitionChangeRecord]:
        image = self.image
        records = []
        for topic_id in timeline_order(image.topics_by_id):
            topic = image.topics_by_id[topic_id]
            for index, partition in topic.partitions.items():
                if concerned(partition):
                    change = PartitionChange(self, topic, index)
                    change.isr = [each for each in partition.isr if not self._removes(each)]
                    record = change.record(index)
                    if record is not None:
                        records.append(record)
        return records

    def _removes(self, node_id: int) -> bool:
        """Whether it is no member of an in-sync set any more."""
        return node_id in (self._leaving, self._failed)

    def has_failed(self, node_id: int) -> bool:
        """See `ElectionRules.has_failed`."""
        return node_id == self._failed

    def may_lead(self, node_id: int) -> bool:
        """See `ElectionRules.may_lead`."""
        if self._removes(node_id):
            return False
        return node_id == self._returning or super().may_lead(node_id)


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
