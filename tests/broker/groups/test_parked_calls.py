"""Parked JoinGroup and SyncGroup requests, and the responses to them."""

from __future__ import annotations

import pytest

from kafkawire.broker.groups.classic_group import ClassicGroup
from kafkawire.broker.groups.member import ClassicMember
from kafkawire.broker.groups.parked_calls import (
    answer_join,
    join_refusal,
    join_response,
    park_join,
    park_sync,
    refuse_join,
    refuse_sync,
    sync_response,
)
from kafkawire.broker.groups.shard import GroupShard
from kafkawire.protocol.messages.join_group_response import JoinGroupResponse
from tests.support.requests.groups import GroupsHarness


@pytest.fixture
def shard() -> GroupShard:
    return GroupsHarness().broker.groups.shard_of("g")


@pytest.fixture
def group() -> ClassicGroup:
    """Two members, `m1` leads."""
    made = ClassicGroup("g", 0)
    for member_id in ("m1", "m2"):
        member = ClassicMember(member_id, client_id="c", client_host="/h")
        member.protocols = (("range", member_id.encode()),)
        made.add(member)
    made.protocol_type, made.protocol, made.generation = "consumer", "range", 7
    return made


def test_parked_joins_are_counted_once_a_member(shard: GroupShard, group: ClassicGroup) -> None:
    """groups B-22: a second request takes the place of the first."""
    first = park_join(shard, group, group.members["m1"], 5)
    second = park_join(shard, group, group.members["m1"], 9)
    assert group.progress.parked_joins == 1
    assert group.members["m1"].presence.join is second is not first
    had_all_joined = group.has_all_joined
    other = park_join(shard, group, group.members["m2"], 9)
    assert (had_all_joined, group.has_all_joined) == (False, True)
    response = join_response(group, group.members["m1"], with_members=False)
    answer_join(shard, group, group.members["m1"], response)
    answer_join(shard, group, group.members["m1"], response)
    assert (first.response, second.response, other.response) == (None, response, None)
    assert group.progress.parked_joins == 1


@pytest.mark.parametrize(("version", "name"), [(6, ""), (7, None)])
def test_a_refusal_has_the_version_of_the_parked_request(
    shard: GroupShard, group: ClassicGroup, version: int, name: str | None
) -> None:
    """groups B-11."""
    member = group.members["m1"]
    refuse_join(shard, group, member, 25, "")
    answer = park_join(shard, group, member, version)
    refuse_join(shard, group, member, 25, "m1")
    assert answer.response == join_refusal(25, "m1", version)
    assert isinstance(answer.response, JoinGroupResponse)
    assert answer.response.protocol_name == name
    assert (answer.response.generation_id, answer.response.leader) == (-1, "")
    assert member.presence.join is None


def test_only_the_leader_gets_the_members(group: ClassicGroup) -> None:
    """groups B-43."""
    leader = join_response(group, group.members["m1"], with_members=True)
    assert [(each.member_id, each.metadata) for each in leader.members] == [
        ("m1", b"m1"),
        ("m2", b"m2"),
    ]
    follower = join_response(group, group.members["m2"], with_members=False)
    assert (follower.members, follower.leader, follower.member_id) == ([], "m1", "m2")
    assert leader.generation_id == follower.generation_id == 7


def test_a_parked_sync_is_answered_once(shard: GroupShard, group: ClassicGroup) -> None:
    """groups B-22, B-53."""
    member = group.members["m1"]
    assert not refuse_sync(shard, member, 27)
    first = park_sync(shard, member)
    second = park_sync(shard, member)
    assert refuse_sync(shard, member, 27)
    assert not refuse_sync(shard, member, 27)
    assert first.response is None
    assert second.response is not None
    assert second.response.error_code == 27  # type: ignore[attr-defined]
    member.assignment = b"A"
    response = sync_response(group, member)
    assert (response.assignment, response.protocol_type, response.protocol_name) == (
        b"A",
        "consumer",
        "range",
    )
