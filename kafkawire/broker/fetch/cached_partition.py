"""One partition as one fetcher asks for it, and what the fetcher was told about it.

Every fetch makes these for the partitions it names; they outlive it when a session is opened,
which is why they bear Kafka's name for a session's partitions.

In a session it is also a listener of its partition. The rules of `partition.quiet` keep an append
O(1) however many sessions subscribe: a change takes the partition's whole list of listeners, and
a listener comes back only when its session has looked at the partition and found nothing to tell.

Listeners whose session is gone stay in the list until the next change. So that sessions which
come and go over an idle partition do not pile up there, the list is swept each time its length
reaches a power of two: at most twice the living listeners, at amortised O(1).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.protocol.error_codes import ErrorCode

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kafkawire.broker.fetch.session import FetchSession
    from kafkawire.broker.metrics.topics import TopicCounts
    from kafkawire.broker.replicas.partition import Partition, PartitionListener
    from kafkawire.log.read import LogPosition
    from kafkawire.protocol.messages.fetch_request import FetchRequest

NONE = int(ErrorCode.NONE)
NEVER_TOLD = -1
"""High watermark and log start of which the fetcher knows nothing yet (fetch.md E-13)."""
SWEEP_FROM = 4


class CachedPartition:
    """`asked` is the latest request's entry; `high_watermark` and `log_start_offset` were told.

    `topic` is None while a topic id does not resolve; a name once found sticks (fetch.md E-19).
    `rejected` is the error of a partition that was refused before reading, as of the latest
    request. `rank` is its place in the session's order. As of the latest read, `position` is
    where its fetch offset stood in the log, `next_batch_size` what begins there (0 if nothing, or
    not known), `partition_epoch` the partition's. `ready_bytes` is what a parked fetch may count.
    """

    __slots__ = (
        "asked",
        "counts",
        "high_watermark",
        "is_dirty",
        "is_listening",
        "log_start_offset",
        "next_batch_size",
        "partition",
        "partition_epoch",
        "position",
        "rank",
        "ready_bytes",
        "rejected",
        "session",
        "topic",
        "topic_id",
    )

    def __init__(
        self, topic: str | None, topic_id: bytes, asked: FetchRequest.FetchPartition
    ) -> None:
        self.topic = topic
        self.topic_id = topic_id
        self.asked = asked
        self.partition: Partition | None = None
        self.rejected = NONE
        self.counts: TopicCounts | None = None
        """Its topic's, where it counts as fetched; None while it is refused before reading."""
        self.high_watermark = NEVER_TOLD
        self.log_start_offset = NEVER_TOLD
        self.position: LogPosition | None = None
        self.session: FetchSession | None = None
        """None once the session has dropped the partition, or never had it."""
        self.next_batch_size = 0
        self.partition_epoch = -1
        self.rank = 0
        self.ready_bytes = 0
        self.is_dirty = False
        self.is_listening = False

    @property
    def is_abandoned(self) -> bool:
        """Whether nobody will ever ask what became of this partition."""
        session = self.session
        return session is None or not (session.is_cached or session.parked)

    @property
    def last_used_ms(self) -> int:
        """When the session was last used; -1 once it has dropped this (FetchClock)."""
        return -1 if self.session is None else self.session.last_used_ms

    @property
    def previous_use_ms(self) -> int:
        """When it was used before that."""
        return -1 if self.session is None else self.session.previous_use_ms

    def partition_changed_quietly(self, partition: Partition) -> None:
        """Have the session look when it is used, or when something else wakes it."""
        self.is_listening = False
        session = self.session
        if session is None:
            return
        if not self.is_dirty:
            self.is_dirty = True
            session.dirty.append(self)
        if session.parked:
            session.recount(self, wakes=False)

    def partition_changed(self, partition: Partition, appended_bytes: int) -> None:
        """The partition has changed: have the session look (PartitionListener)."""
        self.tell_all((self,), partition, appended_bytes)

    def tell_all(
        self, listeners: Sequence[PartitionListener], partition: Partition, appended_bytes: int
    ) -> None:
        """Have the sessions of all of them look (PartitionListener)."""
        for cached in listeners:
            if type(cached) is not CachedPartition:
                cached.partition_changed(partition, appended_bytes)
                continue
            cached.is_listening = False
            session = cached.session
            if session is None:
                continue
            if not cached.is_dirty:
                cached.is_dirty = True
                session.dirty.append(cached)
            if session.parked:
                session.recount(cached)

    def listen(self) -> None:
        """Hear of the next change of the partition."""
        if self.is_listening or self.partition is None or self.partition.deleted:
            return
        self.is_listening = True
        quiet = self.partition.quiet
        quiet.append(self)
        length = len(quiet)
        if length >= SWEEP_FROM and length & (length - 1) == 0:
            quiet[:] = [listener for listener in quiet if not _is_abandoned(listener)]


def _is_abandoned(listener: object) -> bool:
    return isinstance(listener, CachedPartition) and listener.is_abandoned
