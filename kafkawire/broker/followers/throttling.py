"""The replication quota of a follower (KIP-73; Kafka's `ReplicationQuotaManager`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from kafkawire.broker.security.rate import Rate, Window

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kafkawire.log.topic_partition import TopicPartition


EVERYTHING = "*"


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


class FollowerQuota:
    """The bytes of throttled partitions, against `follower.replication.throttled.rate`.

    The rate is that of a broker, in bytes per second; None is no limit. Topics have the throttled
    replicas. The window comes from `replication.quota.window.num` and
    `replication.quota.window.size.seconds`. The bytes of a partition count in sync or not.
    """

    __slots__ = ("_measured", "_topics", "node_id", "rate")

    def __init__(self, node_id: int, window: Window, now_ms: int) -> None:
        self.node_id = node_id
        self.rate: int | None = None
        self._measured = Rate(window, now_ms)
        self._topics: dict[str, frozenset[int] | None] = {}
        """Throttled partitions by topic; None for all of a topic."""

    def throttle(self, topic: str, replicas: Iterable[str]) -> None:
        """Follow `follower.replication.throttled.replicas` of a topic.

        The list has partitions with brokers, `3:1`, or `*` for all of them.
        """
        given = list(replicas)
        pairs = [each.split(":") for each in given if each != EVERYTHING]
        own = frozenset(int(each[0]) for each in pairs if int(each[1]) == self.node_id)
        if EVERYTHING in given:
            self._topics[topic] = None
        elif own:
            self._topics[topic] = own
        else:
            self._topics.pop(topic, None)

    def is_throttled(self, topic_partition: TopicPartition) -> bool:
        """See `ReplicationQuota.is_throttled`."""
        if topic_partition.topic not in self._topics:
            return False
        partitions = self._topics[topic_partition.topic]
        return partitions is None or topic_partition.partition in partitions

    def is_exceeded(self, now_ms: int) -> bool:
        """See `ReplicationQuota.is_exceeded`."""
        return self.rate is not None and self._measured.bytes_per_second(now_ms) > self.rate

    def record(self, size: int, now_ms: int) -> None:
        """See `ReplicationQuota.record`."""
        self._measured.record(size, now_ms)
