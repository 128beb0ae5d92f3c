"""LeaveGroup on the wire."""

import pytest

from kafkawire.protocol.messages.leave_group_request import LeaveGroupRequest
from tests.support.requests.groups import GroupsHarness


@pytest.fixture
def harness() -> GroupsHarness:
    return GroupsHarness()


@pytest.mark.parametrize("version", range(3))
def test_up_to_version_2_the_members_code_is_the_answer(
    harness: GroupsHarness, version: int
) -> None:
    """groups B-60, B-61, scenario 48."""
    (member,) = harness.stable()
    client = harness.connect()
    for group, member_id, code in [("g", "x", 25), ("u", "x", 25), ("g", member.id, 0)]:
        request = LeaveGroupRequest(group_id=group, member_id=member_id)
        assert client.request(request, version).error_code == code
    assert member.heartbeat() == 25


@pytest.mark.parametrize("version", range(3, 6))
def test_later_each_member_has_its_own(harness: GroupsHarness, version: int) -> None:
    """groups B-60, scenarios 48, 49."""
    (member,) = harness.stable("i")
    identity = LeaveGroupRequest.MemberIdentity
    members = [identity(member_id="x"), identity(member_id="", group_instance_id="i")]
    response = harness.connect().request(LeaveGroupRequest(group_id="g", members=members), version)
    assert response.error_code == 0
    assert [(m.member_id, m.group_instance_id, m.error_code) for m in response.members] == [
        ("x", None, 25),
        ("", "i", 0),
    ]
    assert member.heartbeat() == 25


@pytest.mark.parametrize("version", range(6))
def test_without_a_group_id_the_whole_request_fails(harness: GroupsHarness, version: int) -> None:
    """groups B-60."""
    response = harness.connect().request(LeaveGroupRequest(group_id=""), version)
    assert (response.error_code, response.members) == (24, [])


def test_an_unknown_member_has_the_bytes_of_kafka(harness: GroupsHarness) -> None:
    """groups A.8."""
    members = [LeaveGroupRequest.MemberIdentity(member_id="x")]
    pending = harness.connect().send(LeaveGroupRequest(group_id="u", members=members), 3)
    assert pending.raw[8:] == bytes.fromhex("00000000 0000 00000001 000178 ffff 0019")
