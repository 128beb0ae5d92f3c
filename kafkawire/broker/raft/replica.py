"""A replica of the metadata quorum: requests, responses and time go in, calls come out.

    replica.start(now_ms)                        # once, with what disk and settings have
    replica.handle(request, version, now_ms)     # a response, or a `Deferred`
    replica.take_calls()                         # requests to send, each to one destination
    replica.answered(call, response, now_ms)     # None if the connection was lost
    replica.tick(now_ms); replica.next_deadline_ms(now_ms)

Each door ends with `_settle`: the role takes its next steps, waiting requests are answered, and
listeners learn what has changed. The doors raise `QuorumFailure` if the node must stop, and
`OSError` or `ApiError(KAFKA_STORAGE_ERROR)` if its disk fails.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kafkawire.broker.raft import describing, epochs, snapshot_serving, voting
from kafkawire.broker.raft.core import Core, Deferred, RaftListener
from kafkawire.broker.raft.fetch_serving import FetchServer
from kafkawire.broker.raft.following import Follower
from kafkawire.broker.raft.log_cleaner import LogCleaner
from kafkawire.broker.raft.notices import Notices
from kafkawire.broker.raft.outbox import NEVER, Call
from kafkawire.broker.raft.own_voter import OwnVoter
from kafkawire.broker.raft.quorum import Quorum, QuorumFiles
from kafkawire.broker.raft.replicated_log import ReplicatedLog, SnapshotFiles
from kafkawire.broker.raft.roles import Event, Role
from kafkawire.broker.raft.voter_changes import VoterChanges
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError
from kafkawire.protocol.messages.add_raft_voter_request import AddRaftVoterRequest
from kafkawire.protocol.messages.add_raft_voter_response import AddRaftVoterResponse
from kafkawire.protocol.messages.api_versions_response import ApiVersionsResponse
from kafkawire.protocol.messages.begin_quorum_epoch_request import BeginQuorumEpochRequest
from kafkawire.protocol.messages.begin_quorum_epoch_response import BeginQuorumEpochResponse
from kafkawire.protocol.messages.describe_quorum_request import DescribeQuorumRequest
from kafkawire.protocol.messages.end_quorum_epoch_request import EndQuorumEpochRequest
from kafkawire.protocol.messages.end_quorum_epoch_response import EndQuorumEpochResponse
from kafkawire.protocol.messages.fetch_request import FetchRequest
from kafkawire.protocol.messages.fetch_response import FetchResponse
from kafkawire.protocol.messages.fetch_snapshot_request import FetchSnapshotRequest
from kafkawire.protocol.messages.fetch_snapshot_response import FetchSnapshotResponse
from kafkawire.protocol.messages.remove_raft_voter_request import RemoveRaftVoterRequest
from kafkawire.protocol.messages.remove_raft_voter_response import RemoveRaftVoterResponse
from kafkawire.protocol.messages.update_raft_voter_request import UpdateRaftVoterRequest
from kafkawire.protocol.messages.update_raft_voter_response import UpdateRaftVoterResponse
from kafkawire.protocol.messages.vote_request import VoteRequest
from kafkawire.protocol.messages.vote_response import VoteResponse

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from kafkawire.broker.raft.requests import Sender
    from kafkawire.broker.raft.settings import RaftSettings
    from kafkawire.broker.raft.snapshot_writer import SnapshotWriter
    from kafkawire.broker.raft.voter_history import VoterHistory
    from kafkawire.broker.raft.voters import Endpoint
    from kafkawire.log.formats.names import SnapshotFile
    from kafkawire.log.partition_log import PartitionLog
    from kafkawire.protocol.message import Message

STEPS_MAX = 10
"""More changes of the role than follow from one event."""


class Storage(NamedTuple):
    """What a replica keeps on disk."""

    files: QuorumFiles
    snapshots: SnapshotFiles
    log: PartitionLog


class Membership(NamedTuple):
    """The voters by configuration or formatting, and the servers for the first fetch."""

    voters: VoterHistory
    bootstrap: tuple[Endpoint, ...] = ()


class RaftReplica:
    """One replica; `sender` has its cluster, key and addresses."""

    __slots__ = (
        "_changes",
        "_cleaner",
        "_fetches",
        "_follower",
        "_notices",
        "_own_voter",
        "_resignation",
        "core",
    )

    def __init__(
        self,
        sender: Sender,
        settings: RaftSettings,
        storage: Storage,
        membership: Membership,
        random: Random,
    ) -> None:
        voters = membership.voters
        log = ReplicatedLog(storage.log, storage.snapshots, voters)
        quorum = Quorum(sender.key, settings, voters, storage.files, random)
        self.core = Core(sender, settings, quorum, log, random)
        self._fetches = FetchServer(self.core)
        self._changes = VoterChanges(self.core)
        self._follower = Follower(self.core, membership.bootstrap)
        self._own_voter = OwnVoter(self.core)
        self._notices = Notices(self.core)
        self._cleaner = LogCleaner(log, settings)
        self._resignation: epochs.Resignation | None = None

    def subscribe(self, listener: RaftListener) -> None:
        """Call `listener` from now on."""
        self._notices.listeners.append(listener)

    def start(self, now_ms: int) -> None:
        """Take up the role that disk and voters imply. A voter that is alone leads at once."""
        core = self.core
        core.log.flush()
        self._cleaner.start(now_ms)
        core.quorum.load(core.log.last_epoch, now_ms)
        voters = core.log.voters.latest
        is_resting = core.role in (Role.UNATTACHED, Role.RESIGNED)
        if is_resting and core.quorum.is_voter and len(voters) == 1:
            core.quorum.stand(now_ms, Event.ALONE)
        self._settle(now_ms)

    # The doors

    def handle(
        self, request: Message, version: int, now_ms: int, listener: str | None = None
    ) -> Message | Deferred:
        """Answer a request that came in on the listener of this name."""
        response = self._response(request, version, now_ms, listener)
        self._settle(now_ms)
        if isinstance(response, Deferred) and response.response is not None:
            return response.response
        return response

    def _response(
        self, request: Message, version: int, now_ms: int, listener: str | None
    ) -> Message | Deferred:
        core = self.core
        match request:
            case FetchRequest():
                return self._fetches.handle(request, version, listener, now_ms)
            case FetchSnapshotRequest():
                return snapshot_serving.handle(core, request, version, listener, now_ms)
            case VoteRequest():
                return voting.handle(core, request, version, now_ms)
            case BeginQuorumEpochRequest():
                return epochs.handle_begin(core, request, version, now_ms)
            case EndQuorumEpochRequest():
                return epochs.handle_end(core, request, version, now_ms)
            case DescribeQuorumRequest():
                return describing.handle(core, request, version, now_ms)
            case AddRaftVoterRequest():
                return self._changes.add(request, now_ms)
            case RemoveRaftVoterRequest():
                return self._changes.remove(request, now_ms)
        assert isinstance(request, UpdateRaftVoterRequest), type(request).__name__
        return self._changes.update(request, listener, now_ms)

    def tick(self, now_ms: int) -> None:
        """Let timers run out."""
        self._settle(now_ms)

    def take_calls(self) -> list[Call]:
        """Return the requests to send since the last time."""
        return self.core.outbox.take()

    def answered(self, call: Call, response: Message | None, now_ms: int) -> None:
        """Take the response to a call; None if there is none."""
        outbox = self.core.outbox
        if outbox.finish(call, now_ms, is_failure=response is None):
            if response is None:
                self._changes.versions_answered(call, None, now_ms)
            elif not self._take(call, response, now_ms):
                outbox.back_off(call.destination.id, now_ms)
        self._settle(now_ms)

    def _take(self, call: Call, response: Message, now_ms: int) -> bool:
        """Return False if the destination should not be called again at once."""
        core, asked, node_id = self.core, call.request, call.destination.id
        match response:
            case FetchResponse():
                assert isinstance(asked, FetchRequest)
                return self._follower.fetched(asked, response, now_ms)
            case FetchSnapshotResponse():
                assert isinstance(asked, FetchSnapshotRequest)
                return self._follower.snapshot_fetched(asked, response, now_ms)
            case VoteResponse():
                assert isinstance(asked, VoteRequest)
                return voting.answered(core, node_id, asked, response, now_ms)
            case BeginQuorumEpochResponse():
                return epochs.begin_answered(core, response, now_ms)
            case EndQuorumEpochResponse():
                left = self._resignation
                return left is None or epochs.end_answered(core, left, node_id, response, now_ms)
            case ApiVersionsResponse():
                return self._changes.versions_answered(call, response, now_ms)
            case UpdateRaftVoterResponse():
                return self._own_voter.updated(response.error_code)
        assert isinstance(response, (AddRaftVoterResponse, RemoveRaftVoterResponse))
        return not response.error_code

    # The state machine's doors

    @property
    def high_watermark(self) -> int | None:
        """Every record below it is committed; None while that is unknown."""
        return self.core.log.high_watermark

    def append(self, values: Sequence[bytes], now_ms: int) -> int:
        """Accept one operation as the leader; return the offset that its last record will have.

        Raises `ApiError(NOT_CONTROLLER)` at a replica that does not lead.
        """
        accumulator = self.core.accumulator
        if accumulator is None or self.core.is_shutting_down:
            raise ApiError(ErrorCode.NOT_CONTROLLER)
        offset = accumulator.add(values, now_ms)
        self._settle(now_ms)
        return offset

    def create_snapshot(
        self, which: SnapshotFile, last_timestamp: int, now_ms: int
    ) -> SnapshotWriter | None:
        """Begin a snapshot of the state machine; see `ReplicatedLog.create_snapshot`."""
        return self.core.log.create_snapshot(which, last_timestamp, now_ms)

    def upgrade_voters(self, now_ms: int) -> int:
        """Move kraft.version from 0 to 1; see `VoterChanges.upgrade`."""
        offset = self._changes.upgrade(now_ms)
        self._settle(now_ms)
        return offset

    def resign(self, epoch: int, now_ms: int) -> None:
        """Stop leading `epoch`; nothing happens if this replica does not lead it."""
        if self.core.quorum.is_leader and self.core.quorum.epoch == epoch:
            self.core.resign(now_ms)
            self._settle(now_ms)

    def shut_down(self, now_ms: int) -> None:
        """Hand leadership over, and start no more elections."""
        self.core.is_shutting_down = True
        self._settle(now_ms)

    # Steps

    def _settle(self, now_ms: int) -> None:
        """Take the steps that are due until the role rests; then answer and notify."""
        quorum = self.core.quorum
        for call in self.core.outbox.expire(now_ms):
            self._changes.versions_answered(call, None, now_ms)
        for _ in range(STEPS_MAX):
            before = quorum.role, quorum.epoch
            self._step(now_ms)
            self._changes.settle(now_ms)
            if before == (quorum.role, quorum.epoch):
                break
        self._cleaner.advance(now_ms)
        self._fetches.settle(now_ms)
        self._notices.send(self._follower.take_loaded())

    def _step(self, now_ms: int) -> None:
        core = self.core
        role, is_due = core.role, core.quorum.deadline_ms <= now_ms
        self._own_voter.advance(now_ms)
        if role is Role.LEADER:
            self._lead(now_ms)
        elif role is Role.RESIGNED:
            self._leave(now_ms)
        elif is_due and core.is_active_voter() and role is not Role.PROSPECTIVE:
            core.quorum.stand(now_ms)
            core.after_transition()
        elif role in (Role.PROSPECTIVE, Role.CANDIDATE):
            voting.advance(core, now_ms)
        else:
            self._follower.advance(now_ms)

    def _lead(self, now_ms: int) -> None:
        core = self.core
        assert core.leadership is not None
        assert core.accumulator is not None
        if core.is_shutting_down or core.leadership.check_ms <= now_ms:
            core.resign(now_ms)
            return
        if core.accumulator.deadline_ms <= now_ms:
            core.append_waiting(now_ms)
        epochs.announce(core, now_ms)

    def _leave(self, now_ms: int) -> None:
        core = self.core
        if core.quorum.deadline_ms <= now_ms and not core.is_shutting_down:
            core.quorum.finish_resignation(now_ms)
            core.after_transition()
            return
        if self._resignation is None or self._resignation.epoch != core.quorum.epoch:
            self._resignation = epochs.Resignation(core)
        self._resignation.advance(core, now_ms)

    def next_deadline_ms(self, now_ms: int) -> int:
        """Return when `tick` must be called next."""
        core = self.core
        deadlines = [
            core.outbox.next_deadline_ms(now_ms),
            self._fetches.next_deadline_ms(),
            self._changes.next_deadline_ms(),
            self._own_voter.next_deadline_ms(now_ms),
            self._cleaner.deadline_ms,
        ]
        if core.leadership is not None and core.accumulator is not None:
            deadlines.append(core.leadership.next_deadline_ms(now_ms))
            deadlines.append(core.accumulator.deadline_ms)
        elif not core.is_shutting_down and (core.quorum.is_voter or core.role is Role.RESIGNED):
            deadlines.append(core.quorum.deadline_ms)
        return min(deadlines, default=NEVER)
