"""ListConfigResources through bytes."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from kafkawire.broker.metadata.config_changes import SET, Alteration, Operation
from kafkawire.java_order import java_string_hash
from kafkawire.protocol.messages.list_config_resources_request import ListConfigResourcesRequest
from tests.support.broker.metadata import broker
from tests.support.requests.harness import BrokerHarness

NAMES = ("zeta", "alpha", "mu", "B", "a.b")


def world() -> BrokerHarness:
    harness = BrokerHarness()
    for name in NAMES:
        harness.create_topic(name)
    changes = [
        Alteration(16, "watch", [Operation("interval.ms", SET, "1000")]),
        Alteration(32, "fans", [Operation("consumer.session.timeout.ms", SET, "50000")]),
    ]
    controller = harness.broker.controller
    controller.alter_configs(changes, validate_only=False, now_ms=harness.now_ms)
    controller.commit([broker(2, fenced=True)], harness.now_ms)
    return harness


def listed(
    harness: BrokerHarness, kinds: Sequence[int] = (), version: int = 1
) -> tuple[int, list[tuple[int, str]]]:
    request = ListConfigResourcesRequest(resource_types=list(kinds))
    response = harness.connect().request(request, version)
    found = [(each.resource_type, each.resource_name) for each in response.config_resources]
    return response.error_code, found


def test_all_types_come_in_one_order() -> None:
    """admin C-45, C-46, A-55, H 85: brokers that are fenced as well."""
    topics = [(2, name) for name in sorted(NAMES, key=java_string_hash)]
    assert topics != [(2, name) for name in sorted(NAMES)]
    brokers = [(8, "1"), (8, "2"), (4, "1"), (4, "2")]
    whole = [(32, "fans"), (16, "watch"), *brokers, *topics]
    harness = world()
    assert listed(harness) == (0, whole)
    assert listed(harness, [2, 4, 8, 16, 32]) == (0, whole)
    assert listed(harness, [2, 32, 2]) == (0, [(32, "fans"), *topics])


@pytest.mark.parametrize("kinds", [[99], [2, 99], [0], [1]])
def test_a_type_that_is_unknown_fails_all(kinds: list[int]) -> None:
    """admin C-45, H 85."""
    assert listed(world(), kinds) == (35, [])


def test_the_first_version_lists_metrics_subscriptions() -> None:
    """admin C-45."""
    assert listed(world(), version=0) == (0, [(16, "watch")])


def test_what_has_lost_its_configurations_is_not_listed() -> None:
    """admin C-46."""
    harness = world()
    removed = [Alteration(16, "watch", [Operation("interval.ms", 1, None)])]
    harness.broker.controller.alter_configs(removed, validate_only=False, now_ms=harness.now_ms)
    assert listed(harness, [16]) == (0, [])
