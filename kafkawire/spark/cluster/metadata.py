"""Where topics and their leaders are, as a broker told last."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.messages.metadata_request import MetadataRequest
from kafkawire.protocol.messages.metadata_response import MetadataResponse

NO_TOPIC_ID = bytes(16)
NO_LEADER = -1


class TopicPartition(NamedTuple):
    """A partition of a topic, shown as Kafka shows it: `orders-0`."""

    topic: str
    partition: int

    def __str__(self) -> str:
        return f"{self.topic}-{self.partition}"


class TopicInfo(NamedTuple):
    """A topic; `partitions` from index to leader's node id, -1 where there is none.

    The id is 16 zeros where the broker does not tell any, `error` is 0 or Kafka's code.
    """

    topic_id: bytes
    partitions: dict[int, int]
    error: int
    is_internal: bool = False


class Snapshot(NamedTuple):
    """One answer."""

    nodes: dict[int, tuple[str, int]]
    topics: dict[str, TopicInfo]
    controller_id: int


def metadata_request(names: Iterable[str] | None, *, creates: bool = False) -> MetadataRequest:
    """About some topics, or all of them."""
    if names is None:
        return MetadataRequest(topics=None, allow_auto_topic_creation=creates)
    topics = [MetadataRequest.MetadataRequestTopic(name=name) for name in names]
    return MetadataRequest(topics=topics, allow_auto_topic_creation=creates)


def read_metadata(answer: MetadataResponse) -> Snapshot:
    """What an answer says; topics without a name are left out."""
    nodes = {each.node_id: (each.host, each.port) for each in answer.brokers}
    topics = {each.name: _topic(each) for each in answer.topics if each.name is not None}
    return Snapshot(nodes, topics, answer.controller_id)


def _topic(each: MetadataResponse.MetadataResponseTopic) -> TopicInfo:
    leaders = {part.partition_index: _leader(part) for part in each.partitions}
    partitions = dict(sorted(leaders.items()))
    return TopicInfo(each.topic_id, partitions, each.error_code, each.is_internal)


def _leader(part: MetadataResponse.MetadataResponsePartition) -> int:
    # Codes that leave the leader known, as REPLICA_NOT_AVAILABLE does, keep it.
    if part.error_code == ErrorCode.LEADER_NOT_AVAILABLE:
        return NO_LEADER
    return part.leader_id
