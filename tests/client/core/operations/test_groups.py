"""Groups as brokers of several releases describe them."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from kafkawire.client.core.operations import groups
from kafkawire.client.errors import UnsupportedVersion
from kafkawire.protocol.messages.describe_groups_response import DescribeGroupsResponse
from kafkawire.protocol.messages.leave_group_response import LeaveGroupResponse
from tests.client.support.operations import run, sources
from tests.client.support.world import World

DESCRIBE_GROUPS = 15


def assigned(data: bytes, protocol_type: str = "consumer") -> Any:
    """The assignment of a classic group's member that has these bytes."""
    plan = groups.describe_classic_groups(
        sources(World()), ["g"], include_authorized_operations=False
    )
    member = DescribeGroupsResponse.DescribedGroupMember(member_id="m", member_assignment=data)
    group = DescribeGroupsResponse.DescribedGroup(
        group_id="g", group_state="Stable", protocol_type=protocol_type, members=[member]
    )
    told: Any = plan.operation.read(SimpleNamespace(groups=[group]), ["g"], 5)
    return told["g"].members[0].assignment


def test_assignments_of_consumers_are_read() -> None:
    whole = b"\0\1" + b"\0\0\0\1\0\1t\0\0\0\2\0\0\0\0\0\0\0\1" + b"\xff\xff\xff\xff"
    assert assigned(whole) == {"t": (0, 1)}
    assert assigned(b"\0\x63" + whole[2:]) == {"t": (0, 1)}, "a later version has more at the end"


@pytest.mark.parametrize("data", [b"", b"\0", b"\0\1\0\0", b"\0\0\x7f\xff\xff\xff"])
def test_bytes_that_are_no_assignment_are_none(data: bytes) -> None:
    assert assigned(data) == {}


def test_members_that_are_no_consumers_have_no_partitions() -> None:
    assert assigned(b"\0\1" + b"\0\0\0\0\xff\xff\xff\xff", "connect") == {}


@pytest.mark.parametrize("release", ["2.8", "4.4"])
def test_a_group_that_does_not_exist_is_not_found(release: str) -> None:
    """client J-6: also where old brokers say that it is dead."""
    world = World(emulate=release)
    plan = groups.describe_classic_groups(
        sources(world), ["none"], include_authorized_operations=False
    )
    assert "GROUP_ID_NOT_FOUND" in str(run(world, plan).errors["none"])


def test_brokers_without_the_consumer_protocol_are_asked_otherwise() -> None:
    """client J-6."""
    world = World(emulate="2.8")
    plan = groups.describe_consumer_groups(
        sources(world), ["none"], include_authorized_operations=False
    )
    assert isinstance(run(world, plan).errors["none"], UnsupportedVersion)
    assert plan.instead is not None
    assert plan.instead.operation.api == DESCRIBE_GROUPS


@pytest.mark.parametrize(
    ("types", "states", "least"), [([], [], 0), ([], ["Empty"], 4), (["x"], [], 5)]
)
def test_filters_need_their_version(types: list[str], states: list[str], least: int) -> None:
    plan = groups.list_groups(sources(World()), [1], states=states, types=types)
    assert plan.operation.least == least


def test_members_leave_by_either_id_and_with_a_reason() -> None:
    plan = groups.remove_members(
        sources(World()), "g", instance_ids=["one"], member_ids=["m-2"], reason="too slow"
    )
    assert plan.operation.least == 3
    request: Any = plan.operation.ask(plan.keys, 5)
    reason = "member was removed by an admin: too slow"
    assert [(each.group_instance_id, each.member_id, each.reason) for each in request.members] == [
        ("one", "", reason),
        (None, "m-2", reason),
    ]


def test_members_that_stay_are_told_by_the_id_they_were_given() -> None:
    """client B-50."""
    plan = groups.remove_members(sources(World()), "g", instance_ids=["one"], member_ids=["m-2"])
    member = LeaveGroupResponse.MemberResponse
    members = [
        member(member_id="m-1", group_instance_id="one", error_code=82),
        member(member_id="m-2", group_instance_id=None),
    ]
    told: Any = plan.operation.read(LeaveGroupResponse(members=members), ["g"], 5)
    assert list(told["g"]) == ["one"]
    whole: Any = plan.operation.read(LeaveGroupResponse(error_code=16), ["g"], 5)
    assert whole["g"].code == 16
