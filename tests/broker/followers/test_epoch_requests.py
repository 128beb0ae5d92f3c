"""OffsetForLeaderEpoch of a follower."""

from __future__ import annotations

from kafkawire.broker.followers.epoch_requests import epoch_ends, epochs_request
from kafkawire.broker.followers.followed_partition import FollowedPartition
from kafkawire.protocol.messages.offset_for_leader_epoch_response import (
    OffsetForLeaderEpochResponse,
)
from tests.support.broker.follower_world import FollowerWorld


def test_partitions_of_a_topic_are_asked_together() -> None:
    """fetch G-50: each with the epoch of the leader and its own latest one."""
    world = FollowerWorld((2, 1), (2, 1))
    world.fill((0, 1), (3, 1), index=1)
    found = [
        FollowedPartition(world.partition(index), truncates_on_fetch=False) for index in (0, 1)
    ]
    request = epochs_request(found, 1)
    (topic,) = request.topics
    assert (request.replica_id, topic.topic) == (1, "t")
    asked = [
        (each.partition, each.current_leader_epoch, each.leader_epoch) for each in topic.partitions
    ]
    assert asked == [(0, 0, -1), (1, 0, 3)]


def test_a_response_is_read_by_partition() -> None:
    """fetch G-50, G-64: error, epoch and end."""
    one = OffsetForLeaderEpochResponse.EpochEndOffset(
        partition=3, error_code=0, leader_epoch=4, end_offset=5
    )
    topic = OffsetForLeaderEpochResponse.OffsetForLeaderTopicResult(topic="t", partitions=[one])
    assert epoch_ends(OffsetForLeaderEpochResponse(topics=[topic])) == {("t", 3): (0, (4, 5))}
