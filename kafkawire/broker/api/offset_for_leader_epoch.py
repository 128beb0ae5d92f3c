"""OffsetForLeaderEpoch (key 23): where a leader epoch ended in this log (KIP-101, KIP-320).

v1  the answer names the epoch it is about
v2  the leader epoch the client believes in
v3  the asker's replica id, which changes nothing
v4  flexible

An epoch that is not known here, or lies in the future, is answered with -1 and no error; the
current one ends at the log end. Specification: produce.md D.3.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.broker.context import Versions
from kafkawire.broker.fetch.resolving import hosted_partition
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


def handle(
    broker: Broker, request: OffsetForLeaderEpochRequest, context: RequestContext
) -> OffsetForLeaderEpochResponse:
    """Each partition's answer stands by itself."""
    return OffsetForLeaderEpochResponse(
        topics=[
            OffsetForLeaderEpochResponse.OffsetForLeaderTopicResult(
                topic=topic.topic,
                partitions=[_answer(broker, topic.topic, asked) for asked in topic.partitions],
            )
            for topic in request.topics
        ]
    )


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
