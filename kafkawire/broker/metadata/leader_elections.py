"""Elections that someone asks for: of the preferred leader, or of any there is (KIP-183, KIP-460).

After Kafka's `ReplicationControlManager.electLeaders` (admin D-10, D-11).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.broker.metadata.partition_changes import Election, ElectionRules, PartitionChange
from kafkawire.broker.metadata.parts import NO_LEADER
from kafkawire.java_order import timeline_order
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kafkawire.broker.metadata.image import MetadataImage
    from kafkawire.broker.metadata.parts import PartitionImage
    from kafkawire.protocol.messages.partition_change_record import PartitionChangeRecord

_ELECTIONS = {0: Election.PREFERRED, 1: Election.UNCLEAN}
_NOBODY = {
    Election.PREFERRED: (
        ErrorCode.PREFERRED_LEADER_NOT_AVAILABLE,
        "The preferred leader was not available.",
    ),
    Election.UNCLEAN: (
        ErrorCode.ELIGIBLE_LEADERS_NOT_AVAILABLE,
        "Eligible topic partition leaders are not available.",
    ),
}


def election_of(election_type: int) -> Election:
    """What a type means on the wire; raises `ApiError(INVALID_REQUEST)`."""
    if election_type not in _ELECTIONS:
        raise ApiError(ErrorCode.INVALID_REQUEST, f"Unknown election type {election_type}")
    return _ELECTIONS[election_type]


def every_partition(image: MetadataImage) -> list[tuple[str, Sequence[int]]]:
    """All partitions, by topic, these in the order of Kafka's table."""
    return [(name, list(image.topics[name].partitions)) for name in timeline_order(image.topics)]


def elect(
    image: MetadataImage, topic_name: str, index: int, election: Election
) -> PartitionChangeRecord:
    """The record of an election; raises `ApiError` if none is needed or possible."""
    topic = image.topics.get(topic_name)
    if topic is None:
        raise ApiError(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, f"No such topic as {topic_name}")
    partition = topic.partitions.get(index)
    if partition is None:
        raise ApiError(
            ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, f"No such partition as {topic_name}-{index}"
        )
    if _has_what_is_asked(partition, election):
        raise ApiError(
            ErrorCode.ELECTION_NOT_NEEDED, "Leader election not needed for topic partition."
        )
    change = PartitionChange(ElectionRules(image), topic, index)
    change.election = election
    record = change.record(index)
    if record is None:
        raise ApiError(*_NOBODY[election])
    return record


def _has_what_is_asked(partition: PartitionImage, election: Election) -> bool:
    if election is Election.PREFERRED:
        return partition.leader == partition.replicas[0]
    return partition.leader != NO_LEADER
