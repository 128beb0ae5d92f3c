"""The phases of a rebalance and their timers, in simulated time."""

import pytest

from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError
from tests.support.requests.groups import GroupsHarness, Member


@pytest.fixture
def harness() -> GroupsHarness:
    return GroupsHarness()


def delayed(delay_ms: int) -> GroupsHarness:
    return GroupsHarness({"group.initial.rebalance.delay.ms": str(delay_ms)})


# The initial rebalance


def test_alone_the_initial_delay_passes_once() -> None:
    """groups B-40, scenario 22."""
    harness = delayed(1_000)
    member = harness.member()
    member.join()
    harness.advance(999)
    assert not member.joining.done
    assert harness.state() == "PreparingRebalance"
    harness.advance(1)
    assert member.joined.generation_id == 1


def test_without_a_delay_the_first_join_is_answered_at_once(harness: GroupsHarness) -> None:
    """groups B-40, scenario 22."""
    member = harness.member()
    assert member.join().done


def test_a_second_member_extends_the_initial_delay_once() -> None:
    """groups B-40, scenario 21."""
    harness = delayed(1_000)
    first, second = harness.member(), harness.member()
    first.join()
    harness.advance(500)
    second.join()
    harness.advance(1_499)
    assert not first.joining.done
    assert not second.joining.done
    harness.advance(1)
    assert first.joined.generation_id == second.joined.generation_id == 1


def test_the_initial_delay_never_exceeds_the_longest_rebalance_timeout() -> None:
    """groups B-40, scenario 23: members keep coming, and the budget ends."""
    harness = delayed(1_000)
    first = harness.member(rebalance_timeout_ms=2_500)
    first.join()
    for _ in range(4):
        harness.advance(500)
        harness.member(rebalance_timeout_ms=2_500).join()
    assert not first.joining.done
    harness.advance(499)
    assert not first.joining.done
    harness.advance(1)
    assert first.joined.generation_id == 1


def test_a_delay_beyond_the_rebalance_timeout_is_waited_for_all_the_same() -> None:
    """groups B-40: budget 0, one round of the whole delay."""
    harness = delayed(3_000)
    first = harness.member(rebalance_timeout_ms=1_000)
    first.join()
    harness.advance(1_500)
    harness.member(rebalance_timeout_ms=1_000).join()
    harness.advance(1_499)
    assert not first.joining.done
    harness.advance(1)
    assert first.joined.generation_id == 1


# Later rebalances


def test_it_completes_as_soon_as_everybody_has_joined(harness: GroupsHarness) -> None:
    """groups B-41, B-43."""
    leader, follower = harness.stable(None, None)
    leader.send_join()
    follower.send_join()
    assert leader.joined.generation_id == leader.generation
    assert len(leader.joined.members) == 2
    assert follower.joined.members == []
    assert not leader.joined.skip_assignment
    assert harness.state() == "CompletingRebalance"


def test_the_silent_member_is_removed_at_the_join_timer(harness: GroupsHarness) -> None:
    """groups B-42, scenario 36."""
    leader, follower = harness.stable(None, None, session_timeout_ms=60_000)
    leader.send_join()
    harness.advance(4_999)
    assert not leader.joining.done
    harness.advance(1)
    assert [m.member_id for m in leader.joined.members] == [leader.id]
    assert follower.heartbeat() == 25


def test_the_longest_rebalance_timeout_counts(harness: GroupsHarness) -> None:
    """groups B-42."""
    leader, follower = harness.stable(None, None, session_timeout_ms=60_000)
    leader.rebalance_timeout_ms = 9_000
    leader.send_join()
    harness.advance(8_999)
    was_done = leader.joining.done
    harness.advance(1)
    assert (was_done, leader.joining.done) == (False, True)
    assert follower.heartbeat() == 25


def test_a_silent_static_member_stays_and_the_lead_moves(harness: GroupsHarness) -> None:
    """groups B-42, scenario 37: it goes on with the new generation under its old id."""
    leader, follower = harness.stable("i", "j", session_timeout_ms=60_000)
    follower.protocols = (("range", b"other"),)
    follower.send_join()
    harness.advance(5_000)
    joined = follower.joined
    assert joined.leader == follower.id
    assert {m.member_id for m in joined.members} == {leader.id, follower.id}
    leader.generation = joined.generation_id
    assert leader.heartbeat() == 0


def test_with_only_absent_static_members_the_wait_begins_again(harness: GroupsHarness) -> None:
    """groups B-42, scenario 38."""
    leader, follower = harness.stable("i", "j", session_timeout_ms=60_000)
    follower.leave()
    assert harness.state() == "PreparingRebalance"
    harness.advance(5_000)
    assert harness.state() == "PreparingRebalance"
    harness.advance(2_000)
    leader.send_join()
    assert leader.joined.error_code == 0
    assert harness.state() == "CompletingRebalance"


def test_the_last_member_leaves_an_empty_record(harness: GroupsHarness) -> None:
    """groups A-11, B-4, scenario 51."""
    (member,) = harness.stable()
    member.leave()
    value = harness.group_values()[-1]
    assert (value.generation, value.protocol_type) == (member.generation + 1, "consumer")
    assert (value.protocol, value.leader, value.members) == (None, None, [])
    assert value.current_state_timestamp == harness.now_ms
    assert harness.state() == "Empty"


def test_joining_heartbeats_and_expiry_in_a_living_group_write_nothing(
    harness: GroupsHarness,
) -> None:
    """groups A-11."""
    leader, follower = harness.stable(None, None)
    written = len(harness.records())
    leader.heartbeat()
    harness.advance(6_000)
    leader.heartbeat()
    harness.advance(6_000)
    assert follower.heartbeat() == 25
    leader.send_join()
    assert leader.joined.generation_id == leader.generation
    assert len(harness.records()) == written


def test_an_emptied_group_is_empty_even_if_that_cannot_be_written(
    harness: GroupsHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    """groups A-53."""
    (member,) = harness.stable()
    shard = harness.broker.groups.shard_of("g")

    def fail(*args: object) -> None:
        raise ApiError(ErrorCode.NOT_COORDINATOR)

    monkeypatch.setattr(type(shard.log), "append", fail)
    member.leave()
    monkeypatch.undo()
    assert harness.state() == "Empty"
    assert harness.live_group().generation == member.generation + 1


# Sessions


def test_silence_ends_a_membership(harness: GroupsHarness) -> None:
    """groups B-70."""
    leader, follower = harness.stable(None, None)
    harness.advance(9_999)
    leader.heartbeat()
    harness.advance(1)
    assert follower.heartbeat() == 25
    assert leader.heartbeat() == 27


def test_each_heartbeat_is_a_whole_session(harness: GroupsHarness) -> None:
    """groups B-55."""
    (member,) = harness.stable()
    for _ in range(5):
        harness.advance(9_999)
        assert member.heartbeat() == 0
    harness.advance(10_000)
    assert member.heartbeat() == 25
    assert harness.state() == "Empty"


def test_who_joins_and_then_falls_silent_is_removed(harness: GroupsHarness) -> None:
    """groups B-43, scenario 47: although nobody ever sent SyncGroup."""
    member = harness.member(rebalance_timeout_ms=60_000)
    member.join()
    harness.advance(10_000)
    assert harness.state() == "Empty"


def test_a_waiting_call_stands_for_heartbeats(harness: GroupsHarness) -> None:
    """groups B-46."""
    leader, follower = harness.stable(None, None, rebalance_timeout_ms=60_000)
    leader.send_join()
    for _ in range(4):
        harness.advance(9_000)
        assert follower.heartbeat() == 27
    follower.send_join()
    assert leader.joined.error_code == 0
    assert leader.heartbeat() == 0


def test_a_member_that_expires_while_others_wait_lets_them_go_on(harness: GroupsHarness) -> None:
    """groups B-70."""
    leader, follower = harness.stable(None, None, rebalance_timeout_ms=60_000)
    leader.send_join()
    harness.advance(10_000)
    assert leader.joined.generation_id == leader.generation
    assert follower.heartbeat() == 25


# The sync timer


def test_when_nobody_syncs_everybody_is_removed(harness: GroupsHarness) -> None:
    """groups B-47, scenario 44."""
    harness = delayed(100)
    members = [harness.member(), harness.member()]
    for member in members:
        member.join()
    harness.advance(200)
    assert [member.joined.generation_id for member in members] == [1, 1]
    harness.advance(4_999)
    assert harness.state() == "CompletingRebalance"
    harness.advance(1)
    assert harness.state() == "Empty"
    value = harness.group_values()[-1]
    assert (value.generation, value.protocol_type) == (2, "consumer")
    assert all(member.heartbeat() == 25 for member in members)


def test_a_leader_that_never_syncs_is_removed(harness: GroupsHarness) -> None:
    """groups B-47: followers that wait for it are sent to rejoin."""
    leader, follower = rejoined(harness)
    waiting = follower.sync()
    harness.advance(5_000)
    assert waiting.response.error_code == 27
    assert leader.heartbeat() == 25
    assert follower.heartbeat() == 27


def rejoined(harness: GroupsHarness) -> list[Member]:
    """Two members in CompletingRebalance, the leader first."""
    members = harness.stable(None, None)
    for member in members:
        member.send_join()
    assert members[0].is_leader
    assert members[1].joined.error_code == 0
    return members


def test_in_a_stable_group_those_who_never_sync_are_removed(harness: GroupsHarness) -> None:
    """groups B-47."""
    leader, follower = rejoined(harness)
    leader.sync({leader.id: b"", follower.id: b""})
    assert harness.state() == "Stable"
    harness.advance(5_000)
    assert follower.heartbeat() == 25
    assert leader.heartbeat() == 27


def test_once_all_have_synced_nobody_is_removed(harness: GroupsHarness) -> None:
    """groups B-47."""
    (leader, follower) = harness.stable(None, None)
    assert harness.live_group().progress.sync_timer is None
    harness.advance(9_000)
    assert leader.heartbeat() == follower.heartbeat() == 0


def test_a_rebalance_ends_the_wait_for_syncs(harness: GroupsHarness) -> None:
    """groups B-47: who had not synced may join anew like anybody else."""
    leader, follower = rejoined(harness)
    harness.advance(4_000)
    leader.protocols = (("range", b"other"),)
    leader.send_join()
    harness.advance(2_000)
    assert follower.heartbeat() == 27
    follower.send_join()
    assert follower.joined.generation_id == leader.joined.generation_id


# Reloading


def test_members_get_a_whole_session_after_a_reload(harness: GroupsHarness) -> None:
    """groups A-25, A-21, scenario 154."""
    (member,) = harness.stable("i")
    harness.advance(9_000)
    harness.restart_groups()
    harness.advance(9_999)
    assert member.heartbeat() == 0
    assert member.send_sync().response.assignment == b"for " + member.id.encode()
    harness.advance(10_000)
    assert member.heartbeat() == 25


def test_who_falls_silent_after_a_reload_is_removed(harness: GroupsHarness) -> None:
    """groups A-25."""
    harness.stable()
    harness.restart_groups()
    harness.advance(9_999)
    assert harness.state() == "Stable"
    harness.advance(1)
    assert harness.state() == "Empty"


def test_a_rebalance_under_way_does_not_survive_a_reload(harness: GroupsHarness) -> None:
    """groups A-21, scenario 155."""
    member = harness.member()
    member.join()
    assert harness.state() == "CompletingRebalance"
    harness.restart_groups()
    assert harness.state() == "Empty"
    assert harness.describe().protocol_type == ""
    assert member.heartbeat(generation_id=1) == 25


def test_after_a_reload_members_find_the_generation_before(harness: GroupsHarness) -> None:
    """groups A-21."""
    leader, follower = rejoined(harness)
    harness.restart_groups()
    assert leader.heartbeat() == 22
    assert leader.heartbeat(generation_id=leader.generation - 1) == 0
    assert follower.heartbeat(generation_id=leader.generation - 1) == 0


def test_a_loaded_group_beyond_its_capacity_rebalances_at_once() -> None:
    """groups A-25."""
    harness = GroupsHarness()
    leader, _ = harness.stable(None, None)
    harness.broker.groups.settings.max_size = 1
    harness.restart_groups()
    assert leader.heartbeat() == 27
