"""One quorum replica without a network: a test gives it requests and responses."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from kafkawire.broker.raft.core import Deferred
from kafkawire.broker.raft.outbox import Call
from kafkawire.broker.raft.replica import Membership, RaftReplica, Storage
from kafkawire.broker.raft.requests import METADATA_TOPIC_ID, Sender
from kafkawire.broker.raft.roles import Role
from kafkawire.broker.raft.settings import RaftSettings
from kafkawire.broker.raft.voter_history import VoterHistory
from kafkawire.broker.raft.voters import ReplicaKey, Voter, VoterSet
from kafkawire.log.formats.names import SnapshotFile
from kafkawire.log.formats.quorum_state import QuorumState
from kafkawire.protocol.message import Message
from kafkawire.protocol.messages.begin_quorum_epoch_request import BeginQuorumEpochRequest
from kafkawire.protocol.messages.fetch_request import FetchRequest
from kafkawire.protocol.messages.fetch_response import FetchResponse
from kafkawire.protocol.messages.vote_request import VoteRequest
from kafkawire.protocol.messages.vote_response import VoteResponse
from kafkawire.records.builder import encode_batch
from tests.support.broker.raft_disk import RaftDisk
from tests.support.broker.raft_world import CLUSTER_ID, endpoint, key

TOPIC = "__cluster_metadata"
START_MS = 1_000_000
PROMPT = RaftSettings(append_linger_ms=0)


def batch(base_offset: int, epoch: int, *values: bytes) -> bytes:
    """A batch of data records."""
    records = [(0, None, value, ()) for value in values]
    return bytes(encode_batch(records, base_offset=base_offset, leader_epoch=epoch))


class Alone:
    """Replica 1 of the voters `voters`, its disk, its calls and what it has told its listener."""

    def __init__(
        self,
        voters: Sequence[int] = (1, 2, 3),
        *,
        node_id: int = 1,
        level: int = 0,
        epochs: Sequence[int] = (),
        state: QuorumState | None = None,
        settings: RaftSettings | None = None,
        disk: RaftDisk | None = None,
        storage: Storage | None = None,
    ) -> None:
        """`epochs` has the epoch of each record that is in the log already."""
        self.now_ms = START_MS
        self.disk = RaftDisk() if disk is None else disk
        for epoch in epochs:
            self.disk.log.append_as_follower(
                batch(self.disk.log.log_end_offset, epoch, b"old"), leader_epoch=epoch, now_ms=0
            )
        if state is not None:
            self.disk.write_quorum_state(state)
        self.events: list[tuple[object, ...]] = []
        directories = key if level else ReplicaKey
        voter_set = VoterSet(Voter(directories(each), (endpoint(each),)) for each in voters)
        sender = Sender(CLUSTER_ID, key(node_id), (endpoint(node_id),))
        self.storage = storage or Storage(self.disk, self.disk, self.disk.log)
        bootstrap = tuple(endpoint(each) for each in voters)
        membership = Membership(VoterHistory(voter_set, level), bootstrap)
        self.replica = RaftReplica(sender, settings or PROMPT, self.storage, membership, Random(7))
        self.replica.subscribe(self)
        self.replica.start(self.now_ms)

    # What a listener learns

    def committed(self, end_offset: int) -> None:
        self.events.append(("committed", end_offset))

    def elected(self, epoch: int) -> None:
        self.events.append(("elected", epoch))

    def lost(self, epoch: int) -> None:
        self.events.append(("lost", epoch))

    def leader_changed(self, leader_id: int, epoch: int) -> None:
        self.events.append(("leader", leader_id, epoch))

    def snapshot_loaded(self, which: SnapshotFile) -> None:
        self.events.append(("snapshot", which.end_offset))

    # Looking

    @property
    def role(self) -> Role:
        return self.replica.core.role

    def plays(self, role: Role) -> bool:
        """Return True if the replica is in this role."""
        return self.role is role

    @property
    def epoch(self) -> int:
        return self.replica.core.quorum.epoch

    @property
    def leader_id(self) -> int:
        return self.replica.core.quorum.leader.id

    @property
    def end_offset(self) -> int:
        return self.storage.log.log_end_offset

    def stored(self) -> QuorumState | None:
        return self.storage.files.quorum_state()

    # Doors

    def ask(
        self, request: Message, version: int | None = None, listener: str | None = None
    ) -> Message | Deferred:
        version = type(request).VERSIONS[1] if version is None else version
        return self.replica.handle(request, version, self.now_ms, listener)

    def calls(self) -> list[Call]:
        return self.replica.take_calls()

    def wait(self, wait_ms: int) -> None:
        """Let time pass, with a tick at each deadline."""
        end_ms = self.now_ms + wait_ms
        while (deadline_ms := self.replica.next_deadline_ms(self.now_ms)) <= end_ms:
            assert deadline_ms > self.now_ms
            self.now_ms = deadline_ms
            self.replica.tick(self.now_ms)
        self.now_ms = end_ms
        self.replica.tick(self.now_ms)

    def answer(self, call: Call, response: Message | None) -> None:
        self.replica.answered(call, response, self.now_ms)

    # Common courses

    def vote(self, call: Call, *, granted: bool = True, epoch: int | None = None) -> None:
        """Answer a Vote of this replica."""
        assert isinstance(call.request, VoteRequest)
        self.answer(call, vote_response(self.epoch if epoch is None else epoch, granted=granted))

    def stand(self) -> list[Call]:
        """Wait until the election timer runs out; return the pre-votes."""
        for _ in range(100):
            calls = [each for each in self.calls() if isinstance(each.request, VoteRequest)]
            if calls:
                return calls
            self.wait(50)
        raise AssertionError("the replica does not stand for election")

    def lead(self) -> None:
        """Win an election by the votes of the first voters that make a majority."""
        for _ in range(2):
            for call in self.stand():
                self.vote(call)
        assert self.plays(Role.LEADER)

    def follow(self, leader_id: int = 2, epoch: int = 1) -> None:
        """Become a follower by the announcement of a leader."""
        self.ask(begin(leader_id, epoch))
        assert (self.role, self.leader_id) == (Role.FOLLOWER, leader_id)

    def fetch_call(self) -> Call:
        """Return the fetch that the replica sends now."""
        (call,) = [each for each in self.calls() if isinstance(each.request, FetchRequest)]
        return call

    def fetched_by(self, node_id: int, offset: int, last_epoch: int, **changes: int) -> Message:
        """Answer a fetch of another replica at once."""
        response = self.ask(fetch(node_id, self.epoch, offset, last_epoch, **changes))
        assert isinstance(response, Message)
        return response


def vote_response(epoch: int, *, granted: bool, leader_id: int = -1) -> VoteResponse:
    partition = VoteResponse.PartitionData(
        leader_id=leader_id, leader_epoch=epoch, vote_granted=granted
    )
    return VoteResponse(topics=[VoteResponse.TopicData(topic_name=TOPIC, partitions=[partition])])


def vote(
    candidate: int,
    epoch: int,
    end: tuple[int, int] = (0, 0),
    *,
    pre_vote: bool = False,
    voter_id: int = 1,
    directory_id: bytes = bytes(16),
    cluster_id: str | None = CLUSTER_ID,
) -> VoteRequest:
    """A request for a vote; `end` is the last epoch and the end offset."""
    partition = VoteRequest.PartitionData(
        replica_epoch=epoch,
        replica_id=candidate,
        replica_directory_id=key(max(candidate, 0)).directory_id,
        voter_directory_id=directory_id,
        last_offset_epoch=end[0],
        last_offset=end[1],
        pre_vote=pre_vote,
    )
    topic = VoteRequest.TopicData(topic_name=TOPIC, partitions=[partition])
    return VoteRequest(cluster_id=cluster_id, voter_id=voter_id, topics=[topic])


def begin(
    leader_id: int, epoch: int, *, voter_id: int = 1, cluster_id: str | None = CLUSTER_ID
) -> BeginQuorumEpochRequest:
    """The announcement of a leader."""
    partition = BeginQuorumEpochRequest.PartitionData(leader_id=leader_id, leader_epoch=epoch)
    name, host, port = endpoint(leader_id)
    return BeginQuorumEpochRequest(
        cluster_id=cluster_id,
        voter_id=voter_id,
        topics=[BeginQuorumEpochRequest.TopicData(topic_name=TOPIC, partitions=[partition])],
        leader_endpoints=[BeginQuorumEpochRequest.LeaderEndpoint(name=name, host=host, port=port)],
    )


def fetch(
    node_id: int,
    epoch: int,
    offset: int,
    last_epoch: int,
    *,
    max_wait_ms: int = 0,
    max_bytes: int = 1 << 20,
    high_watermark: int = (1 << 63) - 1,
) -> FetchRequest:
    """A fetch of the metadata log by replica `node_id`."""
    partition = FetchRequest.FetchPartition(
        partition=0,
        current_leader_epoch=epoch,
        fetch_offset=offset,
        last_fetched_epoch=last_epoch,
        replica_directory_id=key(max(node_id, 0)).directory_id,
        high_watermark=high_watermark,
    )
    return FetchRequest(
        cluster_id=CLUSTER_ID,
        replica_state=FetchRequest.ReplicaState(replica_id=node_id),
        max_wait_ms=max_wait_ms,
        max_bytes=max_bytes,
        topics=[FetchRequest.FetchTopic(topic_id=METADATA_TOPIC_ID, partitions=[partition])],
    )


def fetched(
    epoch: int,
    leader_id: int,
    records: bytes = b"",
    *,
    error: int = 0,
    high_watermark: int = -1,
    diverging: tuple[int, int] | None = None,
    snapshot: tuple[int, int] | None = None,
    with_endpoint: bool = True,
) -> FetchResponse:
    """A response to a fetch of this replica."""
    partition = FetchResponse.PartitionData(
        error_code=error,
        high_watermark=high_watermark,
        records=records,
        current_leader=FetchResponse.LeaderIdAndEpoch(leader_id=leader_id, leader_epoch=epoch),
    )
    if diverging is not None:
        partition.diverging_epoch = FetchResponse.EpochEndOffset(
            epoch=diverging[0], end_offset=diverging[1]
        )
    if snapshot is not None:
        partition.snapshot_id = FetchResponse.SnapshotId(end_offset=snapshot[0], epoch=snapshot[1])
    topic = FetchResponse.FetchableTopicResponse(topic_id=METADATA_TOPIC_ID, partitions=[partition])
    response = FetchResponse(responses=[topic])
    if leader_id >= 0 and with_endpoint:
        _, host, port = endpoint(leader_id)
        response.node_endpoints = [
            FetchResponse.NodeEndpoint(node_id=leader_id, host=host, port=port)
        ]
    return response


def partition_of(response: Message | Deferred) -> FetchResponse.PartitionData:
    """The one partition of a response to a fetch."""
    assert isinstance(response, FetchResponse)
    return response.responses[0].partitions[0]
