"""What a leader knows of its followers."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.broker.metadata.parts import BrokerImage
from kafkawire.broker.replicas.remote_replica import (
    FollowerFetch,
    Peers,
    RemoteReplica,
    RemoteReplicas,
)
from tests.support.broker.metadata import broker

LAG_MS = 30_000


class Clock:
    """A session of a follower: it was used at these times."""

    def __init__(self, last_used_ms: int, previous_use_ms: int) -> None:
        self.last_used_ms = last_used_ms
        self.previous_use_ms = previous_use_ms


def fetch(offset: int, leader_end: int, now_ms: int, epoch: int = -1) -> FollowerFetch:
    return FollowerFetch(offset, 0, epoch, leader_end, now_ms)


def peers(**brokers: bool) -> Peers:
    """Brokers by number, as `b2=True`: True if fenced."""
    images = {
        int(name[1:]): BrokerImage(broker(int(name[1:]), fenced=fenced))
        for name, fenced in brokers.items()
    }
    return Peers(images, LAG_MS)


def in_sync_ends(*ends: int) -> RemoteReplicas:
    """Followers 2, 3 and so on, which have fetched from these offsets."""
    node_ids = range(2, 2 + len(ends))
    replicas = RemoteReplicas(peers(), node_ids)
    for node_id, end in zip(node_ids, ends, strict=True):
        replica = replicas.get(node_id)
        assert replica is not None
        replica.fetched(fetch(end, 100, 0))
    return replicas


# Times


def test_who_asks_for_the_end_has_caught_up_now() -> None:
    """fetch G-1, G-2: the fetch offset is the follower's log end."""
    replica = RemoteReplica(2)
    replica.fetched(FollowerFetch(7, 3, 11, 7, 1_000))
    assert (replica.log_end_offset, replica.log_start_offset) == (7, 3)
    assert (replica.replica_epoch, replica.last_caught_up_ms) == (11, 1_000)


def test_who_has_what_was_there_last_time_had_caught_up_then() -> None:
    """fetch G-2, G-3, J 171: always one fetch behind, and still in sync."""
    replica = RemoteReplica(2)
    replica.fetched(fetch(0, 0, 1_000))
    for step in range(1, 100):
        replica.fetched(fetch(10 * (step - 1), 10 * step, 1_000 + 1_000 * step))
        assert replica.last_caught_up_ms == 1_000 * step
        assert replica.is_caught_up(10 * step, now_ms=1_000 + 1_000 * step, lag_ms_max=1_000)


def test_who_lags_has_not_caught_up_since() -> None:
    """fetch G-2: below the end of the last time nothing changes."""
    replica = RemoteReplica(2)
    replica.fetched(fetch(5, 5, 1_000))
    replica.fetched(fetch(5, 50, 2_000))
    assert replica.last_caught_up_ms == 1_000
    replica.fetched(fetch(6, 50, 3_000))
    assert replica.last_caught_up_ms == 1_000
    assert replica.log_end_offset == 6


@pytest.mark.parametrize(
    ("end", "now_ms", "caught_up"),
    [(9, 1_000 + LAG_MS, True), (9, 1_001 + LAG_MS, False), (10, 10**12, True)],
)
def test_a_lag_is_counted_to_the_millisecond(end: int, now_ms: int, caught_up: bool) -> None:
    """fetch G-5, J 172: exactly the limit is in time, and who has it all always is."""
    replica = RemoteReplica(2)
    replica.fetched(fetch(9, 9, 1_000))
    replica.log_end_offset = end
    assert replica.is_caught_up(10, now_ms=now_ms, lag_ms_max=LAG_MS) is caught_up


def test_a_new_leader_knows_who_is_in_sync_and_nothing_else() -> None:
    """fetch G-6."""
    for in_sync in (True, False):
        replica = RemoteReplica(2)
        replica.fetched(FollowerFetch(7, 3, 11, 7, 1_000))
        replica.leader_begins(in_sync=in_sync, now_ms=9_000)
        assert (replica.log_end_offset, replica.log_start_offset) == (-1, -1)
        assert replica.replica_epoch is None
        assert replica.last_caught_up_ms == (9_000 if in_sync else 0)
        replica.fetched(fetch(0, 5, 9_500))
        assert replica.last_caught_up_ms == (9_000 if in_sync else 0)


def test_a_leader_elected_again_keeps_the_offsets() -> None:
    """fetch G-6: what counts next is the end of its new epoch's beginning."""
    for in_sync in (True, False):
        replica = RemoteReplica(2)
        replica.fetched(FollowerFetch(7, 3, 11, 7, 1_000))
        replica.leader_goes_on(20, in_sync=in_sync, now_ms=9_000)
        assert (replica.log_end_offset, replica.log_start_offset) == (7, 3)
        assert replica.last_caught_up_ms == (9_000 if in_sync else 0)
        replica.fetched(fetch(19, 30, 9_500))
        assert replica.last_caught_up_ms == (9_000 if in_sync else 0)
        replica.fetched(fetch(30, 31, 9_600))
        assert replica.last_caught_up_ms == 9_500


def test_a_session_that_looks_no_more_is_a_clock() -> None:
    """fetch G-2: each of its uses is a fetch that found nothing."""
    replica = RemoteReplica(2)
    replica.fetched(fetch(5, 5, 1_000))
    replica.clock = Clock(last_used_ms=6_000, previous_use_ms=5_500)
    assert replica.last_caught_up_ms == 6_000
    # An append came, and the next fetch is used and noted in the same millisecond.
    replica.clock = Clock(last_used_ms=7_000, previous_use_ms=6_000)
    replica.fetched(fetch(5, 6, 7_000))
    assert replica.last_caught_up_ms == 6_000
    replica.fetched(fetch(6, 7, 8_000))
    assert replica.last_caught_up_ms == 7_000


def test_a_stopped_clock_goes_no_further() -> None:
    replica = RemoteReplica(2)
    replica.fetched(fetch(5, 5, 1_000))
    clock = replica.clock = Clock(last_used_ms=7_000, previous_use_ms=6_000)
    replica.stop_clock(7_000)
    clock.last_used_ms = 9_000
    assert replica.last_caught_up_ms == 6_000


# High watermark


def test_the_high_watermark_is_the_least_end_of_those_in_sync() -> None:
    """fetch G-10, G-12, J 169: 8, 6 and 5 make 5; who is not in sync does not count."""
    followers = in_sync_ends(6, 5)
    assert followers.replicated_up_to(8, isr=(1, 2, 3), now_ms=0) == 5
    assert followers.replicated_up_to(8, isr=(1, 2), now_ms=0) == 6
    assert followers.replicated_up_to(8, isr=(1,), now_ms=0) == 8
    assert in_sync_ends(8, 5).replicated_up_to(8, isr=(1, 2, 3), now_ms=0) == 5
    assert in_sync_ends(8, 8).replicated_up_to(8, isr=(1, 2, 3), now_ms=0) == 8


def test_an_in_sync_replica_never_heard_of_has_nothing() -> None:
    followers = in_sync_ends(6)
    assert followers.replicated_up_to(8, isr=(1, 2, 9), now_ms=0) == -1
    followers.assign([2, 9])
    assert followers.replicated_up_to(8, isr=(1, 2, 9), now_ms=0) == -1
    assert followers.replicated_up_to(8, isr=(1, 2), now_ms=0) == 6


@pytest.mark.parametrize(
    ("fenced", "epoch", "end", "now_ms", "waited_for"),
    [
        (False, -1, 6, 100, True),
        (False, 2, 6, 100 + LAG_MS, True),
        (False, 2, 6, 101 + LAG_MS, False),
        (True, 2, 6, 100, False),
        (False, 1, 6, 100, False),
        (False, 3, 6, 100, False),
    ],
)
def test_who_has_caught_up_and_may_join_holds_the_high_watermark(
    fenced: bool, epoch: int, end: int, now_ms: int, waited_for: bool
) -> None:
    """fetch G-10, G-24: unfenced, and of the registration that the metadata knows (epoch 2)."""
    followers = RemoteReplicas(peers(b2=fenced), [2])
    replica = followers.get(2)
    assert replica is not None
    replica.fetched(fetch(end, end, 100, epoch))
    found = followers.replicated_up_to(8, isr=(1,), now_ms=now_ms)
    assert found == (6 if waited_for else 8)


def test_who_was_never_heard_of_or_is_about_to_leave_does_not() -> None:
    """fetch G-24."""
    known = peers(b2=False, b3=False)
    followers = RemoteReplicas(known, [2, 3])
    for node_id in (2, 3):
        replica = followers.get(node_id)
        assert replica is not None
        replica.leader_begins(in_sync=True, now_ms=100)
    assert followers.replicated_up_to(8, isr=(1,), now_ms=100) == 8
    for replica in followers:
        replica.fetched(fetch(6, 6, 100))
    for each in known.brokers.values():
        assert isinstance(each, BrokerImage)
        each.in_controlled_shutdown = True
    assert followers.replicated_up_to(8, isr=(1,), now_ms=100) == 8


@given(
    st.lists(st.tuples(st.integers(0, 9), st.booleans()), max_size=5),
    st.integers(0, 9),
)
def test_the_high_watermark_is_never_beyond_any_in_sync_replica(
    followers: list[tuple[int, bool]], leader_end: int
) -> None:
    """fetch G-10: the minimum over leader and in-sync replicas, if nobody else may join."""
    replicas = in_sync_ends(*[end for end, _ in followers])
    isr = (1, *(2 + at for at, (_, in_sync) in enumerate(followers) if in_sync))
    found = replicas.replicated_up_to(leader_end, isr=isr, now_ms=10**9)
    assert found == min([leader_end, *[end for end, in_sync in followers if in_sync]])


# The rest


@pytest.mark.parametrize(
    ("fenced", "epoch", "stale"),
    [(False, -1, False), (False, 1, True), (False, 2, False), (False, 3, False), (True, 1, False)],
)
def test_an_older_registration_is_stale(fenced: bool, epoch: int, stale: bool) -> None:
    """fetch G-4: absent and higher epochs are accepted, and those of fenced brokers."""
    assert peers(b2=fenced).is_stale(2, epoch) is stale
    assert not peers(b2=fenced).is_stale(3, epoch)


def test_an_assignment_keeps_who_stays() -> None:
    followers = in_sync_ends(6, 5)
    followers.assign([3, 4])
    assert [(each.node_id, each.log_end_offset) for each in followers] == [(3, 5), (4, -1)]
    assert followers.get(2) is None


def test_the_low_watermark_is_that_of_the_live_ones() -> None:
    """fetch G-74, produce D-42."""
    followers = RemoteReplicas(peers(b2=False, b3=True), [2, 3, 4])
    for replica, start in zip(followers, (4, 1, 1), strict=True):
        replica.fetched(FollowerFetch(6, start, -1, 6, 0))
    assert followers.low_watermark(5) == 4
    assert followers.low_watermark(2) == 2
