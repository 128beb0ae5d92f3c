"""Reading from followers, and hints to who leads (KIP-392, KIP-951)."""

from __future__ import annotations

import pytest

from tests.support.broker.cluster import RACK_AWARE, Cluster, following, read
from tests.support.requests.fetching import asked, base_offsets, data_of

UNTIL_16, FROM_16 = 15, 16


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
