"""DescribeProducers (key 61): who has written to a partition with a producer id (KIP-664).

A replica tells what it knows itself; it need not lead (produce B-51). A topic is refused as a
whole, with words, before its partitions are looked up (B-50). Producers that have expired are
gone from the partition's state and so from the answer (B-52).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.broker.context import Versions
from kafkawire.broker.fetch.resolving import hosted_partition
from kafkawire.broker.metadata.topic_names import name_error
from kafkawire.broker.security.access import access_of
from kafkawire.broker.security.authorizer import Operation
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError
from kafkawire.protocol.messages.describe_producers_response import DescribeProducersResponse

if TYPE_CHECKING:
    from kafkawire.broker.broker import Broker
    from kafkawire.broker.context import RequestContext
    from kafkawire.broker.security.access import Access
    from kafkawire.log.producer_entry import ProducerEntry
    from kafkawire.protocol.messages.describe_producers_request import DescribeProducersRequest

VERSIONS = Versions(0, 0)
RESTS = True

NOT_ALLOWED = "Topic authorization failed."
UNKNOWN_TOPIC = "This server does not host this topic-partition."

PartitionResponse = DescribeProducersResponse.PartitionResponse


def handle(
    broker: Broker, request: DescribeProducersRequest, context: RequestContext
) -> DescribeProducersResponse:
    """Each partition's answer stands by itself."""
    access = access_of(broker, context)
    return DescribeProducersResponse(
        topics=[
            DescribeProducersResponse.TopicResponse(
                name=topic.name, partitions=_answers(broker, topic, access)
            )
            for topic in request.topics
        ]
    )


def _answers(
    broker: Broker, topic: DescribeProducersRequest.TopicRequest, access: Access | None
) -> list[PartitionResponse]:
    try:
        _check_topic(broker, topic.name, access)
    except ApiError as error:
        return [
            PartitionResponse(
                partition_index=index, error_code=int(error.code), error_message=error.message
            )
            for index in topic.partition_indexes
        ]
    return [_answer(broker, topic.name, index) for index in topic.partition_indexes]


def _check_topic(broker: Broker, name: str, access: Access | None) -> None:
    error = name_error(name)
    if error is not None:
        raise ApiError(ErrorCode.INVALID_TOPIC_EXCEPTION, error)
    if access is not None and not access.to_topic(Operation.READ, name):
        raise ApiError(ErrorCode.TOPIC_AUTHORIZATION_FAILED, NOT_ALLOWED)
    if name not in broker.metadata.topics:
        raise ApiError(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, UNKNOWN_TOPIC)


def _answer(broker: Broker, topic: str, index: int) -> PartitionResponse:
    try:
        partition = hosted_partition(topic, index, broker)
    except ApiError as error:
        return PartitionResponse(partition_index=index, error_code=int(error.code))
    return PartitionResponse(
        partition_index=index,
        active_producers=[_described(entry) for entry in partition.log.producer_state],
    )


def _described(entry: ProducerEntry) -> DescribeProducersResponse.ProducerState:
    return DescribeProducersResponse.ProducerState(
        producer_id=entry.producer_id,
        producer_epoch=entry.producer_epoch,
        last_sequence=entry.last_sequence,
        last_timestamp=entry.last_timestamp,
        coordinator_epoch=entry.coordinator_epoch,
        current_txn_start_offset=entry.transaction_first_offset,
    )
