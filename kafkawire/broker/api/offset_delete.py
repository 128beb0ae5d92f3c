"""OffsetDelete (key 47): forget what a group has committed for some partitions (KIP-496).

A refusal by the group concerns the whole request and leaves no topic in the answer. Partitions that
do not exist, or that the client may not read, are refused one by one and come first (groups B-91,
B-92).
"""

from __future__ import annotations

from kafkawire.broker.context import Versions
from kafkawire.broker.groups.offset_delete import delete_offsets
from kafkawire.broker.security.access import access_of
from kafkawire.broker.security.authorizer import Operation
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError
from kafkawire.protocol.messages.offset_delete_response import OffsetDeleteResponse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kafkawire.broker.broker import Broker
    from kafkawire.broker.context import RequestContext
    from kafkawire.broker.delayed import Delayed
    from kafkawire.broker.security.access import Access
    from kafkawire.protocol.message import Message
    from kafkawire.protocol.messages.offset_delete_request import OffsetDeleteRequest

VERSIONS = Versions(0, 0)

Topic = OffsetDeleteResponse.OffsetDeleteResponseTopic
Result = OffsetDeleteResponse.OffsetDeleteResponsePartition


def handle(
    broker: Broker, request: OffsetDeleteRequest, context: RequestContext
) -> Message | Delayed:
    """What the topics refuse, then what the group says of the rest."""
    access = access_of(broker, context)
    if access is not None and not access.to_group(Operation.DELETE, request.group_id):
        raise ApiError(ErrorCode.GROUP_AUTHORIZATION_FAILED)
    answer: dict[str, Topic] = {}
    wanted: dict[str, list[int]] = {}
    for topic in request.topics:
        for partition in topic.partitions:
            index = partition.partition_index
            code = _topic_error(broker, topic.name, index, access)
            if code is ErrorCode.NONE:
                wanted.setdefault(topic.name, []).append(index)
            else:
                _put(answer, topic.name, index, code)
    if not request.group_id:
        raise ApiError(ErrorCode.INVALID_GROUP_ID)
    shard = broker.groups.shard_of(request.group_id)
    codes = delete_offsets(shard, request.group_id, wanted, context.now_ms)
    for name, indexes in wanted.items():
        for index in indexes:
            _put(answer, name, index, codes[name])
    response = OffsetDeleteResponse(topics=list(answer.values()))
    return shard.log.released(response, context.now_ms)


def _topic_error(broker: Broker, name: str, index: int, access: Access | None) -> ErrorCode:
    if access is not None and not access.to_topic(Operation.READ, name):
        return ErrorCode.TOPIC_AUTHORIZATION_FAILED
    image = broker.metadata.topics.get(name)
    is_known = image is not None and index in image.partitions
    return ErrorCode.NONE if is_known else ErrorCode.UNKNOWN_TOPIC_OR_PARTITION


def _put(answer: dict[str, Topic], name: str, index: int, code: ErrorCode) -> None:
    """Partitions of a topic stand together."""
    topic = answer.setdefault(name, Topic(name=name, partitions=[]))
    topic.partitions.append(Result(partition_index=index, error_code=int(code)))
