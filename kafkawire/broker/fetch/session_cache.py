"""The fetch sessions of a broker: ids, room and eviction (KIP-227, fetch E.6 and E.7).

The cache is eight shards, each with an eighth of the slots and its own range of ids, so that an
id names its shard. New sessions go round the shards. A full shard tries to evict exactly one
session, in this order:

1. the least recently used one, if it was idle for more than `EVICTION_MS`;
2. the first of those the newcomer may displace, if the newcomer is worth more. Worth is
   (privileged, partitions, id). A follower may displace any consumer's session, and aged
   sessions of either kind; a consumer only aged ones. *Aged* means that a session was still
   in use more than `EVICTION_MS` after its creation, which is looked at only when it is used.

If neither yields, the newcomer gets no session and goes on sending full fetches.

Kafka keeps sorted sets for step 2 and updates them at each use. Here a session enters a heap
when its worth changes, which an ordinary fetch does not do; what no longer holds is dropped
when it surfaces. Step 1 has a heap of uses, where a session stands as it was when it was added or
last surfaced: an ordinary fetch writes a time into its session and moves nothing.
"""

from __future__ import annotations

from heapq import heapify, heappop, heappush, heapreplace
from typing import TYPE_CHECKING, NamedTuple

from kafkawire.broker.fetch.session import FetchSession
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

SHARDS = 8
ID_MAX = 2_147_483_647
EVICTION_MS = 120_000
HEAP_SLACK = 64
"""How many outdated entries a heap of worths may hold beyond one for each session."""


class Worth(NamedTuple):
    """What a session is worth keeping; the least is displaced first (fetch E-41)."""

    privileged: bool
    size: int
    session_id: int


class WorthHeap:
    """Worths of sessions, least first; entries that no longer hold are dropped lazily."""

    __slots__ = ("_heap",)

    def __init__(self) -> None:
        self._heap: list[Worth] = []

    def push(self, worth: Worth, is_current: Callable[[Worth], bool], sessions: int) -> None:
        """Add `worth`; sweep when most of the heap is outdated."""
        if len(self._heap) > 2 * sessions + HEAP_SLACK:
            self._heap = [entry for entry in self._heap if is_current(entry)]
            heapify(self._heap)
        heappush(self._heap, worth)

    def least(self, is_current: Callable[[Worth], bool]) -> Worth | None:
        """The least worth that still holds."""
        while self._heap and not is_current(self._heap[0]):
            heappop(self._heap)
        return self._heap[0] if self._heap else None


class SessionShard:
    """At most `slots` sessions with ids from `first_id` up to, not including, `end_id`."""

    __slots__ = (
        "_uses",
        "aged",
        "end_id",
        "evictions",
        "first_id",
        "for_followers",
        "partitions_cached",
        "sessions",
        "slots",
        "worths",
    )

    def __init__(self, slots: int, *, first_id: int, end_id: int) -> None:
        self.slots = slots
        self.first_id = first_id
        self.end_id = end_id
        self.sessions: dict[int, FetchSession] = {}
        """By id."""
        self._uses: list[tuple[int, int]] = []
        """A heap of (a time of use, id), of each session one that is not after its latest."""
        self.worths: dict[int, Worth] = {}
        self.aged = WorthHeap()
        self.for_followers = WorthHeap()
        self.partitions_cached = 0
        self.evictions = 0

    def add(self, session: FetchSession, random: Random, now_ms: int) -> bool:
        """Give `session` an id and a place; False when there is no room (E-38)."""
        if len(self.sessions) >= self.slots and not self._evict_one(session, now_ms):
            return False
        session.id = self._new_id(random)
        session.shard = self
        session.is_cached = True
        session.created_ms = now_ms
        self.sessions[session.id] = session
        session.previous_use_ms = session.last_used_ms
        session.last_used_ms = now_ms
        self._note_use(session)
        self._value(session, len(session.partitions), ages=False)
        return True

    def touch(self, session: FetchSession, now_ms: int) -> None:
        """Note a use: `session` is the most recently used one, and of its present size."""
        session.previous_use_ms = session.last_used_ms
        session.last_used_ms = now_ms
        size = len(session.partitions)
        ages = now_ms - session.created_ms > EVICTION_MS and not session.is_aged
        if ages or size != session.size:
            self._value(session, size, ages=ages)

    def remove(self, session: FetchSession) -> None:
        """Forget `session`, as its client asked; nothing if it is not here."""
        if self.sessions.pop(session.id, None) is None:
            return
        del self.worths[session.id]
        self.partitions_cached -= session.size
        session.left_cache()

    def _value(self, session: FetchSession, size: int, *, ages: bool) -> None:
        self.partitions_cached += size - session.size
        session.size = size
        session.is_aged = session.is_aged or ages
        worth = Worth(session.is_privileged, size, session.id)
        self.worths[session.id] = worth
        if session.is_aged:
            self.aged.push(worth, self._is_current, len(self.sessions))
        if session.is_aged or not session.is_privileged:
            self.for_followers.push(worth, self._is_current, len(self.sessions))

    def _is_current(self, worth: Worth) -> bool:
        return self.worths.get(worth.session_id) == worth

    def _new_id(self, random: Random) -> int:
        while True:
            session_id = random.randrange(self.first_id, self.end_id)
            if session_id not in self.sessions:
                return session_id

    def _evict_one(self, newcomer: FetchSession, now_ms: int) -> bool:
        victim = self._stale(now_ms) or self._displaced_by(newcomer)
        if victim is None:
            return False
        self.remove(victim)
        self.evictions += 1
        return True

    def _note_use(self, session: FetchSession) -> None:
        if len(self._uses) > 2 * len(self.sessions) + HEAP_SLACK:
            self._uses = [(each.last_used_ms, each.id) for each in self.sessions.values()]
            heapify(self._uses)
        else:
            heappush(self._uses, (session.last_used_ms, session.id))

    def _stale(self, now_ms: int) -> FetchSession | None:
        """The least recently used one, of those used at once the lowest id, if that is long ago.

        Kafka's order of use is (time, id), too.
        """
        uses = self._uses
        while uses and now_ms - uses[0][0] > EVICTION_MS:
            used_ms, session_id = uses[0]
            session = self.sessions.get(session_id)
            if session is None:
                heappop(uses)
            elif session.last_used_ms == used_ms:
                return session
            else:
                heapreplace(uses, (session.last_used_ms, session_id))
        return None

    def _displaced_by(self, newcomer: FetchSession) -> FetchSession | None:
        heap = self.for_followers if newcomer.is_privileged else self.aged
        least = heap.least(self._is_current)
        if least is None:
            return None
        offer = Worth(newcomer.is_privileged, len(newcomer.partitions), 0)
        return self.sessions[least.session_id] if offer >= least else None


class FetchSessionCache:
    """All fetch sessions, at most `slots` (rounded down to whole shards) of them.

    Fewer slots than shards mean no sessions at all, as in Kafka (fetch E-37).
    `sessions_count`, `partitions_cached` and `evictions` are Kafka's metrics
    NumIncrementalFetchSessions, NumIncrementalFetchPartitionsCached and
    IncrementalFetchSessionEvictionsPerSec (fetch E-46).
    """

    __slots__ = ("_ids_per_shard", "_next_shard", "_random", "shards")

    def __init__(self, slots: int, random: Random, *, shards: int = SHARDS) -> None:
        self._random = random
        self._ids_per_shard = ids = ID_MAX // shards
        self._next_shard = 0
        self.shards = [
            SessionShard(slots // shards, first_id=max(1, k * ids), end_id=(k + 1) * ids)
            for k in range(shards)
        ]

    @property
    def sessions_count(self) -> int:
        """How many sessions there are."""
        return sum(len(shard.sessions) for shard in self.shards)

    @property
    def partitions_cached(self) -> int:
        """Partitions of all sessions, each session as of its latest use."""
        return sum(shard.partitions_cached for shard in self.shards)

    @property
    def evictions(self) -> int:
        """Sessions that had to give way since the start."""
        return sum(shard.evictions for shard in self.shards)

    def settle_fetches(self) -> None:
        """Have the counts of topics include what sessions have fetched up to now (B-65)."""
        for shard in self.shards:
            for session in shard.sessions.values():
                session.fetches.settle()

    def shard_of(self, session_id: int) -> SessionShard:
        """The shard that `session_id` names, issued or not.

        Raises `ApiError` with UNKNOWN_SERVER_ERROR for an id that names none, as Kafka fails
        such a request as a whole (fetch E-35).
        """
        # Kafka divides as Java does, toward zero: small negative ids fall into the first shard.
        size = self._ids_per_shard
        shard = session_id // size if session_id >= 0 else -(-session_id // size)
        if not 0 <= shard < len(self.shards):
            raise ApiError(ErrorCode.UNKNOWN_SERVER_ERROR)
        return self.shards[shard]

    def get(self, session_id: int) -> FetchSession | None:
        """The session of that id. Raises as `shard_of`."""
        return self.shard_of(session_id).sessions.get(session_id) if session_id else None

    def add(self, session: FetchSession, now_ms: int) -> bool:
        """Cache a new session, which gets its id here; False when there is no room for it.

        The next shard in turn is asked, and only that one (fetch E-37).
        """
        shard = self.shards[self._next_shard]
        self._next_shard = (self._next_shard + 1) % len(self.shards)
        return shard.add(session, self._random, now_ms)

    def touch(self, session: FetchSession, now_ms: int) -> None:
        """Note that a cached session was used, and its present size."""
        assert session.shard is not None
        session.shard.touch(session, now_ms)

    def remove(self, session: FetchSession) -> None:
        """Drop a session at its client's wish; this is no eviction."""
        assert session.shard is not None
        session.shard.remove(session)
