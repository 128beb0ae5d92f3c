"""Followers fetch: what their leader learns of it, and what it lets others see."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.broker.cluster import Cluster
from tests.support.requests.fetching import asked, base_offsets, data_of, entries

VERSIONS = [0, 4, 5, 9, 12, 13, 14, 15, 18]


def caught_up_ms(cluster: Cluster, node_id: int, index: int = 0) -> int:
    """Since the beginning of the test."""
    followers = cluster.partition(index).followers
    assert followers is not None
    replica = followers.get(node_id)
    assert replica is not None
    return replica.last_caught_up_ms - cluster.harness.now_ms


# What moves


@pytest.mark.parametrize("version", VERSIONS)
def test_a_fetch_offset_is_a_log_end(version: int) -> None:
    """fetch G-1, A-10, B-13: at every version, wherever it names the follower."""
    cluster = Cluster((1, 2))
    cluster.append()
    cluster.append()
    data = cluster.follow(2, 1, version=version)
    assert data.records
    assert cluster.ends() == {2: 1}
    assert cluster.partition().high_watermark == 1


def test_the_high_watermark_waits_for_the_slowest_in_sync() -> None:
    """fetch G-10, G-12, G-17, J 169: it is the next fetch that tells."""
    cluster = Cluster((1, 2, 3))
    for _ in range(8):
        cluster.append()
    partition = cluster.partition()
    moves = [(2, 0, 0), (3, 0, 0), (2, 6, 0), (3, 5, 5), (2, 8, 5), (3, 8, 8)]
    for node_id, offset, high_watermark in moves:
        cluster.follow(node_id, offset)
        assert partition.high_watermark == high_watermark


def test_the_answer_shows_the_high_watermark_of_before() -> None:
    """fetch B-29, J 170: the fetch that moves it hears of it one round later."""
    cluster = Cluster((1, 2))
    cluster.append()
    assert cluster.follow(2, 1).high_watermark == 0
    assert cluster.partition().high_watermark == 1
    assert cluster.follow(2, 1).high_watermark == 1


def test_a_parked_fetch_shows_the_high_watermark_it_has_moved() -> None:
    """fetch B-29, D-13: it is read again when its wait ends."""
    cluster = Cluster((1, 2))
    cluster.append()
    parked = cluster.follow_later(2, asked(0, 1))
    assert cluster.partition().high_watermark == 1
    cluster.harness.advance(500)
    assert data_of(parked.response).high_watermark == 1


@pytest.mark.parametrize("in_session", [False, True])
def test_only_the_first_read_tells(in_session: bool) -> None:
    """fetch D-13, J 114: what the completion reads says nothing of the follower."""
    cluster = Cluster((1, 2))
    cluster.append()
    fields: dict[str, Any] = {}
    if in_session:
        first = cluster.follow_later(2, asked(0, 1), session=(0, 0), max_wait_ms=0).response
        fields = {"session": (first.session_id, 1)}
    begun_ms = cluster.harness.now_ms
    parked = cluster.follow_later(2, *([] if in_session else [asked(0, 1)]), **fields)
    cluster.harness.advance(100)
    cluster.partition().log.truncate_to(0)  # so that a second look would tell something else
    cluster.append()
    cluster.append()
    assert parked.done
    assert cluster.ends() == {2: 1}
    assert cluster.harness.now_ms + caught_up_ms(cluster, 2) == begun_ms


@pytest.mark.parametrize(
    "refused",
    [
        {"offset": 9},
        {"current_leader_epoch": 3},
        {"last_fetched_epoch": 7},
        {"max_bytes": -1},
    ],
)
def test_an_error_tells_nothing(refused: dict[str, int]) -> None:
    """fetch G-2, J 69: the follower's log end is as it was."""
    cluster = Cluster((1, 2))
    cluster.append()
    cluster.append()
    cluster.follow(2, 1)
    cluster.harness.advance(100)
    assert cluster.follow(2, **{"offset": 0, **refused}).error_code != 0
    assert cluster.ends() == {2: 1}
    assert cluster.partition().high_watermark == 1


def test_divergence_tells_nothing() -> None:
    """fetch B-36, J 80: neither log end nor in-sync set move."""
    cluster = Cluster((1, 2))
    cluster.append()
    cluster.change(leader=1)
    cluster.append()
    data = cluster.follow(2, 2, last_fetched_epoch=0)
    assert (data.error_code, data.diverging_epoch.epoch, data.diverging_epoch.end_offset) == (
        0,
        0,
        1,
    )
    assert cluster.ends() == {2: -1}
    assert cluster.partition().high_watermark == 0
    assert cluster.partition().image.isr == (1, 2)


def test_a_follower_sees_what_consumers_do_not() -> None:
    """fetch B-13, J 64: to the log end, past the high watermark."""
    cluster = Cluster((1, 2))
    cluster.append()
    assert base_offsets(cluster.follow(2, 0).records) == [0]
    consumer = cluster.fetch(("t", asked(0)))
    assert data_of(consumer).records == b""
    assert data_of(consumer).high_watermark == 0


def test_too_few_in_sync_hold_the_high_watermark() -> None:
    """fetch G-15, J 175, produce A-74: whatever the followers have."""
    cluster = Cluster((1, 2, 3))
    cluster.configure(min_insync_replicas="2")
    cluster.append()
    cluster.change(isr=[1])
    cluster.follow(2, 1)
    cluster.follow(3, 1)
    assert cluster.partition().high_watermark == 0
    cluster.change(isr=[1, 2])
    assert cluster.partition().high_watermark == 1


def test_a_follower_about_to_join_holds_the_high_watermark() -> None:
    """fetch G-10: caught up, though not in sync; for replica.lag.time.max.ms."""
    cluster = Cluster((1, 2), replica_lag_time_max_ms="1000")
    cluster.append()
    cluster.change(isr=[1])
    assert cluster.partition().high_watermark == 1
    cluster.follow(2, 1)
    cluster.append()
    assert cluster.partition().high_watermark == 1
    cluster.harness.advance(1_000)
    cluster.append()
    assert cluster.partition().high_watermark == 1
    cluster.harness.advance(1)
    cluster.append()
    assert cluster.partition().high_watermark == 4


def test_only_a_changed_log_end_moves_the_high_watermark() -> None:
    """fetch G-14: not the same offset once more, though who held it back does so no longer."""
    cluster = Cluster((1, 2, 3), replica_lag_time_max_ms="1000")
    cluster.change(isr=[1])
    cluster.append()
    cluster.follow(2, 1)
    cluster.append()
    cluster.follow(3, 0)
    cluster.harness.advance(1_001)
    cluster.follow(3, 0)
    assert cluster.partition().high_watermark == 1
    cluster.follow(3, 1)
    assert cluster.partition().high_watermark == 2


# Replica epochs


@pytest.mark.parametrize("version", [14, 15, 16, 18])
@pytest.mark.parametrize(("epoch", "is_stale"), [(-1, False), (1, True), (2, False), (9, False)])
def test_a_restarted_follower_is_told_so(version: int, epoch: int, is_stale: bool) -> None:
    """fetch G-4, J 177: 6 and nothing noted; with the leader from v16; before v15 it is absent."""
    cluster = Cluster((1, 2))
    cluster.append()
    data = cluster.follow(2, 1, epoch=epoch, version=version)
    if is_stale and version >= 15:
        assert (data.error_code, data.high_watermark, data.records) == (6, -1, b"")
        leader = (1, 0) if version >= 16 else (-1, -1)
        assert (data.current_leader.leader_id, data.current_leader.leader_epoch) == leader
        assert cluster.ends() == {2: -1}
    else:
        assert data.error_code == 0
        assert cluster.ends() == {2: 1}


def test_other_errors_come_before_a_stale_epoch() -> None:
    """fetch G-4: it is noticed where the fetch would be noted, so divergence goes first too."""
    cluster = Cluster((1, 2))
    cluster.append()
    assert cluster.follow(2, 9, epoch=1).error_code == 1
    assert cluster.follow(2, 0, epoch=1, current_leader_epoch=4).error_code == 75
    diverging = cluster.follow(2, 2, epoch=1, last_fetched_epoch=0)
    assert (diverging.error_code, diverging.diverging_epoch.end_offset) == (0, 1)


def test_a_session_notices_that_its_follower_was_restarted() -> None:
    """fetch G-4, E-22: also of partitions at which nothing has changed."""
    cluster = Cluster((1, 2), (1, 2))
    first = cluster.follow_later(2, 0, 1, session=(0, 0), max_wait_ms=0, epoch=2).response
    session = first.session_id
    quiet = cluster.follow_later(2, session=(session, 1), max_wait_ms=0, epoch=2).response
    assert entries(quiet) == []
    cluster.register(2, epoch=7)
    stale = cluster.follow_later(2, session=(session, 2), epoch=2).response
    assert [error for _, _, error in entries(stale)] == [6, 6]
    fresh = cluster.follow_later(2, session=(session, 3), max_wait_ms=0, epoch=7).response
    assert [error for _, _, error in entries(fresh)] == [0, 0]


# Sessions


def test_a_session_that_finds_nothing_keeps_its_follower_caught_up() -> None:
    """fetch G-2: each use is a fetch of every partition, though none is looked at."""
    cluster = Cluster((1, 2), (1, 2))
    first = cluster.follow_later(2, 0, 1, session=(0, 0), max_wait_ms=0).response
    session = first.session_id
    for epoch in range(1, 5):
        cluster.harness.advance(1_000)
        cluster.follow_later(2, session=(session, epoch), max_wait_ms=0)
        assert caught_up_ms(cluster, 2, 0) == caught_up_ms(cluster, 2, 1) == 0
    cluster.append(0)
    cluster.harness.advance(1_000)
    lagging = cluster.follow_later(2, session=(session, 5), max_wait_ms=0).response
    assert base_offsets(data_of(lagging, 0).records) == [0]
    assert (caught_up_ms(cluster, 2, 0), caught_up_ms(cluster, 2, 1)) == (-1_000, 0)
    cluster.harness.advance(1_000)
    cluster.follow_later(2, asked(0, 1), session=(session, 6), max_wait_ms=0)
    assert (caught_up_ms(cluster, 2, 0), caught_up_ms(cluster, 2, 1)) == (0, 0)


def test_a_session_in_error_is_no_fetch_of_that_partition() -> None:
    """fetch G-2: while the others go on."""
    cluster = Cluster((1, 2), (1, 2))
    first = cluster.follow_later(2, 0, 1, session=(0, 0), max_wait_ms=0).response
    session = first.session_id
    cluster.follow_later(2, session=(session, 1), max_wait_ms=0)
    beyond = asked(0, 9)
    for epoch in range(2, 5):
        cluster.harness.advance(1_000)
        cluster.follow_later(2, beyond, session=(session, epoch), max_wait_ms=0)
    assert (caught_up_ms(cluster, 2, 0), caught_up_ms(cluster, 2, 1)) == (-3_000, 0)


def test_a_session_tells_the_high_watermark_that_its_follower_moved() -> None:
    """fetch B-29, E-22: in the next answer, without data."""
    cluster = Cluster((1, 2))
    cluster.append()
    first = cluster.follow_later(2, asked(0, 1), session=(0, 0), max_wait_ms=0).response
    assert data_of(first).high_watermark == 0
    second = cluster.follow_later(2, session=(first.session_id, 1), max_wait_ms=0).response
    assert data_of(second).high_watermark == 1
    third = cluster.follow_later(2, session=(first.session_id, 2), max_wait_ms=0).response
    assert entries(third) == []


# Waiting


def test_an_append_wakes_followers_and_the_high_watermark_wakes_consumers() -> None:
    """fetch D-9, D-10, J 106, J 107: a second follower's fetch is what the consumer waits for."""
    cluster = Cluster((1, 2, 3))
    consumer = cluster.send(("t", 0))
    follower = cluster.follow_later(2, 0)
    cluster.append()
    assert (consumer.done, follower.done) == (False, True)
    cluster.follow(2, 1)
    assert not consumer.done
    cluster.follow(3, 1)
    assert base_offsets(data_of(consumer.response).records) == [0]


def test_a_new_epoch_of_the_same_leader_wakes_nobody() -> None:
    """fetch D-5, D-11: who gave the old epoch is fenced at the next wake-up, whatever it is."""
    cluster = Cluster((1, 2))
    waiting = [
        cluster.send(("t", asked(0, current_leader_epoch=0))),
        cluster.follow_later(2, asked(0, current_leader_epoch=0)),
    ]
    cluster.change(leader=1)
    assert [each.done for each in waiting] == [False, False]
    cluster.append()
    assert [data_of(each.response).error_code for each in waiting] == [74, 74]


def test_a_new_epoch_of_the_same_leader_wakes_no_session() -> None:
    """fetch D-11: but a change of any of its partitions does (D-5)."""
    cluster = Cluster((1, 2), (1,))
    session = cluster.open(("t", asked(0, current_leader_epoch=0)), ("t", 1))
    session.fetch()
    waiting = session.send()
    cluster.change(leader=1)
    assert not waiting.done
    cluster.append(1)
    assert entries(waiting.response) == [("t", 0, 74), ("t", 1, 0)]


def test_a_shrunken_in_sync_set_wakes_if_the_high_watermark_moves() -> None:
    """fetch D-9, G-14."""
    cluster = Cluster((1, 2))
    cluster.append()
    consumer = cluster.send(("t", 0))
    cluster.change(isr=[1])
    assert base_offsets(data_of(consumer.response).records) == [0]
