"""OffsetForLeaderEpoch, for leaders that do not compare epochs when they serve a fetch."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.broker.followers.truncation import EpochEnd
from kafkawire.client.values import TopicPartition
from kafkawire.protocol.messages.offset_for_leader_epoch_request import (
    OffsetForLeaderEpochRequest,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kafkawire.broker.followers.followed_partition import FollowedPartition
    from kafkawire.protocol.messages.offset_for_leader_epoch_response import (
        OffsetForLeaderEpochResponse,
    )

_Topic = OffsetForLeaderEpochRequest.OffsetForLeaderTopic
_Partition = OffsetForLeaderEpochRequest.OffsetForLeaderPartition


def epochs_request(
    followed: Iterable[FollowedPartition], replica_id: int
) -> OffsetForLeaderEpochRequest:
    """Return the request for the ends of the latest epochs of these partitions."""
    topics: dict[str, _Topic] = {}
    for found in followed:
        topic = topics.setdefault(found.key.topic, _Topic(topic=found.key.topic))
        topic.partitions.append(
            _Partition(
                partition=found.key.partition,
                current_leader_epoch=found.leader_epoch,
                leader_epoch=found.partition.log.leader_epochs.latest,
            )
        )
    return OffsetForLeaderEpochRequest(replica_id=replica_id, topics=list(topics.values()))


def epoch_ends(
    response: OffsetForLeaderEpochResponse,
) -> dict[TopicPartition, tuple[int, EpochEnd]]:
    """Return error code and end of epoch of each partition of a response."""
    return {
        TopicPartition(topic.topic, each.partition): (
            each.error_code,
            EpochEnd(each.leader_epoch, each.end_offset),
        )
        for topic in response.topics
        for each in topic.partitions
    }
