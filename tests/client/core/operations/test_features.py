"""Features as brokers of several releases tell them."""

from __future__ import annotations

from typing import Any

import pytest

from kafkawire.client.core.operations import features
from kafkawire.client.errors import UnsupportedVersion
from kafkawire.protocol.messages.update_features_response import UpdateFeaturesResponse
from tests.client.support.operations import run, sources
from tests.client.support.world import World


def test_brokers_before_features_have_none_to_tell() -> None:
    """client D-31."""
    world = World(emulate="2.0")
    (error,) = run(world, features.describe_features(sources(world))).errors.values()
    assert isinstance(error, UnsupportedVersion)


@pytest.mark.parametrize(("version", "errors"), [(1, {"b"}), (2, set())])
def test_features_fail_alone_where_the_answer_names_them(version: int, errors: set[str]) -> None:
    """client B-50."""
    plan = features.update_features(
        sources(World()),
        {"a": 1, "b": 0},
        upgrade="safe_downgrade",
        timeout_ms=5,
        validate_only=True,
    )
    request: Any = plan.operation.ask(plan.keys, version)
    assert [each.upgrade_type for each in request.feature_updates] == [2, 2]
    result = UpdateFeaturesResponse.UpdatableFeatureResult
    answer = UpdateFeaturesResponse(
        results=[result(feature="a"), result(feature="b", error_code=95)] if version == 1 else []
    )
    told: Any = plan.operation.read(answer, plan.keys, version)
    assert {key for key, value in told.items() if value is not None} == errors
    whole: Any = plan.operation.read(UpdateFeaturesResponse(error_code=42), plan.keys, version)
    assert {key: value.code for key, value in whole.items()} == {"a": 42, "b": 42}
