"""Fetches of followers: what they tell the leader beside what they ask (fetch G.1).

The first read of a request, and only that one (D-13), moves what the leader knows of the follower,
for each partition that could be read: no error, no divergence. A follower that has been restarted
since it sent the request is refused there (KIP-903).

A session looks only at what has changed. For the others the session's own uses stand for fetches
that found nothing (`replicas.remote_replica`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kafkawire.broker.fetch.partition_read import PartitionRead
from kafkawire.broker.fetch.read import NOT_LEADER_OR_FOLLOWER, read_partition, refused
from kafkawire.broker.replicas.remote_replica import NO_EPOCH, FollowerFetch
from kafkawire.protocol.since import FETCH_REPLICA_STATE_SINCE

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kafkawire.broker.fetch.budget import Budget
    from kafkawire.broker.fetch.cached_partition import CachedPartition
    from kafkawire.broker.fetch.plan import FetchPlan
    from kafkawire.broker.fetch.resolving import FetchingBroker
    from kafkawire.protocol.messages.fetch_request import FetchRequest


class FollowerView(NamedTuple):
    """What responses to a follower depend on, besides the partitions."""

    replica_epoch: int
    is_stale: bool


class FollowerRole:
    """The first read of a follower's request, and what follows from it."""

    __slots__ = ("_replica_id", "view")

    may_starve = True
    at_completion = None
    """After a wait the partitions are read as for a consumer: no progress is noted (D-13)."""

    def __init__(self, replica_id: int, view: FollowerView) -> None:
        self._replica_id = replica_id
        self.view = view

    def read(
        self,
        cached: CachedPartition,
        plan: FetchPlan,
        broker: FetchingBroker,
        budget: Budget,
    ) -> PartitionRead:
        """Read as for others, but refuse a stale follower (fetch G-4)."""
        read = read_partition(cached, plan, broker, budget)
        if self.view.is_stale and cached.position is not None:
            cached.position = None
            return refused(cached, NOT_LEADER_OR_FOLLOWER, plan, broker)
        return read

    def note(
        self, looked_at: Iterable[CachedPartition], plan: FetchPlan, broker: FetchingBroker
    ) -> None:
        """Note the follower's progress on the leader's side, once all was read."""
        for cached in looked_at:
            self._note(cached, plan.now_ms, broker)

    def is_outdated(self, broker: FetchingBroker) -> bool:
        """Return False: nothing that is known of the follower changes its partitions."""
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
            self.view.replica_epoch,
            partition.log_end_offset,
            now_ms,
        )
        is_quiet = cached.session is not None and not cached.is_dirty
        clock = cached if is_quiet else None
        broker.replicas.follower_fetched(partition, self._replica_id, fetch, clock)


def follower_role(
    request: FetchRequest, version: int, replica_id: int, broker: FetchingBroker
) -> FollowerRole:
    """Return the role of the follower `replica_id`."""
    epoch = NO_EPOCH
    if version >= FETCH_REPLICA_STATE_SINCE:
        epoch = request.replica_state.replica_epoch
    return FollowerRole(
        replica_id, FollowerView(epoch, broker.replicas.peers.is_stale(replica_id, epoch))
    )
