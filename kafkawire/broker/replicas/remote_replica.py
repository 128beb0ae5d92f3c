"""What a leader knows of its followers (fetch G.1 and G.2; Kafka's `Replica`, `Partition`).

A follower tells where its log ends by the offset it fetches from: what it asks for it does not
have, what lies before it has. So the leader learns of progress only from the next fetch, and the
high watermark is the least of the ends told by those that count: the in-sync replicas, and whoever
has caught up and is about to join them.

A follower has *caught up* at a time if it had then what the leader had. One that is always a
batch behind, because the leader never stops writing, still counts: what it asks for now is held
against the leader's end at its previous fetch.

A follower's session does not look at a partition that has nothing new (`broker.fetch.session`),
so the fetches that find nothing are not told here one by one. The session is remembered instead,
as a clock: the follower has caught up at each of its uses, until the partition is looked at again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

UNKNOWN_OFFSET = -1
NO_EPOCH = -1
"""The broker epoch of a follower that gives none: it passes every check (KIP-903)."""


class RegisteredBroker(Protocol):
    """What replicas need to know of a broker of the cluster, as the metadata have it."""

    epoch: int
    fenced: bool
    rack: str | None

    @property
    def active(self) -> bool:
        """Whether it may lead partitions."""

    @property
    def endpoints(self) -> Collection[str]:
        """The names of its listeners."""


class FetchClock(Protocol):
    """When a follower last asked for all that it follows: its fetch session."""

    @property
    def last_used_ms(self) -> int:
        """The latest time it did."""

    @property
    def previous_use_ms(self) -> int:
        """The time before that."""


class FollowerFetch(NamedTuple):
    """What a successful read for a follower tells its leader, at `now_ms`.

    `log_start_offset` is that of the follower's own log. `leader_log_end_offset` is of before
    the read.
    """

    offset: int
    log_start_offset: int
    replica_epoch: int
    leader_log_end_offset: int
    now_ms: int


class RemoteReplica:
    """One follower of a partition, as its fetches tell of it.

    `replica_epoch` is None until it has fetched. `clock` is set while a session of the follower
    has nothing of this partition to look at.
    """

    __slots__ = (
        "_caught_up_ms",
        "_last_fetch_ms",
        "_leader_end_at_last_fetch",
        "clock",
        "log_end_offset",
        "log_start_offset",
        "node_id",
        "replica_epoch",
    )

    def __init__(self, node_id: int) -> None:
        self.node_id = node_id
        self.log_end_offset = UNKNOWN_OFFSET
        self.log_start_offset = UNKNOWN_OFFSET
        self.replica_epoch: int | None = None
        self.clock: FetchClock | None = None
        self._leader_end_at_last_fetch = 0
        self._last_fetch_ms = 0
        self._caught_up_ms = 0

    @property
    def last_caught_up_ms(self) -> int:
        """The latest time at which it is known to have had what the leader had."""
        clock = self.clock
        return self._caught_up_ms if clock is None else max(self._caught_up_ms, clock.last_used_ms)

    def is_caught_up(self, leader_log_end_offset: int, *, now_ms: int, lag_ms_max: int) -> bool:
        """Whether it has everything, or had it no longer than `lag_ms_max` ago (fetch G-5)."""
        return (
            self.log_end_offset == leader_log_end_offset
            or now_ms - self.last_caught_up_ms <= lag_ms_max
        )

    def fetched(self, fetch: FollowerFetch) -> None:
        """Take note of a fetch (fetch G-2)."""
        now_ms, leader_end = fetch.now_ms, fetch.leader_log_end_offset
        self.stop_clock(now_ms)
        if fetch.offset >= leader_end:
            self._caught_up_ms = max(self._caught_up_ms, now_ms)
        elif fetch.offset >= self._leader_end_at_last_fetch:
            self._caught_up_ms = max(self._caught_up_ms, self._last_fetch_ms)
        self.log_end_offset = fetch.offset
        self.log_start_offset = fetch.log_start_offset
        self.replica_epoch = fetch.replica_epoch
        self._leader_end_at_last_fetch = max(self._leader_end_at_last_fetch, leader_end)
        self._last_fetch_ms = now_ms

    def leader_begins(self, *, in_sync: bool, now_ms: int) -> None:
        """A new leader knows nothing of it but whether it is in sync (fetch G-6)."""
        self.clock = None
        self.log_end_offset = self.log_start_offset = UNKNOWN_OFFSET
        self.replica_epoch = None
        self._leader_end_at_last_fetch = UNKNOWN_OFFSET
        self._last_fetch_ms = 0
        self._caught_up_ms = now_ms if in_sync else 0

    def leader_goes_on(self, leader_log_end_offset: int, *, in_sync: bool, now_ms: int) -> None:
        """The same leader was elected again: offsets are kept, times begin anew (fetch G-6)."""
        self.clock = None
        self._leader_end_at_last_fetch = leader_log_end_offset
        self._last_fetch_ms = self._caught_up_ms = now_ms if in_sync else 0

    def stop_clock(self, now_ms: int) -> None:
        """The session looks again, at `now_ms`; keep what its clock has shown before."""
        clock, self.clock = self.clock, None
        if clock is not None:
            # The request that brings this fetch may have been noted already.
            used_ms = clock.last_used_ms
            at_ms = used_ms if used_ms < now_ms else clock.previous_use_ms
            self._last_fetch_ms = max(self._last_fetch_ms, at_ms)
            self._caught_up_ms = max(self._caught_up_ms, at_ms)


class Peers:
    """The other brokers as far as replicas need them; one object for all partitions.

    `brokers` is the image's own mapping and follows it. `lag_ms_max` is replica.lag.time.max.ms.
    """

    __slots__ = ("brokers", "lag_ms_max")

    def __init__(self, brokers: Mapping[int, RegisteredBroker], lag_ms_max: int) -> None:
        self.brokers = brokers
        self.lag_ms_max = lag_ms_max

    def is_alive(self, node_id: int) -> bool:
        """Whether that broker is registered and not fenced."""
        broker = self.brokers.get(node_id)
        return broker is not None and not broker.fenced

    def is_stale(self, node_id: int, replica_epoch: int) -> bool:
        """Whether a follower that gives this epoch has been restarted since (fetch G-4)."""
        broker = self.brokers.get(node_id)
        return (
            replica_epoch != NO_EPOCH
            and broker is not None
            and not broker.fenced
            and broker.epoch > replica_epoch
        )

    def may_join(self, replica: RemoteReplica) -> bool:
        """Whether a follower may become in-sync (fetch G-24)."""
        broker = self.brokers.get(replica.node_id)
        if broker is None or not broker.active or replica.replica_epoch is None:
            return False
        return replica.replica_epoch in (NO_EPOCH, broker.epoch)


class RemoteReplicas:
    """The followers of one partition; only a leader that has any keeps this."""

    __slots__ = ("_by_id", "_peers")

    def __init__(self, peers: Peers, node_ids: Iterable[int]) -> None:
        self._peers = peers
        self._by_id = {node_id: RemoteReplica(node_id) for node_id in node_ids}

    def __iter__(self) -> Iterator[RemoteReplica]:
        return iter(self._by_id.values())

    def get(self, node_id: int) -> RemoteReplica | None:
        """The follower of that id, if the partition is assigned to it."""
        return self._by_id.get(node_id)

    def assign(self, node_ids: Collection[int]) -> None:
        """Follow a changed assignment; who stays is not forgotten."""
        self._by_id = {
            node_id: self._by_id.get(node_id) or RemoteReplica(node_id) for node_id in node_ids
        }

    def leader_elected(self, goes_on_at: int | None, *, isr: tuple[int, ...], now_ms: int) -> None:
        """Begin an epoch of the leader: a new one, or the one before, whose log ends there."""
        for replica in self:
            in_sync = replica.node_id in isr
            if goes_on_at is not None:
                replica.leader_goes_on(goes_on_at, in_sync=in_sync, now_ms=now_ms)
            else:
                replica.leader_begins(in_sync=in_sync, now_ms=now_ms)

    def replicated_up_to(self, leader_end: int, *, isr: tuple[int, ...], now_ms: int) -> int:
        """The end that all who count have reached: a high watermark, if it is not below the old.

        Who is not in sync counts too once it has caught up and may join; if the high watermark
        ran away from it, it never would (fetch G-10).
        """
        end = leader_end
        lag_ms_max = self._peers.lag_ms_max
        known = 1
        for replica in self._by_id.values():
            if replica.node_id in isr:
                known += 1
                counts = True
            else:
                counts = replica.is_caught_up(
                    leader_end, now_ms=now_ms, lag_ms_max=lag_ms_max
                ) and self._peers.may_join(replica)
            if counts and replica.log_end_offset < end:
                end = replica.log_end_offset
        return end if known >= len(isr) else UNKNOWN_OFFSET

    def low_watermark(self, log_start_offset: int) -> int:
        """The least log start of the leader and its live followers (fetch G-74, produce D-42)."""
        starts = [
            replica.log_start_offset
            for replica in self._by_id.values()
            if self._peers.is_alive(replica.node_id)
        ]
        return min([log_start_offset, *starts])
