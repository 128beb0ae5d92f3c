"""ListOffsets requests to one leader, and what their answers have."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from kafkawire.client.core.rounds import Told
from kafkawire.client.core.view import NO_EPOCH
from kafkawire.client.values import TopicPartition
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.messages.list_offsets_request import ListOffsetsRequest
from kafkawire.protocol.messages.list_offsets_response import ListOffsetsResponse

if TYPE_CHECKING:
    from kafkawire.client.core.view import ClusterView
    from kafkawire.protocol.message import Message

EARLIEST = -2
LATEST = -1
VERSIONS = (1, 11)
COMMITTED_VERSIONS = (2, 11)
"""Versions that can express read_committed."""
TIMEOUT_MS = 30_000
"""Time that a broker may spend on tiered storage (Kafka's client sends request.timeout.ms)."""
OUT_OF_DATE = (
    ErrorCode.UNKNOWN_TOPIC_OR_PARTITION,
    ErrorCode.LEADER_NOT_AVAILABLE,
    ErrorCode.NOT_LEADER_OR_FOLLOWER,
    ErrorCode.REPLICA_NOT_AVAILABLE,
    ErrorCode.KAFKA_STORAGE_ERROR,
    ErrorCode.FENCED_LEADER_EPOCH,
    ErrorCode.UNKNOWN_LEADER_EPOCH,
    ErrorCode.OFFSET_NOT_AVAILABLE,
    ErrorCode.UNKNOWN_TOPIC_ID,
    ErrorCode.INCONSISTENT_TOPIC_ID,
)
"""Codes after which the same request is sent again (Kafka's `OffsetFetcherUtils`)."""


def offsets_request(
    times: Mapping[TopicPartition, int], view: ClusterView, isolation_level: int
) -> ListOffsetsRequest:
    """Return the request for the offsets of these times, EARLIEST and LATEST included."""
    topics: dict[str, ListOffsetsRequest.ListOffsetsTopic] = {}
    for partition, timestamp in times.items():
        topic = topics.setdefault(
            partition.topic, ListOffsetsRequest.ListOffsetsTopic(name=partition.topic)
        )
        known = view.partition(partition)
        topic.partitions.append(
            ListOffsetsRequest.ListOffsetsPartition(
                partition_index=partition.partition,
                current_leader_epoch=NO_EPOCH if known is None else known.leader_epoch,
                timestamp=timestamp,
            )
        )
    return ListOffsetsRequest(
        replica_id=-1,
        isolation_level=isolation_level,
        topics=list(topics.values()),
        timeout_ms=TIMEOUT_MS,
    )


def offsets_told(answer: Message) -> Iterator[Told]:
    """Return what a ListOffsets answer has."""
    assert isinstance(answer, ListOffsetsResponse)
    for topic in answer.topics:
        for each in topic.partitions:
            partition = TopicPartition(topic.name, each.partition_index)
            yield Told(partition, each.error_code, each.offset, each.leader_epoch, each.timestamp)


def versions_for(isolation_level: int) -> tuple[int, int]:
    """Return the versions that can express a request."""
    return COMMITTED_VERSIONS if isolation_level else VERSIONS


def topics_of(partitions: Iterable[TopicPartition]) -> set[str]:
    """Return the topics of some partitions."""
    return {partition.topic for partition in partitions}
