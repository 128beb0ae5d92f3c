"""One hosted partition: its log, the metadata that it follows, and its listeners.

Metadata reach a partition as one value, its `PartitionImage`, through `Partition.assign` and no
other way.

A listener is an object that must know when the partition changes: a partition of a fetch session,
or a coordinator. It registers for one change at a time:

1. `Partition.listen` appends the listener to `listeners`.
2. `Partition.notify` empties the list, then calls `partition_changed` of each listener once.
   `notify_quietly` does the same with `partition_changed_quietly`.
3. A listener that has looked at the partition and found nothing to report registers again. It may
   do so inside the call.

So an append costs the same however many sessions subscribe to the partition and lag behind.

A listener cannot leave the list. One whose session is gone reports `is_abandoned`. `listen`
removes the abandoned ones each time the length of the list reaches a power of two. So the list is
at most twice as long as there are live listeners, at an amortised cost of O(1).
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Protocol

from kafkawire.broker.metadata.parts import NO_LEADER, PartitionImage
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError

if TYPE_CHECKING:
    from kafkawire.broker.metrics.topics import TopicCounts
    from kafkawire.broker.replicas.remote_replica import RemoteReplicas
    from kafkawire.log.partition_log import PartitionLog
    from kafkawire.log.topic_partition import TopicPartition

NO_EPOCH = -1
"""The leader epoch in a request of a client that does not know the leader epoch."""

UNASSIGNED = PartitionImage(
    replicas=(), isr=(), leader=NO_LEADER, leader_epoch=NO_EPOCH, partition_epoch=-1
)
"""The image of a partition before its first metadata."""

SWEEP_FROM = 4
"""The shortest list of listeners that is swept."""


class PartitionListener(Protocol):
    """An object that learns of the next change of a partition; see the module."""

    @property
    def is_abandoned(self) -> bool:
        """True if the listener needs no more calls."""

    def partition_changed(self) -> None:
        """Follow an append, or a change of high watermark, log start or leadership, or a deletion.

        The listener is in no list any more.
        """

    def partition_changed_quietly(self) -> None:
        """Follow a change that by itself completes no parked request (fetch D-9, D-11)."""


class Partition:
    """The state of one partition on this broker.

    `image` is the metadata that this replica follows. `leader_epoch`, `is_leader` and `is_alone`
    repeat what follows from it, since every produce and every fetch reads them: a slot costs less
    than a field of a field. `followers` is the leader's state of the other replicas, None if there
    are none. `deleted` is True once this broker does not host the partition any more: the topic is
    deleted, the replica was moved away, or its log directory failed.
    """

    __slots__ = (
        "counts",
        "deleted",
        "followers",
        "image",
        "is_alone",
        "is_leader",
        "leader_epoch",
        "listeners",
        "log",
        "topic_id",
        "topic_partition",
    )

    def __init__(self, topic_partition: TopicPartition, topic_id: bytes, log: PartitionLog) -> None:
        self.topic_partition = topic_partition
        self.topic_id = topic_id
        self.log = log
        self.image = UNASSIGNED
        self.leader_epoch = NO_EPOCH
        self.is_leader = False
        self.is_alone = False
        """True while no other replica is assigned or in sync: none to wait for (fetch G-16)."""
        self.followers: RemoteReplicas | None = None
        self.deleted = False
        self.counts: TopicCounts | None = None
        """The counts of its topic; None until the partition is used."""
        self.listeners: list[PartitionListener] = []

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
        wanted, assigned = self.log.config.min_insync_replicas, len(self.image.replicas)
        return wanted if wanted < assigned else assigned

    @property
    def answers_beyond_bound(self) -> bool:
        """True if a fetch that starts above its upper bound does not wait (fetch D-6)."""
        return True

    def assign(self, image: PartitionImage, *, is_leader: bool) -> None:
        """Follow `image`. A leader's new epoch starts at the log end offset (fetch G-63)."""
        begins_to_lead = is_leader and image.leader_epoch > self.leader_epoch
        self.image = image
        self.leader_epoch = image.leader_epoch
        self.is_leader = is_leader
        self.is_alone = len(image.isr) == 1 and len(image.replicas) <= 1
        if begins_to_lead:
            with suppress(ApiError):  # the write failed, and the partition is offline now
                self.log.leader_epochs.assign(image.leader_epoch, self.log.log_end_offset)

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
        if not self.is_alone:
            return self._advance_with_followers(now_ms)
        log = self.log
        if log.log_end_offset <= log.high_watermark:
            return False
        log.move_high_watermark(log.log_end_offset)
        return True

    def _advance_with_followers(self, now_ms: int) -> bool:
        """While fewer replicas are in sync than `min_isr`, it does not move (fetch G-15)."""
        isr, log_end_offset = self.image.isr, self.log.log_end_offset
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

    def listen(self, listener: PartitionListener) -> None:
        """Notify `listener` of the next change."""
        listeners = self.listeners
        listeners.append(listener)
        length = len(listeners)
        if length >= SWEEP_FROM and length & (length - 1) == 0:
            listeners[:] = [each for each in listeners if not each.is_abandoned]

    def notify(self) -> None:
        """Notify the listeners of a change."""
        listeners, self.listeners = self.listeners, []
        for listener in listeners:
            listener.partition_changed()

    def notify_quietly(self) -> None:
        """Notify the listeners of a change that by itself completes no parked request."""
        listeners, self.listeners = self.listeners, []
        for listener in listeners:
            listener.partition_changed_quietly()
