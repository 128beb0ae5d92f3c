"""JoinGroup: who becomes a member, who is refused, and in which order that is decided."""

from typing import Any

import pytest

from kafkawire.broker.groups.join import random_uuid
from kafkawire.java_order import java_hash_order
from kafkawire.protocol.messages.heartbeat_request import HeartbeatRequest
from tests.support.requests.groups import (
    OTHER_SUBSCRIPTION,
    SUBSCRIPTION,
    GroupsHarness,
    Member,
)


@pytest.fixture
def harness() -> GroupsHarness:
    return GroupsHarness()


def refused(member: Member, version: int = 9) -> tuple[int, str]:
    """Code and member id of a JoinGroup that is refused at once."""
    response = member.send_join(version).response
    assert (response.generation_id, response.leader, response.members) == (-1, "", [])
    assert response.protocol_name == (None if version >= 7 else "")
    return response.error_code, response.member_id


# A client without a member id


def test_a_client_is_first_told_its_member_id_and_joins_with_it(harness: GroupsHarness) -> None:
    """groups B-17, B-15, scenario 16."""
    member = harness.member()
    code, member.id = refused(member, 4)
    assert code == 79
    assert member.id.startswith("ca-")
    assert len(member.id) == len("ca-") + 36
    assert harness.describe().group_state == "Empty"
    assert harness.describe().members == []

    member.send_join(4)
    assert (member.joined.error_code, member.joined.generation_id) == (0, 1)
    assert [m.member_id for m in member.joined.members] == [member.id]
    assert member.joined.leader == member.id


@pytest.mark.parametrize("version", range(4))
def test_an_old_client_is_a_member_at_once(harness: GroupsHarness, version: int) -> None:
    """groups B-17, scenario 17."""
    member = harness.member()
    member.send_join(version)
    assert member.joined.error_code == 0
    assert member.joined.generation_id == 1


def test_a_pending_id_disturbs_nobody_until_it_joins(harness: GroupsHarness) -> None:
    """groups B-17, scenario 19."""
    (first,) = harness.stable()
    second = harness.member()
    _, second.id = refused(second)
    assert first.heartbeat() == 0
    assert len(harness.describe().members) == 1
    second.send_join()
    assert first.heartbeat() == 27


def test_a_pending_id_blocks_the_join_phase_until_it_expires(harness: GroupsHarness) -> None:
    """groups B-17, B-70, scenario 20."""
    (first,) = harness.stable(rebalance_timeout_ms=60_000)
    pending = harness.member(session_timeout_ms=6_000)
    refused(pending)
    first.send_join()
    harness.advance(5_999)
    assert not first.joining.done
    harness.advance(1)
    assert first.joined.generation_id == 2


def test_static_members_are_never_sent_back(harness: GroupsHarness) -> None:
    """groups B-18, scenario 52."""
    member = harness.member(instance="i")
    member.send_join(9)
    assert member.joined.error_code == 0
    assert member.id.startswith("i-")
    assert member.joined.members[0].group_instance_id == "i"


def test_unknown_groups_know_no_member(harness: GroupsHarness) -> None:
    """groups B-13, scenario 14."""
    assert refused(harness.member(id="m")) == (25, "m")
    assert harness.list_groups().groups == []
    assert harness.records() == []


@pytest.mark.parametrize("fields", [{"protocols": ()}, {"protocol_type": ""}])
def test_a_group_whose_first_member_is_refused_exists(
    harness: GroupsHarness, fields: dict[str, Any]
) -> None:
    """groups A-11, B-16, scenario 15."""
    assert refused(harness.member(**fields)) == (23, "")
    assert harness.state() == "Empty"
    (value,) = harness.group_values()
    assert (value.protocol_type, value.generation, value.protocol) == ("", 0, None)
    assert value.current_state_timestamp == harness.now_ms


def test_the_answer_member_id_required_leaves_an_empty_record(harness: GroupsHarness) -> None:
    """groups A-11."""
    refused(harness.member())
    (value,) = harness.group_values()
    assert (value.members, value.leader) == ([], None)


def test_what_others_do_not_support_is_refused(harness: GroupsHarness) -> None:
    """groups B-16, B-20, scenarios 26, 27."""
    (member,) = harness.stable()
    other = (("sticky", SUBSCRIPTION),)
    assert refused(harness.member(protocols=other)) == (23, "")
    assert refused(harness.member(protocol_type="connect")) == (23, "")
    member.protocols = other
    assert refused(member) == (23, member.id)
    assert member.heartbeat() == 0


def test_an_emptied_group_takes_any_type(harness: GroupsHarness) -> None:
    """groups B-16, B-4: the generation goes on."""
    (member,) = harness.stable()
    member.leave()
    newcomer = harness.member(protocol_type="connect", protocols=(("x", b""),))
    newcomer.join()
    assert newcomer.joined.generation_id == 3
    assert harness.describe().protocol_type == "connect"


# A client with a member id


def test_unknown_ids_and_instances_are_refused(harness: GroupsHarness) -> None:
    """groups B-20, scenario 53."""
    (static,) = harness.stable("i")
    assert refused(harness.member(id="x")) == (25, "x")
    assert refused(harness.member(id="x", instance="i")) == (82, "x")
    assert refused(harness.member(id=static.id, instance="j")) == (25, static.id)
    assert static.heartbeat(group_instance_id=None) == 0


def test_a_pending_id_cannot_become_static(harness: GroupsHarness) -> None:
    """groups B-20."""
    member = harness.member()
    _, member.id = refused(member)
    member.instance = "i"
    assert refused(member) == (-1, member.id)


def test_in_completing_the_same_offer_is_answered_at_once(harness: GroupsHarness) -> None:
    """groups B-21, scenario 31: the leader gets the list again."""
    leader, follower = completing(harness)
    leader.send_join()
    assert (leader.joined.generation_id, len(leader.joined.members)) == (2, 2)
    follower.send_join()
    assert (follower.joined.generation_id, follower.joined.members) == (2, [])
    assert harness.state() == "CompletingRebalance"


def completing(harness: GroupsHarness) -> list[Member]:
    """Two members in CompletingRebalance, the leader first, in generation 2."""
    first = harness.member()
    first.join()
    second = harness.member()
    second.join()
    first.send_join()
    assert first.joined.generation_id == second.joined.generation_id == 2
    return [first, second] if first.is_leader else [second, first]


def test_in_completing_another_offer_starts_anew(harness: GroupsHarness) -> None:
    """groups B-21, B-3, scenario 32."""
    leader, follower = completing(harness)
    waiting = follower.sync()
    assert not waiting.done
    leader.protocols = (("range", OTHER_SUBSCRIPTION),)
    leader.send_join()
    assert (waiting.response.error_code, waiting.response.assignment) == (27, b"")
    assert waiting.response.protocol_type is None
    assert harness.state() == "PreparingRebalance"


def test_in_stable_a_follower_with_the_same_offer_hears_the_generation(
    harness: GroupsHarness,
) -> None:
    """groups B-21, scenario 33."""
    leader, follower = harness.stable(None, None)
    generation = follower.generation
    follower.send_join()
    assert (follower.joined.generation_id, follower.joined.members) == (generation, [])
    assert leader.heartbeat() == 0


def test_in_stable_a_follower_with_another_offer_starts_a_rebalance(
    harness: GroupsHarness,
) -> None:
    """groups B-21, scenario 34."""
    leader, follower = harness.stable(None, None)
    follower.protocols = (("range", OTHER_SUBSCRIPTION),)
    follower.send_join()
    assert leader.heartbeat() == 27


def test_in_stable_the_leader_always_starts_a_rebalance(harness: GroupsHarness) -> None:
    """groups B-21, scenario 35."""
    leader, follower = harness.stable(None, None)
    leader.send_join()
    assert not leader.joining.done
    assert follower.heartbeat() == 27


def test_names_order_and_bytes_all_make_an_offer(harness: GroupsHarness) -> None:
    """groups B-21."""
    two = (("range", b"1"), ("sticky", b"2"))
    leader, follower = harness.stable(None, None, protocols=two)
    follower.protocols = two[::-1]
    follower.send_join()
    assert not follower.joining.done
    assert leader.heartbeat() == 27


def test_only_the_last_of_two_waiting_joins_is_answered(harness: GroupsHarness) -> None:
    """groups B-22, scenario 29."""
    leader, follower = harness.stable(None, None)
    first = leader.send_join()
    leader.client = harness.connect("ca")
    second = leader.send_join()
    follower.send_join()
    assert not first.done
    assert second.response.generation_id == leader.generation + 1
    assert len(harness.broker.purgatory) == 0, "the call that is never answered is still kept"
    harness.advance(600_000)
    assert not first.done


def test_a_rejoining_member_updates_its_timeouts(harness: GroupsHarness) -> None:
    """groups B-21."""
    (member,) = harness.stable()
    member.session_timeout_ms, member.rebalance_timeout_ms = 7_000, 8_000
    member.send_join()
    member.sync({member.id: member.joined.member_id.encode()})
    stored = harness.group_values()[-1].members[0]
    assert (stored.session_timeout, stored.rebalance_timeout) == (7_000, 8_000)


# Capacity


def test_a_full_group_refuses_before_it_hands_out_ids() -> None:
    """groups B-14, scenario 24."""
    harness = GroupsHarness({"group.max.size": "2"})
    completing(harness)
    assert refused(harness.member()) == (81, "")


def test_ids_are_handed_out_while_the_group_is_empty_and_the_surplus_is_refused() -> None:
    """groups B-14, scenario 25."""
    harness = GroupsHarness({"group.max.size": "2", "group.initial.rebalance.delay.ms": "1000"})
    members = [harness.member() for _ in range(3)]
    for member in members:
        member.join()
    assert members[2].joining.response.error_code == 81
    harness.advance(10_000)
    assert [member.joined.error_code for member in members] == [0, 0, 81]


def test_a_member_of_a_full_group_may_rejoin() -> None:
    """groups B-14."""
    harness = GroupsHarness({"group.max.size": "2"})
    leader, follower = harness.stable(None, None)
    leader.send_join()
    follower.send_join()
    assert leader.joined.error_code == follower.joined.error_code == 0


def test_who_is_refused_for_lack_of_room_loses_the_place() -> None:
    """groups B-14: the surplus id is no longer pending, so the join phase can complete."""
    harness = GroupsHarness({"group.max.size": "1"})
    first, second = harness.member(), harness.member()
    refused(first)
    _, second.id = refused(second)
    first.join()
    assert refused(second) == (81, "")
    assert first.joined.generation_id == 1
    assert refused(second) == (81, "")
    first.leave()
    assert refused(second) == (25, second.id)


# Looks


def test_members_are_listed_in_java_hash_order(harness: GroupsHarness) -> None:
    """groups A-63, scenario 30."""
    harness = GroupsHarness({"group.initial.rebalance.delay.ms": "100"})
    members = [harness.member() for _ in range(20)]
    for member in members:
        member.join()
    harness.advance(1_000)
    (leader,) = [member for member in members if member.is_leader]
    listed = [m.member_id for m in leader.joined.members]
    assert listed == java_hash_order([member.id for member in members])
    assert listed != [member.id for member in members]


def test_a_new_client_is_expired_only_after_five_minutes_of_waiting() -> None:
    """groups B-30, B-46."""
    harness = GroupsHarness()
    harness.stable(rebalance_timeout_ms=1_000_000, session_timeout_ms=1_000_000)
    newcomer = harness.member(session_timeout_ms=6_000)
    newcomer.join()
    harness.advance(299_999)
    assert not newcomer.joining.done
    harness.advance(1)
    assert (newcomer.joined.error_code, newcomer.joined.member_id) == (25, "")


def test_uuids_are_random_and_of_version_4(harness: GroupsHarness) -> None:
    """groups B-15."""
    random = harness.broker.random
    texts = {random_uuid(random) for _ in range(100)}
    assert len(texts) == 100
    for text in texts:
        assert [len(part) for part in text.split("-")] == [8, 4, 4, 4, 12]
        assert text[14] == "4"
        assert text[19] in "89ab"


def test_a_request_to_a_lost_group_is_refused(harness: GroupsHarness) -> None:
    """groups A-26: waiting calls are sent away, later ones too."""
    leader, follower = harness.stable(None, None)
    waiting = leader.send_join()
    groups = harness.broker.groups
    groups.on_partition_resigned(groups.partition_of("g"), harness.now_ms)
    harness.settle()
    assert waiting.response.error_code == 16
    assert follower.heartbeat() == 16
    assert refused(follower) == (16, follower.id)
    assert harness.connect().request(HeartbeatRequest(group_id="g"), 4).error_code == 16
