"""OffsetFetch: how far groups have read (groups C.2).

Up to version 7 a request is about one group; it is served as the list of one that later versions
have, and its answer is then put into the older form.
"""

from __future__ import annotations

from kafkawire.broker.context import Versions
from kafkawire.broker.coordinator import released_by_all
from kafkawire.broker.groups.offset_fetch import OffsetReader, Wanted, no_offset
from kafkawire.broker.security.access import access_of
from kafkawire.broker.security.authorizer import Operation
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError
from kafkawire.protocol.messages.offset_fetch_request import OffsetFetchRequest
from kafkawire.protocol.messages.offset_fetch_response import OffsetFetchResponse
from kafkawire.protocol.primitives import ZERO_UUID
from kafkawire.protocol.since import (
    OFFSET_FETCH_SEVERAL_GROUPS_SINCE,
    OFFSET_FETCH_TOP_LEVEL_ERROR_SINCE,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from kafkawire.broker.broker import Broker
    from kafkawire.broker.context import RequestContext
    from kafkawire.broker.delayed import Delayed
    from kafkawire.broker.security.access import Access
    from kafkawire.protocol.message import Message

VERSIONS = Versions(0, 10)
RESTS = True

IN_ZOOKEEPER = 0
"""Version 0 read from ZooKeeper, which no broker has any more (groups H-1)."""
MEMBERS_SINCE = 9
TOPIC_IDS_SINCE = 10

RequestGroup = OffsetFetchRequest.OffsetFetchRequestGroup
RequestTopics = OffsetFetchRequest.OffsetFetchRequestTopics
ResponseGroup = OffsetFetchResponse.OffsetFetchResponseGroup
ResponseTopics = OffsetFetchResponse.OffsetFetchResponseTopics


def handle(
    broker: Broker, request: OffsetFetchRequest, context: RequestContext
) -> Message | Delayed:
    """Each group has an error of its own. Stable offsets wait for what is being written."""
    if context.api_version == IN_ZOOKEEPER:
        raise ApiError(ErrorCode.UNSUPPORTED_VERSION)
    asked = _groups_of(request, context)
    fetched = [_fetched(broker, group, request, context) for group in asked]
    response = _response(request, fetched, context)
    if not request.require_stable:
        return response
    logs = broker.groups.logs_of(group.group_id for group in asked)
    return released_by_all(logs, response, context.now_ms)


def error_response(
    request: OffsetFetchRequest, context: RequestContext, error: ApiError
) -> Message:
    """Every group has the error."""
    fetched = [
        ResponseGroup(group_id=group.group_id, error_code=error.code, topics=[])
        for group in _groups_of(request, context)
    ]
    return _response(request, fetched, context)


def _groups_of(request: OffsetFetchRequest, context: RequestContext) -> list[RequestGroup]:
    if context.api_version >= OFFSET_FETCH_SEVERAL_GROUPS_SINCE:
        return request.groups
    topics = None
    if request.topics is not None:
        topics = [
            RequestTopics(name=topic.name, partition_indexes=topic.partition_indexes)
            for topic in request.topics
        ]
    return [RequestGroup(group_id=request.group_id, topics=topics)]


def _fetched(
    broker: Broker, group: RequestGroup, request: OffsetFetchRequest, context: RequestContext
) -> ResponseGroup:
    access = access_of(broker, context)
    try:
        if access is not None and not access.to_group(Operation.DESCRIBE, group.group_id):
            raise ApiError(ErrorCode.GROUP_AUTHORIZATION_FAILED)
        shard = broker.groups.shard_of(group.group_id)
        if context.api_version >= MEMBERS_SINCE and group.group_id in shard.groups:
            shard.groups[group.group_id].check_fetch(group.member_id, group.member_epoch)
    except ApiError as error:
        return ResponseGroup(group_id=group.group_id, error_code=error.code, topics=[])
    reader = OffsetReader(shard, group.group_id, require_stable=request.require_stable)
    if group.topics is None:
        topics = _all_topics(broker, reader, context.api_version)
        if access is not None:
            topics = [each for each in topics if access.to_topic(Operation.DESCRIBE, each.name)]
        return ResponseGroup(group_id=group.group_id, topics=topics)
    allowed, denied = _permitted(broker, access, group.topics)
    if context.api_version >= TOPIC_IDS_SINCE:
        topics = _topics_by_id(broker, reader, allowed)
    else:
        topics = [
            ResponseTopics(
                name=topic.name,
                partitions=reader.read(Wanted(topic.name, ZERO_UUID, topic.partition_indexes)),
            )
            for topic in allowed
        ]
    return ResponseGroup(group_id=group.group_id, topics=topics + denied)


def _permitted(
    broker: Broker, access: Access | None, topics: list[RequestTopics]
) -> tuple[list[RequestTopics], list[ResponseTopics]]:
    """The topics that the client may know of, and the answers to the others (C-22)."""
    if access is None:
        return topics, []
    allowed, denied = [], []
    for topic in topics:
        image = broker.metadata.topics_by_id.get(topic.topic_id)
        name = topic.name if image is None else image.name
        if not name or access.to_topic(Operation.DESCRIBE, name):
            allowed.append(topic)
            continue
        code = ErrorCode.TOPIC_AUTHORIZATION_FAILED
        answer = ResponseTopics(name=name, topic_id=topic.topic_id)
        answer.partitions = [no_offset(index, code) for index in topic.partition_indexes]
        denied.append(answer)
    return allowed, denied


def _all_topics(broker: Broker, reader: OffsetReader, api_version: int) -> list[ResponseTopics]:
    """All offsets; where topics go by id, those that no longer exist are left out (C-28)."""
    found = []
    for wanted in reader.everything():
        image = broker.metadata.topics.get(wanted.name)
        if image is None and api_version >= TOPIC_IDS_SINCE:
            continue
        found.append(
            ResponseTopics(
                name=wanted.name,
                topic_id=ZERO_UUID if image is None else image.topic_id,
                partitions=reader.read(wanted),
            )
        )
    return found


def _topics_by_id(
    broker: Broker, reader: OffsetReader, topics: Iterable[RequestTopics]
) -> list[ResponseTopics]:
    """The topics asked for; those with unknown ids come last, each partition with an error."""
    found, unknown = [], []
    for topic in topics:
        image = broker.metadata.topics_by_id.get(topic.topic_id)
        answer = ResponseTopics(topic_id=topic.topic_id)
        if image is None:
            code = ErrorCode.UNKNOWN_TOPIC_ID
            answer.partitions = [no_offset(index, code) for index in topic.partition_indexes]
            unknown.append(answer)
        else:
            wanted = Wanted(image.name, image.topic_id, topic.partition_indexes)
            answer.name, answer.partitions = image.name, reader.read(wanted)
            found.append(answer)
    return found + unknown


def _response(
    request: OffsetFetchRequest, fetched: list[ResponseGroup], context: RequestContext
) -> OffsetFetchResponse:
    """The answer in the form of its version."""
    if context.api_version >= OFFSET_FETCH_SEVERAL_GROUPS_SINCE:
        return OffsetFetchResponse(groups=fetched)
    (group,) = fetched
    if group.error_code == ErrorCode.NONE:
        return OffsetFetchResponse(topics=[_older(topic) for topic in group.topics])
    if context.api_version >= OFFSET_FETCH_TOP_LEVEL_ERROR_SINCE:
        return OffsetFetchResponse(error_code=group.error_code, topics=[])
    code = ErrorCode(group.error_code)
    refused = [
        ResponseTopics(
            name=topic.name,
            partitions=[no_offset(index, code) for index in topic.partition_indexes],
        )
        for topic in request.topics or []
    ]
    return OffsetFetchResponse(topics=[_older(topic) for topic in refused])


def _older(topic: ResponseTopics) -> OffsetFetchResponse.OffsetFetchResponseTopic:
    return OffsetFetchResponse.OffsetFetchResponseTopic(
        name=topic.name,
        partitions=[
            OffsetFetchResponse.OffsetFetchResponsePartition(
                partition_index=partition.partition_index,
                committed_offset=partition.committed_offset,
                committed_leader_epoch=partition.committed_leader_epoch,
                metadata=partition.metadata,
                error_code=partition.error_code,
            )
            for partition in topic.partitions
        ],
    )
