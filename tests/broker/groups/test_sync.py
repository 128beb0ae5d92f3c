"""SyncGroup: assignments go from the leader to everybody."""

from typing import Any

import pytest

from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError
from tests.support.requests.groups import GroupsHarness, Member


@pytest.fixture
def harness() -> GroupsHarness:
    return GroupsHarness()


def completing(harness: GroupsHarness) -> list[Member]:
    """Two members that have joined and not synced, the leader first."""
    members = harness.stable(None, None)
    for member in members:
        member.send_join()
    assert members[0].is_leader
    assert members[1].joined.error_code == 0
    return members


def test_the_follower_waits_for_the_leader(harness: GroupsHarness) -> None:
    """groups B-51, B-52, scenario 42: without a timeout of its own."""
    leader, follower = completing(harness)
    waiting = follower.sync()
    harness.advance(4_000)
    assert not waiting.done
    assert leader.sync({leader.id: b"L", follower.id: b"F"}).response.assignment == b"L"
    assert waiting.response.assignment == b"F"
    assert harness.state() == "Stable"


def test_ghosts_are_ignored_and_the_omitted_get_nothing(harness: GroupsHarness) -> None:
    """groups B-51, scenario 41."""
    leader, follower = completing(harness)
    waiting = follower.sync()
    leader.sync({leader.id: b"L", "ghost": b"G"})
    assert (waiting.response.error_code, waiting.response.assignment) == (0, b"")
    stored = {m.member_id: m.assignment for m in harness.group_values()[-1].members}
    assert stored == {leader.id: b"L", follower.id: b""}


def test_a_followers_assignments_are_ignored(harness: GroupsHarness) -> None:
    """groups B-52."""
    leader, follower = completing(harness)
    waiting = follower.send_sync({follower.id: b"all mine"})
    leader.sync({follower.id: b"F"})
    assert waiting.response.assignment == b"F"


def test_success_names_type_and_protocol_and_errors_do_not(harness: GroupsHarness) -> None:
    """groups B-53."""
    (member,) = harness.stable()
    good = member.synced.response
    assert (good.protocol_type, good.protocol_name) == ("consumer", "range")
    bad = member.send_sync(generation_id=99).response
    assert (bad.protocol_type, bad.protocol_name, bad.assignment) == (None, None, b"")


def test_in_stable_the_stored_bytes_come_at_once(harness: GroupsHarness) -> None:
    """groups B-51, scenario 43."""
    leader, follower = harness.stable(None, None)
    assert follower.send_sync().response.assignment == b"for " + follower.id.encode()
    changed = leader.send_sync({leader.id: b"changed"}).response.assignment
    assert changed == b"for " + leader.id.encode()


def test_in_preparing_members_are_sent_to_rejoin(harness: GroupsHarness) -> None:
    """groups B-51, scenario 43."""
    leader, follower = harness.stable(None, None)
    leader.send_join()
    assert follower.send_sync().response.error_code == 27


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"protocol_type": None, "group_id": ""}, 23),
        ({"protocol_name": None, "member_id": "x"}, 23),
        ({"group_id": ""}, 24),
        ({"group_id": "unknown"}, 25),
        ({"member_id": "x", "generation_id": 99}, 25),
        ({"group_instance_id": "i"}, 25),
        ({"generation_id": 99, "protocol_name": "x"}, 22),
        ({"protocol_type": "connect"}, 23),
        ({"protocol_name": "sticky"}, 23),
        ({}, 0),
    ],
)
def test_refusals_come_in_order(harness: GroupsHarness, fields: dict[str, Any], code: int) -> None:
    """groups B-50, scenarios 39, 40."""
    (member,) = harness.stable()
    assert member.send_sync(**fields).response.error_code == code


def test_before_version_5_type_and_protocol_are_not_needed(harness: GroupsHarness) -> None:
    """groups B-50."""
    (member,) = harness.stable()
    assert member.send_sync(version=4).response.error_code == 0


def test_an_empty_group_knows_nobody(harness: GroupsHarness) -> None:
    """groups B-50."""
    (member,) = harness.stable()
    member.leave()
    assert member.send_sync().response.error_code == 25


def test_the_record_is_written_before_the_answers(harness: GroupsHarness) -> None:
    """groups A-11: its timestamp is when the join phase ended."""
    member = harness.member()
    member.join()
    joined_ms = harness.now_ms
    harness.advance(50)
    assert member.joined.error_code == 0
    member.sync({member.id: b"A"})
    value = harness.group_values()[-1]
    assert (value.generation, value.protocol, value.leader) == (1, "range", member.id)
    assert value.current_state_timestamp == joined_ms
    (stored,) = value.members
    assert (stored.session_timeout, stored.rebalance_timeout) == (10_000, 5_000)
    assert (stored.client_id, stored.client_host) == ("ca", "/127.0.0.1")
    assert (stored.subscription, stored.assignment) == (member.protocols[0][1], b"A")


def test_only_the_last_of_two_waiting_syncs_is_answered(harness: GroupsHarness) -> None:
    """groups B-22."""
    leader, follower = completing(harness)
    first = follower.sync()
    follower.client = harness.connect()
    second = follower.sync()
    leader.sync({follower.id: b"F"})
    assert not first.done
    assert second.response.assignment == b"F"


def test_a_record_that_cannot_be_written_starts_a_rebalance(
    harness: GroupsHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    """groups B-2, A-53."""
    leader, follower = completing(harness)
    shard = harness.broker.groups.shard_of("g")
    waiting = follower.sync()

    def fail(*args: object) -> None:
        raise ApiError(ErrorCode.COORDINATOR_NOT_AVAILABLE)

    monkeypatch.setattr(type(shard.log), "append", fail)
    assert leader.sync({leader.id: b"L"}).response.error_code == 15
    monkeypatch.undo()
    assert waiting.response.error_code == 15
    assert harness.state() == "PreparingRebalance"


def test_its_answer_begins_a_session(harness: GroupsHarness) -> None:
    """groups B-71."""
    leader, follower = completing(harness)
    follower.rebalance_timeout_ms = 60_000
    follower.sync()
    harness.advance(4_000)
    leader.sync({})
    harness.advance(9_000)
    assert follower.heartbeat() == 0
