"""UpdateFeatures through bytes."""

from __future__ import annotations

from typing import Any

import pytest

from kafkawire.protocol.messages.api_versions_request import ApiVersionsRequest
from kafkawire.protocol.messages.consumer_group_heartbeat_request import (
    ConsumerGroupHeartbeatRequest,
)
from kafkawire.protocol.messages.update_features_request import UpdateFeaturesRequest
from tests.support.requests.harness import BrokerHarness

UPGRADE, SAFE, UNSAFE = 1, 2, 3
Update = tuple[str, int, int]
ALL_FAIL = "The update failed for all features since the following feature had an error: "


def update(
    harness: BrokerHarness, *updates: Update, version: int = 2, validate_only: bool = False
) -> Any:
    make = UpdateFeaturesRequest.FeatureUpdateKey
    request = UpdateFeaturesRequest(
        timeout_ms=0,
        feature_updates=[
            make(feature=name, max_version_level=level, upgrade_type=kind)
            for name, level, kind in updates
        ],
        validate_only=validate_only,
    )
    return harness.connect().request(request, version)


def finalized(harness: BrokerHarness) -> dict[str, int]:
    request = ApiVersionsRequest(client_software_name="a", client_software_version="1")
    response = harness.connect().request(request, 4)
    return {each.name: each.max_version_level for each in response.finalized_features}


@pytest.mark.parametrize("version", [1, 2])
def test_levels_go_down_and_up(version: int) -> None:
    """admin D-16, D-19, D-20, H 97: the timeout does not matter, and level 0 is not listed."""
    harness = BrokerHarness()
    response = update(harness, ("group.version", 0, SAFE), version=version)
    assert (response.error_code, response.error_message) == (0, None)
    told = [(each.feature, each.error_code, each.error_message) for each in response.results]
    assert told == ([("group.version", 0, "NONE")] if version == 1 else [])
    assert "group.version" not in finalized(harness)
    assert update(harness, ("group.version", 1, UPGRADE)).error_code == 0
    assert finalized(harness)["group.version"] == 1


@pytest.mark.parametrize("version", [1, 2])
def test_one_bad_update_refuses_all(version: int) -> None:
    """admin D-16, H 96."""
    harness = BrokerHarness()
    end = harness.broker.controller.log.end_offset
    response = update(
        harness, ("transaction.version", 1, SAFE), ("nope", 1, UPGRADE), version=version
    )
    text = "Invalid update version 1 for feature nope. Local controller 1 does not support this"
    assert (response.error_code, response.results) == (95, [])
    assert response.error_message == f"{ALL_FAIL}{text} feature."
    assert finalized(harness)["transaction.version"] == 2
    assert harness.broker.controller.log.end_offset == end


def test_version_0_can_only_raise_levels() -> None:
    """admin D-19: the wish to go down is not heard."""
    harness = BrokerHarness()
    make = UpdateFeaturesRequest.FeatureUpdateKey
    down = make(feature="group.version", max_version_level=0, allow_downgrade=True)
    response = harness.connect().request(UpdateFeaturesRequest(feature_updates=[down]), 0)
    assert response.error_code == 95
    assert "without setting the upgrade type" in response.error_message
    assert response.results == []
    same = make(feature="group.version", max_version_level=1, allow_downgrade=True)
    response = harness.connect().request(UpdateFeaturesRequest(feature_updates=[same]), 0)
    assert (response.error_code, response.results[0].error_message) == (0, "NONE")


def test_nothing_is_fine_and_validating_changes_nothing() -> None:
    """admin D-19."""
    harness = BrokerHarness()
    end = harness.broker.controller.log.end_offset
    assert update(harness).error_code == 0
    assert update(harness, ("group.version", 0, UNSAFE), validate_only=True).error_code == 0
    assert finalized(harness)["group.version"] == 1
    assert harness.broker.controller.log.end_offset == end


def test_of_a_feature_named_twice_the_last_level_counts() -> None:
    """admin D-19."""
    harness = BrokerHarness()
    assert (
        update(harness, ("group.version", 0, SAFE), ("group.version", 1, UPGRADE)).error_code == 0
    )
    assert finalized(harness)["group.version"] == 1
    assert (
        update(harness, ("group.version", 1, UPGRADE), ("group.version", 0, SAFE)).error_code == 0
    )
    assert "group.version" not in finalized(harness)


def test_an_equal_level_is_written_again() -> None:
    """admin D-17, F-29: whichever way it was to go."""
    harness = BrokerHarness()
    for kind in (UPGRADE, SAFE, UNSAFE):
        end = harness.broker.controller.log.end_offset
        assert update(harness, ("share.version", 2, kind)).error_code == 0
        assert harness.broker.controller.log.end_offset == end + 1


def test_the_order_of_finalized_features_follows_what_was_set_last() -> None:
    """admin A-10: two that share a bucket stand as they came; with seven the table is larger."""
    harness = BrokerHarness()
    assert list(finalized(harness))[:2] == ["group.version", "streams.version"]
    update(harness, ("group.version", 0, SAFE))
    update(harness, ("group.version", 1, UPGRADE))
    assert list(finalized(harness))[:2] == ["streams.version", "group.version"]
    update(harness, ("kraft.version", 1, UPGRADE))
    assert list(finalized(harness)) == [
        "group.version",
        "kraft.version",
        "share.version",
        "metadata.version",
        "streams.version",
        "transaction.version",
        "eligible.leader.replicas.version",
    ]


def test_without_its_feature_the_new_protocol_of_groups_is_not_served() -> None:
    """admin H 97: until the level is back."""
    harness = BrokerHarness()
    harness.create_topic("t")
    heartbeat = ConsumerGroupHeartbeatRequest(
        group_id="g",
        member_id="0123456789abcdef0123456789abcdef",
        member_epoch=0,
        rebalance_timeout_ms=1000,
        subscribed_topic_names=["t"],
        topic_partitions=[],
    )
    update(harness, ("group.version", 0, SAFE))
    assert harness.connect().request(heartbeat).error_code == 35
    update(harness, ("group.version", 1, UPGRADE))
    harness.advance(1000)
    assert harness.connect().request(heartbeat).error_code in (0, 14, 15, 16)
