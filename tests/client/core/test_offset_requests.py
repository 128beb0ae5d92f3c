"""ListOffsets requests, field by field."""

from __future__ import annotations

from kafkawire.client.core.offset_requests import offsets_request, offsets_told, versions_for
from kafkawire.client.core.view import ClusterView, PartitionView, TopicView
from kafkawire.client.values import TopicPartition
from kafkawire.protocol.messages.list_offsets_response import ListOffsetsResponse

VIEW = ClusterView(topics={"t": TopicView("t", bytes(16), {0: PartitionView(1, 4)})})


def test_partitions_are_grouped_by_topic_with_their_epochs() -> None:
    """client F-43: as Java's client sends it."""
    times = {TopicPartition("t", 0): -1, TopicPartition("u", 0): 5, TopicPartition("t", 1): -2}
    request = offsets_request(times, VIEW, 1)
    assert (request.replica_id, request.isolation_level) == (-1, 1)
    assert [
        (topic.name, each.partition_index, each.current_leader_epoch, each.timestamp)
        for topic in request.topics
        for each in topic.partitions
    ] == [("t", 0, 4, -1), ("t", 1, -1, -2), ("u", 0, -1, 5)]


def test_read_committed_needs_version_two() -> None:
    """fetch F-61: the field is newer than the request."""
    assert versions_for(0) == (1, 11)
    assert versions_for(1) == (2, 11)


def test_answers_are_told_by_partition() -> None:
    one = ListOffsetsResponse.ListOffsetsPartitionResponse(
        partition_index=3, error_code=0, timestamp=7, offset=9, leader_epoch=2
    )
    topic = ListOffsetsResponse.ListOffsetsTopicResponse(name="t", partitions=[one])
    (told,) = offsets_told(ListOffsetsResponse(topics=[topic]))
    assert told == (TopicPartition("t", 3), 0, 9, 2, 7)
