"""OffsetCommit: remember how far a group has read (groups C.1).

What concerns topics is settled before the group is asked: partitions of unknown topics are
refused here, and if nothing is left the group never hears of it (groups C-5).
"""

from __future__ import annotations

from kafkawire.broker.context import Versions
from kafkawire.broker.groups.offset_commit import CommittedPartition, TopicCommits, commit_offsets
from kafkawire.broker.security.access import access_of, require_group
from kafkawire.broker.security.authorizer import Operation
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError
from kafkawire.protocol.messages.offset_commit_request import OffsetCommitRequest
from kafkawire.protocol.messages.offset_commit_response import OffsetCommitResponse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from kafkawire.broker.broker import Broker
    from kafkawire.broker.context import RequestContext
    from kafkawire.broker.delayed import Delayed
    from kafkawire.broker.metadata.parts import TopicImage
    from kafkawire.protocol.message import Message

VERSIONS = Versions(0, 10)

TOPIC_IDS_SINCE = 10
IN_ZOOKEEPER = 0
"""Version 0 kept offsets in ZooKeeper, which no broker has any more (groups H-1)."""

RequestTopic = OffsetCommitRequest.OffsetCommitRequestTopic
ResponseTopic = OffsetCommitResponse.OffsetCommitResponseTopic
ResponsePartition = OffsetCommitResponse.OffsetCommitResponsePartition


def handle(
    broker: Broker, request: OffsetCommitRequest, context: RequestContext
) -> Message | Delayed:
    """Refused partitions come first in the answer, then those that the group was asked about."""
    if context.api_version == IN_ZOOKEEPER:
        raise ApiError(ErrorCode.UNSUPPORTED_VERSION)
    require_group(broker, context, Operation.READ, request.group_id)
    access = access_of(broker, context)
    by_id = context.api_version >= TOPIC_IDS_SINCE
    unknown = ErrorCode.UNKNOWN_TOPIC_ID if by_id else ErrorCode.UNKNOWN_TOPIC_OR_PARTITION
    answer = _Answer(unknown)
    accepted = []
    for topic in request.topics:
        image = _topic_of(broker, topic, by_id=by_id)
        name = topic.name if image is None else image.name
        is_named = image is not None or not by_id
        if access is not None and is_named and not access.to_topic(Operation.READ, name):
            denied = TopicCommits(name, topic.topic_id, topic.partitions)
            answer.add(denied, [ErrorCode.TOPIC_AUTHORIZATION_FAILED] * len(topic.partitions))
            continue
        commits = _accepted(image, topic, answer)
        if commits.partitions:
            accepted.append(commits)
    if not accepted:
        return answer.response
    answer.begin_results()
    try:
        shard = broker.groups.shard_of(request.group_id)
        codes = commit_offsets(shard, request, accepted, context)
    except ApiError as error:
        for commits in accepted:
            answer.add(commits, [error.code] * len(commits.partitions))
        return answer.response
    for commits, found in zip(accepted, codes, strict=True):
        answer.add(commits, found)
    return shard.log.released(answer.response, context.now_ms)


def error_response(
    request: OffsetCommitRequest, context: RequestContext, error: ApiError
) -> Message:
    """Every partition has the error."""
    del context
    topics = [
        ResponseTopic(
            name=topic.name,
            topic_id=topic.topic_id,
            partitions=_results(topic.partitions, [error.code] * len(topic.partitions)),
        )
        for topic in request.topics
    ]
    return OffsetCommitResponse(topics=topics)


def _topic_of(broker: Broker, topic: RequestTopic, *, by_id: bool) -> TopicImage | None:
    if by_id:
        return broker.metadata.topics_by_id.get(topic.topic_id)
    return broker.metadata.topics.get(topic.name)


def _accepted(image: TopicImage | None, topic: RequestTopic, answer: _Answer) -> TopicCommits:
    """The partitions of a topic that exist; the others go into the answer."""
    if image is None:
        refused = TopicCommits(topic.name, topic.topic_id, topic.partitions)
        answer.add(refused, [answer.unknown] * len(topic.partitions))
        return TopicCommits("", b"", [])
    known = [each for each in topic.partitions if each.partition_index in image.partitions]
    others = [each for each in topic.partitions if each.partition_index not in image.partitions]
    if others:
        refused = TopicCommits(image.name, image.topic_id, others)
        answer.add(refused, [ErrorCode.UNKNOWN_TOPIC_OR_PARTITION] * len(others))
    return TopicCommits(image.name, image.topic_id, known)


class _Answer:
    """The response as it grows: results of a topic that is in it already join its entry."""

    __slots__ = ("_merged", "response", "unknown")

    def __init__(self, unknown: int) -> None:
        self.unknown = unknown
        """What is wrong with the partitions of a topic that does not exist."""
        self.response = OffsetCommitResponse(topics=[])
        self._merged: dict[tuple[str, bytes], ResponseTopic] | None = {}

    def begin_results(self) -> None:
        """If nothing was refused, results stand as they come, topics named twice included."""
        if not self.response.topics:
            self._merged = None

    def add(self, topic: TopicCommits, codes: Iterable[int]) -> None:
        """Put in a code for each of the topic's partitions."""
        results = _results(topic.partitions, codes)
        known = None if self._merged is None else self._merged.get((topic.name, topic.topic_id))
        if known is not None:
            known.partitions += results
            return
        added = ResponseTopic(name=topic.name, topic_id=topic.topic_id, partitions=results)
        self.response.topics.append(added)
        if self._merged is not None:
            self._merged[topic.name, topic.topic_id] = added


def _results(
    partitions: Iterable[CommittedPartition], codes: Iterable[int]
) -> list[ResponsePartition]:
    return [
        ResponsePartition(partition_index=partition.partition_index, error_code=code)
        for partition, code in zip(partitions, codes, strict=True)
    ]
