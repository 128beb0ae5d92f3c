"""The replication quota of a follower."""

from __future__ import annotations

import pytest

from kafkawire.broker.followers.throttling import FollowerQuota, Unlimited
from kafkawire.broker.security.rate import Window
from kafkawire.log.topic_partition import TopicPartition


def quota(rate: int | None = None) -> FollowerQuota:
    """Broker 1, with Kafka's eleven windows of a second."""
    made = FollowerQuota(1, Window(11, 1), 0)
    made.rate = rate
    return made


def test_without_a_quota_nothing_is_held_back() -> None:
    """replication D-10."""
    unlimited = Unlimited()
    unlimited.record(1 << 40, 0)
    assert not unlimited.is_throttled(TopicPartition("t", 0))
    assert not unlimited.is_exceeded(0)
    without_rate = quota()
    without_rate.record(1 << 40, 0)
    assert not without_rate.is_exceeded(0)


@pytest.mark.parametrize(
    ("replicas", "throttled"),
    [
        ([], []),
        (["*"], [0, 1, 2]),
        (["0:1", "1:2", "2:1"], [0, 2]),
        (["0:2"], []),
        (["1:11"], []),
    ],
)
def test_a_topic_names_its_throttled_replicas(replicas: list[str], throttled: list[int]) -> None:
    """replication D-10: pairs of partition and broker, or all."""
    made = quota()
    made.throttle("t", ["*"])
    made.throttle("t", replicas)
    assert [
        index for index in range(3) if made.is_throttled(TopicPartition("t", index))
    ] == throttled
    assert not made.is_throttled(TopicPartition("other", 0))


def test_the_rate_counts_since_the_oldest_window() -> None:
    """replication D-10: at least one window; not the empty ones before the first byte."""
    made = quota(rate=100)
    made.record(100, 0)
    assert not made.is_exceeded(0)
    made.record(1, 500)
    assert made.is_exceeded(500)
    assert made.is_exceeded(1009)
    assert not made.is_exceeded(1010)


def test_old_bytes_leave_the_windows() -> None:
    """replication D-10: eleven seconds after the last one."""
    made = quota(rate=100)
    made.record(10_000, 0)
    assert made.is_exceeded(10_999)
    assert not made.is_exceeded(11_000)
