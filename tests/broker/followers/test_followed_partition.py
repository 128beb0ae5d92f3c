"""The state with which a partition begins to be followed, and its changes."""

from __future__ import annotations

from kafkawire.broker.followers.fetch_states import FetchState
from kafkawire.broker.followers.followed_partition import FollowedPartition
from tests.support.broker.follower_world import FollowerWorld


def test_epochs_decide_where_to_begin() -> None:
    """fetch G-43, replication D-13: the log end, or the high watermark."""
    world = FollowerWorld()
    partition = world.partition()
    empty = FollowedPartition(partition, truncates_on_fetch=True)
    assert (empty.state, empty.fetch_offset) == (FetchState.TRUNCATING, 0)
    world.fill((0, 3))
    partition.log.move_high_watermark(1)
    new = FollowedPartition(partition, truncates_on_fetch=True)
    assert (new.state, new.fetch_offset) == (FetchState.FETCHING, 3)
    old = FollowedPartition(partition, truncates_on_fetch=False)
    assert (old.state, old.fetch_offset) == (FetchState.TRUNCATING, 1)


def test_an_old_leader_gets_no_epoch() -> None:
    """fetch G-42: LastFetchedEpoch came with truncation on fetch (KIP-595)."""
    world = FollowerWorld()
    world.fill((0, 3))
    found = FollowedPartition(world.partition(), truncates_on_fetch=True)
    assert found.wanted(9, truncates_on_fetch=True).last_fetched_epoch == 0
    assert found.wanted(9, truncates_on_fetch=False).last_fetched_epoch == -1


def test_a_partition_without_a_fetcher_is_no_listener() -> None:
    """replication D-16: the partition drops it at its next sweep."""
    world = FollowerWorld()
    world.start()
    found = world.state()
    assert not found.is_abandoned
    world.fetchers.stop(world.partition().topic_partition)
    assert world.fetchers.state(world.partition().topic_partition) is None
    world.broker.replicas.changed(world.partition())
    assert found.owner is None


def test_being_in_sync_needs_a_first_append() -> None:
    """replication D-10: the lag is unknown before."""
    found = FollowedPartition(FollowerWorld().partition(), truncates_on_fetch=True)
    in_sync = [found.is_in_sync]
    for lag in (3, 0):
        found.lag = lag
        in_sync.append(found.is_in_sync)
    assert in_sync == [False, False, True]
