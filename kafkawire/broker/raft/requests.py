"""The requests that a replica of the quorum sends, and the one partition in those it receives."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeVar

from kafkawire.broker.raft.voters import NO_ID, Endpoint, ReplicaKey
from kafkawire.log.topic_partition import CLUSTER_METADATA
from kafkawire.protocol.messages.begin_quorum_epoch_request import BeginQuorumEpochRequest
from kafkawire.protocol.messages.end_quorum_epoch_request import EndQuorumEpochRequest
from kafkawire.protocol.messages.fetch_request import FetchRequest
from kafkawire.protocol.messages.fetch_snapshot_request import FetchSnapshotRequest
from kafkawire.protocol.messages.vote_request import VoteRequest

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kafkawire.log.formats.names import SnapshotFile

METADATA_TOPIC_ID = (1).to_bytes(16, "big")
MAX_WAIT_MS = 500
"""How long a Fetch may wait at the leader; fixed in Kafka."""


class Sender(NamedTuple):
    """The fields of a replica that are the same in all its requests."""

    cluster_id: str | None
    key: ReplicaKey
    endpoints: tuple[Endpoint, ...] = ()


class _NamedPartition(Protocol):
    partition_index: int


_P = TypeVar("_P", bound=_NamedPartition)


class _NamedTopic(Protocol[_P]):
    topic_name: str
    partitions: list[_P]


def only_partition(topics: Sequence[_NamedTopic[_P]]) -> _P | None:
    """Return the partition if it is the metadata log and the only one of the request."""
    if len(topics) != 1 or topics[0].topic_name != CLUSTER_METADATA:
        return None
    partitions = topics[0].partitions
    return partitions[0] if [each.partition_index for each in partitions] == [0] else None


def vote(
    sender: Sender, voter: ReplicaKey, epoch: int, log_end: tuple[int, int], *, is_pre_vote: bool
) -> VoteRequest:
    """Ask `voter` for its vote in `epoch`; `log_end` is the last epoch and the end offset."""
    partition = VoteRequest.PartitionData(
        replica_epoch=epoch,
        replica_id=sender.key.id,
        replica_directory_id=sender.key.directory_id,
        voter_directory_id=voter.directory_id,
        last_offset_epoch=log_end[0],
        last_offset=log_end[1],
        pre_vote=is_pre_vote,
    )
    topic = VoteRequest.TopicData(topic_name=CLUSTER_METADATA, partitions=[partition])
    return VoteRequest(cluster_id=sender.cluster_id, voter_id=voter.id, topics=[topic])


def begin_quorum_epoch(sender: Sender, voter: ReplicaKey, epoch: int) -> BeginQuorumEpochRequest:
    """Announce to `voter` that the sender leads `epoch`."""
    partition = BeginQuorumEpochRequest.PartitionData(
        voter_directory_id=voter.directory_id, leader_id=sender.key.id, leader_epoch=epoch
    )
    topic = BeginQuorumEpochRequest.TopicData(topic_name=CLUSTER_METADATA, partitions=[partition])
    return BeginQuorumEpochRequest(
        cluster_id=sender.cluster_id,
        voter_id=voter.id,
        topics=[topic],
        leader_endpoints=[
            BeginQuorumEpochRequest.LeaderEndpoint(name=name, host=host, port=port)
            for name, host, port in sender.endpoints
        ],
    )


def end_quorum_epoch(
    sender: Sender, epoch: int, preferred: Sequence[ReplicaKey]
) -> EndQuorumEpochRequest:
    """Announce that the sender does not lead `epoch` any more; `preferred` have long logs."""
    partition = EndQuorumEpochRequest.PartitionData(
        leader_id=sender.key.id,
        leader_epoch=epoch,
        preferred_successors=[each.id for each in preferred],
        preferred_candidates=[
            EndQuorumEpochRequest.ReplicaInfo(
                candidate_id=each.id, candidate_directory_id=each.directory_id
            )
            for each in preferred
        ],
    )
    topic = EndQuorumEpochRequest.TopicData(topic_name=CLUSTER_METADATA, partitions=[partition])
    return EndQuorumEpochRequest(
        cluster_id=sender.cluster_id,
        topics=[topic],
        leader_endpoints=[
            EndQuorumEpochRequest.LeaderEndpoint(name=name, host=host, port=port)
            for name, host, port in sender.endpoints
        ],
    )


def fetch(
    sender: Sender,
    epoch: int,
    log_end: tuple[int, int],
    high_watermark: int | None,
    max_bytes: int,
) -> FetchRequest:
    """Fetch from the end of the sender's log on (replication A-7)."""
    last_epoch, end_offset = log_end
    partition = FetchRequest.FetchPartition(
        partition=0,
        current_leader_epoch=epoch,
        fetch_offset=end_offset,
        last_fetched_epoch=last_epoch,
        partition_max_bytes=0,
        replica_directory_id=sender.key.directory_id,
        high_watermark=NO_ID if high_watermark is None else high_watermark,
    )
    return FetchRequest(
        cluster_id=sender.cluster_id,
        replica_state=FetchRequest.ReplicaState(replica_id=sender.key.id),
        max_wait_ms=MAX_WAIT_MS,
        min_bytes=0,
        max_bytes=max_bytes,
        topics=[FetchRequest.FetchTopic(topic_id=METADATA_TOPIC_ID, partitions=[partition])],
    )


def fetch_snapshot(
    sender: Sender, epoch: int, which: SnapshotFile, position: int, max_bytes: int
) -> FetchSnapshotRequest:
    """Fetch a snapshot from the byte `position` on (replication A-31)."""
    partition = FetchSnapshotRequest.PartitionSnapshot(
        partition=0,
        current_leader_epoch=epoch,
        snapshot_id=FetchSnapshotRequest.SnapshotId(end_offset=which.end_offset, epoch=which.epoch),
        position=position,
        replica_directory_id=sender.key.directory_id,
    )
    topic = FetchSnapshotRequest.TopicSnapshot(name=CLUSTER_METADATA, partitions=[partition])
    return FetchSnapshotRequest(
        cluster_id=sender.cluster_id,
        replica_id=sender.key.id,
        max_bytes=max_bytes,
        topics=[topic],
    )
