"""What classic members of consumer groups must do in time."""

from __future__ import annotations

from tests.support.requests.migrating import MigratingHarness

ALL = {"t1": [0, 1, 2]}


def test_who_is_told_to_join_again_must_do_so_within_its_rebalance_timeout() -> None:
    """groups D-94: from the first time that it is told, however often it heartbeats."""
    harness = MigratingHarness()
    (old,) = harness.classic_group()
    new = harness.joiner("m1", "t1")
    assert old.heartbeat() == 27
    harness.advance(old.rebalance_timeout_ms - 1)
    assert old.heartbeat() == 27
    harness.advance(1)
    assert old.heartbeat() == 25
    new.beat()
    assert new.assigned == {"t1": {0, 1, 2}}


def test_a_sync_that_is_refused_is_a_word_to_join_again_too() -> None:
    """groups D-93, D-94."""
    harness = MigratingHarness()
    (old,) = harness.classic_group()
    harness.joiner("m1", "t1")
    assert old.send_sync().response.error_code == 27
    harness.advance(old.rebalance_timeout_ms)
    assert old.heartbeat() == 25


def test_who_has_joined_must_sync_within_its_rebalance_timeout() -> None:
    """groups D-92, D-94."""
    harness = MigratingHarness()
    harness.joiner("m1", "t1")
    classic = harness.classic(id="c1")
    classic.send_join()
    assert classic.joined.error_code == 0
    harness.advance(classic.rebalance_timeout_ms - 1)
    assert classic.heartbeat() == 0
    harness.advance(1)
    assert classic.heartbeat() == 25


def test_joining_and_syncing_in_time_is_enough() -> None:
    """groups D-92, D-93: neither timer runs on."""
    harness = MigratingHarness()
    (old,) = harness.classic_group()
    harness.joiner("m1", "t1")
    assert old.heartbeat() == 27
    harness.rejoin(old, ALL)
    harness.rejoin(old, harness.assigned(old))
    harness.assigned(old)
    for _ in range(4):
        harness.advance(old.rebalance_timeout_ms)
        assert old.heartbeat() == 0


def test_the_session_is_the_members_own() -> None:
    """groups D-94: as long as its JoinGroup says, begun anew by each heartbeat."""
    harness = MigratingHarness()
    harness.joiner("m1", "t1")
    classic = harness.classic(id="c1", session_timeout_ms=8_000)
    classic.send_join()
    assert classic.joined.error_code == 0
    harness.assigned(classic)
    harness.advance(7_999)
    assert classic.heartbeat() == 0
    harness.advance(7_999)
    assert "c1" in harness.group().members
    harness.advance(1)
    assert "c1" not in harness.group().members


def test_the_session_begins_with_joining() -> None:
    """groups D-92: when there is more time to sync."""
    harness = MigratingHarness()
    harness.joiner("m1", "t1")
    classic = harness.classic(id="c1", session_timeout_ms=6_000, rebalance_timeout_ms=60_000)
    assert classic.send_join().response.error_code == 0
    harness.advance(5_999)
    assert "c1" in harness.group().members
    harness.advance(1)
    assert "c1" not in harness.group().members


def test_a_member_that_now_speaks_the_new_protocol_need_not_join_again() -> None:
    """groups D-20: nor is it removed for not having done so."""
    harness = MigratingHarness()
    harness.joiner("m1", "t1")
    classic = harness.classic(id="c1")
    classic.send_join()
    harness.joiner("c1", "t1")
    harness.advance(classic.rebalance_timeout_ms)
    assert "c1" in harness.group().members
