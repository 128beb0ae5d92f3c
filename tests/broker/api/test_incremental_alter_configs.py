"""IncrementalAlterConfigs through bytes: what the broker asked judges by itself."""

from __future__ import annotations

from typing import Any

import pytest

from kafkawire.protocol.messages.incremental_alter_configs_request import (
    IncrementalAlterConfigsRequest,
)
from tests.support.requests.harness import BrokerHarness

Resource = IncrementalAlterConfigsRequest.AlterConfigsResource
Config = IncrementalAlterConfigsRequest.AlterableConfig
SET, DELETE, APPEND = 0, 1, 2

Change = tuple[str, int, str | None]


def resource(kind: int, name: str, *changes: Change) -> Resource:
    return Resource(
        resource_type=kind,
        resource_name=name,
        configs=[
            Config(name=key, config_operation=operation, value=value)
            for key, operation, value in changes
        ],
    )


def alter(
    harness: BrokerHarness, *resources: Resource, version: int = 1, **fields: Any
) -> list[tuple[int, str | None]]:
    request = IncrementalAlterConfigsRequest(resources=list(resources), **fields)
    response = harness.connect().request(request, version)
    asked = [(each.resource_type, each.resource_name) for each in resources]
    assert [(each.resource_type, each.resource_name) for each in response.responses] == asked
    return [(each.error_code, each.error_message) for each in response.responses]


def topical(*names: str) -> BrokerHarness:
    harness = BrokerHarness()
    for name in names or ("t",):
        harness.create_topic(name)
    return harness


@pytest.mark.parametrize("version", range(2))
def test_every_version_changes_a_topic(version: int) -> None:
    """admin C-22: the message of a success is null."""
    harness = topical()
    changes = resource(2, "t", ("retention.ms", SET, "5"), ("cleanup.policy", APPEND, "compact"))
    assert alter(harness, changes, version=version) == [(0, None)]
    assert harness.broker.metadata.config(2, "t") == {
        "retention.ms": "5",
        "cleanup.policy": "delete,compact",
    }
    remove = resource(2, "t", ("retention.ms", DELETE, "ignored"))
    assert alter(harness, remove, version=version) == [(0, None)]
    assert "retention.ms" not in harness.broker.metadata.config(2, "t")


def test_a_resource_may_appear_once() -> None:
    """admin H 73, C-20: both fail, and nothing is done for them."""
    harness = topical("t", "u")
    change = ("retention.ms", SET, "5")
    text = "Each resource must appear at most once."
    found = alter(
        harness, resource(2, "t", change), resource(2, "u", change), resource(2, "t", change)
    )
    assert found == [(42, text), (0, None), (42, text)]
    assert harness.broker.metadata.config(2, "t") == {}
    assert harness.broker.metadata.config(2, "u") == {"retention.ms": "5"}


def test_keys_are_distinct_and_have_values() -> None:
    """admin H 73, C-21: whatever the operations."""
    harness = topical()
    twice = resource(2, "t", ("retention.ms", SET, None), ("retention.ms", DELETE, None))
    assert alter(harness, twice) == [(42, "Error due to duplicate config keys")]
    nulls = resource(
        2, "t", ("flush.ms", SET, None), ("foo", DELETE, None), ("segment.ms", APPEND, None)
    )
    assert alter(harness, nulls) == [(42, "Null value not supported for : flush.ms, segment.ms")]


def test_unknown_types() -> None:
    """admin C-21 (4)."""
    assert alter(topical(), resource(3, "x")) == [(42, "Unknown resource type 3")]


def test_each_resource_stands_for_itself() -> None:
    """admin H 75, H 76, C-28."""
    harness = topical("t", "u")
    found = alter(
        harness,
        resource(2, "nope", ("foo", SET, "1")),
        resource(2, "nope2", ("retention.ms", SET, "1")),
        resource(2, "u", ("retention.ms", SET, "1")),
        resource(4, "x", ("foo", SET, "1")),
        resource(2, "t", ("retention.ms", 7, "1")),
    )
    assert found == [
        (40, "Unknown topic config name: foo"),
        (3, "The topic 'nope2' does not exist."),
        (0, None),
        (42, "Node id must be an integer, but it is: x"),
        (-1, None),
    ]
    assert harness.broker.metadata.config(2, "u") == {"retention.ms": "1"}


def test_only_this_broker_and_all_of_them() -> None:
    """admin C-21 (4), C-40."""
    harness = BrokerHarness()
    change = ("message.max.bytes", SET, "5")
    assert alter(harness, resource(4, "1", change)) == [(0, None)]
    assert harness.broker.config.int("message.max.bytes") == 5
    assert alter(harness, resource(4, "", change)) == [(0, None)]
    assert alter(harness, resource(4, "2", change)) == [
        (42, "Unexpected broker id, expected 1, but received 2")
    ]
    assert alter(harness, resource(4, "1", ("broker.id", SET, "2"))) == [
        (42, "Cannot update these configs dynamically: [broker.id]")
    ]


def test_loggers_are_changed_here() -> None:
    """admin C-43: nothing is written."""
    harness = BrokerHarness()
    end = harness.broker.controller.log.end_offset
    assert alter(harness, resource(8, "1", ("root", SET, "DEBUG"))) == [(0, None)]
    assert harness.broker.loggers.level("root") == "DEBUG"
    assert harness.broker.controller.log.end_offset == end
    assert alter(harness, resource(8, "1", ("root", SET, "WARN")), validate_only=True) == [
        (0, None)
    ]
    assert harness.broker.loggers.level("root") == "DEBUG"
    assert alter(harness, resource(8, "2", ("root", SET, "WARN"))) == [
        (42, "Unexpected node id. Expected 1, but received 2")
    ]
    assert alter(harness, resource(8, "", ("root", SET, "WARN"))) == [
        (42, "Node id must be an integer, but it is: ")
    ]
    assert alter(harness, resource(8, "1", ("root", APPEND, "WARN"))) == [
        (42, "APPEND operation is not allowed for the BROKER_LOGGER resource")
    ]


def test_validation_writes_nothing() -> None:
    """admin C-29."""
    harness = topical()
    end = harness.broker.controller.log.end_offset
    change = resource(2, "t", ("retention.ms", SET, "5"))
    assert alter(harness, change, validate_only=True) == [(0, None)]
    assert harness.broker.controller.log.end_offset == end


def test_nothing_to_do_succeeds_for_what_exists() -> None:
    """admin C-29."""
    harness = topical()
    assert alter(harness, resource(2, "t"), resource(2, "nope")) == [
        (0, None),
        (3, "The topic 'nope' does not exist."),
    ]


def test_groups_and_subscriptions_need_not_exist() -> None:
    """admin C-33, C-34."""
    harness = BrokerHarness()
    found = alter(
        harness,
        resource(32, "g", ("consumer.session.timeout.ms", SET, "50000")),
        resource(16, "m", ("interval.ms", SET, "100")),
        resource(32, "h", ("consumer.session.timeout.ms", SET, "5")),
        resource(16, "n", ("foo", SET, "5")),
    )
    assert [code for code, _ in found] == [0, 0, 40, 42]
    assert harness.broker.metadata.config(32, "g") == {"consumer.session.timeout.ms": "50000"}


def test_min_insync_replicas_is_the_clusters() -> None:
    """admin H 77, C-30."""
    harness = topical()
    found = alter(
        harness,
        resource(4, "1", ("min.insync.replicas", SET, "1")),
        resource(4, "", ("min.insync.replicas", DELETE, None)),
        resource(2, "t", ("min.insync.replicas", SET, "1")),
    )
    assert found == [
        (40, "Broker-level min.insync.replicas cannot be altered while ELR is enabled."),
        (40, "Cluster-level min.insync.replicas cannot be removed while ELR is enabled."),
        (0, None),
    ]


def test_too_many_changes_spoil_the_request() -> None:
    """admin B-5."""
    harness = BrokerHarness()
    many = [resource(4, "1", *((f"k{n}", SET, "1") for n in range(10_001)))]
    assert alter(harness, *many) == [(44, "Unable to perform excessively large batch operation.")]
