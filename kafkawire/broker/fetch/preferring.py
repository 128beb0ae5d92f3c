"""Fetches of consumers that another replica may serve better (KIP-392, fetch B.7).

Which one is asked of the broker's selector before anything else of the partition but its topic id.
Where there is one, its id is the answer: nothing is read, and the whole request ends its wait. Only
leaders redirect, and only clients that name their rack, from version 11 on.

In a session a partition is quiet only while it is not redirected. So whatever may lead to that has
to be told: progress of followers and changes of the in-sync set come as changes of the partition,
another rack, another listener and changed registrations as another view.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kafkawire.broker.fetch.partition_read import EndingRead, PartitionRead
from kafkawire.broker.fetch.read import epoch_error, offsets_of, read_partition, refused
from kafkawire.broker.fetch.resolving import resolve_again
from kafkawire.broker.replicas.replica_selector import Client
from kafkawire.protocol.primitives import ZERO_UUID

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kafkawire.broker.context import RequestContext
    from kafkawire.broker.fetch.budget import Budget
    from kafkawire.broker.fetch.cached_partition import CachedPartition
    from kafkawire.broker.fetch.plan import FetchPlan
    from kafkawire.broker.fetch.resolving import FetchingBroker
    from kafkawire.broker.replicas.partition import Partition
    from kafkawire.broker.replicas.replica_selector import RackAwareSelector
    from kafkawire.protocol.messages.fetch_request import FetchRequest


class PreferringView(NamedTuple):
    """What redirects depend on, besides the partitions."""

    client: Client
    brokers_version: int


class PreferringRole:
    """The reads of a request whose client may be redirected to another replica."""

    __slots__ = ("_now_ms", "_selector", "view")

    may_starve = False

    def __init__(self, selector: RackAwareSelector, view: PreferringView, now_ms: int) -> None:
        self._selector = selector
        self.view = view
        self._now_ms = now_ms

    @property
    def at_completion(self) -> PreferringRole:
        """The same: redirects are looked for after a wait, too."""
        return self

    def read(
        self,
        cached: CachedPartition,
        plan: FetchPlan,
        broker: FetchingBroker,
        budget: Budget,
    ) -> PartitionRead:
        """Return the redirect, or what is read here."""
        partition = cached.partition
        if partition is None or partition.deleted:
            partition = resolve_again(cached, broker)
        if (
            partition is None
            or not partition.is_leader
            or cached.topic_id not in (ZERO_UUID, partition.topic_id)
        ):
            return read_partition(cached, plan, broker, budget)
        offset = cached.asked.fetch_offset
        client = self.view.client
        node_id = self._selector.select(partition, client, offset, self._now_ms)
        if node_id is None:
            return read_partition(cached, plan, broker, budget)
        return _redirected(cached, partition, node_id, plan, broker)

    def note(
        self, looked_at: Iterable[CachedPartition], plan: FetchPlan, broker: FetchingBroker
    ) -> None:
        """Note nothing: no progress follows from the reads of a consumer."""

    def is_outdated(self, broker: FetchingBroker) -> bool:
        """Return True if registrations have changed: other redirects may follow from them."""
        return broker.metadata.brokers_version != self.view.brokers_version


def preferring_role(
    request: FetchRequest, broker: FetchingBroker, context: RequestContext
) -> PreferringRole | None:
    """Return the role of a consumer that names its rack; without one, None (fetch B-42)."""
    selector = broker.replica_selector
    if selector is None or not request.rack_id:
        return None
    client = Client(request.rack_id, context.connection.listener_name)
    view = PreferringView(client, broker.metadata.brokers_version)
    return PreferringRole(selector, view, context.now_ms)


def _redirected(
    cached: CachedPartition,
    partition: Partition,
    node_id: int,
    plan: FetchPlan,
    broker: FetchingBroker,
) -> PartitionRead:
    """Offsets and the preferred replica, after the one check that is left (fetch B-45)."""
    cached.position = None
    cached.next_batch_size = 0
    error = epoch_error(cached.asked.current_leader_epoch, partition)
    if error:
        return refused(cached, error, plan, broker)
    data = offsets_of(partition.log, cached)
    data.preferred_read_replica = node_id
    return EndingRead(cached, data, 0)
