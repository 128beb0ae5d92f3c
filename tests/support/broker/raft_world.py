"""Simulated quorums: replicas, a network that fails, crashes, and what must hold at every moment.

One seed makes the whole history. `World.run` raises `Violation` with the seed and the invariant.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from heapq import heappop, heappush
from random import Random

from kafkawire.broker.raft.core import Deferred
from kafkawire.broker.raft.outbox import Call
from kafkawire.broker.raft.quorum import QuorumFailure
from kafkawire.broker.raft.replica import Membership, RaftReplica, Storage
from kafkawire.broker.raft.requests import Sender
from kafkawire.broker.raft.roles import Role
from kafkawire.broker.raft.settings import RaftSettings
from kafkawire.broker.raft.voter_history import VoterHistory
from kafkawire.broker.raft.voters import Endpoint, ReplicaKey, Voter, VoterSet
from kafkawire.log.formats.names import SnapshotFile
from kafkawire.protocol.errors import ApiError
from kafkawire.protocol.message import Message
from kafkawire.protocol.messages.api_versions_request import ApiVersionsRequest
from kafkawire.protocol.messages.api_versions_response import ApiVersionsResponse
from kafkawire.protocol.messages.vote_request import VoteRequest
from kafkawire.protocol.messages.vote_response import VoteResponse
from kafkawire.records.builder import encode_batch
from kafkawire.records.control import ControlType, encode_control_key
from tests.support.broker.raft_disk import RaftDisk

CLUSTER_ID = "EdJ6clA_S9WhgJz4qIRb1Q"
SETTINGS = RaftSettings(append_linger_ms=5, fetch_snapshot_max_bytes=200)
CHECK_QUORUM_MS = 3000
ENCODED_OF = 8
LATE_MS = 1500
"""More than the network delays a request."""
PROGRESS_MS = 30_000


class Violation(AssertionError):
    """An invariant does not hold."""


def endpoint(node_id: int) -> Endpoint:
    return Endpoint("CONTROLLER", "host", 9000 + node_id)


def key(node_id: int) -> ReplicaKey:
    return ReplicaKey(node_id, bytes(15) + bytes([node_id]))


class Node:
    """A replica that may be down, and its disk."""

    def __init__(self, world: World, node_id: int) -> None:
        self.world = world
        self.id = node_id
        self.disk = RaftDisk()
        self.replica: RaftReplica | None = None
        self.life = 0
        self.epoch = 0
        self.tick_ms = 0
        self.alone_since: int | None = None
        self.checked = 0
        """Committed batches below this offset have been compared."""

    def start(self) -> None:
        world = self.world
        self.life += 1
        self.tick_ms = 0
        self.alone_since = None
        self.checked = 0
        level = int(world.is_dynamic)
        make = Voter if world.is_dynamic else _static_voter
        voters = VoterSet(make(key(each), (endpoint(each),)) for each in world.first_voters)
        sender = Sender(CLUSTER_ID, key(self.id), (endpoint(self.id),))
        storage = Storage(self.disk, self.disk, self.disk.log)
        bootstrap = tuple(endpoint(each) for each in world.first_voters)
        membership = Membership(VoterHistory(voters, level), bootstrap)
        self.replica = RaftReplica(sender, SETTINGS, storage, membership, world.random)
        self.replica.subscribe(self)
        self.do(lambda replica: replica.start(world.now_ms))

    def crash(self) -> None:
        self.replica = None
        self.disk.crash(self.world.random)

    def do(self, door: Callable[[RaftReplica], object]) -> object:
        """Call a door, then send what came out and check the invariants."""
        replica = self.replica
        assert replica is not None
        try:
            result = door(replica)
        except QuorumFailure as error:
            self.world.fail(f"replica {self.id} stops: {error}")
        self.world.check(self)
        for call in replica.take_calls():
            self.world.send(self, call)
        deadline_ms = replica.next_deadline_ms(self.world.now_ms)
        if deadline_ms <= self.world.now_ms:
            self.world.fail(f"replica {self.id} wants a tick at {deadline_ms}, which is past")
        if not self.world.now_ms < self.tick_ms <= deadline_ms:
            self.tick_ms = deadline_ms
            life = self.life
            self.world.at(deadline_ms, lambda: self.tick(life, deadline_ms))
        return result

    def tick(self, life: int, tick_ms: int) -> None:
        if self.replica is not None and (life, tick_ms) == (self.life, self.tick_ms):
            self.do(lambda replica: replica.tick(self.world.now_ms))

    # What the replica tells its state machine

    def committed(self, end_offset: int) -> None:
        self.world.commit(self, end_offset)

    def elected(self, epoch: int) -> None:
        self.world.elections += 1

    def lost(self, epoch: int) -> None:
        pass

    def leader_changed(self, leader_id: int, epoch: int) -> None:
        pass

    def snapshot_loaded(self, which: SnapshotFile) -> None:
        self.world.downloads += 1
        digest = self.world.digests.get(which.end_offset)
        if digest is None or digest not in self.disk.files[which]:
            self.world.fail(f"replica {self.id} has a wrong snapshot {which}")


def _static_voter(replica: ReplicaKey, endpoints: tuple[Endpoint, ...]) -> Voter:
    return Voter(ReplicaKey(replica.id), endpoints)


class World:
    """All replicas, the network between them, and what has been committed."""

    def __init__(self, seed: int, count: int, *, is_dynamic: bool = False) -> None:
        self.seed = seed
        self.random = Random(seed)
        self.now_ms = 1_000
        self.is_dynamic = is_dynamic
        self.is_encoded = seed % ENCODED_OF == 0
        """Messages go through their encoding, which takes most of the time of a history."""
        ids = range(1, count + 1)
        self.first_voters = list(ids)[:3] if is_dynamic else list(ids)
        self.nodes = {each: Node(self, each) for each in ids}
        self.blocked: set[tuple[int, int]] = set()
        self.loss = 0.0
        self.delay_ms = 5
        self.leaders: dict[int, int] = {}
        self.batches: list[bytes] = []
        """Committed batches by offset of the batch; `ends` has their ends."""
        self.ends: list[int] = []
        self.digests: dict[int, bytes] = {}
        self._digest = hashlib.sha256()
        self.elections = self.downloads = self.appended = self.voter_changes = 0
        self._events: list[tuple[int, int, Callable[[], None]]] = []
        self._sequence = 0

    def fail(self, what: str) -> None:
        raise Violation(f"seed {self.seed} at {self.now_ms} ms: {what}")

    # Time

    def at(self, time_ms: int, action: Callable[[], None]) -> None:
        self._sequence += 1
        heappush(self._events, (time_ms, self._sequence, action))

    def run_until(self, time_ms: int, is_done: Callable[[], bool] = lambda: False) -> None:
        while self._events and self._events[0][0] <= time_ms and not is_done():
            self.now_ms, _, action = heappop(self._events)
            action()
        if not is_done():
            self.now_ms = time_ms

    # The network

    def send(self, node: Node, call: Call) -> None:
        self._check_vote_request(node, call.request)
        target = self.nodes[call.destination.port - 9000]
        life = node.life

        def answer(response: Message | None) -> None:
            self._deliver(target.id, node.id, lambda: receive(response))

        def receive(response: Message | None) -> None:
            if node.replica is not None and node.life == life:
                node.do(lambda replica: replica.answered(call, response, self.now_ms))

        self._deliver(node.id, target.id, lambda: self._request(target, call.request, answer))

    def _deliver(self, source: int, target: int, action: Callable[[], None]) -> None:
        if self.random.random() < self.loss or (source, target) in self.blocked:
            return
        delay_ms = 1 + self.random.randrange(self.delay_ms)
        if self.loss and self.random.random() < 0.05:
            delay_ms += self.random.randrange(1000)
        self.at(self.now_ms + delay_ms, action)

    def _request(
        self, target: Node, request: Message, answer: Callable[[Message | None], None]
    ) -> None:
        if target.replica is None:
            answer(None)
            return
        if isinstance(request, ApiVersionsRequest):
            feature = ApiVersionsResponse.SupportedFeatureKey(
                name="kraft.version", min_version=0, max_version=1
            )
            answer(ApiVersionsResponse(supported_features=[feature]))
            return
        version = type(request).VERSIONS[1]
        if self.is_encoded:
            request = again(request, version)
        response = target.do(lambda replica: replica.handle(request, version, self.now_ms))
        if isinstance(response, Deferred):
            response.deliver = lambda late: answer(self._received(late, version))
            return
        assert isinstance(response, Message)
        self._check_vote(target, request, response)
        answer(self._received(response, version))

    def _received(self, message: Message, version: int) -> Message:
        return again(message, version) if self.is_encoded else message

    # Invariants

    def _check_vote_request(self, node: Node, request: Message) -> None:
        """A candidate's vote for itself is on disk before it asks."""
        if isinstance(request, VoteRequest) and not request.topics[0].partitions[0].pre_vote:
            self._check_stored_vote(node, request.topics[0].partitions[0].replica_epoch, node.id)

    def _check_vote(self, node: Node, request: Message, response: Message) -> None:
        """A vote is on disk before it is on the wire."""
        if not isinstance(request, VoteRequest):
            return
        assert isinstance(response, VoteResponse)
        asked = request.topics[0].partitions[0]
        if response.topics and response.topics[0].partitions[0].vote_granted and not asked.pre_vote:
            self._check_stored_vote(node, asked.replica_epoch, asked.replica_id)

    def _check_stored_vote(self, node: Node, epoch: int, candidate: int) -> None:
        state = node.disk.quorum_state()
        if state is None or (state.leader_epoch, state.voted_id) != (epoch, candidate):
            self.fail(f"replica {node.id} votes for {candidate} in {epoch}, its disk has {state}")

    def check(self, node: Node) -> None:
        assert node.replica is not None
        core = node.replica.core
        epoch = core.quorum.epoch
        if epoch < node.epoch:
            self.fail(f"replica {node.id} goes back from epoch {node.epoch} to {epoch}")
        node.epoch = epoch
        if core.role is not Role.LEADER:
            node.alone_since = None
            return
        if epoch not in self.leaders:
            self.leaders[epoch] = node.id
            self._check_complete(node)
        if self.leaders[epoch] != node.id:
            self.fail(f"replicas {self.leaders[epoch]} and {node.id} lead epoch {epoch}")
        self._check_quorum(node)
        leadership = core.leadership
        assert leadership is not None
        if (leadership.high_watermark or leadership.start_offset + 1) <= leadership.start_offset:
            self.fail(f"leader {node.id} commits before a batch of its own epoch {epoch}")

    def _check_complete(self, node: Node) -> None:
        """A new leader has every committed record."""
        assert node.replica is not None
        log = node.replica.core.log
        if self.ends and log.end_offset < self.ends[-1]:
            self.fail(f"leader {node.id} ends at {log.end_offset}, committed is {self.ends[-1]}")
        self._compare(node, 0, self.ends[-1] if self.ends else 0)

    def _check_quorum(self, node: Node) -> None:
        """A leader that no requests of a majority reach resigns in time."""
        assert node.replica is not None
        voters = node.replica.core.log.voters.latest
        reached = [each for each in voters.ids if self._is_heard(node.id, each)]
        if len(reached) >= voters.majority or len(voters) == 1:
            node.alone_since = None
        elif node.alone_since is None:
            node.alone_since = self.now_ms
        elif self.now_ms - node.alone_since > CHECK_QUORUM_MS + LATE_MS:
            self.fail(f"replica {node.id} leads without a majority since {node.alone_since}")

    def _is_heard(self, one: int, other: int) -> bool:
        """Return True if requests of replica `other` reach replica `one`."""
        is_up = self.nodes[other].replica is not None
        return one == other or (is_up and (other, one) not in self.blocked)

    def commit(self, node: Node, end_offset: int) -> None:
        """Committed records are the same everywhere."""
        assert node.replica is not None
        known = self.ends[-1] if self.ends else 0
        for header, batch in node.replica.core.log.log.iter_batches(known):
            if known <= header.base_offset and header.next_offset <= end_offset:
                self.batches.append(bytes(batch))
                self.ends.append(header.next_offset)
                self._digest.update(self.batches[-1])
                self.digests[header.next_offset] = self._digest.digest()
        self._compare(node, node.checked, end_offset)
        node.checked = end_offset
        if node.replica.core.quorum.is_leader:
            self._check_majority(node, end_offset)

    def _check_majority(self, node: Node, end_offset: int) -> None:
        """Committed records are on the disks of a majority."""
        assert node.replica is not None
        voters = node.replica.core.log.voters.latest
        logs = {each: self.nodes[each].disk.log for each in voters.ids}
        safe = [each for each, log in logs.items() if log.recovery_point >= end_offset]
        if len(safe) < voters.majority:
            self.fail(f"only {safe} of {voters.ids} have what {node.id} commits on disk")

    def _compare(self, node: Node, start: int, end_offset: int) -> None:
        assert node.replica is not None
        log = node.replica.core.log.log
        by_end = dict(zip(self.ends, self.batches, strict=True))
        begin = max(start, log.log_start_offset)
        found = begin
        for header, batch in log.iter_batches(begin):
            if header.next_offset > end_offset:
                break
            if begin <= header.base_offset:
                found = header.next_offset
                if by_end.get(header.next_offset) != bytes(batch):
                    self.fail(f"replica {node.id} has another batch at {header.base_offset}")
        if found < end_offset:
            self.fail(f"replica {node.id} lacks committed records from {found} to {end_offset}")

    # What clients and operators do

    def leader(self) -> Node | None:
        """The replica that leads the highest epoch, if it is up."""
        leading = [
            each
            for each in self.nodes.values()
            if each.replica is not None and each.replica.core.role is Role.LEADER
        ]
        return max(leading, key=lambda each: each.epoch, default=None)

    def append(self, node: Node | None) -> None:
        if node is not None and node.replica is not None:
            self.appended += 1
            value = f"record {self.appended}".encode()
            try:
                node.do(lambda replica: replica.append([value], self.now_ms))
            except ApiError:
                pass

    def take_snapshot(self, node: Node) -> None:
        """Write the state at the high watermark, and let the log begin there."""
        if node.replica is None:
            return
        core = node.replica.core
        end_offset = core.log.high_watermark
        if not end_offset or end_offset not in self.digests:
            return
        if core.log.latest_snapshot and core.log.latest_snapshot.end_offset >= end_offset:
            return
        index = self.ends.index(end_offset)
        epoch = int.from_bytes(self.batches[index][12:16], "big")
        which = SnapshotFile(end_offset, epoch)
        writer = node.replica.create_snapshot(which, 0, self.now_ms)
        assert writer is not None
        writer.append([self.digests[end_offset]])
        writer.freeze()
        core.log.delete_before(node.disk.snapshots()[-2:][0])


def again(message: Message, version: int) -> Message:
    """The message that the receiver decodes."""
    return type(message).decode(bytes(message.encode(version)), version)


def snapshot_of(voters: VoterHistory, epoch: int, content: bytes) -> bytes:
    """A snapshot file: head with the voters, one record, foot."""
    head = [(ControlType.SNAPSHOT_HEADER, bytes(11))]
    if voters.kraft_version:
        head.append((ControlType.KRAFT_VERSION, b"\0\0\0\1\0"))
        head.append((ControlType.KRAFT_VOTERS, voters.latest.encode()))
    records = [(0, encode_control_key(kind), value, ()) for kind, value in head]
    foot = [(0, encode_control_key(ControlType.SNAPSHOT_FOOTER), bytes(3), ())]
    return b"".join(
        [
            encode_batch(records, leader_epoch=epoch, control=True),
            encode_batch([(0, None, content, ())], base_offset=3, leader_epoch=epoch),
            encode_batch(foot, base_offset=4, leader_epoch=epoch, control=True),
        ]
    )
