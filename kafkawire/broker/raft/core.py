"""What all requests of a quorum replica share: its parts, its transitions, hints of the leader.

A transition forgets the requests in flight, because their responses belong to another epoch or
role. A leadership ends with the role, and what waits for it is answered by `RaftReplica`.
"""

from __future__ import annotations

from enum import Enum, auto
from typing import TYPE_CHECKING, Protocol

from kafkawire.broker.raft.accumulator import Accumulator
from kafkawire.broker.raft.leadership import Leadership
from kafkawire.broker.raft.outbox import Destination, Outbox
from kafkawire.broker.raft.quorum import Leader, Quorum, QuorumFailure
from kafkawire.broker.raft.responses import Hint
from kafkawire.broker.raft.roles import Role
from kafkawire.broker.raft.voters import NO_ID, VOTERS_IN_LOG, Voter
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.messages.kraft_version_record import KRaftVersionRecord
from kafkawire.protocol.messages.leader_change_message import LeaderChangeMessage
from kafkawire.records.control import ControlType

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from random import Random

    from kafkawire.broker.raft.replicated_log import Control, ReplicatedLog
    from kafkawire.broker.raft.requests import Sender
    from kafkawire.broker.raft.settings import RaftSettings
    from kafkawire.broker.raft.voters import Endpoint, ReplicaKey
    from kafkawire.log.formats.names import SnapshotFile
    from kafkawire.protocol.message import Message


class RaftListener(Protocol):
    """The state machine above the log."""

    def committed(self, end_offset: int) -> None:
        """Every record below `end_offset` is committed and may be applied."""

    def elected(self, epoch: int) -> None:
        """This replica leads `epoch`, and everything before it is committed."""

    def lost(self, epoch: int) -> None:
        """This replica does not lead `epoch` any more; operations may be uncommitted."""

    def leader_changed(self, leader_id: int, epoch: int) -> None:
        """The leader of the quorum is another one, or unknown (-1)."""

    def snapshot_loaded(self, which: SnapshotFile) -> None:
        """The log begins with this snapshot now, which replaces the state."""


class Deferred:
    """A response that comes later; `deliver` is called with it once."""

    __slots__ = ("deliver", "response")

    def __init__(self) -> None:
        self.response: Message | None = None
        self.deliver: Callable[[Message], None] | None = None

    def answer(self, response: Message) -> None:
        """Give the response."""
        assert self.response is None, "answered twice"
        self.response = response
        if self.deliver is not None:
            self.deliver(response)


class Verdict(Enum):
    """What the leader and epoch of a response mean for the rest of it."""

    GO_ON = auto()
    STOP = auto()
    FAILED = auto()
    """The replica should not be asked again at once."""


class Core:
    """The parts of one replica."""

    __slots__ = (
        "accumulator",
        "is_shutting_down",
        "leadership",
        "log",
        "outbox",
        "preferred",
        "quorum",
        "random",
        "sender",
        "settings",
    )

    def __init__(
        self,
        sender: Sender,
        settings: RaftSettings,
        quorum: Quorum,
        log: ReplicatedLog,
        random: Random,
    ) -> None:
        self.sender = sender
        self.settings = settings
        self.quorum = quorum
        self.log = log
        self.random = random
        self.outbox = Outbox(settings.request_timeout_ms, settings.retry_backoff_ms)
        self.leadership: Leadership | None = None
        self.accumulator: Accumulator | None = None
        self.preferred: list[ReplicaKey] = []
        """The successors that a resigned leader proposes."""
        self.is_shutting_down = False

    # Looking

    @property
    def log_end(self) -> tuple[int, int]:
        """The last epoch and the end offset of the log: logs are compared by them."""
        return self.log.last_epoch, self.log.end_offset

    def leader_endpoints(self) -> tuple[Endpoint, ...]:
        """Return the addresses of the leader, as far as they are known."""
        leader = self.quorum.leader
        if leader.id == self.sender.key.id:
            return self.sender.endpoints
        return leader.endpoints or self.endpoints_of(leader.id)

    def endpoints_of(self, voter_id: int) -> tuple[Endpoint, ...]:
        """Return the addresses of a voter by the voter set."""
        voter = self.log.voters.latest.get(voter_id)
        return () if voter is None else voter.endpoints

    def hint(self, listener: str | None = None) -> Hint:
        """Return leader and epoch for a response that goes to `listener`."""
        endpoints = self.leader_endpoints()
        named = [each for each in endpoints if each.name == listener] or endpoints
        return Hint(self.quorum.leader.id, self.quorum.epoch, named[0] if named else None)

    def destination(self, voter_id: int) -> Destination | None:
        """Return the address of a voter; None if it is unknown."""
        endpoints = self.endpoints_of(voter_id)
        if voter_id == self.quorum.leader.id:
            endpoints = self.leader_endpoints() or endpoints
        return Destination(voter_id, *endpoints[0][1:]) if endpoints else None

    # Checks of requests

    def is_other_cluster(self, cluster_id: str | None) -> bool:
        """Return True if a request is meant for another cluster; null is accepted."""
        return cluster_id is not None and cluster_id != self.sender.cluster_id

    def leader_error(self, epoch: int) -> ErrorCode:
        """Check a request that only the leader of `epoch` may serve; the epoch counts first."""
        if epoch < self.quorum.epoch:
            return ErrorCode.FENCED_LEADER_EPOCH
        if epoch > self.quorum.epoch:
            return ErrorCode.UNKNOWN_LEADER_EPOCH
        if not self.quorum.is_leader:
            return ErrorCode.NOT_LEADER_OR_FOLLOWER
        return ErrorCode.BROKER_NOT_AVAILABLE if self.is_shutting_down else ErrorCode.NONE

    def voter_error(self, epoch: int, sender_id: int) -> ErrorCode:
        """Check epoch and sender of a request that goes to voters."""
        if epoch < self.quorum.epoch:
            return ErrorCode.FENCED_LEADER_EPOCH
        return ErrorCode.INVALID_REQUEST if sender_id < 0 else ErrorCode.NONE

    def is_meant(self, voter_id: int, directory_id: bytes) -> bool:
        """Return True if a request names this replica, or leaves id or directory open."""
        me = self.sender.key
        is_id = voter_id in (NO_ID, me.id)
        return is_id and directory_id in (bytes(16), me.directory_id)

    # Epochs and leaders of other replicas

    def see(self, epoch: int, leader_id: int, endpoints: Sequence[Endpoint], now_ms: int) -> None:
        """Adopt a leader or an epoch not below the own one. Raises `QuorumFailure`.

        One epoch has one leader: a second one means that votes have been lost (replication A-18).
        """
        quorum = self.quorum
        known = quorum.leader.id
        if epoch == quorum.epoch and NO_ID not in (known, leader_id) and known != leader_id:
            raise QuorumFailure(f"replicas {known} and {leader_id} both lead epoch {epoch}")
        endpoints = tuple(endpoints) or self.endpoints_of(leader_id)
        if leader_id == self.sender.key.id:
            leader_id = NO_ID if epoch > quorum.epoch else known
        can_follow = leader_id != NO_ID and bool(endpoints)
        if epoch > quorum.epoch:
            if can_follow:
                quorum.follow(epoch, Leader(leader_id, endpoints), now_ms)
            else:
                quorum.see_epoch(epoch, leader_id, now_ms)
            self.after_transition()
        elif can_follow and known != self.sender.key.id and not quorum.leader.endpoints:
            quorum.follow(epoch, Leader(leader_id, endpoints), now_ms)
            self.after_transition()

    def weigh(self, error: int, hint: Hint, now_ms: int) -> Verdict:
        """Take leader and epoch from a response; the verdict is about its other fields (A-17)."""
        quorum = self.quorum
        if hint.epoch < quorum.epoch or error == ErrorCode.UNKNOWN_LEADER_EPOCH:
            return Verdict.FAILED
        endpoints = () if hint.endpoint is None else (hint.endpoint,)
        moves = (ErrorCode.FENCED_LEADER_EPOCH, ErrorCode.NOT_LEADER_OR_FOLLOWER)
        if hint.epoch > quorum.epoch or error in moves:
            before = quorum.epoch, quorum.leader
            self.see(hint.epoch, hint.leader_id, endpoints, now_ms)
            return Verdict.STOP if before != (quorum.epoch, quorum.leader) else Verdict.FAILED
        self.see(hint.epoch, hint.leader_id, endpoints, now_ms)
        if error == ErrorCode.BROKER_NOT_AVAILABLE:
            return Verdict.FAILED
        return Verdict.GO_ON

    # Transitions with a leadership

    def after_transition(self) -> None:
        """Forget what belongs to the role before."""
        self.outbox.reset()
        if not self.quorum.is_leader:
            self.leadership = None
            self.accumulator = None

    def lead(self, now_ms: int) -> None:
        """Begin to lead the epoch of a won election, with a control batch that names the leader."""
        ballot = self.quorum.ballot
        assert ballot is not None
        assert ballot.is_won
        granted = [each for each in self.log.voters.latest.ids if each in ballot.granted]
        self.quorum.become_leader(self.sender.endpoints, now_ms)
        self.after_transition()
        start = self.quorum.epoch, self.log.end_offset
        voters = self.log.voters.latest
        self.leadership = Leadership(self.sender.key, self.settings, voters, start, now_ms)
        self.accumulator = Accumulator(self.log.end_offset, self.settings.append_linger_ms)
        self.append_controls(
            [
                _leader_change(self.sender.key.id, voters.ids, granted),
                *self._voters_of_formatting(),
            ],
            now_ms,
        )

    def _voters_of_formatting(self) -> list[Control]:
        """Return the voters of the bootstrap snapshot with this replica's own addresses."""
        entry = self.log.voters.entry
        if entry.offset >= 0 or entry.kraft_version < VOTERS_IN_LOG:
            return []
        voters = entry.voters
        own = voters.get(self.sender.key.id)
        if own is not None:
            voters = voters.with_voter(own._replace(endpoints=self.sender.endpoints))
        version = KRaftVersionRecord(version=0, kraft_version=entry.kraft_version)
        return [
            (ControlType.KRAFT_VERSION, version.encode(0)),
            (ControlType.KRAFT_VOTERS, voters.encode()),
        ]

    def append_controls(self, controls: Sequence[Control], now_ms: int) -> int:
        """Append control records as the leader; return the offset of the last one."""
        assert self.leadership is not None
        assert self.accumulator is not None
        self.append_waiting(now_ms)
        self.log.append_controls(controls, self.quorum.epoch, now_ms)
        self.accumulator.next_offset = self.log.end_offset
        self.leadership.update_voters(self.log.voters.latest, now_ms)
        self._appended(now_ms)
        return self.log.end_offset - 1

    def append_waiting(self, now_ms: int) -> None:
        """Append the operations that were accepted."""
        if self.accumulator is None:
            return
        batches = self.accumulator.drain()
        for values in batches:
            self.log.append(values, self.quorum.epoch, now_ms)
        if batches:
            self._appended(now_ms)

    def _appended(self, now_ms: int) -> None:
        assert self.leadership is not None
        self.log.flush()
        self.leadership.advance(self.log.end_offset, now_ms)
        self.commit()

    def commit(self) -> None:
        """Take the high watermark of the leadership over into the log."""
        if self.leadership is not None and self.leadership.high_watermark is not None:
            self.log.commit(self.leadership.high_watermark)

    def resign(self, now_ms: int) -> None:
        """Stop leading, and propose the voters with the longest logs."""
        assert self.leadership is not None
        self.preferred = self.leadership.others_by_offset()
        self.quorum.resign(now_ms)
        self.after_transition()

    def is_active_voter(self) -> bool:
        """Return True if this replica may start elections."""
        return self.quorum.is_voter and not self.is_shutting_down

    def own_voter(self) -> Voter:
        """Return this replica as a voter, whether the set has it or not."""
        return Voter(self.sender.key, self.sender.endpoints)

    @property
    def role(self) -> Role:
        """The role of this replica."""
        return self.quorum.role


def _leader_change(leader_id: int, voters: Sequence[int], granted: Sequence[int]) -> Control:
    voter = LeaderChangeMessage.Voter
    message = LeaderChangeMessage(
        version=0,
        leader_id=leader_id,
        voters=[voter(voter_id=each) for each in voters],
        granting_voters=[voter(voter_id=each) for each in granted],
    )
    return ControlType.LEADER_CHANGE, message.encode(0)
