"""ListOffsets, after a fetch offset was out of range.

The follower needs the end of the leader's log first, and its start only if the end is not below
the follower's own. One request may have partitions of both kinds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.client.values import TopicPartition
from kafkawire.protocol.messages.list_offsets_request import ListOffsetsRequest

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kafkawire.broker.followers.followed_partition import FollowedPartition
    from kafkawire.protocol.messages.list_offsets_response import ListOffsetsResponse

LATEST = -1
EARLIEST = -2
_Topic = ListOffsetsRequest.ListOffsetsTopic
_Partition = ListOffsetsRequest.ListOffsetsPartition


def offsets_request(followed: Iterable[FollowedPartition], replica_id: int) -> ListOffsetsRequest:
    """Return the request for the next offset that each of these partitions needs."""
    topics: dict[str, _Topic] = {}
    for found in followed:
        topic = topics.setdefault(found.key.topic, _Topic(name=found.key.topic))
        topic.partitions.append(
            _Partition(
                partition_index=found.key.partition,
                current_leader_epoch=found.leader_epoch,
                timestamp=LATEST if found.leader_end is None else EARLIEST,
            )
        )
    return ListOffsetsRequest(replica_id=replica_id, topics=list(topics.values()))


def listed_offsets(response: ListOffsetsResponse) -> dict[TopicPartition, tuple[int, int]]:
    """Return error code and offset of each partition of a response."""
    return {
        TopicPartition(topic.name, each.partition_index): (each.error_code, each.offset)
        for topic in response.topics
        for each in topic.partitions
    }
