"""Reading from followers, and what becomes of fetches when leaders and replicas move."""

from __future__ import annotations

from typing import Any

import pytest

from kafkawire.broker.fetch.readiness import ENOUGH, bytes_ready
from kafkawire.log.read import LogPosition
from kafkawire.log.topic_partition import TopicPartition
from tests.support.cluster import RACK_AWARE, Cluster
from tests.support.fetching import asked, base_offsets, data_of, entries

UNTIL_16, FROM_16 = 15, 16


def following(count: int = 3, high_watermark: int = 2) -> Cluster:
    """This broker follows partition 0 of broker 2."""
    cluster = Cluster((2, 1))
    for _ in range(count):
        cluster.replicate(high_watermark=high_watermark)
    return cluster


def read(cluster: Cluster, one: Any = 0, version: int = 12, **fields: Any) -> Any:
    topic = cluster.topic_id if version >= 13 else "t"
    return data_of(cluster.fetch((topic, one), version=version, **fields))


# Reading from followers


@pytest.mark.parametrize("version", range(4, 19))
@pytest.mark.parametrize("rack", ["", "r1"])
def test_consumers_may_read_from_followers_since_version_11(version: int, rack: str) -> None:
    """fetch B-13, B-46, J 52: whatever the rack; older ones hear 6."""
    data = read(following(), version=version, rack_id=rack if version >= 11 else "")
    if version <= 10:
        assert (data.error_code, data.records) == (6, b"")
    else:
        assert (data.error_code, base_offsets(data.records)) == (0, [0, 1])
        assert (data.high_watermark, data.last_stable_offset, data.log_start_offset) == (2, 2, 0)


@pytest.mark.parametrize(("epoch", "error"), [(-1, 0), (0, 0), (1, 75)])
def test_a_follower_has_an_epoch_of_its_own(epoch: int, error: int) -> None:
    """fetch B-17, J 55: it is the follower's, and an old one is fenced."""
    cluster = following()
    assert read(cluster, asked(0, current_leader_epoch=epoch)).error_code == error
    cluster.change(leader=2)
    expected = {-1: 0, 0: 74, 1: 0}[epoch]
    assert read(cluster, asked(0, current_leader_epoch=epoch), version=11).error_code == expected


@pytest.mark.parametrize(("offset", "error", "found"), [(1, 0, [1]), (2, 0, []), (3, 0, [])])
def test_the_bounds_are_the_followers_own(offset: int, error: int, found: list[int]) -> None:
    """fetch B-46: between its high watermark and its log end there is nothing yet."""
    data = read(following(), asked(0, offset))
    assert (data.error_code, base_offsets(data.records)) == (error, found)
    assert read(following(), asked(0, 4)).error_code == 1


def test_a_follower_redirects_nobody() -> None:
    """fetch B-44, J 90: though somebody else is in the client's rack."""
    cluster = Cluster((2, 1, 3), replica_selector_class=RACK_AWARE, broker_rack="r1")
    cluster.replicate(high_watermark=1)
    data = read(cluster, rack_id="r3")
    assert (data.preferred_read_replica, base_offsets(data.records)) == (-1, [0])


def test_who_waits_at_a_follower_waits_for_its_high_watermark() -> None:
    """fetch B-48, D-9, J 91: not for the records."""
    cluster = following(count=2, high_watermark=2)
    session = cluster.open(("t", asked(0, 2)), version=12)
    waiting = [cluster.send(("t", asked(0, 2))), session.send()]
    cluster.replicate(high_watermark=2)
    assert [each.done for each in waiting] == [False, False]
    cluster.replicate(count=0, high_watermark=3)
    assert [base_offsets(data_of(each.response).records) for each in waiting] == [[2], [2]]


def test_a_followers_high_watermark_keeps_within_its_log() -> None:
    """fetch G-18: never beyond its end, back if the leader says so, not below its start."""
    cluster = following(count=3, high_watermark=99)
    partition = cluster.partition()
    assert partition.high_watermark == 3
    cluster.replicate(count=0, high_watermark=1)
    assert partition.high_watermark == 1
    partition.log.delete_records_before(1)
    cluster.replicate(count=0, high_watermark=0)
    assert partition.high_watermark == 1


# Where the leader is


@pytest.mark.parametrize("version", [12, 13, UNTIL_16, FROM_16, 18])
@pytest.mark.parametrize("epoch", [-1, 0, 5])
def test_a_partition_that_is_not_hosted_is_elsewhere(version: int, epoch: int) -> None:
    """fetch B-14, B-47, B-50, B-51, J 53: 6 whatever the epoch; where, from version 16 on."""
    cluster = Cluster((2, 3))
    topic = cluster.topic_id if version >= 13 else "t"
    response = cluster.fetch((topic, asked(0, current_leader_epoch=epoch)), version=version)
    data = data_of(response)
    assert (data.error_code, data.high_watermark) == (6, -1)
    leader = data.current_leader
    if version >= FROM_16:
        assert (leader.leader_id, leader.leader_epoch) == (2, 0)
        (node,) = response.node_endpoints
        assert (node.node_id, node.host, node.port, node.rack) == (2, "host2", 9000, "r2")
    else:
        assert (leader.leader_id, leader.leader_epoch, response.node_endpoints) == (-1, -1, [])


@pytest.mark.parametrize(("version", "replica_id"), [(15, -1), (16, -1), (18, -1), (16, 3)])
def test_a_follower_says_who_leads(version: int, replica_id: int) -> None:
    """fetch B-50, B-52, J 59, J 60: errors 6 and 74 of what is hosted; no endpoints to replicas."""
    cluster = Cluster((2, 1, 3), (2, 1, 3))
    cluster.change(0, leader=2)
    request = cluster.follower_request(
        replica_id,
        asked(0, current_leader_epoch=0),
        asked(1, 9, current_leader_epoch=0),
        asked(0 + 1, 9, current_leader_epoch=9),
        version=version,
    )
    response = cluster.client.request(request, version)
    fenced, unknown = data_of(response, 0), data_of(response, 1)
    assert (fenced.error_code, unknown.error_code) == (74, 75)
    assert unknown.current_leader.leader_id == -1, "no hint for any other error"
    told = (2, 1) if version >= FROM_16 else (-1, -1)
    assert (fenced.current_leader.leader_id, fenced.current_leader.leader_epoch) == told
    has_nodes = version >= FROM_16 and replica_id < 0
    assert [node.node_id for node in response.node_endpoints] == ([2] if has_nodes else [])


def test_a_leader_is_named_once() -> None:
    """fetch B-51, J 60: two partitions, one endpoint; one of a dead leader has none (J 59)."""
    cluster = Cluster((2, 3), (2, 3), (4, 3), (3, 2))
    cluster.fence(4)
    wanted = [(cluster.topic_id, index) for index in range(4)]
    response = cluster.fetch(*wanted, version=16)
    leaders = [data.current_leader.leader_id for data in response.responses[0].partitions]
    assert leaders == [2, 2, 4, 3]
    assert [node.node_id for node in response.node_endpoints] == [2, 3]


def test_a_session_tells_the_leader_each_time() -> None:
    """fetch B-50, E-23: as long as the error lasts."""
    cluster = Cluster((2, 3))
    session = cluster.open((cluster.topic_id, 0), version=16)
    for _ in range(3):
        response = session.fetch(max_wait_ms=1_000)
        assert data_of(response).current_leader.leader_id == 2
        assert [node.node_id for node in response.node_endpoints] == [2]


def test_nobody_leads() -> None:
    """fetch B-50: the hint then is the epoch alone, and there is no endpoint."""
    cluster = following()
    cluster.change(leader=-1)
    request = cluster.follower_request(3, asked(0, current_leader_epoch=0), version=16)
    response = cluster.client.request(request, 16)
    leader = data_of(response).current_leader
    assert (leader.leader_id, leader.leader_epoch) == (-1, 1)
    assert response.node_endpoints == []


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
        assert not waiting.done
        if replicates:
            cluster.replicate(high_watermark=1, epoch=1)
            assert base_offsets(data_of(waiting.response).records) == [0]
        else:
            cluster.harness.advance(500)
            assert waiting.done
            assert {error for _, _, error in entries(waiting.response)} <= {0}


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
    fetch = {"session": (0, 0), "max_wait_ms": 0}
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
    terms = session.real._terms
    assert cached.partition is not None
    assert terms is not None
    cached.position = LogPosition(0, 500, 0)
    log: Any = NoPlaces()
    log.high_watermark = bound
    cached.partition.log = log
    assert bytes_ready(cached, terms) == ready
