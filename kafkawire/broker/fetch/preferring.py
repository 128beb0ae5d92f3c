"""Fetches of consumers that another replica may serve better (KIP-392, fetch.md B.7).

Which one is asked of the broker's selector before anything else of the partition but its topic id.
Where there is one, its id is the answer: nothing is read, and the whole request ends its wait. Only
leaders redirect, and only clients that name their rack, from version 11 on.

In a session a partition is quiet only while it is not redirected. So whatever may lead to that has
to be told: progress of followers and changes of the in-sync set come as changes of the partition,
another rack, another listener and changed registrations as another view.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kafkawire.broker.fetch.read import (
    EndingRead,
    PartitionRead,
    epoch_error,
    offsets_of,
    read_partition,
    refused,
)
from kafkawire.broker.fetch.resolving import resolve_again
from kafkawire.broker.replicas.replica_selector import Client
from kafkawire.protocol.primitives import ZERO_UUID

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kafkawire.broker.fetch.cached_partition import CachedPartition
    from kafkawire.broker.fetch.read import Budget
    from kafkawire.broker.fetch.resolving import FetchingBroker
    from kafkawire.broker.fetch.terms import FetchTerms
    from kafkawire.broker.replicas.partition import Partition
    from kafkawire.broker.replicas.replica_selector import RackAwareSelector
    from kafkawire.protocol.messages.fetch_request import FetchRequest


class PreferringView(NamedTuple):
    """What redirects depend on beside the partitions: as long as this is equal they stay."""

    client: Client
    brokers_version: int


class PreferringRole:
    """How a request is read whose client may be sent elsewhere."""

    __slots__ = ("_now_ms", "_selector", "_view")

    may_starve = False

    def __init__(self, selector: RackAwareSelector, view: PreferringView, now_ms: int) -> None:
        self._selector = selector
        self._view = view
        self._now_ms = now_ms

    def read(
        self,
        cached: CachedPartition,
        terms: FetchTerms,
        broker: FetchingBroker,
        budget: Budget,
    ) -> PartitionRead:
        """The redirect, or what is to be read here."""
        partition = cached.partition
        if partition is None or partition.deleted:
            partition = resolve_again(cached, broker)
        if (
            partition is None
            or not partition.is_leader
            or cached.topic_id not in (ZERO_UUID, partition.topic_id)
        ):
            return read_partition(cached, terms, broker, budget)
        offset = cached.asked.fetch_offset
        client = self._view.client
        node_id = self._selector.select(partition, client, offset, self._now_ms)
        if node_id is None:
            return read_partition(cached, terms, broker, budget)
        return _redirected(cached, partition, node_id, terms, broker)

    def note(
        self, looked_at: Iterable[CachedPartition], terms: FetchTerms, broker: FetchingBroker
    ) -> None:
        """Nothing follows from what a consumer reads."""

    def reads_again(self, broker: FetchingBroker) -> bool:
        """Redirects are looked for at completion too, by what is registered then."""
        return broker.metadata.brokers_version != self._view.brokers_version


def prefer(
    terms: FetchTerms, request: FetchRequest, broker: FetchingBroker, listener_name: str
) -> None:
    """Let the broker's selector have a word in this request.

    No rack, or none yet in that version, means the leader (fetch B-42).
    """
    selector = broker.replica_selector
    if selector is None or terms.is_follower or not request.rack_id:
        return
    client = Client(request.rack_id, listener_name)
    wider = PreferringView(client, broker.metadata.brokers_version)
    terms.role = PreferringRole(selector, wider, terms.now_ms)
    terms.view = terms.view._replace(role=wider)


def _redirected(
    cached: CachedPartition,
    partition: Partition,
    node_id: int,
    terms: FetchTerms,
    broker: FetchingBroker,
) -> PartitionRead:
    """Offsets and the preferred replica, after the one check that is left (fetch B-45)."""
    cached.position = None
    cached.next_batch_size = 0
    error = epoch_error(cached.asked.current_leader_epoch, partition)
    if error:
        return refused(cached, error, terms, broker)
    data = offsets_of(partition.log, cached)
    data.preferred_read_replica = node_id
    return EndingRead(cached, data, 0)
