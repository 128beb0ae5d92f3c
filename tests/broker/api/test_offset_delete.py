"""OffsetDelete: what a group may forget."""

from __future__ import annotations

from typing import Any

import pytest

from kafkawire.broker.security.authorizer import Operation, ResourceType, Rule, RuleAuthorizer
from kafkawire.protocol.messages.offset_delete_request import OffsetDeleteRequest
from tests.support.requests.groups import GroupsHarness, commit, fetch
from tests.support.requests.transactions import SaidVerifier, commit_in_transaction, verify_by

TOPIC = OffsetDeleteRequest.OffsetDeleteRequestTopic
PARTITION = OffsetDeleteRequest.OffsetDeleteRequestPartition


@pytest.fixture
def harness() -> GroupsHarness:
    """`t1` is what members read unless they say otherwise."""
    harness = GroupsHarness()
    for name in ("t1", "t2"):
        harness.create_topic(name, partitions=2)
    return harness


def delete(harness: GroupsHarness, *wanted: tuple[str, int], group: str = "g") -> Any:
    """The code of the whole, and those of the partitions in the order of the answer."""
    topics: dict[str, list[Any]] = {}
    for name, index in wanted:
        topics.setdefault(name, []).append(PARTITION(partition_index=index))
    request = OffsetDeleteRequest(
        group_id=group,
        topics=[TOPIC(name=name, partitions=each) for name, each in topics.items()],
    )
    response = harness.connect().request(request, 0)
    return response.error_code, [
        (topic.name, each.partition_index, each.error_code)
        for topic in response.topics
        for each in topic.partitions
    ]


def offsets(harness: GroupsHarness) -> dict[tuple[str, int], int]:
    found = fetch(harness.connect(), None)
    return {
        (topic.name, each.partition_index): each.committed_offset
        for topic in found.topics
        for each in topic.partitions
    }


def test_offsets_of_an_empty_group_go(harness: GroupsHarness) -> None:
    """groups B-91, A-14: a tombstone for what is there, and for nothing else."""
    commit(harness.connect(), ("t1", 0, 5), ("t1", 1, 6), ("t2", 0, 7))
    assert delete(harness, ("t1", 0), ("t2", 1)) == (0, [("t1", 0, 0), ("t2", 1, 0)])
    assert offsets(harness) == {("t1", 1): 6, ("t2", 0): 7}
    values = [record.value for record in harness.records()]
    assert values.count(None) == 1
    assert values[-1] is None


def test_pending_offsets_go_too(harness: GroupsHarness) -> None:
    """groups A-14, C-41."""
    verify_by(harness.broker, SaidVerifier())
    commit_in_transaction(harness.connect(), ("t1", 0, 5))
    assert delete(harness, ("t1", 0)) == (0, [("t1", 0, 0)])
    assert not harness.broker.groups.shard_of("g").offsets.is_pending("g", "t1", 0)


def test_what_a_member_reads_stays(harness: GroupsHarness) -> None:
    """groups B-91, G 70."""
    harness.stable()
    assert delete(harness, ("t1", 0), ("t2", 0)) == (0, [("t1", 0, 86), ("t2", 0, 0)])


def test_members_of_other_types_read_who_knows_what(harness: GroupsHarness) -> None:
    """groups B-91, G 71."""
    harness.stable(protocol_type="connect")
    assert delete(harness, ("t2", 0)) == (68, [])


def test_refusals(harness: GroupsHarness) -> None:
    """groups B-91, B-92, G 72: of partitions first, of the group without topics."""
    assert delete(harness) == (69, [])
    assert delete(harness, ("t1", 0), group="") == (24, [])
    commit(harness.connect(), ("t1", 0, 5))
    answer = [("t1", 9, 3), ("t1", 0, 0), ("nope", 0, 3), ("t2", 0, 0)]
    assert delete(harness, ("t1", 0), ("nope", 0), ("t1", 9), ("t2", 0)) == (0, answer)


@pytest.mark.parametrize(
    ("missing", "answer"),
    [
        (ResourceType.GROUP, (30, [])),
        (ResourceType.TOPIC, (0, [("t1", 0, 29)])),
    ],
)
def test_rights(harness: GroupsHarness, missing: ResourceType, answer: Any) -> None:
    """groups B-91."""
    commit(harness.connect(), ("t1", 0, 5))
    rules = {
        ResourceType.GROUP: Rule(ResourceType.GROUP, "g", Operation.DELETE),
        ResourceType.TOPIC: Rule(ResourceType.TOPIC, "t1", Operation.READ),
    }
    del rules[missing]
    authorizer = RuleAuthorizer()
    authorizer.add(*rules.values())
    harness.broker.authorizer = authorizer
    assert delete(harness, ("t1", 0)) == answer
