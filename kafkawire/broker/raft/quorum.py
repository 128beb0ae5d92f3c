"""Role, epoch, leader and vote of this replica, and the file that keeps them (Kafka's QuorumState).

Each transition writes `quorum-state` before it returns, so a response that depends on it cannot
leave earlier. Pre-votes change nothing that is written.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

from kafkawire.broker.raft.ballot import Ballot
from kafkawire.broker.raft.outbox import NEVER
from kafkawire.broker.raft.roles import Event, Role, next_role
from kafkawire.broker.raft.voters import NO_DIRECTORY_ID, NO_ID, ReplicaKey
from kafkawire.log.formats.quorum_state import QuorumState

if TYPE_CHECKING:
    from random import Random

    from kafkawire.broker.raft.settings import RaftSettings
    from kafkawire.broker.raft.voter_history import VoterHistory
    from kafkawire.broker.raft.voters import Endpoint


class QuorumFiles(Protocol):
    """The file `quorum-state`; `broker.metadata.metadata_files.MetadataFiles` is one."""

    def quorum_state(self) -> QuorumState | None:
        """Return what was written last; None if nothing was."""

    def write_quorum_state(self, state: QuorumState) -> None:
        """Write the file, so that it survives a power failure."""


class QuorumFailure(Exception):
    """The quorum contradicts itself, or is about to lose committed records: the node must stop."""


class Leader(NamedTuple):
    """The leader of an epoch; the id is -1 while it is unknown."""

    id: int = NO_ID
    endpoints: tuple[Endpoint, ...] = ()


NO_LEADER = Leader()


class Quorum:
    """The state of this replica in the quorum; `me` is its key."""

    __slots__ = (
        "_files",
        "_random",
        "_settings",
        "_written",
        "ballot",
        "deadline_ms",
        "epoch",
        "has_fetched",
        "leader",
        "me",
        "role",
        "voted",
        "voters",
    )

    def __init__(
        self,
        me: ReplicaKey,
        settings: RaftSettings,
        voters: VoterHistory,
        files: QuorumFiles,
        random: Random,
    ) -> None:
        self.me = me
        self.voters = voters
        self._settings = settings
        self._files = files
        self._random = random
        self._written: QuorumState | None = None
        self.role = Role.UNATTACHED
        self.epoch = 0
        self.leader = NO_LEADER
        self.voted: ReplicaKey | None = None
        self.deadline_ms = NEVER
        """When the timer of the role runs out: election, fetch, resignation."""
        self.ballot: Ballot | None = None
        """The election of a prospective or candidate replica."""
        self.has_fetched = False
        """True for a follower that has fetched from its leader."""

    # Looking

    @property
    def is_voter(self) -> bool:
        """True if this replica is one of the voters now."""
        return self.voters.latest.has(self.me)

    @property
    def is_leader(self) -> bool:
        """True in the role of the leader."""
        return self.role is Role.LEADER

    def can_grant(self, candidate: ReplicaKey, *, is_up_to_date: bool, is_pre_vote: bool) -> bool:
        """Return True if this replica votes for `candidate`, whose log is up to date or not.

        Kafka's `EpochState.canGrantVote` of each role.
        """
        if is_pre_vote:
            is_content = self.role is Role.LEADER or self.has_fetched
            return is_up_to_date and not is_content
        if self.role not in (Role.UNATTACHED, Role.PROSPECTIVE):
            return False
        if self.voted is not None:
            known = (NO_DIRECTORY_ID, candidate.directory_id)
            return self.voted.id == candidate.id and self.voted.directory_id in known
        return is_up_to_date and self.leader.id == NO_ID

    # Starting

    def load(self, last_epoch: int, now_ms: int) -> None:
        """Take up the role that file and log imply; a replica never resumes leadership."""
        state = self._written = self._files.quorum_state()
        if state is None or state.leader_epoch < last_epoch:
            self._enter(Role.UNATTACHED, last_epoch, now_ms)
        elif state.leader_id == self.me.id:
            self._enter(Role.RESIGNED, state.leader_epoch, now_ms)
            self.leader = Leader(self.me.id)
        else:
            self._load_election(state, now_ms)

    def _load_election(self, state: QuorumState, now_ms: int) -> None:
        voted = None
        if state.voted_id != NO_ID:
            voted = ReplicaKey(state.voted_id, state.voted_directory_id)
        known = self.voters.latest.get(state.leader_id)
        if voted is not None and voted.id == self.me.id and self._is_me(voted):
            self._enter(Role.CANDIDATE, state.leader_epoch, now_ms)
            self.ballot = Ballot(self.voters.latest, self.me.id)
        elif known is not None and known.endpoints:
            self._enter(Role.FOLLOWER, state.leader_epoch, now_ms)
            self.leader = Leader(state.leader_id, known.endpoints)
        else:
            self._enter(Role.UNATTACHED, state.leader_epoch, now_ms)
            self.leader = Leader(state.leader_id)
        self.voted = voted

    def _is_me(self, voted: ReplicaKey) -> bool:
        return voted.directory_id in (NO_DIRECTORY_ID, self.me.directory_id)

    # Transitions

    def see_epoch(self, epoch: int, leader_id: int, now_ms: int) -> None:
        """Become unattached in a higher epoch, whose leader cannot be followed."""
        assert epoch > self.epoch, f"epoch {epoch} does not follow {self.epoch}"
        self._detach(Event.EPOCH_SEEN, epoch, Leader(leader_id), now_ms)

    def follow(self, epoch: int, leader: Leader, now_ms: int) -> None:
        """Become a follower of `leader`, whose endpoints are known. Raises `QuorumFailure`."""
        if leader.id == self.me.id:
            raise QuorumFailure(f"epoch {epoch} names this replica {leader.id} as its leader")
        assert epoch >= self.epoch, f"epoch {epoch} is before {self.epoch}"
        voted = self.voted if epoch == self.epoch else None
        self._enter(next_role(self.role, Event.LEADER_FOUND), epoch, now_ms)
        self.leader = leader
        self.voted = voted
        self._write()

    def stand(self, now_ms: int, event: Event = Event.TIMED_OUT) -> None:
        """Become prospective: the timer of this voter has run out, or it is alone."""
        leader, voted = self.leader, self.voted
        self._enter(next_role(self.role, event), self.epoch, now_ms)
        self.leader, self.voted = leader, voted
        self.ballot = Ballot(self.voters.latest, self.me.id)

    def become_candidate(self, now_ms: int) -> None:
        """Begin an epoch with a vote for this replica."""
        self._enter(next_role(self.role, Event.WON), self.epoch + 1, now_ms)
        self.voted = self.me
        self.ballot = Ballot(self.voters.latest, self.me.id)
        self._write()

    def lose_pre_vote(self, now_ms: int) -> None:
        """Go back to the leader that was known, or to none."""
        if self.leader.endpoints:
            self.follow(self.epoch, self.leader, now_ms)
            return
        self._detach(Event.LOST, self.epoch, self.leader, now_ms)

    def become_leader(self, endpoints: tuple[Endpoint, ...], now_ms: int) -> None:
        """Lead the epoch in which this replica was a candidate."""
        voted = self.voted
        self._enter(next_role(self.role, Event.WON), self.epoch, now_ms)
        self.leader = Leader(self.me.id, endpoints)
        self.voted = voted
        self._write()

    def resign(self, now_ms: int) -> None:
        """Stop leading. The file keeps the leader, so that a restart does not vote again."""
        leader, voted = self.leader, self.voted
        self._enter(next_role(self.role, Event.RESIGNED), self.epoch, now_ms)
        self.leader, self.voted = leader, voted

    def finish_resignation(self, now_ms: int) -> None:
        """Be unattached in the next epoch."""
        self._detach(Event.TIMED_OUT, self.epoch + 1, NO_LEADER, now_ms)

    def vote_for(self, candidate: ReplicaKey, now_ms: int) -> None:
        """Record the vote of this epoch, on disk too, and begin a new election timer."""
        assert self.role in (Role.UNATTACHED, Role.PROSPECTIVE), self.role.name
        assert self.voted is None, f"{self.voted} has the vote"
        self.voted = candidate
        self.deadline_ms = self._election_deadline(now_ms)
        self._write()

    def update_voters(self, now_ms: int) -> None:
        """Follow a change of the voter set: a follower that is an observer has no fetch timer."""
        if self.role is not Role.FOLLOWER:
            return
        if not self.is_voter:
            self.deadline_ms = NEVER
        elif self.deadline_ms == NEVER:
            self.deadline_ms = now_ms + self._settings.fetch_timeout_ms

    # Timers

    def fetched(self, now_ms: int) -> None:
        """Begin the fetch timer again: the leader has answered a fetch."""
        assert self.role is Role.FOLLOWER, self.role.name
        self.has_fetched = True
        if self.is_voter:
            self.deadline_ms = now_ms + self._settings.fetch_timeout_ms

    def shorten_fetch_timer(self, wait_ms: int, now_ms: int) -> None:
        """Let the fetch timer of this voter run out after `wait_ms`: its leader has resigned."""
        if self.is_voter:
            self.deadline_ms = now_ms + wait_ms

    def _election_deadline(self, now_ms: int) -> int:
        if not self.is_voter:
            return NEVER
        timeout = self._settings.election_timeout_ms
        return now_ms + timeout + (self._random.randrange(timeout) if timeout else 0)

    def _role_deadline(self, role: Role, now_ms: int) -> int:
        if role is Role.LEADER:
            return NEVER
        if role is Role.FOLLOWER:
            return now_ms + self._settings.fetch_timeout_ms if self.is_voter else NEVER
        if role is Role.RESIGNED and not self.is_voter:
            return now_ms + self._settings.election_timeout_ms
        return self._election_deadline(now_ms)

    # Steps of all transitions

    def _detach(self, event: Event, epoch: int, leader: Leader, now_ms: int) -> None:
        """Become unattached. A running election timer goes on; other roles get a new one."""
        is_rejected = self.ballot is not None and self.ballot.is_lost
        is_running = self.role in (Role.UNATTACHED, Role.CANDIDATE) or (
            self.role is Role.PROSPECTIVE and not is_rejected
        )
        deadline = self.deadline_ms
        voted = self.voted if epoch == self.epoch else None
        self._enter(next_role(self.role, event), epoch, now_ms)
        self.leader = leader
        self.voted = voted
        if is_running and self.is_voter:
            self.deadline_ms = deadline
        self._write()

    def _enter(self, role: Role, epoch: int, now_ms: int) -> None:
        assert epoch >= self.epoch, f"epoch {epoch} is before {self.epoch}"
        self.role = role
        self.epoch = epoch
        self.leader = NO_LEADER
        self.voted = None
        self.ballot = None
        self.has_fetched = False
        self.deadline_ms = self._role_deadline(role, now_ms)

    def _write(self) -> None:
        """Write the file if the election differs from what it has (form: replication A-35)."""
        voted = self.voted or ReplicaKey(NO_ID)
        if self.voters.kraft_version:
            state = QuorumState(1, self.leader.id, self.epoch, voted.id, voted.directory_id)
        else:
            ids = tuple(self.voters.latest.ids)
            state = QuorumState(0, self.leader.id, self.epoch, voted.id, current_voters=ids)
        if state != self._written:
            self._files.write_quorum_state(state)
            self._written = state
