"""What a rebalance waits for."""

from kafkawire.broker.groups.classic_group import ClassicGroup
from kafkawire.broker.groups.member import ClassicMember
from kafkawire.broker.groups.session import SessionTimer
from kafkawire.timers import Timers


def test_a_group_without_a_rebalance_waits_for_nothing() -> None:
    progress = ClassicGroup("g", 0).progress
    assert (progress.parked_joins, progress.pending_joins, progress.pending_syncs) == (0, {}, set())
    assert (progress.join_timer, progress.sync_timer) == (None, None)
    assert not progress.is_initial
    assert not progress.member_was_added


def test_a_removed_id_is_not_waited_for() -> None:
    """groups B-14, B-61: neither a member nor a pending id."""
    group, timers = ClassicGroup("g", 0), Timers()
    group.add(ClassicMember("m", client_id="c", client_host="/h"))
    group.progress.pending_syncs.add("m")
    session = group.progress.pending_joins["p"] = SessionTimer(timers, lambda now_ms: None)
    session.move(10)
    group.remove("m")
    group.remove("p")
    assert group.progress.pending_syncs == set()
    assert group.progress.pending_joins == {}
    assert len(timers) == 0


def test_timers_of_a_group_stop_together() -> None:
    """groups A-26."""
    group, timers = ClassicGroup("g", 0), Timers()
    progress = group.progress
    progress.join_timer = timers.at(10, lambda now_ms: None)
    progress.sync_timer = timers.at(10, lambda now_ms: None)
    session = progress.pending_joins["p"] = SessionTimer(timers, lambda now_ms: None)
    session.move(10)
    group.stop_timers()
    assert len(timers) == 0
    kept: list[object] = [progress.join_timer, progress.sync_timer]
    assert kept == [None, None]
