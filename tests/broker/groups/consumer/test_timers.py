"""What happens to members by themselves."""

import pytest

from tests.support.requests.consumer_groups import ConsumerHarness, settle


@pytest.fixture
def harness() -> ConsumerHarness:
    return ConsumerHarness({"group.consumer.min.session.timeout.ms": "1000"})


def test_silence_ends_a_membership(harness: ConsumerHarness) -> None:
    """groups D-76, G 115: after the session that is set for the group."""
    harness.set_group_config("g", "consumer.session.timeout.ms", "6000")
    m1, m2 = harness.joiner("m1"), harness.joiner("m2")
    epoch = harness.epochs()[0]
    harness.advance(4_000)
    m2.beat()
    harness.advance(1_999)
    assert set(harness.group().members) == {"m1", "m2"}
    count = len(harness.written())
    harness.advance(1)
    assert set(harness.group().members) == {"m2"}
    assert harness.kinds(count) == [-8, -7, -5, 3]
    assert harness.epochs()[0] == epoch + 1
    assert m1.beat().error_code == 25


def test_a_refused_heartbeat_is_no_sign_of_life(harness: ConsumerHarness) -> None:
    """groups D-76, D-17."""
    client = harness.joiner("m1")
    harness.advance(44_000)
    assert client.send(member_epoch=9).error_code == 110
    assert client.send(server_assignor="zz").error_code == 112
    harness.advance(1_000)
    assert harness.group().is_empty


def test_a_changed_session_timeout_counts_from_the_next_heartbeat(
    harness: ConsumerHarness,
) -> None:
    """groups F-4."""
    client = harness.joiner("m1")
    harness.set_group_config("g", "consumer.session.timeout.ms", "6000")
    harness.advance(20_000)
    assert not harness.group().is_empty
    client.beat()
    harness.advance(6_000)
    assert harness.group().is_empty


def test_who_holds_on_to_partitions_is_taken_out(harness: ConsumerHarness) -> None:
    """groups D-77, G 114: after its own rebalance timeout, however often it heartbeats."""
    m1 = harness.joiner("m1", rebalance_timeout_ms=2_000)
    m2 = harness.joiner("m2")
    harness.advance(1_000)
    m1.beat()
    for _ in range(3):
        harness.advance(500)
        assert m1.beat().error_code == 0
    harness.advance(499)
    assert "m1" in harness.group().members
    harness.advance(1)
    assert set(harness.group().members) == {"m2"}
    assert m1.beat().error_code == 25
    m2.beat()
    assert m2.assigned == {"t1": {0, 1, 2}, "t2": {0, 1}}


def test_who_gives_back_in_time_stays(harness: ConsumerHarness) -> None:
    """groups D-77: and so does one that waits for others."""
    m1 = harness.joiner("m1", rebalance_timeout_ms=2_000)
    m2 = harness.joiner("m2", rebalance_timeout_ms=2_000)
    harness.advance(1_000)
    m1.beat()
    m2.beat()
    harness.advance(1_900)
    m1.acknowledge()
    assert harness.broker.timers.next_deadline_ms() > harness.now_ms + 10_000
    for _ in range(3):
        harness.advance(1_900)
        m1.beat()
    assert set(harness.group().members) == {"m1", "m2"}
    assert int(harness.group().members["m2"].current.state) == 2
    m2.beat()
    assert harness.group().state_name == "Stable"


def test_a_static_member_that_does_not_come_back_is_taken_out(harness: ConsumerHarness) -> None:
    """groups D-71, G 129: when the session ends that ran when it left."""
    client = harness.joiner("s1", instance_id="i1")
    harness.advance(10_000)
    client.leave(-2)
    harness.advance(34_999)
    assert not harness.group().is_empty
    harness.advance(1)
    assert harness.group().is_empty


def test_who_is_away_holds_on_to_nothing(harness: ConsumerHarness) -> None:
    """groups D-71, D-77: its rebalance timeout means nothing then, its session goes on."""
    static = harness.joiner("s1", instance_id="i1", rebalance_timeout_ms=2_000)
    other = harness.joiner("m2")
    harness.advance(1_000)
    static.beat()
    assert int(harness.group().members["s1"].current.state) == 1
    static.leave(-2)
    assert harness.group().members["s1"].current.pending_revocation == {}
    harness.advance(5_000)
    assert set(harness.group().members) == {"s1", "m2"}
    other.beat()
    assert other.assigned == {"t2": {0, 1}}


def test_after_a_restart_members_have_a_whole_session(harness: ConsumerHarness) -> None:
    """groups A-25, A-21, G 156: and the rebalance timeout of who has something to give back."""
    m1, m2 = harness.joiner("m1", rebalance_timeout_ms=7_000), harness.joiner("m2")
    harness.advance(1_000)
    m1.beat()
    harness.advance(40_000 - 34_000)
    harness.restart_groups()
    answer = m2.beat()
    assert (answer.error_code, answer.assignment) == (0, None)
    harness.advance(6_999)
    assert set(harness.group().members) == {"m1", "m2"}
    harness.advance(1)
    assert set(harness.group().members) == {"m2"}
    settle([m2])
    harness.restart_groups()
    harness.advance(44_999)
    assert set(harness.group().members) == {"m2"}
    harness.advance(1)
    assert harness.group().is_empty


def test_a_quiet_heartbeat_arms_no_timer(harness: ConsumerHarness) -> None:
    client = harness.joiner("m1")
    before = len(harness.broker.timers)
    for _ in range(5):
        harness.advance(1_000)
        client.beat()
    assert len(harness.broker.timers) == before


def test_nothing_is_left_behind_by_a_group_that_is_gone(harness: ConsumerHarness) -> None:
    """groups D-75: neither timers nor an interest in topics."""
    shard = harness.broker.groups.shard_of("g")
    before = len(harness.broker.timers)
    client = harness.joiner("m1")
    client.leave()
    harness.delete_groups("g")
    assert len(harness.broker.timers) == before
    assert shard.watch.readers_of("t1") == frozenset()


def test_a_group_that_is_coordinated_elsewhere_is_forgotten(harness: ConsumerHarness) -> None:
    """groups A-26: nothing happens to it here, and its members are sent on."""
    shard = harness.broker.groups.shard_of("g")
    idle = len(harness.broker.timers)
    client, _ = harness.joiner("m1", rebalance_timeout_ms=2_000), harness.joiner("m2")
    harness.advance(1_000)
    client.beat()
    harness.broker.groups.on_partition_resigned(
        shard.partition.topic_partition.partition, harness.now_ms
    )
    assert len(harness.broker.timers) == idle - 1, "neither sessions nor the shard's expiry"
    assert shard.watch.readers_of("t1") == frozenset()
    assert client.beat().error_code == 16
