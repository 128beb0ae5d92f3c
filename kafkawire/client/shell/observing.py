"""Passes events of a client to the application's observer.

Each method is connected to the part where the change happens; without an observer none is.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING

from kafkawire.client import events
from kafkawire.client.core.membership.handover import Assigned, Lost, Revoked, Stalled
from kafkawire.client.values import TopicPartition
from kafkawire.protocol.api_keys import ApiKey

if TYPE_CHECKING:
    from kafkawire.client.core.membership.handover import Wish
    from kafkawire.client.core.producing.batch import Batch
    from kafkawire.client.core.producing.transaction_states import State
    from kafkawire.client.core.steering import Moved
    from kafkawire.client.core.view import ClusterView
    from kafkawire.client.core.wire import Link, Login, Seen
    from kafkawire.client.errors import ClientError
    from kafkawire.client.values import OffsetAndMetadata
    from kafkawire.protocol.message import Message

Observer = Callable[[events.Event], None]
_log = logging.getLogger("kafkawire.client.observer")


class Observing:
    """Calls one observer. An observer that raises is reported once and called no more."""

    def __init__(self, observer: Observer) -> None:
        self._observer: Observer | None = observer

    def tell(self, event: events.Event) -> None:
        """Call the observer."""
        if self._observer is None:
            return
        try:
            self._observer(event)
        except Exception:  # noqa: BLE001 - the application's, which does not end the client
            self._observer = None
            _log.exception("the observer raised, and is called no more")

    # Connections

    def opened(self, link: Link, now_ms: int) -> None:
        """Take a connection that was made."""
        del now_ms
        self.tell(events.ConnectionOpened(link.node_id, link.address))

    def failed(self, link: Link, why: str, now_ms: int) -> None:
        """Take an attempt to connect that failed."""
        del now_ms
        self.tell(events.ConnectionFailed(link.node_id, link.address, why))

    def sent(self, link: Link, seen: Seen, data: bytes, now_ms: int) -> None:
        """Ignore a request: the observer gets its response."""

    def came(
        self, link: Link, seen: Seen, frame: bytes | bytearray, message: Message, now_ms: int
    ) -> None:
        """Take a response."""
        name, latency_ms = ApiKey(seen.api).name, now_ms - seen.sent_ms
        throttle_ms = getattr(message, "throttle_time_ms", 0)
        self.tell(
            events.RequestDone(
                link.node_id, name, seen.version, latency_ms, len(frame), throttle_ms
            )
        )

    def authenticated(self, link: Link, login: Login, now_ms: int) -> None:
        """Tell nothing: a login that fails ends its connection."""

    def closed(self, link: Link, why: str, now_ms: int) -> None:
        """Take the end of a connection."""
        del now_ms
        self.tell(events.ConnectionClosed(link.node_id, link.address, why))

    # The cluster

    def on_view(self, older: ClusterView, newer: ClusterView, now_ms: int) -> None:
        """Take a new view of the cluster; a listener of `Metadata`."""
        del now_ms
        self.tell(events.MetadataUpdated(newer.version, len(newer.nodes), len(newer.topics)))
        for event in _leaders(older, newer):
            self.tell(event)

    def rebootstrapped(self, now_ms: int) -> None:
        """Note that the client begins with the bootstrap addresses anew."""
        del now_ms
        self.tell(events.Rebootstrapped())

    # A consumer

    def moved(self, moved: Moved) -> None:
        """Take a position that changed without a seek."""
        self.tell(events.PositionMoved(*moved))

    def wished(self, wish: Wish) -> None:
        """Take what the membership of the group wishes."""
        if isinstance(wish, Assigned):
            self.tell(events.PartitionsAssigned(wish.partitions))
        elif isinstance(wish, Revoked):
            self.tell(events.PartitionsRevoked(wish.partitions))
        elif isinstance(wish, Lost):
            self.tell(events.PartitionsLost(wish.partitions, wish.why))
        elif isinstance(wish, Stalled):
            self.tell(events.Stalled(wish.late_ms))

    def committed(
        self, offsets: Mapping[TopicPartition, OffsetAndMetadata], error: ClientError | None
    ) -> None:
        """Take offsets that were committed, or refused."""
        if error is None:
            self.tell(events.OffsetsCommitted(offsets))
        else:
            self.tell(events.OffsetsRefused(offsets, error))

    # A producer

    def batch_ended(self, root: Batch) -> None:
        """Take a batch that was acknowledged or has failed."""
        for part in root.leaves():
            if part.error is not None:
                self.tell(events.BatchFailed(part.partition, part.count, part.error))

    def transaction(self, state: State) -> None:
        """Take a new state of the transactions."""
        self.tell(events.TransactionChanged(state.value))


def _leaders(older: ClusterView, newer: ClusterView) -> Iterator[events.LeaderChanged]:
    for name, topic in newer.topics.items():
        known = older.topics.get(name)
        if known is None or known is topic:
            continue
        for number, partition in topic.partitions.items():
            before = known.partitions.get(number)
            if before is not None and before.leader != partition.leader:
                leaders = (before.leader, partition.leader)
                key = TopicPartition(name, number)
                yield events.LeaderChanged(key, *leaders, partition.leader_epoch)
