"""The responses of a quorum replica: an error, and the leader as far as it is known."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kafkawire.broker.raft.requests import METADATA_TOPIC_ID
from kafkawire.broker.raft.voters import Endpoint
from kafkawire.log.topic_partition import CLUSTER_METADATA
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.messages.begin_quorum_epoch_response import BeginQuorumEpochResponse
from kafkawire.protocol.messages.end_quorum_epoch_response import EndQuorumEpochResponse
from kafkawire.protocol.messages.fetch_response import FetchResponse
from kafkawire.protocol.messages.fetch_snapshot_response import FetchSnapshotResponse
from kafkawire.protocol.messages.vote_response import VoteResponse

if TYPE_CHECKING:
    from collections.abc import Sequence

ENDPOINTS_SINCE = 1
"""NodeEndpoints are in this version of Vote, Begin- and EndQuorumEpoch, FetchSnapshot."""
FETCH_ENDPOINTS_SINCE = 16


class Hint(NamedTuple):
    """The leader that a response names: its id or -1, the epoch, its address if it is known."""

    leader_id: int
    epoch: int
    endpoint: Endpoint | None = None


class Endorsement(NamedTuple):
    """The answer of a voter to a candidate."""

    error: ErrorCode
    is_granted: bool = False


def vote(result: Endorsement, hint: Hint, version: int) -> VoteResponse:
    """Answer a vote."""
    partition = VoteResponse.PartitionData(
        partition_index=0,
        error_code=result.error,
        leader_id=hint.leader_id,
        leader_epoch=hint.epoch,
        vote_granted=result.is_granted,
    )
    response = VoteResponse(
        topics=[VoteResponse.TopicData(topic_name=CLUSTER_METADATA, partitions=[partition])]
    )
    if hint.endpoint is not None and version >= ENDPOINTS_SINCE:
        _, host, port = hint.endpoint
        response.node_endpoints = [
            VoteResponse.NodeEndpoint(node_id=hint.leader_id, host=host, port=port)
        ]
    return response


def begin_quorum_epoch(error: ErrorCode, hint: Hint, version: int) -> BeginQuorumEpochResponse:
    """Answer the announcement of a leader."""
    partition = BeginQuorumEpochResponse.PartitionData(
        partition_index=0, error_code=error, leader_id=hint.leader_id, leader_epoch=hint.epoch
    )
    topic = BeginQuorumEpochResponse.TopicData(topic_name=CLUSTER_METADATA, partitions=[partition])
    response = BeginQuorumEpochResponse(topics=[topic])
    if hint.endpoint is not None and version >= ENDPOINTS_SINCE:
        _, host, port = hint.endpoint
        response.node_endpoints = [
            BeginQuorumEpochResponse.NodeEndpoint(node_id=hint.leader_id, host=host, port=port)
        ]
    return response


def end_quorum_epoch(error: ErrorCode, hint: Hint, version: int) -> EndQuorumEpochResponse:
    """Answer the resignation of a leader."""
    partition = EndQuorumEpochResponse.PartitionData(
        partition_index=0, error_code=error, leader_id=hint.leader_id, leader_epoch=hint.epoch
    )
    topic = EndQuorumEpochResponse.TopicData(topic_name=CLUSTER_METADATA, partitions=[partition])
    response = EndQuorumEpochResponse(topics=[topic])
    if hint.endpoint is not None and version >= ENDPOINTS_SINCE:
        _, host, port = hint.endpoint
        response.node_endpoints = [
            EndQuorumEpochResponse.NodeEndpoint(node_id=hint.leader_id, host=host, port=port)
        ]
    return response


def fetch(partition: FetchResponse.PartitionData, hint: Hint, version: int) -> FetchResponse:
    """Answer a fetch of the metadata log with its one partition (replication A-10)."""
    partition.aborted_transactions = []
    partition.current_leader = FetchResponse.LeaderIdAndEpoch(
        leader_id=hint.leader_id, leader_epoch=hint.epoch
    )
    topic = FetchResponse.FetchableTopicResponse(topic_id=METADATA_TOPIC_ID, partitions=[partition])
    response = FetchResponse(responses=[topic])
    if hint.endpoint is not None and version >= FETCH_ENDPOINTS_SINCE:
        _, host, port = hint.endpoint
        response.node_endpoints = [
            FetchResponse.NodeEndpoint(node_id=hint.leader_id, host=host, port=port)
        ]
    return response


def fetch_snapshot(
    partition: FetchSnapshotResponse.PartitionSnapshot, hint: Hint, version: int
) -> FetchSnapshotResponse:
    """Answer a fetch of a snapshot with its one partition."""
    partition.current_leader = FetchSnapshotResponse.LeaderIdAndEpoch(
        leader_id=hint.leader_id, leader_epoch=hint.epoch
    )
    topic = FetchSnapshotResponse.TopicSnapshot(name=CLUSTER_METADATA, partitions=[partition])
    response = FetchSnapshotResponse(topics=[topic])
    if hint.endpoint is not None and version >= ENDPOINTS_SINCE:
        _, host, port = hint.endpoint
        response.node_endpoints = [
            FetchSnapshotResponse.NodeEndpoint(node_id=hint.leader_id, host=host, port=port)
        ]
    return response


def hint_of(
    response: VoteResponse | BeginQuorumEpochResponse | EndQuorumEpochResponse,
    partition: VoteResponse.PartitionData
    | BeginQuorumEpochResponse.PartitionData
    | EndQuorumEpochResponse.PartitionData,
) -> Hint:
    """Read the leader that a response of a voter names."""
    found = [each for each in response.node_endpoints if each.node_id == partition.leader_id]
    endpoint = Endpoint("", found[0].host, found[0].port) if found else None
    return Hint(partition.leader_id, partition.leader_epoch, endpoint)


def joined(records: object) -> bytes:
    """Return the bytes of a `records` field, as one piece."""
    if records is None:
        return b""
    if isinstance(records, (bytes, bytearray, memoryview)):
        return bytes(records)
    assert isinstance(records, list)
    pieces: Sequence[bytes] = records
    return b"".join(pieces)
