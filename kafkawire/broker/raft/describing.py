"""DescribeQuorum: the progress of voters and observers, as the leader has it (KIP-595, KIP-836)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.broker.raft.requests import only_partition
from kafkawire.broker.raft.voters import NO_DIRECTORY_ID
from kafkawire.log.topic_partition import CLUSTER_METADATA
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.messages.describe_quorum_response import DescribeQuorumResponse

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kafkawire.broker.raft.core import Core
    from kafkawire.broker.raft.leadership import Leadership, Progress
    from kafkawire.broker.raft.voters import Voter
    from kafkawire.protocol.messages.describe_quorum_request import DescribeQuorumRequest

NODES_SINCE = 2
"""Addresses and directory ids are in this version."""


def handle(
    core: Core, request: DescribeQuorumRequest, version: int, now_ms: int
) -> DescribeQuorumResponse:
    """Describe the quorum; a replica that does not lead answers with an error of the partition."""
    if only_partition(request.topics) is None:
        topics = [
            DescribeQuorumResponse.TopicData(
                topic_name=topic.topic_name,
                partitions=[
                    DescribeQuorumResponse.PartitionData(
                        partition_index=each.partition_index,
                        error_code=ErrorCode.UNKNOWN_TOPIC_OR_PARTITION,
                    )
                    for each in topic.partitions
                ],
            )
            for topic in request.topics
        ]
        return DescribeQuorumResponse(topics=topics)
    leadership = core.leadership
    result = DescribeQuorumResponse.PartitionData(
        partition_index=0, error_code=ErrorCode.NOT_LEADER_OR_FOLLOWER
    )
    topic = DescribeQuorumResponse.TopicData(topic_name=CLUSTER_METADATA, partitions=[result])
    response = DescribeQuorumResponse(topics=[topic])
    if leadership is None:
        return response
    leadership.forget_observers(now_ms)
    own = leadership.voters.get(core.sender.key.id)
    if own is not None:
        own.fetched(core.log.end_offset, core.log.end_offset, now_ms)
    result.error_code = ErrorCode.NONE
    _fill(result, core, leadership, version)
    if version >= NODES_SINCE:
        response.nodes = [_node(voter) for voter in core.log.voters.latest]
    return response


def _fill(
    result: DescribeQuorumResponse.PartitionData, core: Core, leadership: Leadership, version: int
) -> None:
    known = leadership.high_watermark
    result.leader_id = core.sender.key.id
    result.leader_epoch = leadership.epoch
    result.high_watermark = -1 if known is None else known
    result.current_voters = _states(leadership.voters.values(), version)
    result.observers = _states(leadership.observers.values(), version)


def _states(found: Iterable[Progress], version: int) -> list[DescribeQuorumResponse.ReplicaState]:
    has_directories = version >= NODES_SINCE
    return [
        DescribeQuorumResponse.ReplicaState(
            replica_id=each.key.id,
            replica_directory_id=each.key.directory_id if has_directories else NO_DIRECTORY_ID,
            log_end_offset=each.end_offset,
            last_fetch_timestamp=each.fetch_ms,
            last_caught_up_timestamp=each.caught_up_ms,
        )
        for each in found
    ]


def _node(voter: Voter) -> DescribeQuorumResponse.Node:
    return DescribeQuorumResponse.Node(
        node_id=voter.key.id,
        listeners=[
            DescribeQuorumResponse.Listener(name=name, host=host, port=port)
            for name, host, port in voter.endpoints
        ],
    )
