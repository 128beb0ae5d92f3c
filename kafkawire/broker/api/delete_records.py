"""DeleteRecords (key 21): move the start of partitions up to an offset (KIP-107).

v1  as v0; v2 flexible

With one replica the low watermark is the leader's log start, so nothing waits for `timeout_ms`.
A partition named twice is deleted up to its last offset and answered once; a topic without
partitions is left out. Specification: produce.md D.2.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.broker.context import Versions
from kafkawire.broker.fetch.resolving import hosted_partition
from kafkawire.broker.metadata.topic_names import is_internal
from kafkawire.broker.security.access import access_of
from kafkawire.broker.security.authorizer import Operation
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError
from kafkawire.protocol.messages.delete_records_response import DeleteRecordsResponse

if TYPE_CHECKING:
    from kafkawire.broker.broker import Broker
    from kafkawire.broker.context import RequestContext
    from kafkawire.protocol.messages.delete_records_request import DeleteRecordsRequest

VERSIONS = Versions(0, 2)
UNKNOWN_LOW_WATERMARK = -1

PartitionResult = DeleteRecordsResponse.DeleteRecordsPartitionResult


def handle(
    broker: Broker, request: DeleteRecordsRequest, context: RequestContext
) -> DeleteRecordsResponse:
    """Each partition's answer stands by itself."""
    wanted = {
        (topic.name, partition.partition_index): partition.offset
        for topic in request.topics
        for partition in topic.partitions
    }
    access = access_of(broker, context)
    topics: dict[str, list[PartitionResult]] = {}
    for (topic, index), offset in wanted.items():
        if access is not None and not access.to_topic(Operation.DELETE, topic):
            result = _refusal(index, ErrorCode.TOPIC_AUTHORIZATION_FAILED)
        else:
            result = _delete(broker, topic, index, offset, context.now_ms)
        topics.setdefault(topic, []).append(result)
    return DeleteRecordsResponse(
        topics=[
            DeleteRecordsResponse.DeleteRecordsTopicResult(name=name, partitions=results)
            for name, results in topics.items()
        ]
    )


def _delete(broker: Broker, topic: str, index: int, offset: int, now_ms: int) -> PartitionResult:
    try:
        partition = hosted_partition(topic, index, broker)
        if is_internal(topic):
            raise ApiError(ErrorCode.INVALID_TOPIC_EXCEPTION)
        low_watermark = broker.replicas.delete_records(partition, offset, now_ms)
    except ApiError as error:
        return _refusal(index, int(error.code))
    return PartitionResult(partition_index=index, low_watermark=low_watermark)


def _refusal(index: int, code: int) -> PartitionResult:
    return PartitionResult(
        partition_index=index, low_watermark=UNKNOWN_LOW_WATERMARK, error_code=int(code)
    )
