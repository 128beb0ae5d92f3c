"""DeleteGroups on the wire."""

import pytest

from kafkawire.protocol.messages.delete_groups_request import DeleteGroupsRequest
from tests.support.requests.groups import GroupsHarness
from tests.support.requests.harness import BrokerHarness


@pytest.mark.parametrize("version", range(4))
def test_groups_are_deleted_at_every_version(version: int) -> None:
    """groups B-90."""
    harness = GroupsHarness()
    (member,) = harness.stable()
    assert [r.error_code for r in harness.delete_groups("g", version=version).results] == [68]
    member.leave()
    (result,) = harness.delete_groups("g", version=version).results
    assert (result.group_id, result.error_code, result.error_message) == ("g", 0, None)
    assert harness.list_groups().groups == []


def test_groups_come_by_partition() -> None:
    """groups A-62."""
    asked = [f"g{number}" for number in range(12)]
    results = GroupsHarness().delete_groups(*asked).results
    order = [result.group_id for result in results]
    assert order == "g6 g9 g10 g7 g4 g5 g2 g3 g0 g1 g11 g8".split()


def test_without_a_coordinator_each_group_has_the_error() -> None:
    """groups A-50."""
    request = DeleteGroupsRequest(groups_names=["g", "h"])
    results = BrokerHarness().connect().request(request, 3).results
    assert [result.error_code for result in results] == [16, 16]
