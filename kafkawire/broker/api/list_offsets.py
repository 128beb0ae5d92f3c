"""ListOffsets (key 2): offsets by time, and the ends of partitions.

v0   several offsets at once, of segments (gone in 4.0)
v1   one offset, with its timestamp
v2   read_committed: the end is the last stable offset
v4   leader epochs (KIP-320)
v5   OFFSET_NOT_AVAILABLE instead of LEADER_NOT_AVAILABLE just after an election (KIP-207)
v6   flexible
v7   -3, the greatest timestamp (KIP-734); v8 -4, v9 -5, v11 -6 (tiered storage)
v10  how long a tiered lookup may take; there is none here

Specification: produce D.1. Answers come in the order of the request; a partition named twice
is refused, after the others, and last of all topics that the client may not DESCRIBE.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.broker.context import Versions
from kafkawire.broker.fetch.listed_offsets import (
    CONSUMER,
    DEBUGGING,
    NOTHING,
    find_offset,
    is_behind_its_epoch,
    is_supported,
    last_fetchable,
    old_style_offsets,
)
from kafkawire.broker.fetch.resolving import hosted_partition
from kafkawire.broker.security.access import access_of, permitted
from kafkawire.broker.security.authorizer import Operation
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError
from kafkawire.protocol.messages.list_offsets_response import ListOffsetsResponse
from kafkawire.records.errors import RecordsError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kafkawire.broker.broker import Broker
    from kafkawire.broker.context import RequestContext
    from kafkawire.broker.replicas.partition import Partition
    from kafkawire.log.read import TimestampedOffset
    from kafkawire.protocol.messages.list_offsets_request import ListOffsetsRequest

    Asked = dict[tuple[str, int], ListOffsetsRequest.ListOffsetsPartition]

VERSIONS = Versions(0, 11)
RESTS = True
LEADER_EPOCH_FROM = 4
OFFSET_NOT_AVAILABLE_FROM = 5
ISOLATION_LEVELS = (0, 1)

PartitionResponse = ListOffsetsResponse.ListOffsetsPartitionResponse


def handle(
    broker: Broker, request: ListOffsetsRequest, context: RequestContext
) -> ListOffsetsResponse:
    """Each partition's answer stands by itself."""
    if request.isolation_level not in ISOLATION_LEVELS:
        return ListOffsetsResponse(topics=_refused(request.topics, ErrorCode.UNKNOWN_SERVER_ERROR))
    access = access_of(broker, context)
    allowed, denied = permitted(access, Operation.DESCRIBE, request.topics)
    refusals = _refused(denied, ErrorCode.TOPIC_AUTHORIZATION_FAILED)
    if not context.api_version:
        return ListOffsetsResponse(topics=_one_by_one(broker, request, allowed, context) + refusals)
    asked, repeated = _distinct(allowed)
    topics: dict[str, list[PartitionResponse]] = {}
    for (topic, index), partition in asked.items():
        answer = _answer(broker, request, topic, partition, context)
        answer.partition_index = index
        topics.setdefault(topic, []).append(answer)
    for topic, index in repeated:
        refused = PartitionResponse(
            partition_index=index, error_code=int(ErrorCode.INVALID_REQUEST)
        )
        topics.setdefault(topic, []).append(refused)
    return ListOffsetsResponse(
        topics=[
            ListOffsetsResponse.ListOffsetsTopicResponse(name=name, partitions=partitions)
            for name, partitions in topics.items()
        ]
        + refusals
    )


def _one_by_one(
    broker: Broker,
    request: ListOffsetsRequest,
    topics: Iterable[ListOffsetsRequest.ListOffsetsTopic],
    context: RequestContext,
) -> list[ListOffsetsResponse.ListOffsetsTopicResponse]:
    """Version 0 does not mind what is asked for twice: each mention has its own answer."""
    found = []
    for topic in topics:
        partitions = []
        for each in topic.partitions:
            answer = _answer(broker, request, topic.name, each, context)
            answer.partition_index = each.partition_index
            partitions.append(answer)
        found.append(
            ListOffsetsResponse.ListOffsetsTopicResponse(name=topic.name, partitions=partitions)
        )
    return found


def _refused(
    topics: Iterable[ListOffsetsRequest.ListOffsetsTopic], code: ErrorCode
) -> list[ListOffsetsResponse.ListOffsetsTopicResponse]:
    """Each partition refused as it was asked for, also where it was asked for twice."""
    return [
        ListOffsetsResponse.ListOffsetsTopicResponse(
            name=topic.name,
            partitions=[
                PartitionResponse(partition_index=each.partition_index, error_code=int(code))
                for each in topic.partitions
            ],
        )
        for topic in topics
    ]


def _distinct(
    topics: Iterable[ListOffsetsRequest.ListOffsetsTopic],
) -> tuple[Asked, list[tuple[str, int]]]:
    """The partitions named once, and those named more often (produce D-2)."""
    asked: Asked = {}
    repeated: dict[tuple[str, int], None] = {}
    for topic in topics:
        for partition in topic.partitions:
            key = (topic.name, partition.partition_index)
            if key in asked:
                repeated[key] = None
            asked[key] = partition
    for key in repeated:
        del asked[key]
    return asked, list(repeated)


def _answer(
    broker: Broker,
    request: ListOffsetsRequest,
    topic: str,
    asked: ListOffsetsRequest.ListOffsetsPartition,
    context: RequestContext,
) -> PartitionResponse:
    try:
        behaviour = broker.behaviour
        if behaviour.refuses_unknown_timestamps and not is_supported(
            asked.timestamp, context.api_version
        ):
            raise ApiError(ErrorCode.UNSUPPORTED_VERSION)
        partition = hosted_partition(topic, asked.partition_index, broker)
        _check_leader(partition, request.replica_id, asked.current_leader_epoch)
        return _found(broker, partition, request, asked, context)
    except ApiError as error:
        return PartitionResponse(error_code=int(error.code))
    except RecordsError as error:  # a broker stores compressed records that it has only skimmed
        return PartitionResponse(error_code=error.error_code)


def _check_leader(partition: Partition, replica_id: int, current_leader_epoch: int) -> None:
    if replica_id == DEBUGGING:
        partition.check_epoch(current_leader_epoch)
    else:
        partition.check_leader(current_leader_epoch)


def _found(
    broker: Broker,
    partition: Partition,
    request: ListOffsetsRequest,
    asked: ListOffsetsRequest.ListOffsetsPartition,
    context: RequestContext,
) -> PartitionResponse:
    version, behaviour = context.api_version, broker.behaviour
    bound = last_fetchable(
        partition.log, replica_id=request.replica_id, isolation_level=request.isolation_level
    )
    if version == 0:
        offsets = old_style_offsets(
            partition.log,
            asked.timestamp,
            bound=bound,
            offsets_max=asked.max_num_offsets,
            now_ms=broker.wall_clock.time_ms(context.now_ms),
        )
        return PartitionResponse(old_style_offsets=offsets)
    found = find_offset(
        partition, asked.timestamp, bound=bound, least=behaviour.negative_timestamps
    )
    is_behind = request.replica_id == CONSUMER and is_behind_its_epoch(partition)
    if is_behind and behaviour.awaits_epoch_start:
        _refuse_unknown_end(asked.timestamp, found, version)
    timestamp, offset, leader_epoch = NOTHING if found is None else found
    answer = PartitionResponse(timestamp=timestamp, offset=offset)
    if version >= LEADER_EPOCH_FROM:
        answer.leader_epoch = leader_epoch
    return answer


def _refuse_unknown_end(timestamp: int, found: TimestampedOffset | None, version: int) -> None:
    """Refuse to give an end that is not reliable just after an election (produce D-6)."""
    if found is None or timestamp == -1:
        known = version >= OFFSET_NOT_AVAILABLE_FROM
        raise ApiError(ErrorCode.OFFSET_NOT_AVAILABLE if known else ErrorCode.LEADER_NOT_AVAILABLE)
