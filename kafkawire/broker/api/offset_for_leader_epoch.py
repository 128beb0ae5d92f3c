"""OffsetForLeaderEpoch (key 23): where a leader epoch ended in this log (KIP-101, KIP-320).

v1  the answer names the epoch it is about
v2  the leader epoch the client believes in
v3  the asker's replica id, which changes nothing
v4  flexible

An epoch that is not known here, or lies in the future, is answered with -1 and no error; the
current one ends at the log end. Specification: produce D.3.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.broker.context import Versions
from kafkawire.broker.fetch.resolving import hosted_partition
from kafkawire.broker.security.access import access_of
from kafkawire.broker.security.authorizer import Operation
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError
from kafkawire.protocol.messages.offset_for_leader_epoch_response import (
    OffsetForLeaderEpochResponse,
)

if TYPE_CHECKING:
    from kafkawire.broker.broker import Broker
    from kafkawire.broker.context import RequestContext
    from kafkawire.protocol.messages.offset_for_leader_epoch_request import (
        OffsetForLeaderEpochRequest,
    )

VERSIONS = Versions(0, 4)
RESTS = True

TopicResult = OffsetForLeaderEpochResponse.OffsetForLeaderTopicResult


def handle(
    broker: Broker, request: OffsetForLeaderEpochRequest, context: RequestContext
) -> OffsetForLeaderEpochResponse:
    """Each partition's answer stands by itself; topics that may not be described come last."""
    access = access_of(broker, context)
    if access is not None and access.to_cluster(Operation.CLUSTER_ACTION):
        access = None
    found: list[TopicResult] = []
    denied: list[TopicResult] = []
    for topic in request.topics:
        if access is None or access.to_topic(Operation.DESCRIBE, topic.topic):
            answers = [_answer(broker, topic.topic, asked) for asked in topic.partitions]
            found.append(TopicResult(topic=topic.topic, partitions=answers))
        else:
            refusals = [_denied(asked.partition) for asked in topic.partitions]
            denied.append(TopicResult(topic=topic.topic, partitions=refusals))
    return OffsetForLeaderEpochResponse(topics=found + denied)


def _denied(partition: int) -> OffsetForLeaderEpochResponse.EpochEndOffset:
    code = int(ErrorCode.TOPIC_AUTHORIZATION_FAILED)
    return OffsetForLeaderEpochResponse.EpochEndOffset(partition=partition, error_code=code)


def _answer(
    broker: Broker, topic: str, asked: OffsetForLeaderEpochRequest.OffsetForLeaderPartition
) -> OffsetForLeaderEpochResponse.EpochEndOffset:
    answer = OffsetForLeaderEpochResponse.EpochEndOffset(partition=asked.partition)
    try:
        partition = hosted_partition(topic, asked.partition, broker)
        partition.check_leader(asked.current_leader_epoch)
    except ApiError as error:
        answer.error_code = int(error.code)
        return answer
    log = partition.log
    answer.leader_epoch, answer.end_offset = log.leader_epochs.end_offset_for(
        asked.leader_epoch, log.log_end_offset
    )
    return answer
