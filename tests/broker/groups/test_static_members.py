"""Static members that come back, and take over the place of their former selves (KIP-345)."""

import pytest

from tests.support.requests.groups import OTHER_SUBSCRIPTION, SUBSCRIPTION, GroupsHarness, Member


@pytest.fixture
def harness() -> GroupsHarness:
    return GroupsHarness()


def refused(member: Member) -> tuple[int, str]:
    """Code and member id of a JoinGroup that is refused at once."""
    response = member.send_join().response
    return response.error_code, response.member_id


def test_a_static_leader_takes_over_without_a_rebalance(harness: GroupsHarness) -> None:
    """groups B-36, scenario 54."""
    (former,) = harness.stable("i")
    member = harness.member(instance="i")
    member.send_join(9)
    response = member.joined
    assert (response.error_code, response.generation_id) == (0, former.generation)
    assert response.skip_assignment
    assert response.leader == response.member_id == member.id != former.id
    assert [m.member_id for m in response.members] == [member.id]
    member.send_sync()
    assert member.synced.response.assignment == b"for " + former.id.encode()
    assert harness.state() == "Stable"


@pytest.mark.parametrize("version", range(5, 9))
def test_an_older_static_leader_believes_that_its_former_id_leads(
    harness: GroupsHarness, version: int
) -> None:
    """groups B-36, scenario 55."""
    (former,) = harness.stable("i")
    member = harness.member(instance="i")
    member.send_join(version)
    assert member.joined.generation_id == former.generation
    assert member.joined.leader == former.id
    assert member.joined.members == []
    assert not member.joined.skip_assignment


def test_a_static_follower_takes_over_as_a_follower(harness: GroupsHarness) -> None:
    """groups B-36."""
    leader, follower = harness.stable("i", "j")
    member = harness.member(instance=follower.instance)
    member.send_join(9)
    assert (member.joined.leader, member.joined.members) == (leader.id, [])
    assert not member.joined.skip_assignment
    assert leader.heartbeat() == 0


def test_other_subscription_bytes_cause_no_rebalance(harness: GroupsHarness) -> None:
    """groups B-36, scenario 56."""
    leader, follower = harness.stable("i", "j")
    member = harness.member(instance=follower.instance, protocols=(("range", OTHER_SUBSCRIPTION),))
    member.send_join(9)
    assert member.joined.generation_id == leader.generation
    stored = {m.member_id: m for m in harness.group_values()[-1].members}
    assert stored[member.id].subscription == OTHER_SUBSCRIPTION
    assert stored[member.id].assignment == b"for " + follower.id.encode()


def test_a_replacement_that_offers_only_a_new_name_is_refused(harness: GroupsHarness) -> None:
    """groups B-16, scenario 57: even by a group of which it is the only member."""
    harness.stable("i")
    member = harness.member(instance="i", protocols=(("sticky", b""),))
    assert refused(member) == (23, "")


def test_a_replacement_that_changes_the_protocol_starts_a_rebalance(
    harness: GroupsHarness,
) -> None:
    """groups B-37."""
    two = (("range", SUBSCRIPTION), ("sticky", SUBSCRIPTION))
    leader, follower = harness.stable("i", "j", protocols=two)
    member = harness.member(instance=follower.instance, protocols=two[1:])
    member.send_join(9)
    assert not member.joining.done
    assert leader.heartbeat() == 27


def test_a_replacement_in_completing_starts_anew(harness: GroupsHarness) -> None:
    """groups B-37, scenario 58."""
    first = harness.member(instance="i")
    first.send_join()
    assert first.joined.generation_id == 1
    again = harness.member(instance="i")
    again.send_join()
    assert again.joined.generation_id == 2


def test_a_waiting_join_of_the_former_id_is_fenced(harness: GroupsHarness) -> None:
    """groups B-35, scenario 59."""
    first, second = harness.stable("i", "j")
    waiting = first.send_join()
    assert not waiting.done
    again = harness.member(instance=first.instance)
    again.send_join()
    assert (waiting.response.error_code, waiting.response.member_id) == (82, first.id)
    assert waiting.response.generation_id == -1
    assert not again.joining.done
    second.send_join()
    assert again.joined.generation_id == second.joined.generation_id


def test_a_waiting_sync_of_the_former_id_is_fenced(harness: GroupsHarness) -> None:
    """groups B-35."""
    first = harness.member(instance="i")
    first.send_join()
    second = harness.member(instance="j")
    second.send_join()
    first.send_join()
    assert first.joined.generation_id == 2
    follower = second if first.is_leader else first
    assert second.joined.generation_id == 2
    waiting = follower.sync()
    again = harness.member(instance=follower.instance)
    again.send_join()
    assert waiting.response.error_code == 82


def test_the_former_id_is_fenced_with_its_instance_and_unknown_without(
    harness: GroupsHarness,
) -> None:
    """groups B-38, scenario 60."""
    (former,) = harness.stable("i")
    harness.member(instance="i").send_join(9)
    assert former.heartbeat() == 82
    assert former.heartbeat(group_instance_id=None) == 25
    assert former.send_sync().response.error_code == 82
    assert former.commit().topics == []


def test_the_record_keeps_the_former_client(harness: GroupsHarness) -> None:
    """groups B-35, scenario 61, A-11."""
    harness.stable("i", client_id="first")
    member = harness.member(instance="i", client_id="second")
    member.send_join(9)
    value = harness.group_values()[-1]
    assert value.members[0].client_id == "first"
    assert value.members[0].client_host == "/127.0.0.1"
    assert value.members[0].member_id == member.joined.member_id == value.leader


def test_a_waiting_replacement_is_no_newcomer(harness: GroupsHarness) -> None:
    """groups B-35, B-46: its session does not end while its call waits."""
    (leader,) = harness.stable(rebalance_timeout_ms=60_000)
    harness.member(instance="i", rebalance_timeout_ms=60_000).send_join()
    again = harness.member(instance="i", rebalance_timeout_ms=60_000, session_timeout_ms=6_000)
    again.send_join()
    for _ in range(3):
        harness.advance(5_000)
        assert leader.heartbeat() == 27
    leader.send_join()
    assert again.joined.generation_id == leader.joined.generation_id == 2
