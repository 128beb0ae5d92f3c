"""The replication quota of a follower (KIP-73; Kafka's `ReplicationQuotaManager`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from kafkawire.log.topic_partition import TopicPartition


class ReplicationQuota(Protocol):
    """A rate for the partitions in `follower.replication.throttled.replicas`."""

    def is_throttled(self, topic_partition: TopicPartition) -> bool:
        """Return True if the bytes of a partition count towards the quota."""

    def is_exceeded(self, now_ms: int) -> bool:
        """Return True while the bytes of all throttled partitions exceed the rate."""

    def record(self, size: int, now_ms: int) -> None:
        """Count the bytes of a throttled partition."""


class Unlimited:
    """The quota of a broker without throttled partitions."""

    def is_throttled(self, topic_partition: TopicPartition) -> bool:
        """See `ReplicationQuota.is_throttled`."""
        return False

    def is_exceeded(self, now_ms: int) -> bool:
        """See `ReplicationQuota.is_exceeded`."""
        return False

    def record(self, size: int, now_ms: int) -> None:
        """See `ReplicationQuota.record`."""
