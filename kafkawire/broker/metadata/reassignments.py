"""Reassignments: partitions that move to other brokers, and those that are on their way (KIP-455).

After Kafka's `ReplicationControlManager`, `PartitionReassignmentReplicas` and
`PartitionReassignmentRevert` (admin D-2 to D-8). While replicas are added or removed a partition
has those of both lists; it comes to have the target alone once the added ones are in sync.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kafkawire.broker.metadata.partition_changes import Election, ElectionRules, PartitionChange
from kafkawire.broker.metadata.placement import check_assignment
from kafkawire.java_order import timeline_order
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kafkawire.broker.metadata.image import MetadataImage
    from kafkawire.broker.metadata.parts import PartitionImage, TopicImage
    from kafkawire.protocol.messages.partition_change_record import PartitionChangeRecord


class Wish(NamedTuple):
    """Where a partition is to be; None for where it was before what goes on."""

    topic: str
    partition: int
    replicas: Sequence[int] | None


class Reassigner:
    """Decides about wishes on the image as it is; changes nothing."""

    __slots__ = ("_image", "_may_change_factor", "_rules")

    def __init__(self, image: MetadataImage, *, may_change_factor: bool) -> None:
        self._image = image
        self._rules = ElectionRules(image)
        self._may_change_factor = may_change_factor

    def decide(self, wish: Wish) -> PartitionChangeRecord | None:
        """The record that begins or cancels a reassignment; None if nothing changes.

        Raises `ApiError` (admin D-2, D-3).
        """
        topic = self._image.topics.get(wish.topic)
        if topic is None:
            raise ApiError(
                ErrorCode.UNKNOWN_TOPIC_OR_PARTITION,
                f"Unable to find a topic named {wish.topic}.",
            )
        partition = topic.partitions.get(wish.partition)
        if partition is None:
            raise ApiError(
                ErrorCode.UNKNOWN_TOPIC_OR_PARTITION,
                f"Unable to find partition {wish.topic}:{wish.partition}.",
            )
        if wish.replicas is None:
            change = self._revert(topic, wish.partition, partition)
        else:
            change = self._move(topic, wish.partition, wish.replicas)
        return change.record(wish.partition)

    def _move(self, topic: TopicImage, index: int, target: Sequence[int]) -> PartitionChange:
        partition = topic.partitions[index]
        check_assignment(self._image, target, None)
        if not self._may_change_factor:
            _check_factor(partition, len(target))
        removing = sorted(set(partition.replicas) - set(target))
        change = PartitionChange(self._rules, topic, index)
        change.election = Election.ONLINE
        change.replicas = [*target, *removing]
        # Nothing to add or to remove leaves what was said before (as Kafka does).
        change.removing = removing or change.removing
        change.adding = sorted(set(target) - set(partition.replicas)) or change.adding
        return change

    def _revert(self, topic: TopicImage, index: int, partition: PartitionImage) -> PartitionChange:
        adding = partition.adding_replicas
        if not is_under_way(partition):
            raise ApiError(ErrorCode.NO_REASSIGNMENT_IN_PROGRESS)
        change = PartitionChange(self._rules, topic, index)
        change.replicas = [each for each in partition.replicas if each not in adding]
        change.isr = [each for each in partition.isr if each not in adding]
        change.adding, change.removing = [], []
        if not change.isr:
            if not self._rules.elects_unclean(topic):
                raise ApiError(
                    ErrorCode.INVALID_REPLICA_ASSIGNMENT,
                    f"Unable to revert partition assignment for {topic.name}:{index} because it "
                    "would require an unclean leader election.",
                )
            change.isr = change.replicas[:1]
        return change


def _check_factor(partition: PartitionImage, factor: int) -> None:
    replicas = {*partition.replicas, *partition.adding_replicas} - {*partition.removing_replicas}
    current = len(replicas)
    if factor != current:
        raise ApiError(
            ErrorCode.INVALID_REPLICATION_FACTOR,
            f"The replication factor is changed from {current} to {factor}",
        )


def is_under_way(partition: PartitionImage) -> bool:
    """Whether a partition is being reassigned."""
    return bool(partition.adding_replicas or partition.removing_replicas)


def under_way(topic: TopicImage, indexes: Iterable[int]) -> list[int]:
    """Those of the partitions that are there and are being reassigned, as asked (admin D-8)."""
    found = []
    for index in indexes:
        partition = topic.partitions.get(index)
        if partition is not None and is_under_way(partition):
            found.append(index)
    return found


def reassigned_topics(image: MetadataImage) -> list[tuple[TopicImage, list[int]]]:
    """All topics with partitions that are being reassigned, and which these are."""
    found = []
    for topic_id in timeline_order(image.topics_by_id):
        topic = image.topics_by_id[topic_id]
        indexes = under_way(topic, topic.partitions)
        if indexes:
            found.append((topic, indexes))
    return found
