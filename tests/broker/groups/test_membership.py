"""Heartbeats and leaving."""

from typing import Any

import pytest

from kafkawire.protocol.messages.leave_group_request import LeaveGroupRequest
from tests.support.requests.groups import GroupsHarness


@pytest.fixture
def harness() -> GroupsHarness:
    return GroupsHarness()


Identity = LeaveGroupRequest.MemberIdentity


def leave(harness: GroupsHarness, *members: Identity, group: str = "g") -> list[int]:
    request = LeaveGroupRequest(group_id=group, members=list(members))
    response = harness.connect().request(request, 5)
    assert response.error_code == 0
    assert [(m.member_id, m.group_instance_id) for m in response.members] == [
        (m.member_id, m.group_instance_id) for m in members
    ]
    return [m.error_code for m in response.members]


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"group_id": ""}, 24),
        ({"group_id": "unknown"}, 25),
        ({"member_id": "x", "generation_id": 99}, 25),
        ({"group_instance_id": "x"}, 25),
        ({"generation_id": 99}, 22),
        ({}, 0),
    ],
)
def test_heartbeats_are_refused_in_order(
    harness: GroupsHarness, fields: dict[str, Any], code: int
) -> None:
    """groups B-55, scenario 46."""
    (member,) = harness.stable()
    assert member.heartbeat(**fields) == code


def test_a_heartbeat_tells_by_state_whether_to_rejoin(harness: GroupsHarness) -> None:
    """groups B-55, B-56, scenario 45."""
    leader, follower = harness.stable(None, None)
    assert follower.heartbeat() == 0
    leader.send_join()
    assert follower.heartbeat() == 27
    follower.send_join()
    assert follower.joined.error_code == 0
    assert harness.state() == "CompletingRebalance"
    assert follower.heartbeat() == 0
    follower.sync()
    assert follower.heartbeat() == 0


def test_in_preparing_a_heartbeat_still_begins_a_session(harness: GroupsHarness) -> None:
    """groups B-55."""
    leader, follower = harness.stable(None, None, rebalance_timeout_ms=60_000)
    leader.send_join()
    harness.advance(9_000)
    assert follower.heartbeat() == 27
    harness.advance(9_000)
    assert follower.heartbeat() == 27


def test_a_leaving_member_starts_a_rebalance(harness: GroupsHarness) -> None:
    """groups B-62, B-63."""
    leader, follower = harness.stable(None, None)
    assert follower.leave().members[0].error_code == 0
    assert follower.heartbeat() == 25
    assert leader.heartbeat() == 27


def test_an_administrator_removes_by_instance(harness: GroupsHarness) -> None:
    """groups B-62, scenario 50."""
    (member,) = harness.stable("i")
    unknown = Identity(member_id="", group_instance_id="x")
    nobody = Identity(member_id="")
    known = Identity(member_id="", group_instance_id="i")
    assert leave(harness, unknown, nobody, known, known) == [25, 25, 0, 25]
    assert member.heartbeat() == 25


def test_membership_is_checked_for_each(harness: GroupsHarness) -> None:
    """groups B-62."""
    static, other = harness.stable("i", "j")
    codes = leave(
        harness,
        Identity(member_id="x", group_instance_id=static.instance),
        Identity(member_id="x"),
        Identity(member_id=static.id, group_instance_id="z"),
        Identity(member_id=other.id),
    )
    assert codes == [82, 25, 25, 0]
    assert static.heartbeat() == 27


def test_a_pending_id_may_leave(harness: GroupsHarness) -> None:
    """groups B-62."""
    pending = harness.member()
    pending.id = pending.send_join().response.member_id
    assert leave(harness, Identity(member_id=pending.id)) == [0]
    assert pending.send_join().response.error_code == 25


def test_the_join_phase_goes_on_without_who_left(harness: GroupsHarness) -> None:
    """groups B-63."""
    leader, follower = harness.stable(None, None)
    leader.send_join()
    follower.leave()
    assert leader.joined.error_code == 0
    assert [m.member_id for m in leader.joined.members] == [leader.id]


def test_one_rebalance_follows_a_list_of_leavers(harness: GroupsHarness) -> None:
    """groups B-63."""
    members = harness.stable(None, None, None)
    generation = members[0].generation
    assert leave(harness, *(Identity(member_id=m.id) for m in members)) == [0, 0, 0]
    assert harness.live_group().generation == generation + 1
    assert harness.state() == "Empty"


def test_the_waiting_calls_of_a_removed_member_hear_that_it_is_unknown(
    harness: GroupsHarness,
) -> None:
    """groups B-62."""
    leader, follower = harness.stable(None, None)
    waiting = leader.send_join()
    leave(harness, Identity(member_id=leader.id))
    assert (waiting.response.error_code, waiting.response.member_id) == (25, "")
    follower.send_join()
    newcomer = harness.member()
    newcomer.join()
    follower.send_join()
    assert follower.joined.error_code == newcomer.joined.error_code == 0
    waiting_one = newcomer if follower.is_leader else follower
    syncing = waiting_one.sync()
    leave(harness, Identity(member_id=waiting_one.id))
    assert syncing.response.error_code == 25


def test_unknown_groups_know_nobody(harness: GroupsHarness) -> None:
    """groups B-61, scenario 49."""
    assert leave(harness, Identity(member_id="x"), Identity(member_id="y"), group="u") == [25, 25]
    assert leave(harness, group="u") == []


def test_a_list_of_strangers_changes_nothing(harness: GroupsHarness) -> None:
    """groups B-63: only if somebody has left is the group looked at again."""
    (member,) = harness.stable()
    assert leave(harness, Identity(member_id="x")) == [25]
    assert leave(harness) == []
    assert member.heartbeat() == 0
