"""AlterConfigs through bytes: the whole set of a resource at once."""

from __future__ import annotations

import pytest

from kafkawire.protocol.messages.alter_configs_request import AlterConfigsRequest
from kafkawire.protocol.messages.incremental_alter_configs_request import (
    IncrementalAlterConfigsRequest,
)
from tests.support.requests.harness import BrokerHarness

TOPIC, BROKER, LOGGER, METRICS, GROUP = 2, 4, 8, 16, 32
Value = tuple[str, str | None]
Asked = tuple[int, str, list[Value]]
MINIMUM: Value = ("min.insync.replicas", "1")


def replace(
    harness: BrokerHarness, *resources: Asked, version: int = 2, validate_only: bool = False
) -> list[tuple[int, str | None]]:
    request = AlterConfigsRequest(
        validate_only=validate_only,
        resources=[
            AlterConfigsRequest.AlterConfigsResource(
                resource_type=kind,
                resource_name=name,
                configs=[
                    AlterConfigsRequest.AlterableConfig(name=key, value=value)
                    for key, value in values
                ],
            )
            for kind, name, values in resources
        ],
    )
    response = harness.connect().request(request, version)
    assert [(each.resource_type, each.resource_name) for each in response.responses] == [
        each[:2] for each in resources
    ]
    return [(each.error_code, each.error_message) for each in response.responses]


def topical(*names: str) -> BrokerHarness:
    harness = BrokerHarness()
    for name in names or ("t",):
        harness.create_topic(name)
    return harness


@pytest.mark.parametrize("version", range(3))
def test_what_is_not_named_goes(version: int) -> None:
    """admin C-36, H 83: an empty list removes all."""
    harness = topical()
    configs = harness.broker.metadata.config
    both: list[Value] = [("flush.ms", "5"), ("segment.ms", "6")]
    assert replace(harness, (TOPIC, "t", both), version=version) == [(0, None)]
    assert configs(TOPIC, "t") == {"flush.ms": "5", "segment.ms": "6"}
    assert replace(harness, (TOPIC, "t", [("flush.ms", "7")]), version=version) == [(0, None)]
    assert configs(TOPIC, "t") == {"flush.ms": "7"}
    assert replace(harness, (TOPIC, "t", []), version=version) == [(0, None)]
    assert configs(TOPIC, "t") == {}


def test_removals_are_written_last_and_equal_values_not_at_all() -> None:
    """admin C-36, C-27, F-22."""
    harness = topical()
    replace(harness, (TOPIC, "t", [("flush.ms", "5"), ("segment.ms", "6"), ("retention.ms", "7")]))
    begin = harness.broker.controller.log.end_offset
    replace(harness, (TOPIC, "t", [("flush.ms", "5"), ("cleanup.policy", "compact")]))
    written = [
        (record.name, record.value)  # type: ignore[attr-defined]
        for _, record, _ in harness.broker.controller.log.read_from(begin)
    ]
    assert written[0] == ("cleanup.policy", "compact")
    assert sorted(written[1:]) == [("retention.ms", None), ("segment.ms", None)]


def test_a_resource_named_twice_is_refused() -> None:
    """admin C-38: Kafka 4.4 never answers; this is what it answers to single changes."""
    harness = topical("t", "u")
    some: list[Value] = [("flush.ms", "5")]
    twice = (42, "Each resource must appear at most once.")
    found = replace(harness, (TOPIC, "t", some), (TOPIC, "u", some), (TOPIC, "t", some))
    assert found == [twice, (0, None), twice]
    assert harness.broker.metadata.config(TOPIC, "t") == {}


@pytest.mark.parametrize(
    ("resource", "code", "message"),
    [
        ((TOPIC, "t", [("flush.ms", None), ("segment.ms", None)]), 42, None),
        (
            (TOPIC, "t", [("flush.ms", "1"), ("flush.ms", "2")]),
            42,
            "Error due to duplicate config keys",
        ),
        ((LOGGER, "1", []), 42, "Unknown resource type 8"),
        ((3, "t", []), 42, "Unknown resource type 3"),
        ((BROKER, "x", []), 42, "Node id must be an integer, but it is: x"),
        ((BROKER, "2", []), 42, "Unexpected broker id, expected 1, but received 2"),
        (
            (BROKER, "", [MINIMUM, ("broker.id", "2")]),
            42,
            "Cannot update these configs dynamically: [broker.id]",
        ),
        ((TOPIC, "t", [("foo", "1")]), 40, "Unknown topic config name: foo"),
        ((TOPIC, "nope", [("flush.ms", "1")]), 3, "The topic 'nope' does not exist."),
        ((GROUP, "g", [("foo", "1")]), 40, "Unknown group config name: foo"),
        ((METRICS, "", []), 42, "Subscription name can't be empty"),
    ],
)
def test_what_cannot_be(resource: Asked, code: int, message: str | None) -> None:
    """admin C-37, C-31."""
    ((found, text),) = replace(topical(), resource)
    assert found == code
    assert text == (message or "Null value not supported for : flush.ms, segment.ms")


def test_the_whole_cluster_keeps_its_min_insync_replicas() -> None:
    """admin C-39, H 84: while eligible leader replicas are on."""
    harness = BrokerHarness()
    text = "Cluster-level min.insync.replicas cannot be removed while ELR is enabled."
    assert replace(harness, (BROKER, "", [("message.max.bytes", "5")])) == [(40, text)]
    assert replace(harness, (BROKER, "", [MINIMUM, ("message.max.bytes", "5")])) == [(0, None)]
    assert harness.broker.config.int("message.max.bytes") == 5
    assert replace(harness, (BROKER, "", [MINIMUM])) == [(0, None)]
    assert harness.broker.config.int("message.max.bytes") == 1048588


def test_only_validating_changes_nothing() -> None:
    """admin C-29."""
    harness = topical()
    end = harness.broker.controller.log.end_offset
    some: list[Value] = [("flush.ms", "5")]
    assert replace(harness, (TOPIC, "t", some), validate_only=True) == [(0, None)]
    assert harness.broker.controller.log.end_offset == end


def test_an_unchanged_value_of_a_broker_is_written() -> None:
    """admin C-27, H 132: of a topic it is not."""
    harness = topical()
    log = harness.broker.controller.log
    change = IncrementalAlterConfigsRequest.AlterConfigsResource
    config = IncrementalAlterConfigsRequest.AlterableConfig
    for kind, name, key, records in ((TOPIC, "t", "flush.ms", 0), (BROKER, "1", "flush.ms", 1)):
        request = IncrementalAlterConfigsRequest(
            resources=[
                change(
                    resource_type=kind,
                    resource_name=name,
                    configs=[config(name=key, config_operation=0, value="5")],
                )
            ]
        )
        harness.connect().request(request)
        end = log.end_offset
        harness.connect().request(request)
        assert log.end_offset == end + records
