"""DescribeGroups on the wire."""

import pytest

from kafkawire.protocol.messages.describe_groups_request import DescribeGroupsRequest
from tests.support.requests.groups import GroupsHarness
from tests.support.requests.harness import BrokerHarness

NOT_ASKED = -(1 << 31)


@pytest.mark.parametrize("version", range(7))
def test_groups_are_described_at_every_version(version: int) -> None:
    """groups B-83."""
    harness = GroupsHarness()
    (member,) = harness.stable("i")
    group = harness.describe("g", version)
    assert (group.group_state, group.protocol_data) == ("Stable", "range")
    (shown,) = group.members
    assert shown.member_id == member.id
    assert shown.group_instance_id == ("i" if version >= 4 else None)


@pytest.mark.slow
@pytest.mark.parametrize("version", range(3, 7))
def test_operations_are_told_when_asked_for(version: int) -> None:
    """groups B-82, scenario 64: for groups that are not there, too, unless that is an error."""
    harness = GroupsHarness()
    harness.stable()
    request = DescribeGroupsRequest(groups=["g", "u"], include_authorized_operations=True)
    groups = harness.connect().request(request, version).groups
    found = {group.group_id: group.authorized_operations for group in groups}
    assert found == {"g": 3400, "u": 3400 if version < 6 else NOT_ASKED}
    assert harness.describe("g", version).authorized_operations == NOT_ASKED


def test_groups_come_by_partition() -> None:
    """groups A-62, scenario 65."""
    asked = [f"g{number}" for number in range(12)]
    request = DescribeGroupsRequest(groups=asked)
    groups = GroupsHarness().connect().request(request, 5).groups
    order = [group.group_id for group in groups]
    assert order == "g6 g9 g10 g7 g4 g5 g2 g3 g0 g1 g11 g8".split()


def test_without_a_coordinator_each_group_has_the_error() -> None:
    """groups B-83."""
    request = DescribeGroupsRequest(groups=["g"], include_authorized_operations=True)
    (group,) = BrokerHarness().connect().request(request, 5).groups
    assert (group.group_id, group.error_code, group.group_state) == ("g", 16, "")
    assert group.authorized_operations == NOT_ASKED
