"""One partition as one fetcher asks for it, and what the fetcher was told about it.

Every fetch makes these for the partitions it names; they outlive it when a session is opened,
which is why they bear Kafka's name for a session's partitions.

In a session it is also a listener of its partition (`replicas.partition`). It registers only when
its session has looked at the partition and found nothing to report. It is abandoned once its
session has dropped it or is gone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from kafkawire.protocol.error_codes import ErrorCode

if TYPE_CHECKING:
    from kafkawire.broker.metadata.parts import PartitionImage
    from kafkawire.broker.metrics.topics import TopicCounts
    from kafkawire.broker.replicas.partition import Partition
    from kafkawire.log.read import LogPosition
    from kafkawire.protocol.messages.fetch_request import FetchRequest
    from kafkawire.protocol.messages.fetch_response import FetchResponse

NONE = int(ErrorCode.NONE)
NEVER_TOLD = -1
"""High watermark and log start of which the fetcher knows nothing yet (fetch E-13)."""


class PartitionSession(Protocol):
    """The session of a partition (`session.FetchSession`)."""

    dirty: list[CachedPartition]
    parked: int
    is_cached: bool
    last_used_ms: int
    previous_use_ms: int

    def recount(self, cached: CachedPartition, *, wakes: bool = True) -> None:
        """Count the bytes that are ready again, while a fetch is parked."""


class CachedPartition:
    """`asked` is the latest request's entry; `high_watermark` and `log_start_offset` were told.

    `topic` is None while a topic id does not resolve; a name once found sticks (fetch E-19).
    `rejected` is the error of a partition that was refused before reading, as of the latest
    request. `rank` is its place in the session's order. As of the latest read, `position` is
    where its fetch offset stood in the log, `next_batch_size` the size of the batch there (0 if
    none, or not known), `image` the metadata of the partition. `ready_bytes` is what a parked fetch
    may count.
    """

    __slots__ = (
        "asked",
        "counts",
        "high_watermark",
        "image",
        "is_dirty",
        "is_listening",
        "log_start_offset",
        "next_batch_size",
        "partition",
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
        self.session: PartitionSession | None = None
        """None once the session has dropped the partition, or never had it."""
        self.next_batch_size = 0
        self.image: PartitionImage | None = None
        self.rank = 0
        self.ready_bytes = 0
        self.is_dirty = False
        self.is_listening = False

    @property
    def is_abandoned(self) -> bool:
        """True if no later fetch can ask for this partition (PartitionListener)."""
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

    def partition_changed(self, *, wakes: bool = True) -> None:
        """Have the session look at the partition (PartitionListener).

        Unless the change `wakes`, the session looks at its next use, or when another change wakes
        it.
        """
        self.is_listening = False
        session = self.session
        if session is None:
            return
        if not self.is_dirty:
            self.is_dirty = True
            session.dirty.append(self)
        if session.parked:
            session.recount(self, wakes=wakes)

    def partition_changed_quietly(self) -> None:
        """Have the session look at the partition later (PartitionListener)."""
        self.partition_changed(wakes=False)

    def note_told(self, data: FetchResponse.PartitionData) -> None:
        """Note what a response tells the client of this partition."""
        self.high_watermark = data.high_watermark
        self.log_start_offset = data.log_start_offset

    def listen(self) -> None:
        """Register for the next change of the partition."""
        if self.is_listening or self.partition is None or self.partition.deleted:
            return
        self.is_listening = True
        self.partition.listen(self)
