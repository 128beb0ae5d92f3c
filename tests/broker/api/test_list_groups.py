"""ListGroups on the wire."""

import pytest

from tests.support.requests.groups import GroupsHarness
from tests.support.requests.harness import BrokerHarness


@pytest.mark.parametrize("version", range(6))
def test_groups_are_listed_at_every_version(version: int) -> None:
    """groups B-86: state from version 4, type from version 5 on."""
    harness = GroupsHarness()
    harness.stable()
    (group,) = harness.list_groups(version).groups
    assert (group.group_id, group.protocol_type) == ("g", "consumer")
    assert group.group_state == ("Stable" if version >= 4 else "")
    assert group.group_type == ("classic" if version >= 5 else "")


def test_a_broker_without_groups_lists_none() -> None:
    """groups B-85."""
    from kafkawire.protocol.messages.list_groups_request import ListGroupsRequest

    response = BrokerHarness().connect().request(ListGroupsRequest(), 5)
    assert (response.error_code, response.groups) == (0, [])
