"""Fetches of followers: what they tell the leader beside what they ask (fetch.md G.1).

The first read of a request, and only that one (D-13), moves what the leader knows of the follower,
for each partition that could be read: no error, no divergence. A follower that has been restarted
since it sent the request is refused there (KIP-903).

A session looks only at what has changed. For the others the session's own uses stand for fetches
that found nothing (`replicas.remote_replica`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kafkawire.broker.fetch.read import (
    NOT_LEADER_OR_FOLLOWER,
    PartitionRead,
    read_partition,
    refused,
)
from kafkawire.broker.fetch.terms import REPLICA_STATE_FROM
from kafkawire.broker.replicas.remote_replica import NO_EPOCH, FollowerFetch

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kafkawire.broker.fetch.cached_partition import CachedPartition
    from kafkawire.broker.fetch.read import Budget
    from kafkawire.broker.fetch.resolving import FetchingBroker
    from kafkawire.broker.fetch.terms import FetchTerms
    from kafkawire.protocol.messages.fetch_request import FetchRequest


class FollowerView(NamedTuple):
    """What answers to a follower depend on beside the partitions."""

    replica_epoch: int
    is_stale: bool


class FollowerRole:
    """How a follower's request is read, and what follows from that."""

    __slots__ = ("_has_read", "_replica_epoch", "_replica_id", "_stale")

    may_starve = True

    def __init__(self, replica_id: int, view: FollowerView) -> None:
        self._replica_id = replica_id
        self._replica_epoch = view.replica_epoch
        self._stale = view.is_stale
        self._has_read = False

    def read(
        self,
        cached: CachedPartition,
        terms: FetchTerms,
        broker: FetchingBroker,
        budget: Budget,
    ) -> PartitionRead:
        """As for others; but a stale follower gets nothing at first (fetch G-4)."""
        read = read_partition(cached, terms, broker, budget)
        if self._stale and not self._has_read and cached.position is not None:
            cached.position = None
            return refused(cached, NOT_LEADER_OR_FOLLOWER, terms, broker)
        return read

    def note(
        self, looked_at: Iterable[CachedPartition], terms: FetchTerms, broker: FetchingBroker
    ) -> None:
        """Have the leader's side take note, once all was read."""
        if self._has_read:
            return
        self._has_read = True
        for cached in looked_at:
            self._note(cached, terms.now_ms, broker)

    def reads_again(self, broker: FetchingBroker) -> bool:
        """What is read from now on was asked for before (fetch D-13)."""
        self._has_read = True
        return False

    def _note(self, cached: CachedPartition, now_ms: int, broker: FetchingBroker) -> None:
        partition, position = cached.partition, cached.position
        if partition is None or partition.deleted:
            return
        if position is None:
            broker.replicas.follower_missed(partition, self._replica_id, now_ms)
            return
        fetch = FollowerFetch(
            position.offset,
            cached.asked.log_start_offset,
            self._replica_epoch,
            partition.log_end_offset,
            now_ms,
        )
        is_quiet = cached.session is not None and not cached.is_dirty
        clock = cached if is_quiet else None
        broker.replicas.follower_fetched(partition, self._replica_id, fetch, clock)


def follow(terms: FetchTerms, request: FetchRequest, broker: FetchingBroker) -> None:
    """Have a follower's request noted; others stay as they are."""
    replica_id = terms.view.replica_id
    if replica_id < 0:
        return
    epoch = NO_EPOCH
    if terms.version >= REPLICA_STATE_FROM:
        epoch = request.replica_state.replica_epoch
    wider = FollowerView(epoch, broker.replicas.peers.is_stale(replica_id, epoch))
    terms.role = FollowerRole(replica_id, wider)
    terms.view = terms.view._replace(role=wider)
