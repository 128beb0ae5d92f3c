"""What a leader keeps in its epoch: progress of replicas, high watermark, check-quorum.

Kafka's `LeaderState`. The state ends with the role; a later epoch of the same leader gets a new
one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.broker.raft.outbox import NEVER
from kafkawire.broker.raft.voters import NO_DIRECTORY_ID, ReplicaKey

if TYPE_CHECKING:
    from kafkawire.broker.raft.settings import RaftSettings
    from kafkawire.broker.raft.voters import Voter, VoterSet

OBSERVER_KEPT_MS = 300_000
"""An observer that has not fetched for so long is forgotten."""
UNKNOWN = -1


class Progress:
    """How far a replica has come. Offsets and times are -1 until they are known."""

    __slots__ = ("_leader_end", "caught_up_ms", "end_offset", "fetch_ms", "key")

    def __init__(self, key: ReplicaKey) -> None:
        self.key = key
        self.end_offset = UNKNOWN
        self.fetch_ms = UNKNOWN
        self.caught_up_ms = UNKNOWN
        self._leader_end = UNKNOWN

    def fetched(self, offset: int, leader_end: int, now_ms: int) -> None:
        """Note a fetch from `offset` while the leader's log ends at `leader_end`."""
        if offset >= leader_end:
            self.caught_up_ms = now_ms
        elif self._leader_end != UNKNOWN and offset >= self._leader_end:
            self.caught_up_ms = max(self.caught_up_ms, self.fetch_ms)
        self.end_offset = offset
        self.fetch_ms = now_ms
        self._leader_end = leader_end


class Leadership:
    """The leader's view of the replicas in `epoch`, which begins at `start_offset`."""

    __slots__ = (
        "_begin_ms",
        "_fetched",
        "_own_id",
        "_settings",
        "check_ms",
        "epoch",
        "high_watermark",
        "in_memory_updates",
        "observers",
        "start_offset",
        "voters",
    )

    def __init__(
        self,
        me: ReplicaKey,
        settings: RaftSettings,
        voters: VoterSet,
        start: tuple[int, int],
        now_ms: int,
    ) -> None:
        self._own_id = me.id
        self._settings = settings
        self.epoch, self.start_offset = start
        self.high_watermark: int | None = None
        """None until a record of this epoch is on a majority."""
        self.voters = {voter.key.id: Progress(voter.key) for voter in voters}
        self.observers: dict[ReplicaKey, Progress] = {}
        self.in_memory_updates: dict[int, Voter] = {}
        """What voters have sent by UpdateRaftVoter while kraft.version is 0."""
        self.check_ms = NEVER
        self._fetched: set[int] = set()
        self._begin_ms: dict[int, int] = {}
        self._restart_check(now_ms)

    # Progress

    def advance(self, end_offset: int, now_ms: int) -> bool:
        """Note the end of the leader's own flushed log; True if the high watermark has moved."""
        own = self.voters.get(self._own_id)
        if own is not None:
            own.fetched(end_offset, end_offset, now_ms)
        return self._update_high_watermark()

    def fetched(self, key: ReplicaKey, offset: int, leader_end: int, now_ms: int) -> bool:
        """Note a valid fetch of another replica; True if the high watermark has moved."""
        assert key.id != self._own_id, "the leader does not fetch from itself"
        progress = self.progress(key)
        progress.fetched(offset, leader_end, now_ms)
        self.seen(key, now_ms)
        return self._update_high_watermark()

    def seen(self, key: ReplicaKey, now_ms: int) -> None:
        """Count a request of a voter for check-quorum: fetch, snapshot or update."""
        if self.is_voter(key):
            self._begin_ms[key.id] = now_ms + self._settings.begin_epoch_interval_ms
            self._fetched.add(key.id)
            if len(self._fetched) >= self._others_needed():
                self._restart_check(now_ms)

    def progress(self, key: ReplicaKey) -> Progress:
        """Return the progress of a voter, or of an observer, which may be new."""
        if self.is_voter(key):
            return self.voters[key.id]
        return self.observers.setdefault(key, Progress(key))

    def is_voter(self, key: ReplicaKey) -> bool:
        """Return True for the key of a voter; the directory counts if the voter's is known."""
        found = self.voters.get(key.id)
        return found is not None and found.key.directory_id in (NO_DIRECTORY_ID, key.directory_id)

    def _update_high_watermark(self) -> bool:
        """Take the offset that a majority has, once it is beyond the epoch's start (A-54)."""
        ends = sorted((each.end_offset for each in self.voters.values()), reverse=True)
        if not ends:
            return False
        offset = ends[len(ends) // 2]
        known = self.high_watermark
        if offset <= self.start_offset or (known is not None and offset <= known):
            return False
        self.high_watermark = offset
        return True

    # Voters

    def update_voters(self, voters: VoterSet, now_ms: int) -> None:
        """Follow a new voter set: voters become observers and observers voters."""
        known = {each.key: each for each in [*self.voters.values(), *self.observers.values()]}
        self.voters = {voter.key.id: known.pop(voter.key, Progress(voter.key)) for voter in voters}
        self.observers = {key: each for key, each in known.items() if key.id != self._own_id}
        self._fetched &= self.voters.keys()
        self._restart_check(now_ms)

    def others_by_offset(self) -> list[ReplicaKey]:
        """Return the other voters, those with the longest logs first."""
        others = [each for id, each in self.voters.items() if id != self._own_id]
        return [each.key for each in sorted(others, key=lambda each: -each.end_offset)]

    def forget_observers(self, now_ms: int) -> None:
        """Forget observers that have stopped fetching."""
        for key, each in list(self.observers.items()):
            if now_ms - each.fetch_ms >= OBSERVER_KEPT_MS:
                del self.observers[key]

    # Timers

    def _others_needed(self) -> int:
        """Return how many other voters make a majority with the leader, if it is a voter."""
        return len(self.voters) // 2 + 1 - (self._own_id in self.voters)

    def _restart_check(self, now_ms: int) -> None:
        self._fetched.clear()
        is_checked = len(self.voters) > 1
        self.check_ms = now_ms + self._settings.check_quorum_ms if is_checked else NEVER

    def begin_due(self, now_ms: int) -> list[int]:
        """Return the voters that BeginQuorumEpoch is due for."""
        others = (each for each in self.voters if each != self._own_id)
        return [each for each in others if self._begin_ms.get(each, 0) <= now_ms]

    def begin_sent(self, voter_id: int, now_ms: int) -> None:
        """Let the next BeginQuorumEpoch to this voter wait."""
        self._begin_ms[voter_id] = now_ms + self._settings.begin_epoch_interval_ms

    def next_deadline_ms(self, now_ms: int) -> int:
        """Return when check-quorum or the next BeginQuorumEpoch is due.

        What is overdue waits for a destination to be ready, not for a time.
        """
        begins = [self._begin_ms.get(each, 0) for each in self.voters if each != self._own_id]
        return min([self.check_ms, *(each for each in begins if each > now_ms)])
