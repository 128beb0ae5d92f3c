"""The quota of a broker without throttled partitions."""

from __future__ import annotations

from kafkawire.broker.followers.throttling import Unlimited
from kafkawire.log.topic_partition import TopicPartition


def test_without_a_quota_nothing_is_held_back() -> None:
    """replication D-10."""
    quota = Unlimited()
    quota.record(1 << 40, 0)
    assert not quota.is_throttled(TopicPartition("t", 0))
    assert not quota.is_exceeded(0)
