"""ConsumerGroupDescribe: errors, and the order of the answers."""

import pytest

from kafkawire.protocol.messages.consumer_group_describe_request import (
    ConsumerGroupDescribeRequest,
)
from tests.support.requests.consumer_groups import ConsumerHarness
from tests.support.requests.groups import commit

NO_OPERATIONS = -(2**31)


@pytest.fixture
def harness() -> ConsumerHarness:
    return ConsumerHarness()


def test_each_group_has_an_error_of_its_own(harness: ConsumerHarness) -> None:
    """groups D-100: those without a name first."""
    harness.joiner("m1")
    commit(harness.connect(), ("t1", 0, 1), group="c")
    request = ConsumerGroupDescribeRequest(
        group_ids=["g", "x", "", "c"], include_authorized_operations=True
    )
    groups = harness.connect().request(request, 1).groups
    assert groups[0].group_id == ""
    found = {each.group_id: each for each in groups}
    assert {name: each.error_code for name, each in found.items()} == {
        "": 24,
        "g": 0,
        "x": 69,
        "c": 69,
    }
    assert found["x"].error_message == "Group x not found."
    assert found["c"].error_message == "Group c is not a consumer group."
    assert found["g"].error_message is None
    assert found["g"].authorized_operations == 3400
    assert (found["x"].group_state, found["x"].group_epoch) == ("", 0)
    assert found["x"].authorized_operations == NO_OPERATIONS
    assert harness.described().authorized_operations == NO_OPERATIONS


def test_groups_come_by_coordinator_partition(harness: ConsumerHarness) -> None:
    """groups A-62."""
    names = [f"g{index}" for index in range(12)]
    groups = harness.connect().request(ConsumerGroupDescribeRequest(group_ids=names), 1).groups
    assert [each.group_id for each in groups] == [
        f"g{index}" for index in (6, 9, 10, 7, 4, 5, 2, 3, 0, 1, 11, 8)
    ]


def test_without_the_protocol_every_group_is_refused() -> None:
    """groups D-100, D-1."""
    harness = ConsumerHarness({"group.coordinator.rebalance.protocols": "classic"})
    request = ConsumerGroupDescribeRequest(group_ids=["g", "h"])
    groups = harness.connect().request(request, 1).groups
    assert [(each.group_id, each.error_code) for each in groups] == [("g", 35), ("h", 35)]


def test_other_apis_know_consumer_groups_by_their_kind(harness: ConsumerHarness) -> None:
    """groups B-80, B-86, B-87: DescribeGroups does not, ListGroups does."""
    client = harness.joiner("m1")
    described = harness.describe("g")
    assert (described.group_state, described.error_code) == ("Dead", 69)
    assert described.error_message == "Group g is not a classic group."
    assert harness.describe("g", version=5).error_code == 0
    (listed,) = harness.list_groups(types_filter=["Consumer"]).groups
    assert (listed.group_type, listed.group_state) == ("consumer", "Stable")
    assert listed.protocol_type == "consumer"
    client.leave()
    (listed,) = harness.list_groups(states_filter=["empty"]).groups
    assert listed.protocol_type == "consumer"
