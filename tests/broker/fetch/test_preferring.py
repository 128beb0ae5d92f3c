"""Consumers that are sent to a nearer replica."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.broker.cluster import RACK_AWARE, Cluster
from tests.support.broker.metadata import topic
from tests.support.requests.fetching import Session, asked, base_offsets, data_of, entries

LEADER_RACK = "r1"
ID_VERSIONS_FROM = 13


def cluster_of(*assignments: tuple[int, ...], **overrides: str) -> Cluster:
    """Partitions with one record each; every follower has it."""
    cluster = Cluster(
        *(assignments or ((1, 2, 3),)),
        **{"replica_selector_class": RACK_AWARE, "broker_rack": LEADER_RACK, **overrides},
    )
    for index, replicas in enumerate(assignments or ((1, 2, 3),)):
        cluster.append(index)
        for node_id in replicas[1:]:
            cluster.follow(node_id, 1, index)
    return cluster


def fetch(cluster: Cluster, one: Any = 0, version: int = 12, **fields: Any) -> Any:
    topic = cluster.topic_id if version >= ID_VERSIONS_FROM else "t"
    fields = {"rack_id": "r2", **fields}
    return data_of(cluster.fetch((topic, one), version=version, **fields))


@pytest.mark.parametrize("version", [11, 12, 13, 16, 18])
@pytest.mark.parametrize("isolation_level", [0, 1])
def test_a_redirect_is_offsets_and_an_id(version: int, isolation_level: int) -> None:
    """fetch B-45, J 85, A-18: no records, no aborted list, at once."""
    cluster = cluster_of()
    data = fetch(cluster, version=version, isolation_level=isolation_level, max_wait_ms=1_000)
    assert (data.error_code, data.preferred_read_replica, data.records) == (0, 2, b"")
    assert (data.high_watermark, data.last_stable_offset, data.log_start_offset) == (1, 1, 0)
    assert data.aborted_transactions is None
    assert (data.current_leader.leader_id, data.diverging_epoch.epoch) == (-1, -1)


def test_who_names_no_rack_or_is_too_old_reads_here() -> None:
    """fetch B-40, B-42, A-6: from version 11 on, and the rack is a request's own."""
    cluster = cluster_of()
    for rack_id in ("", "r9", LEADER_RACK):
        data = fetch(cluster, rack_id=rack_id)
        assert (data.preferred_read_replica, base_offsets(data.records)) == (-1, [0])
    cluster.register(2, epoch=9, rack="")
    assert fetch(cluster, rack_id="").preferred_read_replica == -1
    for version in (4, 7, 10):
        assert base_offsets(fetch(cluster, version=version, rack_id="").records) == [0]


def test_no_selector_no_redirect() -> None:
    """fetch B-40, J 84."""
    leader_only = "org.apache.kafka.common.replica.LeaderSelector"
    for selector in ({"replica_selector_class": leader_only}, None):
        cluster = Cluster((1, 2), **(selector or {}))
        cluster.append()
        cluster.follow(2, 1)
        data = fetch(cluster)
        assert (data.preferred_read_replica, base_offsets(data.records)) == (-1, [0])


def test_followers_are_not_sent_elsewhere() -> None:
    """fetch B-40: their rack, if they name one, does not matter."""
    data = cluster_of().follow(3, 0, rack_id="r2")
    assert (data.preferred_read_replica, base_offsets(data.records)) == (-1, [0])


def test_a_replica_between_disks_is_redirected_as_a_consumer() -> None:
    """fetch B-5, B-42: -3 is no follower; seen on 4.4.0."""
    data = fetch(cluster_of(), version=12, replica_id=-3)
    assert (data.error_code, data.preferred_read_replica, data.records) == (0, 2, b"")


def test_a_redirect_comes_before_all_checks_but_the_topic_id_and_the_epoch() -> None:
    """fetch B-16, B-45: size, divergence and unknown fetched epochs go unnoticed."""
    cluster = cluster_of()
    for one in (
        asked(0, max_bytes=-1),
        asked(0, 1, last_fetched_epoch=7),
        asked(0, current_leader_epoch=0),
    ):
        assert fetch(cluster, one).preferred_read_replica == 2
    cluster.change(leader=1)
    cluster.follow(2, 1)
    for epoch, error in ((0, 74), (1, 0), (2, 75)):
        data = fetch(cluster, asked(0, current_leader_epoch=epoch))
        assert data.error_code == error
        assert data.preferred_read_replica == (2 if error == 0 else -1)
    fenced = fetch(cluster, asked(0, current_leader_epoch=0), version=16)
    assert (fenced.current_leader.leader_id, fenced.current_leader.leader_epoch) == (1, 1)


def test_another_topic_of_that_name_is_not_redirected() -> None:
    """fetch B-15, B-16: 103 goes first."""
    cluster = cluster_of()
    session = cluster.open((cluster.topic_id, 0), version=13, rack_id="r2")
    cluster.delete_topic()
    again = topic("t", (1, 2))
    for record in again:
        record.topic_id = b"another " * 2  # type: ignore[attr-defined]
    cluster.commit(*again)
    response = session.fetch(rack_id="r2")
    assert [error for _, _, error in entries(response)] == [103]


def test_offsets_that_no_follower_has_are_answered_here() -> None:
    """fetch B-41, J 88: with the leader's ordinary result."""
    cluster = cluster_of()
    cluster.append()
    assert base_offsets(fetch(cluster, asked(0, 1)).records) == []
    cluster.follow(2, 2)
    cluster.follow(3, 2)
    assert fetch(cluster, asked(0, 2)).preferred_read_replica == 2
    for beyond in (3, 9, -1):
        data = fetch(cluster, asked(0, beyond))
        assert (data.error_code, data.preferred_read_replica) == (1, -1)


@pytest.mark.parametrize("event", ["out of sync", "fenced", "gone", "other listener"])
def test_who_cannot_serve_is_not_preferred(event: str) -> None:
    """fetch B-41, B-43, J 88, J 89."""
    cluster = cluster_of()
    if event == "out of sync":
        cluster.change(isr=[1, 3])
    elif event == "fenced":
        cluster.fence(2)
    elif event == "gone":
        cluster.change(replicas=[1, 3], isr=[1, 3])
    else:
        cluster.register(2, epoch=9, listeners=("INTERNAL",))
    data = fetch(cluster)
    assert (data.preferred_read_replica, base_offsets(data.records)) == (-1, [0])
    assert fetch(cluster, rack_id="r3").preferred_read_replica == 3


def test_one_redirect_releases_all() -> None:
    """fetch D-1, D-2: at the end, where it would have waited, and the others with theirs."""
    cluster = cluster_of((1, 2), (1,))
    response = cluster.fetch(
        ("t", asked(0, 1)), ("t", asked(1, 1)), rack_id="r2", max_wait_ms=1_000, min_bytes=1
    )
    preferred = [data.preferred_read_replica for data in response.responses[0].partitions]
    assert preferred == [2, -1]


# Sessions


def session_of(cluster: Cluster, *wanted: Any, **fields: Any) -> Session:
    return cluster.open(*wanted, **{"rack_id": "r2", **fields})


def test_a_session_lists_a_redirect_each_time() -> None:
    """fetch E-22, B-45: it is never quiet."""
    cluster = cluster_of((1, 2), (1,))
    session = session_of(cluster, ("t", asked(0, 1)), ("t", asked(1, 1)))
    for _ in range(3):
        response = session.fetch(rack_id="r2", max_wait_ms=1_000)
        assert entries(response) == [("t", 0, 0)]
        assert data_of(response).preferred_read_replica == 2


def test_a_session_follows_the_rack_of_each_request() -> None:
    """fetch B-4, B-40: also for partitions at which nothing has changed."""
    cluster = cluster_of()
    session = session_of(cluster, ("t", asked(0, 1)), rack_id="")
    assert entries(session.fetch()) == []
    for rack, preferred in (("r2", [2]), ("r3", [3]), ("r1", []), ("r2", [2])):
        response = session.fetch(rack_id=rack)
        listed = [
            data.preferred_read_replica for topic in response.responses for data in topic.partitions
        ]
        assert listed == preferred
    assert entries(session.fetch(version=10)) == [], "no room for it"


@pytest.mark.parametrize("event", ["joins", "returns", "catches up", "moves in"])
def test_a_quiet_partition_is_redirected_as_soon_as_somebody_can_serve(event: str) -> None:
    """fetch B-41, B-43, E-22."""
    cluster = cluster_of()
    if event == "joins":
        cluster.change(isr=[1, 3])
    elif event == "returns":
        cluster.fence(2)
    elif event == "moves in":
        cluster.register(2, epoch=9, rack="r7")
    else:
        cluster.change(leader=3)
        cluster.change(leader=1)  # which makes it forget how far the others are
    session = session_of(cluster, ("t", asked(0, 1)))
    assert entries(session.fetch(rack_id="r2")) == []
    if event == "joins":
        cluster.change(isr=[1, 2, 3])
    elif event == "returns":
        cluster.fence(2, False)
    elif event == "moves in":
        cluster.register(2, epoch=10)
    else:
        cluster.follow(2, 1)
    assert data_of(session.fetch(rack_id="r2")).preferred_read_replica == 2


def test_a_redirect_that_ends_is_not_told() -> None:
    """fetch E-22: the next answer has the data, or nothing."""
    cluster = cluster_of((1, 2), (1, 2))
    session = session_of(cluster, ("t", 0), ("t", asked(1, 1)))
    cluster.fence(2)
    response = session.fetch(rack_id="r2")
    assert entries(response) == [("t", 0, 0)]
    assert base_offsets(data_of(response).records) == [0]


def test_a_redirect_needs_no_room() -> None:
    """fetch B-45: it is found though the partition is known to have too much for the budget."""
    cluster = cluster_of((1,), (1, 2))
    cluster.change(1, leader=2)
    cluster.change(1, leader=1)  # which makes it forget how far the other is
    session = session_of(cluster, ("t", 0), ("t", 1), max_bytes=100)
    for _ in range(2):
        response = session.fetch(("t", 0), rack_id="r2", max_bytes=100)
        assert [index for _, index, _ in entries(response)] == [0]
        session.fetch(("t", asked(0, 1)), rack_id="r2", max_bytes=0)
    cluster.follow(2, 1, 1)
    response = session.fetch(("t", 0), rack_id="r2", max_bytes=100)
    assert data_of(response, 1).preferred_read_replica == 2


def test_a_redirect_is_found_at_completion_too() -> None:
    """fetch D-13: a wait that began before there was anybody to redirect to."""
    cluster = cluster_of()
    cluster.fence(2)
    waiting = cluster.send(("t", asked(0, 1)), rack_id="r2")
    session = session_of(cluster, ("t", asked(0, 1)))
    in_session = session.send(rack_id="r2")
    cluster.fence(2, False)
    assert not waiting.done
    cluster.harness.advance(500)
    for each in (waiting, in_session):
        assert data_of(each.response).preferred_read_replica == 2
