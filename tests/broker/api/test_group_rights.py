"""Which rights requests about groups and their offsets ask for, and when."""

from __future__ import annotations

from typing import Any

import pytest

from kafkawire.broker.security.authorizer import Operation, ResourceType, Rule, RuleAuthorizer
from kafkawire.protocol.messages.delete_groups_request import DeleteGroupsRequest
from kafkawire.protocol.messages.describe_groups_request import DescribeGroupsRequest
from kafkawire.protocol.messages.find_coordinator_request import FindCoordinatorRequest
from kafkawire.protocol.messages.heartbeat_request import HeartbeatRequest
from kafkawire.protocol.messages.join_group_request import JoinGroupRequest
from kafkawire.protocol.messages.leave_group_request import LeaveGroupRequest
from kafkawire.protocol.messages.sync_group_request import SyncGroupRequest
from tests.support.requests.groups import GroupsHarness, codes_of, commit, fetch

DENIED, TOPIC_DENIED = 30, 29
GROUP, TOPIC = ResourceType.GROUP, ResourceType.TOPIC


def guarded(*rules: Rule) -> GroupsHarness:
    """A broker with topics `t` and `u`, and offsets of groups `g` and `h` on both."""
    harness = GroupsHarness()
    for name in ("t", "u"):
        harness.create_topic(name)
    for group in ("g", "h"):
        commit(harness.connect(), ("t", 0, 1), ("u", 0, 2), group=group)
    harness.broker.authorizer = RuleAuthorizer(rules)
    return harness


READ_G = Rule(GROUP, "g", Operation.READ)
DESCRIBE_G = Rule(GROUP, "g", Operation.DESCRIBE)

MEMBERS: dict[str, Any] = {
    "join": (JoinGroupRequest(group_id="", session_timeout_ms=-1), range(10)),
    "sync": (SyncGroupRequest(protocol_type="a", protocol_name="b"), range(6)),
    "heartbeat": (HeartbeatRequest(), range(5)),
    "leave": (LeaveGroupRequest(), range(3, 6)),
}


@pytest.mark.parametrize("name", list(MEMBERS))
def test_members_need_to_read(name: str) -> None:
    """groups B-10, B-50, B-55, B-60: before an empty group id, or bad timeouts, are found."""
    request, versions = MEMBERS[name]
    client = guarded().connect()
    for version in versions:
        assert client.request(request, version).error_code == DENIED


def test_a_protocol_that_is_not_named_comes_first() -> None:
    """groups B-50."""
    assert guarded().connect().request(SyncGroupRequest(), 5).error_code == 23


def test_a_refused_join_names_nobody() -> None:
    """groups B-10, B-11."""
    request = JoinGroupRequest(group_id="g", member_id="m", session_timeout_ms=10_000)
    answer = guarded().connect().request(request, 9)
    assert (answer.error_code, answer.member_id, answer.generation_id) == (DENIED, "", -1)
    assert guarded(READ_G).connect().request(request, 9).error_code == 23


def test_commits_need_to_read_the_group_and_the_topic() -> None:
    """groups C-1, C-3: the group first; of topics that are not there nobody learns."""
    offsets = (("t", 0, 5), ("u", 0, 5))
    for version in (2, 9, 10):
        client = guarded(Rule(TOPIC, "t", Operation.READ)).connect()
        assert set(codes_of(commit(client, *offsets, version=version))) == {DENIED}
        client = guarded(READ_G, Rule(TOPIC, "t", Operation.READ)).connect()
        found = commit(client, *offsets, version=version)
        assert sorted(codes_of(found)) == [0, TOPIC_DENIED]
    missing = commit(guarded(READ_G).connect(), ("nope", 0, 1))
    assert codes_of(missing) == [TOPIC_DENIED]


def test_fetching_needs_to_know_of_the_group() -> None:
    """groups C-20, C-25."""
    client = guarded(Rule(TOPIC, "t", Operation.DESCRIBE)).connect()
    for version in (8, 9, 10):
        answer = fetch(client, {"t": [0]}, version=version)
        assert (answer.error_code, answer.topics) == (DENIED, [])
    assert fetch(client, {"t": [0]}, version=7).error_code == DENIED
    (topic,) = fetch(client, {"t": [0]}, version=1).topics
    assert topic.partitions[0].error_code == DENIED


@pytest.mark.parametrize("version", [5, 9, 10])
def test_fetching_needs_to_know_of_the_topic(version: int) -> None:
    """groups C-22: named topics are refused behind the others, of all they are left out."""
    client = guarded(DESCRIBE_G, Rule(TOPIC, "t", Operation.DESCRIBE)).connect()
    found = fetch(client, {"u": [0], "t": [0]}, version=version)
    told = [
        (each.committed_offset, each.error_code) for it in found.topics for each in it.partitions
    ]
    assert told == [(1, 0), (-1, TOPIC_DENIED)]
    assert len(fetch(client, None, version=version).topics) == 1


def test_describing_and_deleting_one_by_one() -> None:
    """groups B-80, B-90: who is refused comes first, or last."""
    harness = guarded(DESCRIBE_G, Rule(GROUP, "g", Operation.DELETE))
    client = harness.connect()
    described = client.request(DescribeGroupsRequest(groups=["h", "g"]), 5).groups
    assert [(each.group_id, each.error_code) for each in described] == [("h", DENIED), ("g", 0)]
    deleted = client.request(DeleteGroupsRequest(groups_names=["h", "g"]), 2).results
    assert [(each.group_id, each.error_code) for each in deleted] == [("g", 0), ("h", DENIED)]


def test_listing_shows_what_may_be_described() -> None:
    """groups B-85: all of it to who may describe the cluster."""
    for rules, names in (
        ((), []),
        ((DESCRIBE_G,), ["g"]),
        ((Rule(ResourceType.CLUSTER, "kafka-cluster", Operation.DESCRIBE),), ["g", "h"]),
    ):
        listed = guarded(*rules).list_groups().groups
        assert sorted(each.group_id for each in listed) == names


@pytest.mark.parametrize(("key_type", "code"), [(0, DENIED), (1, 53), (2, 31)])
def test_a_coordinator_is_told_to_who_may_know(key_type: int, code: int) -> None:
    """groups A-36."""
    client = guarded().connect()
    request = FindCoordinatorRequest(key_type=key_type, coordinator_keys=["g"])
    (found,) = client.request(request, 6).coordinators
    assert (found.error_code, found.node_id) == (code, -1)
    if key_type < 2:
        old = client.request(FindCoordinatorRequest(key_type=key_type, key="g"), 3)
        assert old.error_code == code
        assert old.error_message.endswith("authorization failed.")
