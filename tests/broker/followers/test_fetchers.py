"""All fetchers: which partition has which one, as the metadata change."""

from __future__ import annotations

import pytest

from kafkawire.broker.followers.fetch_states import FetchState
from tests.support.broker.follower_world import FollowerWorld, batch, error, records


def test_partitions_of_one_leader_share_a_fetcher() -> None:
    """fetch G-40, replication D-1: its connection has the number of the fetcher."""
    world = FollowerWorld((2, 1), (3, 1), (2, 1))
    world.start()
    assert world.fetchers.sizes == {(2, 0): 2, (3, 0): 1}
    sent = {each.node: sorted(each.partitions) for each in world.sent}
    assert sent == {2: [0, 2], 3: [1]}


def test_fetchers_of_one_leader_divide_its_partitions() -> None:
    """fetch G-40, replication D-4: "t" has the hash 116; 31 * 116 is divisible by 4."""
    world = FollowerWorld(*[(2, 1)] * 6, fetchers=4)
    world.start()
    sent = {each.purpose.number: sorted(each.partitions) for each in world.sent}
    assert sent == {0: [0, 4], 1: [1, 5], 2: [2], 3: [3]}


def test_the_same_epoch_changes_nothing() -> None:
    """replication C-11: the fetcher goes on if only the in-sync replicas change."""
    world = FollowerWorld()
    world.start()
    before = world.state()
    world.change(isr=[2])
    world.start()
    assert world.state() is before
    assert len(world.sent) == 1


def test_a_new_leader_is_fetched_from_at_once() -> None:
    """replication C-11, D-16: without waiting for the old one or for a delay."""
    world = FollowerWorld((2, 1, 3))
    world.start()
    world.fetched(error(6))
    world.fetched()
    assert world.sent == []
    world.change(leader=3)
    world.start()
    assert world.only.node == 3
    assert world.fetchers.sizes == {(3, 0): 1}


def test_a_fetcher_without_partitions_ends_with_its_connection() -> None:
    """replication D-16: the request in flight has no effect."""
    world = FollowerWorld((2, 1), (2, 1))
    world.start()
    world.fetchers.stop(world.partition(0).topic_partition)
    world.fetchers.settle(world.now_ms)
    assert world.disconnected == []
    world.fetchers.stop(world.partition(1).topic_partition)
    world.fetchers.settle(world.now_ms)
    assert (world.sent, world.disconnected, world.fetchers.sizes) == ([], [2], {})


def test_no_leader_or_a_fenced_one_has_no_fetcher() -> None:
    """replication C-12."""
    world = FollowerWorld()
    world.start()
    world.change(leader=-1)
    world.start()
    assert world.sent == []
    world.fence(2)
    world.change(leader=2)
    world.start()
    assert world.sent == []
    world.fence(2, fenced=False)
    world.start()
    assert world.only.node == 2


def test_a_partition_that_is_led_here_is_refused() -> None:
    """replication D-15."""
    world = FollowerWorld((1, 2))
    with pytest.raises(AssertionError, match="t-0 is led here"):
        world.start()


def test_more_fetchers_take_partitions_with_their_states() -> None:
    """replication D-5: no partition is lost, none is fetched twice."""
    world = FollowerWorld(*[(2, 1)] * 5)
    world.start()
    world.fetched(records(batch(0), index=2), error(6, index=3), error(74, index=4))
    old = world.only
    world.fetchers.resize(4, world.now_ms)
    assert world.fetchers.sizes == {(2, 0): 1, (2, 1): 1, (2, 2): 1, (2, 3): 1}
    world.fetched(records(batch(0), index=1), sent=old)
    assert world.partition(1).log_end_offset == 0
    sent = {each.purpose.number: (each.offsets, each.forgotten) for each in world.sent}
    assert sent == {0: ({}, [1, 2]), 1: ({1: 0}, []), 2: ({2: 1}, [])}
    world.harness.advance(1000)
    assert {each.purpose.number: each.offsets for each in world.sent}[3] == {3: 0}
    assert world.state(4).state is FetchState.FAILED


def test_all_fetchers_end_when_they_are_closed() -> None:
    """replication D-16: nothing is sent afterwards."""
    world = FollowerWorld((2, 1), (3, 1))
    world.start()
    world.fetchers.close(world.now_ms)
    world.harness.advance(5000)
    assert (world.sent, sorted(world.disconnected)) == ([], [2, 3])


# Throttles


def test_a_throttled_partition_is_left_out_while_the_quota_is_exceeded() -> None:
    """replication D-10, fetch G-42, B-63: until it is in sync or the quota has room."""
    world = FollowerWorld((2, 1), (2, 1))
    world.quota.throttled = {0}
    world.start()
    data = batch(0)
    world.fetched(records(data, high_watermark=5), records(data, index=1, high_watermark=5))
    assert world.quota.recorded == [len(data)]
    assert world.only.offsets == {0: 1, 1: 1}
    world.quota.exceeded = True
    world.fetched()
    assert (world.only.offsets, world.only.forgotten) == ({}, [0])
    world.fetched()
    assert world.only.offsets == {}
    world.quota.exceeded = False
    world.fetched()
    assert world.only.offsets == {0: 1}


def test_a_throttled_partition_alone_is_looked_at_after_the_back_off() -> None:
    """replication D-7, D-10: nothing is sent meanwhile."""
    world = FollowerWorld()
    world.quota.throttled = {0}
    world.quota.exceeded = True
    world.start()
    assert world.sent == []
    world.harness.advance(1000)
    assert world.sent == []
    world.quota.exceeded = False
    world.harness.advance(1000)
    assert world.only.offsets == {0: 0}


def test_a_partition_in_sync_is_never_throttled() -> None:
    """replication D-10, fetch B-63: the lag counts to the leader's high watermark."""
    world = FollowerWorld()
    world.quota.throttled = {0}
    world.start()
    world.fetched(records(batch(0), high_watermark=1))
    world.quota.exceeded = True
    world.fetched()
    assert world.only.forgotten == []
    world.fetched(records(batch(1), high_watermark=9))
    assert world.only.forgotten == [0]


def test_a_changed_list_of_throttled_partitions_is_followed() -> None:
    """replication D-10: both ways."""
    world = FollowerWorld((2, 1), (2, 1))
    world.quota.exceeded = True
    world.start()
    world.quota.throttled = {1}
    world.fetchers.throttles_changed(world.now_ms)
    world.fetched()
    assert world.only.forgotten == []  # both are in sync
    world.fetched(records(batch(0), index=1, high_watermark=5))
    assert world.only.forgotten == [1]
    world.quota.throttled = set()
    world.fetchers.throttles_changed(world.now_ms)
    world.fetched()
    assert world.only.offsets == {1: 1}
