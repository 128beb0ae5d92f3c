"""Topics as tasks see them: ids and leaders."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kafkawire.client.values import TopicPartition
from kafkawire.protocol.error_codes import ErrorCode

if TYPE_CHECKING:
    from kafkawire.client.core.view import PartitionView, TopicView

__all__ = ["NO_LEADER", "NO_TOPIC_ID", "TopicInfo", "TopicPartition", "topic_info"]

NO_TOPIC_ID = bytes(16)
NO_LEADER = -1


class TopicInfo(NamedTuple):
    """A topic; `partitions` from index to leader's node id, -1 where there is none.

    The id is 16 zeros where the broker does not tell any, `error` is 0 or Kafka's code.
    """

    topic_id: bytes
    partitions: dict[int, int]
    error: int
    is_internal: bool = False


def topic_info(found: TopicView) -> TopicInfo:
    """What a view has of a topic, partitions in order."""
    partitions = {index: _leader(each) for index, each in sorted(found.partitions.items())}
    return TopicInfo(found.id, partitions, found.error, found.is_internal)


def _leader(found: PartitionView) -> int:
    # Codes that leave the leader known, as REPLICA_NOT_AVAILABLE does, keep it.
    return NO_LEADER if found.error == ErrorCode.LEADER_NOT_AVAILABLE else found.leader
