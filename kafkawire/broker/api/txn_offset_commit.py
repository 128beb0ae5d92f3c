"""TxnOffsetCommit (key 28): offsets of a group as a part of a producer's transaction (groups C.3).

v2  leader epochs
v3  flexible; member and generation, so that a fenced member is found out (KIP-447)
v4  the client understands TRANSACTION_ABORTABLE
v5  the group's partition is added to the transaction, if it is not in it yet (KIP-890)
v6  topics by id

Topics are cleared before anybody is asked, then the transaction coordinator has its say, then the
group. What one of them refuses, all partitions that are left are refused with.
"""

from __future__ import annotations

from kafkawire.broker.context import Versions
from kafkawire.broker.groups.offset_commit import TopicCommits
from kafkawire.broker.groups.transactional_commit import check_transaction, commit_in_transaction
from kafkawire.broker.security.access import access_of
from kafkawire.broker.security.authorizer import Operation
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError
from kafkawire.protocol.messages.txn_offset_commit_response import TxnOffsetCommitResponse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from kafkawire.broker.broker import Broker
    from kafkawire.broker.context import RequestContext
    from kafkawire.broker.delayed import Delayed
    from kafkawire.broker.security.access import Access
    from kafkawire.protocol.message import Message
    from kafkawire.protocol.messages.txn_offset_commit_request import TxnOffsetCommitRequest

    RequestTopic = TxnOffsetCommitRequest.TxnOffsetCommitRequestTopic

VERSIONS = Versions(0, 6)

TOPIC_IDS_SINCE = 6
KNOWS_LOADING_SINCE = 2
"""Older clients may fail on COORDINATOR_LOAD_IN_PROGRESS."""

Topic = TxnOffsetCommitResponse.TxnOffsetCommitResponseTopic
Result = TxnOffsetCommitResponse.TxnOffsetCommitResponsePartition


def handle(
    broker: Broker, request: TxnOffsetCommitRequest, context: RequestContext
) -> Message | Delayed:
    """Refused partitions come first in the answer, then those that the group was asked about."""
    access = access_of(broker, context)
    if access is not None:
        _check_access(access, request)
    answer = _Answer()
    accepted = _accepted(broker, request, answer, context.api_version, access)
    if not accepted:
        return answer.response
    try:
        if not request.group_id:
            raise ApiError(ErrorCode.INVALID_GROUP_ID)
        shard = broker.groups.shard_of(request.group_id)
        check_transaction(
            shard, request, context, transactions=broker.transactions, config=broker.config
        )
        codes = commit_in_transaction(shard, request, accepted, context)
    except ApiError as error:
        for topic in accepted:
            answer.refuse(topic, _told(error.code, context))
        return answer.response
    for topic, found in zip(accepted, codes, strict=True):
        answer.add(topic, found)
    return shard.log.released(answer.response, context.now_ms)


def error_response(
    request: TxnOffsetCommitRequest, context: RequestContext, error: ApiError
) -> Message:
    """Every partition has the error."""
    answer = _Answer()
    for topic in request.topics:
        named = TopicCommits(topic.name, topic.topic_id, topic.partitions)
        answer.refuse(named, _told(error.code, context))
    return answer.response


def _told(code: int, context: RequestContext) -> int:
    is_loading = code == ErrorCode.COORDINATOR_LOAD_IN_PROGRESS
    if is_loading and context.api_version < KNOWS_LOADING_SINCE:
        return ErrorCode.COORDINATOR_NOT_AVAILABLE
    return code


def _check_access(access: Access, request: TxnOffsetCommitRequest) -> None:
    if not access.to_transactional_id(Operation.WRITE, request.transactional_id):
        raise ApiError(ErrorCode.TRANSACTIONAL_ID_AUTHORIZATION_FAILED)
    if not access.to_group(Operation.READ, request.group_id):
        raise ApiError(ErrorCode.GROUP_AUTHORIZATION_FAILED)


def _accepted(
    broker: Broker,
    request: TxnOffsetCommitRequest,
    answer: _Answer,
    api_version: int,
    access: Access | None,
) -> list[TopicCommits]:
    """What is left when topics have been looked up; the rest goes into the answer (C-52)."""
    accepted = []
    for topic in request.topics:
        try:
            known, refused = _looked_up(broker, topic, api_version, access)
        except ApiError as error:
            answer.refuse(TopicCommits(topic.name, topic.topic_id, topic.partitions), error.code)
            continue
        if refused.partitions:
            answer.refuse(refused, ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)
        if known.partitions:
            accepted.append(known)
    return accepted


def _looked_up(
    broker: Broker, topic: RequestTopic, api_version: int, access: Access | None
) -> tuple[TopicCommits, TopicCommits]:
    """The partitions of a topic that exist, and the others."""
    images = broker.metadata
    if api_version >= TOPIC_IDS_SINCE:
        image = images.topics_by_id.get(topic.topic_id)
        if image is None:
            raise ApiError(ErrorCode.UNKNOWN_TOPIC_ID)
    else:
        image = images.topics.get(topic.name)
    name = topic.name if image is None else image.name
    if access is not None and not access.to_topic(Operation.READ, name):
        raise ApiError(ErrorCode.TOPIC_AUTHORIZATION_FAILED)
    if image is None:
        raise ApiError(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)
    known = [each for each in topic.partitions if each.partition_index in image.partitions]
    others = [each for each in topic.partitions if each.partition_index not in image.partitions]
    return (
        TopicCommits(image.name, image.topic_id, known),
        TopicCommits(image.name, image.topic_id, others),
    )


class _Answer:
    """The response as it grows: results of a topic that is in it already join its entry."""

    __slots__ = ("_topics", "response")

    def __init__(self) -> None:
        self.response = TxnOffsetCommitResponse(topics=[])
        self._topics: dict[tuple[str, bytes], Topic] = {}

    def refuse(self, topic: TopicCommits, code: int) -> None:
        """The same code for all partitions."""
        self.add(topic, [code] * len(topic.partitions))

    def add(self, topic: TopicCommits, codes: Iterable[int]) -> None:
        """Put in a code for each of the topic's partitions."""
        key = topic.name, topic.topic_id
        known = self._topics.get(key)
        if known is None:
            known = self._topics[key] = Topic(
                name=topic.name, topic_id=topic.topic_id, partitions=[]
            )
            self.response.topics.append(known)
        known.partitions += [
            Result(partition_index=each.partition_index, error_code=code)
            for each, code in zip(topic.partitions, codes, strict=True)
        ]
