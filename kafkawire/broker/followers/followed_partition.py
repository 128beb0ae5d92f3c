"""The state of one partition that this broker follows (Kafka's `PartitionFetchState`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from kafkawire.broker.followers.fetch_states import FetchState, Reason
from kafkawire.client.core.sessions import Wanted
from kafkawire.client.values import TopicPartition

if TYPE_CHECKING:
    from kafkawire.broker.replicas.partition import Partition


class Owner(Protocol):
    """The fetcher of a partition."""

    def note_change(self, found: FollowedPartition) -> None:
        """Look at the partition again before the next request."""


class FollowedPartition:
    """A partition in one leader epoch; a new epoch makes a new object.

    It listens to its `Partition`, because retention may move the start of the log between two
    fetches, and because the log may fail.
    """

    __slots__ = (
        "due_ms",
        "fetch_offset",
        "key",
        "lag",
        "last_fetched_epoch",
        "leader_end",
        "leader_epoch",
        "owner",
        "partition",
        "state",
        "topic_id",
        "why",
    )

    def __init__(self, partition: Partition, *, truncates_on_fetch: bool) -> None:
        """Begin to follow a leader (fetch G-43, replication D-13).

        The leader of a fetch compares epochs. If this log has no epochs, or if the leader is too
        old to compare them, everything above the high watermark is in doubt.
        """
        log = partition.log
        may_fetch = truncates_on_fetch and log.leader_epochs.latest >= 0
        self.partition = partition
        self.key = TopicPartition(*partition.topic_partition)
        """The partition's name as `FetchSession` has it."""
        self.topic_id = partition.topic_id
        self.leader_epoch = partition.leader_epoch
        self.fetch_offset = log.log_end_offset if may_fetch else log.high_watermark
        self.last_fetched_epoch = log.leader_epochs.latest
        self.state = FetchState.FETCHING if may_fetch else FetchState.TRUNCATING
        self.lag: int | None = None
        """Records between the last append and the leader's high watermark; None before it."""
        self.leader_end: int | None = None
        """The end of the leader's log, once it is found in the state SEARCHING."""
        self.due_ms = -1
        """The end of the latest delay."""
        self.why: Reason | None = None
        """The reason of a failure."""
        self.owner: Owner | None = None
        """The fetcher; None of a partition that has failed or is not followed any more."""

    @property
    def is_in_sync(self) -> bool:
        """True if the last append reached the leader's high watermark."""
        return self.lag is not None and self.lag <= 0

    @property
    def is_current(self) -> bool:
        """True while the partition follows in the epoch that this state belongs to."""
        partition = self.partition
        return not partition.is_leader and partition.leader_epoch == self.leader_epoch

    def wanted(self, max_bytes: int, *, truncates_on_fetch: bool) -> Wanted:
        """Return the next fetch of this partition."""
        return Wanted(
            self.topic_id,
            self.fetch_offset,
            self.leader_epoch,
            max_bytes,
            self.partition.log_start_offset,
            self.last_fetched_epoch if truncates_on_fetch else -1,
        )

    def move_to(self, offset: int) -> None:
        """Continue at `offset`, after a change of the log."""
        self.fetch_offset = offset
        self.last_fetched_epoch = self.partition.log.leader_epochs.latest

    # A listener of the partition

    @property
    def is_abandoned(self) -> bool:
        """True if no fetcher has this partition."""
        return self.owner is None

    def partition_changed(self) -> None:
        """See `PartitionListener.partition_changed`."""
        if self.owner is not None:
            self.owner.note_change(self)

    partition_changed_quietly = partition_changed
