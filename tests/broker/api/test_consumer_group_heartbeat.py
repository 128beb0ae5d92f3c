"""ConsumerGroupHeartbeat as clients see it."""

from typing import Any

import pytest

from kafkawire.broker.security.authorizer import Operation, ResourceType, Subject
from kafkawire.protocol.messages.consumer_group_describe_request import (
    ConsumerGroupDescribeRequest,
)
from tests.support.requests.consumer_groups import ConsumerHarness, TopicPartitions

EMPTY: dict[str, Any] = {"topic_partitions": [], "rebalance_timeout_ms": 5_000}
JOIN: dict[str, Any] = {**EMPTY, "subscribed_topic_names": ["t1"]}


@pytest.fixture(scope="module")
def harness() -> ConsumerHarness:
    return ConsumerHarness()


REFUSED = [
    ({"member_id": " ", "group_id": "", "member_epoch": 1}, 42, "MemberId can't be empty."),
    ({"member_id": "", "member_epoch": -1}, 42, "MemberId can't be empty."),
    ({"group_id": " ", "instance_id": ""}, 42, "GroupId can't be empty."),
    ({"instance_id": " ", "rack_id": ""}, 42, "InstanceId can't be empty."),
    ({"rack_id": "", "member_epoch": 0}, 42, "RackId can't be empty."),
    (
        {"member_epoch": 0},
        42,
        "RebalanceTimeoutMs must be provided in first request.",
    ),
    (
        {"member_epoch": 0, "rebalance_timeout_ms": 1},
        42,
        "TopicPartitions must be empty when (re-)joining.",
    ),
    (
        {**JOIN, "member_epoch": 0, "topic_partitions": [TopicPartitions()]},
        42,
        "TopicPartitions must be empty when (re-)joining.",
    ),
    (
        {**EMPTY, "member_epoch": 0, "server_assignor": "zz"},
        42,
        "Either SubscribedTopicNames or SubscribedTopicRegex must be non-null when (re-)joining.",
    ),
    ({"member_epoch": -2}, 42, "InstanceId can't be null."),
    ({"member_epoch": -3, "server_assignor": "zz"}, 42, "MemberEpoch is invalid."),
    (
        {**JOIN, "member_epoch": 0, "server_assignor": "zz"},
        112,
        "ServerAssignor zz is not supported. Supported assignors: uniform, range.",
    ),
]


@pytest.mark.parametrize("version", [0, 1])
@pytest.mark.parametrize(("fields", "code", "message"), REFUSED)
def test_a_malformed_heartbeat_is_refused_in_order(
    harness: ConsumerHarness, version: int, fields: dict[str, Any], code: int, message: str
) -> None:
    """groups D-2, D-3, G 100."""
    answer = harness.beat(version, **{"member_id": "m", "member_epoch": 1, **fields})
    assert (answer.error_code, answer.error_message) == (code, message)
    assert (answer.member_id, answer.member_epoch) == (None, 0)
    assert (answer.heartbeat_interval_ms, answer.assignment) == (0, None)


def test_from_version_1_on_a_member_names_itself(harness: ConsumerHarness) -> None:
    """groups D-2, D-4, G 101: before, the broker gives it 22 characters of base64."""
    answer = harness.beat(1, member_id="", member_epoch=0, group_id="named", **JOIN)
    assert (answer.error_code, answer.error_message) == (42, "MemberId can't be empty.")
    answer = harness.beat(0, member_id="", member_epoch=0, group_id="named", **JOIN)
    assert answer.error_code == 0
    assert len(answer.member_id) == 22
    assert answer.member_id in harness.group("named").members


def test_without_the_protocol_or_the_feature_there_are_no_consumer_groups() -> None:
    """groups D-1."""
    harness = ConsumerHarness({"group.coordinator.rebalance.protocols": "classic"})
    assert harness.beat(member_id="m", member_epoch=0, **JOIN).error_code == 35
    harness = ConsumerHarness()
    del harness.broker.metadata.features["group.version"]
    assert harness.beat(member_id="m", member_epoch=0, **JOIN).error_code == 35


class Denying:
    """An authorizer that denies one operation on resources of one kind and name."""

    version = 0

    def __init__(self, kind: ResourceType, operation: Operation, name: str) -> None:
        self.denied = (kind, operation, name)

    def allows(self, subject: Subject, operation: Operation, kind: ResourceType, name: str) -> bool:
        del subject
        return (kind, operation, name) != self.denied


def test_rights_come_before_everything_else() -> None:
    """groups D-2: READ on the group, then DESCRIBE on each topic that is named."""
    harness = ConsumerHarness()
    said: dict[str, Any] = {
        "member_id": "",
        "member_epoch": 0,
        "subscribed_topic_names": ["a", "t1"],
    }
    harness.broker.authorizer = Denying(ResourceType.GROUP, Operation.READ, "g")  # type: ignore[assignment]
    answer = harness.beat(**said)
    assert (answer.error_code, answer.error_message) == (30, None)
    harness.broker.authorizer = Denying(ResourceType.TOPIC, Operation.DESCRIBE, "t1")  # type: ignore[assignment]
    answer = harness.beat(**said)
    assert (answer.error_code, answer.error_message) == (29, None)
    assert harness.beat(**{**said, "subscribed_topic_names": ["a"]}).error_code == 42


def test_a_group_that_may_not_be_described_comes_first() -> None:
    """groups D-100."""
    harness = ConsumerHarness()
    harness.broker.authorizer = Denying(ResourceType.GROUP, Operation.DESCRIBE, "g")  # type: ignore[assignment]
    request = ConsumerGroupDescribeRequest(group_ids=["x", "", "g"])
    groups = harness.connect().request(request, 1).groups
    assert [(each.group_id, each.error_code) for each in groups] == [("g", 30), ("", 24), ("x", 69)]
