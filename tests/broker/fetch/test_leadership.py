"""What becomes of fetches when leaders and replicas move, and directories fail."""

from __future__ import annotations

from typing import Any

import pytest

from kafkawire.broker.fetch.readiness import bytes_ready
from kafkawire.log.read import LogPosition
from kafkawire.log.topic_partition import TopicPartition
from tests.support.broker.cluster import Cluster, following, read
from tests.support.requests.fetching import asked, base_offsets, data_of, entries

ENOUGH = 1 << 40

FROM_16 = 16


# Moving on


def test_an_old_epoch_at_a_demoted_leader_is_fenced() -> None:
    """fetch B-17, J 54, J 56: 74, not 6."""
    cluster = Cluster((1, 2))
    assert read(cluster, asked(0, current_leader_epoch=0), version=9).error_code == 0
    cluster.change(leader=2)
    for version in (9, 11, 16):
        assert read(cluster, asked(0, current_leader_epoch=0), version=version).error_code == 74
    assert read(cluster, asked(0, current_leader_epoch=1), version=9).error_code == 6


@pytest.mark.parametrize("version", [9, 12, 16])
def test_a_session_is_checked_by_the_epoch_it_was_last_told(version: int) -> None:
    """fetch J 57, E-15, B-17: the cached one counts until a request brings another."""
    cluster = Cluster((1, 2))
    topic: Any = cluster.topic_id if version >= 13 else "t"
    session = cluster.open((topic, asked(0, current_leader_epoch=0)), version=version)
    assert entries(session.fetch()) == []
    cluster.change(leader=1)
    for _ in range(2):
        assert [error for _, _, error in entries(session.fetch())] == [74]
    told = session.fetch((topic, asked(0, current_leader_epoch=1)))
    assert [error for _, _, error in entries(told)] == [0]
    assert entries(session.fetch()) == []
    told = session.fetch((topic, asked(0, current_leader_epoch=2)))
    assert [error for _, _, error in entries(told)] == [75]


@pytest.mark.parametrize("in_session", [False, True])
@pytest.mark.parametrize(("version", "epoch"), [(9, 0), (10, 0), (10, -1), (11, 0), (16, 0)])
def test_a_leader_that_is_demoted_lets_go_of_who_needs_one(
    in_session: bool, version: int, epoch: int
) -> None:
    """fetch D-5, D-9, D-15, J 109: 74 for an old epoch at any version, else 6 up to version 10."""
    cluster = Cluster((1, 2), (1,))
    topic: Any = cluster.topic_id if version >= 13 else "t"
    wanted = (topic, asked(0, current_leader_epoch=epoch)), (topic, 1)
    if in_session:
        session = cluster.open(*wanted, version=version)
        session.fetch()
        waiting = session.send(min_bytes=1_000)
    else:
        waiting = cluster.send(*wanted, version=version, min_bytes=1_000)
    cluster.append(1)
    assert not waiting.done
    cluster.change(leader=2)
    assert [error for _, _, error in entries(waiting.response)] == [6 if epoch < 0 else 74, 0]
    assert data_of(waiting.response, 1).records
    if version >= FROM_16:
        leader = data_of(waiting.response, 0).current_leader
        assert (leader.leader_id, leader.leader_epoch) == (2, 1)
        assert [node.node_id for node in waiting.response.node_endpoints] == [2]


@pytest.mark.parametrize("in_session", [False, True])
@pytest.mark.parametrize("version", [11, 12, 18])
def test_who_may_read_from_followers_waits_on(in_session: bool, version: int) -> None:
    """fetch D-15, J 109: to the end, with error 0; or for what is replicated meanwhile."""
    for replicates in (False, True):
        cluster = Cluster((1, 2))
        topic: Any = cluster.topic_id if version >= 13 else "t"
        if in_session:
            session = cluster.open((topic, 0), version=version)
            session.fetch()
            waiting = session.send()
        else:
            waiting = cluster.send((topic, 0), version=version)
        cluster.change(leader=2)
        was_done = waiting.done
        if replicates:
            cluster.replicate(high_watermark=1, epoch=1)
            assert base_offsets(data_of(waiting.response).records) == [0]
        else:
            cluster.harness.advance(500)
            assert waiting.done
            assert {error for _, _, error in entries(waiting.response)} <= {0}
        assert not was_done


def test_a_follower_that_waits_hears_of_a_demotion() -> None:
    """fetch D-5, D-15."""
    cluster = Cluster((1, 2, 3))
    waiting = cluster.follow_later(3, 0)
    cluster.change(leader=2)
    assert [error for _, _, error in entries(waiting.response)] == [6]
    assert data_of(waiting.response).current_leader.leader_id == 2
    assert waiting.response.node_endpoints == []


def test_a_follower_hears_of_a_new_epoch_of_its_leader() -> None:
    """fetch D-9: whoever waits at a follower with the old one is fenced at once."""
    cluster = following(count=1, high_watermark=1)
    waiting = cluster.send(("t", asked(0, 1, current_leader_epoch=0)))
    cluster.change(leader=2)
    assert entries(waiting.response) == [("t", 0, 74)]


def test_a_promoted_follower_lets_its_high_watermark_go_on() -> None:
    """fetch D-9, G-6, G-20: at once if alone, else when the others have fetched."""
    cluster = following()
    alone = cluster.send(("t", asked(0, 2)))
    cluster.change(leader=1, isr=[1])
    assert base_offsets(data_of(alone.response).records) == [2]

    cluster = following()
    waiting = cluster.send(("t", asked(0, 2)))
    cluster.change(leader=1, isr=[1, 2])
    assert not waiting.done
    assert read(cluster, asked(0, 3)).error_code == 0
    assert base_offsets(read(cluster, asked(0, 0)).records) == [0, 1]
    cluster.follow(2, 3)
    assert base_offsets(data_of(waiting.response).records) == [2]


@pytest.mark.parametrize("in_session", [False, True])
def test_a_replica_that_is_moved_away_is_told_at_once(in_session: bool) -> None:
    """fetch D-5, D-9, D-15, J 110: 6 while its topic is in the metadata; the others have theirs."""
    cluster = Cluster((1, 2), (1,))
    cluster.append(1)
    wanted = ("t", 0), ("t", 1)
    if in_session:
        session = cluster.open(*wanted)
        waiting = session.send(min_bytes=1_000)
    else:
        waiting = cluster.send(*wanted, min_bytes=1_000)
    assert not waiting.done
    cluster.change(replicas=[2, 3], isr=[2, 3], leader=2)
    assert entries(waiting.response) == [("t", 0, 6), ("t", 1, 0)]
    assert data_of(waiting.response, 1).records


def test_a_replica_that_moves_in_is_served() -> None:
    """fetch B-14, E-23: its session hears of it like of any error that is over."""
    cluster = Cluster((2, 3))
    session = cluster.open(("t", 0))
    assert entries(session.fetch()) == [("t", 0, 6)]
    cluster.change(replicas=[2, 1], isr=[2])
    assert entries(session.fetch()) == [("t", 0, 0)]
    assert entries(session.fetch()) == []
    cluster.replicate(high_watermark=1)
    assert entries(session.fetch()) == [("t", 0, 0)]


def test_an_assignment_says_who_follows() -> None:
    """fetch B-19, J 58: also in a session that has nothing else to hear."""
    cluster = Cluster((1, 2))
    fetch: dict[str, Any] = {"session": (0, 0), "max_wait_ms": 0}
    first = cluster.follow_later(2, asked(0, current_leader_epoch=0), **fetch).response
    cluster.follow_later(2, session=(first.session_id, 1), max_wait_ms=0)
    assert cluster.follow(3).error_code == 6
    cluster.change(replicas=[1, 3], isr=[1])
    assert cluster.follow(3).error_code == 0
    assert cluster.follow(2).error_code == 6
    again = cluster.follow_later(2, session=(first.session_id, 2)).response
    assert [error for _, _, error in entries(again)] == [75]


# Failing


@pytest.mark.parametrize("version", [4, 5, 6, 12, 18])
def test_a_failed_directory_is_a_storage_error(version: int) -> None:
    """fetch B-14, A-58, J 61: 6 up to version 5; no hint."""
    cluster = Cluster((1, 2), (1,))
    cluster.broker.replicas.fail(TopicPartition("t", 0))
    topic: Any = cluster.topic_id if version >= 13 else "t"
    response = cluster.fetch((topic, asked(0)), (topic, 1), version=version, max_wait_ms=1_000)
    assert [error for _, _, error in entries(response)] == [56 if version >= 6 else 6, 0]
    assert data_of(response, 0).current_leader.leader_id == -1


@pytest.mark.parametrize("in_session", [False, True])
@pytest.mark.parametrize("woken", [False, True])
def test_a_failing_directory_wakes_nobody_by_itself(in_session: bool, woken: bool) -> None:
    """fetch D-5, D-9: it is noticed at the next wake-up, or at the end of the wait."""
    cluster = Cluster((1,), (1,))
    if in_session:
        session = cluster.open(("t", 0), ("t", 1))
        session.fetch()
        waiting = session.send(min_bytes=1_000)
    else:
        waiting = cluster.send(("t", 0), ("t", 1), min_bytes=1_000)
    cluster.broker.replicas.fail(TopicPartition("t", 0))
    cluster.harness.advance(100)
    assert not waiting.done
    if woken:
        cluster.append(1)
        assert entries(waiting.response) == [("t", 0, 56), ("t", 1, 0)]
    else:
        cluster.harness.advance(400)
        assert ("t", 0, 56) in entries(waiting.response)


def test_a_failed_partition_is_gone_with_its_topic() -> None:
    """fetch B-14: and neither news of it nor its return make it anew."""
    cluster = Cluster((1, 2))
    cluster.broker.replicas.fail(TopicPartition("t", 0))
    cluster.change(isr=[1])
    assert read(cluster).error_code == 56
    cluster.broker.replicas.fail(TopicPartition("t", 0))
    cluster.delete_topic()
    assert not cluster.broker.replicas.offline
    assert read(cluster).error_code == 3


# While waiting


@pytest.mark.parametrize("in_session", [False, True])
def test_a_history_that_diverges_while_it_is_waited_for_is_told(in_session: bool) -> None:
    """fetch D-8a, J 112: the log was cut and went on in another epoch."""
    cluster = following(count=2, high_watermark=2)
    one = ("t", asked(0, 2, last_fetched_epoch=0))
    if in_session:
        session = cluster.open(one)
        session.fetch()
        waiting = session.send(min_bytes=1_000)
    else:
        waiting = cluster.send(one, min_bytes=1_000)
    cluster.change(leader=2)
    cluster.partition().log.truncate_to(1)
    assert not waiting.done
    cluster.replicate(high_watermark=2, epoch=1)
    data = data_of(waiting.response)
    diverging = data.diverging_epoch
    assert (data.error_code, diverging.epoch, diverging.end_offset) == (0, 0, 1)


def test_an_unknown_fetched_epoch_ends_a_wait() -> None:
    """fetch D-8a, B-34: its batches are cut off, so nobody knows it any more."""
    cluster = following(count=1, high_watermark=1)
    cluster.change(leader=2)
    cluster.replicate(high_watermark=2, epoch=1)
    waiting = cluster.send(("t", asked(0, 2, last_fetched_epoch=1)))
    assert not waiting.done
    cluster.partition().log.truncate_to(1)
    cluster.replicate(count=0, high_watermark=0)
    assert entries(waiting.response) == [("t", 0, 1)]


class NoPlaces:
    """A log of which only offsets are known."""

    high_watermark = 500

    def position_of(self, offset: int) -> LogPosition:
        raise AssertionError("places are compared")


@pytest.mark.parametrize(("bound", "ready"), [(500, 0), (499, ENOUGH)])
def test_equal_offsets_are_never_compared_by_place(bound: int, ready: int) -> None:
    """fetch D-6, D-8b, J 113: an equal bound is nothing, a lower one ends the wait."""
    cluster = Cluster((1,))
    session = cluster.open(("t", asked(0)))
    session.fetch()
    session.send()
    (cached,) = session.real.partitions.values()
    view = session.real._parked_view
    assert cached.partition is not None
    assert view is not None
    cached.position = LogPosition(0, 500, 0)
    log: Any = NoPlaces()
    log.high_watermark = bound
    cached.partition.log = log
    assert bytes_ready(cached, view) == ready
