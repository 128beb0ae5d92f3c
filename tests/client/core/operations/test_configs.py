"""Configurations of a broker are asked of itself."""

from __future__ import annotations

from typing import Any

import pytest

from kafkawire.client.core.operations.configs import (
    describe_configs,
    list_config_resources,
)
from kafkawire.client.descriptions import ConfigResource
from tests.client.support.operations import run, sources
from tests.client.support.world import World

DESCRIBE_CONFIGS = 32


def test_only_what_a_broker_has_is_asked_of_it() -> None:
    """client J-2."""
    told: list[object] = []
    keys = [
        ConfigResource("topic", "7"),
        ConfigResource("broker", "7"),
        ConfigResource("broker_logger", "7"),
        ConfigResource("broker", ""),
    ]
    plan = describe_configs(
        sources(World()), dict.fromkeys(keys), include_synonyms=False, include_documentation=False
    )
    plan.operation.lookup.find(keys, 0, lambda found, now_ms: told.append(list(found.values())))
    assert told == [[-1, 7, 7, -1]]


def test_documentation_and_synonyms_are_asked_for() -> None:
    world = World()
    world.create_topic("t")
    key = ConfigResource("topic", "t")
    plan = describe_configs(
        sources(world), {key: ["retention.ms"]}, include_synonyms=True, include_documentation=True
    )
    (entry,) = run(world, plan).results[key]
    assert (entry.name, entry.type) == ("retention.ms", "long")
    (request,) = [request for api, _, request, _ in world.requests if api == DESCRIBE_CONFIGS]
    assert (request.include_synonyms, request.include_documentation) == (True, True)


@pytest.mark.parametrize(
    ("types", "least"), [([], 1), (["client_metrics"], 0), (["client_metrics", "topic"], 1)]
)
def test_old_brokers_list_metrics_subscriptions_alone(types: list[str], least: int) -> None:
    """client D-31."""
    plan = list_config_resources(sources(World()), types)
    assert plan.operation.least == least
    request: Any = plan.operation.ask(plan.keys, 0)
    assert list(request.resource_types) == []
