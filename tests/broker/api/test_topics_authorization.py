"""Who may create, grow and delete topics."""

from __future__ import annotations

from typing import Any

import pytest

from kafkawire.broker.security.authorizer import Operation, ResourceType, Rule, RuleAuthorizer
from kafkawire.protocol.messages.create_partitions_request import CreatePartitionsRequest
from kafkawire.protocol.messages.create_topics_request import CreateTopicsRequest
from kafkawire.protocol.messages.delete_topics_request import DeleteTopicsRequest
from tests.support.requests.harness import BrokerHarness

NOTHING = bytes(16)
NOT_AUTHORIZED = "Topic authorization failed."


def guarded(*rules: Rule) -> tuple[BrokerHarness, dict[str, bytes]]:
    """A broker with the topics `t` and `u`, and their ids, whose clients have these rights."""
    harness = BrokerHarness()
    ids = {name: harness.create_topic(name) for name in ("t", "u")}
    harness.broker.authorizer = RuleAuthorizer(rules)
    return harness, ids


def may(operation: Operation, *names: str) -> list[Rule]:
    return [Rule(ResourceType.TOPIC, name, operation) for name in names]


def may_all(operation: Operation) -> Rule:
    return Rule(ResourceType.CLUSTER, "kafka-cluster", operation)


def create(harness: BrokerHarness, *names: str, timeout_ms: int = 1000) -> list[Any]:
    make = CreateTopicsRequest.CreatableTopic
    topics = [make(name=name, num_partitions=2, replication_factor=1) for name in names]
    request = CreateTopicsRequest(topics=topics, timeout_ms=timeout_ms)
    return list(harness.connect().request(request, 7).topics)


def grow(harness: BrokerHarness, *names: str, timeout_ms: int = 1000) -> list[Any]:
    make = CreatePartitionsRequest.CreatePartitionsTopic
    topics = [make(name=name, count=2, assignments=None) for name in names]
    request = CreatePartitionsRequest(topics=topics, timeout_ms=timeout_ms)
    return list(harness.connect().request(request, 3).results)


def delete(harness: BrokerHarness, *elements: str | bytes) -> set[tuple[Any, ...]]:
    state = DeleteTopicsRequest.DeleteTopicState
    topics = [
        state(name=None, topic_id=each) if isinstance(each, bytes) else state(name=each)
        for each in elements
    ]
    response = harness.connect().request(DeleteTopicsRequest(topics=topics, timeout_ms=1000), 6)
    return {
        (each.name, each.topic_id, each.error_code, each.error_message)
        for each in response.responses
    }


def test_topics_are_created_by_whoever_may_create_them() -> None:
    """admin B-7, B-18: refused ones come last, with those that nobody may create."""
    harness, _ = guarded(*may(Operation.CREATE, "b"), *may(Operation.DESCRIBE_CONFIGS, "b"))
    found = create(harness, "a", "b", "c", "c", "__cluster_metadata")
    assert [(each.name, each.error_code) for each in found[:2]] == [("b", 0), ("c", 42)]
    assert {(each.name, each.error_code, each.error_message) for each in found[2:]} == {
        ("a", 29, "Authorization failed."),
        (
            "__cluster_metadata",
            42,
            "Creation of internal topic __cluster_metadata is prohibited.",
        ),
    }
    assert "a" not in harness.broker.metadata.topics
    # Nobody asks how late it is where nothing may be done.
    assert [each.error_code for each in create(harness, "a", timeout_ms=0)] == [29]


def test_the_right_to_the_cluster_is_the_right_to_create_all_topics() -> None:
    """admin B-7."""
    harness, _ = guarded(may_all(Operation.CREATE))
    assert [each.error_code for each in create(harness, "a", "b")] == [0, 0]


def test_of_a_new_topic_its_creator_may_see_nothing() -> None:
    """admin B-19: it is created all the same."""
    harness, _ = guarded(may_all(Operation.CREATE), *may(Operation.DESCRIBE_CONFIGS, "b"))
    hidden, shown, there = create(harness, "a", "b", "t")
    assert (hidden.error_code, hidden.topic_config_error_code) == (0, 29)
    assert (hidden.num_partitions, hidden.replication_factor, list(hidden.configs)) == (-1, -1, [])
    assert (shown.topic_config_error_code, shown.num_partitions) == (0, 2)
    assert len(shown.configs) == 37
    assert (there.error_code, there.topic_config_error_code) == (36, 0)
    assert len(harness.broker.metadata.topics["a"].partitions) == 2


def test_topics_grow_for_whoever_may_alter_them() -> None:
    """admin B-24, B-26: refused ones come behind duplicates, without a text."""
    harness, _ = guarded(*may(Operation.ALTER, "t"))
    found = grow(harness, "nope", "t", "u", "x", "x")
    assert [(each.name, each.error_code, each.error_message) for each in found] == [
        ("x", 42, "Duplicate topic name."),
        ("nope", 29, None),
        ("u", 29, None),
        ("t", 0, None),
    ]
    assert len(harness.broker.metadata.topics["u"].partitions) == 1
    assert [each.error_code for each in grow(harness, "u", timeout_ms=0)] == [29]


def test_who_may_not_see_a_topic_learns_nothing_of_it() -> None:
    """admin B-33: neither its id from its name nor the other way about, nor that it is there."""
    harness, ids = guarded()
    assert delete(harness, "t", ids["u"], "nope", b"\7" * 16) == {
        ("t", NOTHING, 29, NOT_AUTHORIZED),
        (None, ids["u"], 29, NOT_AUTHORIZED),
        ("nope", NOTHING, 29, NOT_AUTHORIZED),
        (None, b"\7" * 16, 100, "This server does not host this topic ID."),
    }
    assert len(harness.broker.metadata.topics) == 2


def test_who_may_only_see_a_topic_does_not_delete_it() -> None:
    """admin B-33: by id the name is told then."""
    harness, ids = guarded(*may(Operation.DESCRIBE, "t", "u", "nope"))
    unknown = "This server does not host this topic-partition."
    assert delete(harness, "t", ids["t"], ids["u"], "nope") == {
        ("t", NOTHING, 29, NOT_AUTHORIZED),
        ("t", ids["t"], 29, NOT_AUTHORIZED),
        ("u", ids["u"], 29, NOT_AUTHORIZED),
        ("nope", NOTHING, 3, unknown),
    }
    assert len(harness.broker.metadata.topics) == 2


@pytest.mark.parametrize("rights", ["topic", "cluster"])
def test_who_may_delete_does(rights: str) -> None:
    """admin B-33."""
    rules = [*may(Operation.DELETE, "t"), *may(Operation.DESCRIBE, "t")]
    harness, ids = guarded(*(rules if rights == "topic" else [may_all(Operation.DELETE)]))
    assert delete(harness, "t") == {("t", ids["t"], 0, None)}
