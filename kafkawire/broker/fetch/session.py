"""A fetch session in O(changes) (KIP-227; rules fetch E).

Kafka reads every partition of a session at every fetch. Here a session keeps `dirty`, the
partitions that may have something to tell; all others are *quiet*: looked at, at the end of what
they may show, their high watermark and log start as told, no error. A quiet partition stays so
until it changes, and then says so itself (`CachedPartition.partition_changed`). Reading only the
dirty ones in the session's order gives the answer of the naive reading, because a quiet one takes
nothing of the size budget and has nothing to report; tests/broker/fetch hold both against each
other.

The order is a rank per partition. Who returned records goes to the end by a new rank; the dict of
partitions is never reordered.

While a fetch of the session is parked, dirty partitions listen too, and each change recounts what
that partition has ready, so that the parked fetch compares two numbers and reads nothing.
"""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING, Protocol

from kafkawire.broker.fetch.readiness import bytes_ready
from kafkawire.broker.metrics.topics import SessionFetches

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable

    from kafkawire.broker.fetch.cached_partition import CachedPartition
    from kafkawire.broker.fetch.view import View
    from kafkawire.protocol.messages.fetch_request import FetchRequest

PartitionKey = tuple[str | bytes, int]
"""(topic name or topic id, partition): what a partition is known by in a session (E-14)."""

EPOCH_MAX = 2_147_483_647
FIRST_EPOCH = 1

_rank = attrgetter("rank")


def next_epoch(epoch: int) -> int:
    """The epoch after `epoch`; the wrap skips 0, which asks for a new session (E-2)."""
    if epoch < 0:
        return -1
    return FIRST_EPOCH if epoch == EPOCH_MAX else epoch + 1


class SessionPlace(Protocol):
    """Where a session is cached (`session_cache.SessionShard`)."""

    def touch(self, session: FetchSession, now_ms: int) -> None:
        """Note a use of the session."""

    def remove(self, session: FetchSession) -> None:
        """Forget the session."""


class FetchSession:
    """The partitions of one incremental fetcher; `id` is given by the cache.

    `epoch` is the one its next request must bear. `is_privileged` (made by a follower) and
    `uses_topic_ids` are fixed for life. `size`, `is_aged`, `created_ms` and `last_used_ms`
    belong to the cache and are as of the latest use.
    """

    __slots__ = (
        "_next_rank",
        "_parked_view",
        "_wake",
        "created_ms",
        "dirty",
        "epoch",
        "fetches",
        "id",
        "is_aged",
        "is_cached",
        "is_privileged",
        "last_used_ms",
        "parked",
        "partitions",
        "previous_use_ms",
        "ready_bytes",
        "shard",
        "size",
        "uses_topic_ids",
        "view",
        "wanted_bytes",
    )

    def __init__(
        self, *, is_privileged: bool, uses_topic_ids: bool, wake: Callable[[Hashable], None]
    ) -> None:
        self.id = 0
        self.epoch = FIRST_EPOCH
        self.is_privileged = is_privileged
        self.uses_topic_ids = uses_topic_ids
        self.fetches = SessionFetches()
        self.partitions: dict[PartitionKey, CachedPartition] = {}
        self.dirty: list[CachedPartition] = []
        """What may have something to tell, in no order; may hold dropped partitions."""
        self.view: View | None = None
        """What the quiet ones were looked at with."""
        self.parked = 0
        """How many fetches wait; one, unless clients share the session."""
        self.ready_bytes = 0
        self.wanted_bytes = 0
        self.shard: SessionPlace | None = None
        self.is_cached = False
        self.is_aged = False
        self.size = 0
        self.created_ms = 0
        self.last_used_ms = 0
        self.previous_use_ms = 0
        self._next_rank = 0
        self._parked_view: View | None = None
        self._wake = wake

    def add(self, key: PartitionKey, cached: CachedPartition) -> None:
        """Append a partition at the end of the order; it will be looked at."""
        self.partitions[key] = cached
        cached.session = self
        self.move_to_end(cached)
        self._mark(cached)

    def update(self, key: PartitionKey, asked: FetchRequest.FetchPartition) -> bool:
        """Take over what is asked of a known partition, in place; False if unknown (E-15)."""
        cached = self.partitions.get(key)
        if cached is None:
            return False
        cached.asked = asked
        cached.next_batch_size = 0
        self._mark(cached)
        return True

    def drop(self, key: PartitionKey) -> None:
        """Forget a partition; nothing if it is unknown (E-15)."""
        cached = self.partitions.pop(key, None)
        if cached is not None:
            cached.session = None
            if cached.counts is not None:
                self.fetches.leave(cached.counts)

    def move_to_end(self, cached: CachedPartition) -> None:
        """Make `cached` the last to be read (E-29)."""
        cached.rank = self._next_rank
        self._next_rank += 1

    def look_with(self, view: View) -> None:
        """Have everything looked at if it was last looked at by another view."""
        if view is self.view or view == self.view:
            return
        self.view = view
        self.look_at_all()

    def look_at_all(self) -> None:
        """Have every partition looked at, whatever is known of it."""
        for cached in self.partitions.values():
            cached.next_batch_size = 0
            self._mark(cached)

    def take_dirty(self) -> list[CachedPartition]:
        """What has to be looked at, in the session's order; whoever looks hands it on.

        Each goes on to `keep` or to `quieten`.
        """
        dirty, self.dirty = self.dirty, []
        if len(dirty) > 1:
            dirty.sort(key=_rank)
        return [cached for cached in dirty if cached.session is self]

    def keep(self, cached: Iterable[CachedPartition]) -> None:
        """These still have something to tell."""
        self.dirty.extend(cached)

    def quieten(self, cached: CachedPartition) -> None:
        """`cached` was looked at and has nothing to tell until it changes."""
        cached.is_dirty = False
        cached.ready_bytes = 0
        cached.listen()

    def park(self, view: View, wanted: int) -> None:
        """Let a fetch wait for `wanted` bytes: count what is ready, and go on counting."""
        self.wanted_bytes = min(self.wanted_bytes, wanted) if self.parked else wanted
        self.parked += 1
        self._parked_view = view
        self.ready_bytes = 0
        for cached in self.dirty:
            if cached.session is self:
                cached.ready_bytes = bytes_ready(cached, view)
                self.ready_bytes += cached.ready_bytes
                cached.listen()

    def unpark(self) -> None:
        """A fetch has ended its wait."""
        self.parked -= 1
        if not self.parked:
            self._parked_view = None

    def recount(self, cached: CachedPartition, *, wakes: bool = True) -> None:
        """A partition changed while a fetch is parked: count it again, wake if that is enough."""
        assert self._parked_view is not None
        ready = bytes_ready(cached, self._parked_view)
        self.ready_bytes += ready - cached.ready_bytes
        cached.ready_bytes = ready
        if wakes and self.ready_bytes >= self.wanted_bytes:
            self._wake(self)
        cached.listen()

    def left_cache(self) -> None:
        """Closed or evicted. A parked fetch still gets its answer (E-51)."""
        self.is_cached = False
        self.fetches.end()
        self.release_if_gone()

    def release_if_gone(self) -> None:
        """Let go of everything once nobody can ask any more.

        Partitions may list ours as listeners for long; those should not keep the rest alive.
        """
        if not self.is_cached and not self.parked:
            self.partitions = {}
            self.dirty = []

    def _mark(self, cached: CachedPartition) -> None:
        if not cached.is_dirty:
            cached.is_dirty = True
            self.dirty.append(cached)
