"""One hosted partition: a log, who leads it, and who wants to know when it changes.

Listeners (fetch sessions, mostly) stand in `quiet`. A change takes the whole list, leaves an
empty one, and tells each listener once; a listener puts itself back when it has looked and found
nothing to report. So an append costs the same however many sessions subscribe to the partition
and lag behind.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Protocol

from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kafkawire.broker.metrics.topics import TopicCounts
    from kafkawire.broker.replicas.remote_replica import RemoteReplicas
    from kafkawire.log.partition_log import PartitionLog
    from kafkawire.log.topic_partition import TopicPartition

NO_EPOCH = -1
"""What a request carries that does not say which leader epoch it believes in."""


class PartitionListener(Protocol):
    """Whoever wants to know of changes, once each time it has asked."""

    def partition_changed(self, partition: Partition, appended_bytes: int) -> None:
        """`partition` was appended to (then `appended_bytes` > 0), or something else moved.

        High watermark, log start, leadership, or the partition has been deleted.
        """

    def partition_changed_quietly(self, partition: Partition) -> None:
        """As above, but Kafka would not look at who waits just for this (fetch D-9, D-11)."""

    def tell_all(
        self, listeners: Sequence[PartitionListener], partition: Partition, appended_bytes: int
    ) -> None:
        """Call `partition_changed` of all `listeners`, of which this is the first.

        Whoever may be one of thousands does so faster than by a call for each.
        """


class Partition:
    """A partition's state on this broker.

    `replicas` and `isr` are node ids; `leader_id` is -1 while nobody leads. `followers` is what a
    leader knows of other replicas, None if there are none. `deleted` stays True for whoever still
    holds the object when it is hosted no more: its topic is gone, its replica was moved away, or
    its log directory failed.
    """

    __slots__ = (
        "counts",
        "deleted",
        "followers",
        "is_leader",
        "isr",
        "leader_epoch",
        "leader_id",
        "log",
        "partition_epoch",
        "quiet",
        "replicas",
        "topic_id",
        "topic_partition",
    )

    def __init__(self, topic_partition: TopicPartition, topic_id: bytes, log: PartitionLog) -> None:
        self.topic_partition = topic_partition
        self.topic_id = topic_id
        self.log = log
        self.leader_id = -1
        self.leader_epoch = NO_EPOCH
        self.partition_epoch = -1
        self.replicas: tuple[int, ...] = ()
        self.isr: tuple[int, ...] = ()
        self.is_leader = False
        self.followers: RemoteReplicas | None = None
        self.deleted = False
        self.counts: TopicCounts | None = None
        """Its topic's; None until the partition is used."""
        self.quiet: list[PartitionListener] = []

    @property
    def high_watermark(self) -> int:
        """Consumers that read uncommitted data see what is below it."""
        return self.log.high_watermark

    @property
    def last_stable_offset(self) -> int:
        """Consumers that read committed data see what is below it."""
        return self.log.last_stable_offset

    @property
    def log_start_offset(self) -> int:
        """The first offset that can be read."""
        return self.log.log_start_offset

    @property
    def log_end_offset(self) -> int:
        """The offset that the next record gets."""
        return self.log.log_end_offset

    @property
    def min_isr(self) -> int:
        """In-sync replicas that acks=all needs; never more than there are replicas (A-41)."""
        return min(self.log.config.min_insync_replicas, len(self.replicas))

    @property
    def answers_beyond_bound(self) -> bool:
        """Whether nobody waits who fetches beyond what may be shown (fetch D-6)."""
        return True

    def lead(self, *, leader_epoch: int) -> None:
        """Begin to lead in `leader_epoch`, which starts where the log ends (fetch G-63)."""
        self.is_leader = True
        self.leader_epoch = leader_epoch
        with suppress(ApiError):  # it cannot be written down, and the partition is offline now
            self.log.leader_epochs.assign(leader_epoch, self.log.log_end_offset)

    def check_epoch(self, current_leader_epoch: int) -> None:
        """Refuse a request that believes in another leader epoch (fetch B-17).

        The older belief is FENCED_LEADER_EPOCH, the newer one UNKNOWN_LEADER_EPOCH; -1 passes.
        """
        if current_leader_epoch == self.leader_epoch or current_leader_epoch == NO_EPOCH:
            return
        if current_leader_epoch < self.leader_epoch:
            raise ApiError(ErrorCode.FENCED_LEADER_EPOCH)
        raise ApiError(ErrorCode.UNKNOWN_LEADER_EPOCH)

    def check_leader(self, current_leader_epoch: int = NO_EPOCH) -> None:
        """Refuse a request that needs the leader: first by epoch, then by leadership."""
        if current_leader_epoch != NO_EPOCH:
            self.check_epoch(current_leader_epoch)
        if not self.is_leader:
            raise ApiError(ErrorCode.NOT_LEADER_OR_FOLLOWER)

    def advance_high_watermark(self, now_ms: int = 0) -> bool:
        """Move the high watermark as far as the replicas allow; True if it moved.

        Alone, the leader's own log end decides (fetch G-16), and `now_ms` does not matter.
        """
        if len(self.isr) != 1 or len(self.replicas) > 1:
            return self._advance_with_followers(now_ms)
        log = self.log
        if log.log_end_offset <= log.high_watermark:
            return False
        log.move_high_watermark(log.log_end_offset)
        return True

    def _advance_with_followers(self, now_ms: int) -> bool:
        """While fewer replicas are in sync than `min_isr`, it does not move (fetch G-15)."""
        isr, log_end_offset = self.isr, self.log.log_end_offset
        if len(isr) < self.min_isr:
            return False
        if self.followers is not None:
            end = self.followers.replicated_up_to(log_end_offset, isr=isr, now_ms=now_ms)
            return self.move_high_watermark(end)
        return len(isr) == 1 and self.move_high_watermark(log_end_offset)

    def move_high_watermark(self, offset: int) -> bool:
        """Move the high watermark up to `offset`; it never goes back (fetch G-13)."""
        if offset <= self.log.high_watermark:
            return False
        self.log.move_high_watermark(offset)
        return True

    def tell(self, appended_bytes: int = 0) -> None:
        """Tell the listeners that something has changed."""
        if self.quiet:
            listeners, self.quiet = self.quiet, []
            listeners[0].tell_all(listeners, self, appended_bytes)

    def tell_quietly(self) -> None:
        """Tell the listeners of a change that is to end nobody's wait by itself."""
        if self.quiet:
            listeners, self.quiet = self.quiet, []
            for listener in listeners:
                listener.partition_changed_quietly(self)
