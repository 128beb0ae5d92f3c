"""ListOffsets of a follower."""

from __future__ import annotations

from kafkawire.broker.followers.followed_partition import FollowedPartition
from kafkawire.broker.followers.offset_requests import listed_offsets, offsets_request
from kafkawire.protocol.messages.list_offsets_response import ListOffsetsResponse
from tests.support.broker.follower_world import FollowerWorld


def test_the_end_is_asked_first_and_then_the_start() -> None:
    """replication D-20, fetch G-53: both kinds in one request."""
    world = FollowerWorld((2, 1), (2, 1))
    found = [FollowedPartition(world.partition(index), truncates_on_fetch=True) for index in (0, 1)]
    found[1].leader_end = 7
    request = offsets_request(found, 1)
    (topic,) = request.topics
    assert (request.replica_id, request.isolation_level, topic.name) == (1, 0, "t")
    asked = [(each.partition_index, each.timestamp) for each in topic.partitions]
    assert asked == [(0, -1), (1, -2)]


def test_a_response_is_read_by_partition() -> None:
    """fetch G-53: error and offset."""
    one = ListOffsetsResponse.ListOffsetsPartitionResponse(
        partition_index=3, error_code=6, offset=-1
    )
    topic = ListOffsetsResponse.ListOffsetsTopicResponse(name="t", partitions=[one])
    assert listed_offsets(ListOffsetsResponse(topics=[topic])) == {("t", 3): (6, -1)}
