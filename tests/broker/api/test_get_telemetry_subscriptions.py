"""GetTelemetrySubscriptions through bytes."""

from __future__ import annotations

from typing import Any

import pytest

from kafkawire.broker.metadata.config_changes import SET, Alteration, Operation
from kafkawire.protocol.messages.get_telemetry_subscriptions_request import (
    GetTelemetrySubscriptionsRequest,
)
from tests.support.requests.harness import BrokerHarness, HarnessClient

ME = bytes(range(16))
EMPTY = bytes(16)


def ask(client: HarnessClient, instance_id: bytes = EMPTY) -> Any:
    return client.request(GetTelemetrySubscriptionsRequest(client_instance_id=instance_id))


def subscribe(harness: BrokerHarness, name: str, **configs: str) -> None:
    operations = [Operation(key.replace("_", "."), SET, value) for key, value in configs.items()]
    outcome = harness.broker.controller.alter_configs(
        [Alteration(16, name, operations)], validate_only=False, now_ms=harness.now_ms
    )
    assert outcome == [None]


def test_nothing_is_wanted_where_nothing_is_configured() -> None:
    """admin D-53, D-54, H 7: a client gets an id of its own; no receiver is needed to answer."""
    harness = BrokerHarness()
    response = ask(harness.connect())
    assert response.error_code == 0
    assert response.client_instance_id != EMPTY
    assert response.client_instance_id[6] >> 4 == 4
    assert (response.push_interval_ms, response.requested_metrics) == (300_000, [])
    assert list(response.accepted_compression_types) == [4, 3, 1, 2]
    assert (response.telemetry_max_bytes, response.delta_temporality) == (1048576, True)
    other = ask(harness.connect())
    assert other.client_instance_id != response.client_instance_id


def test_an_id_that_is_given_stays() -> None:
    """admin D-54: and the number of the subscription is Kafka's."""
    response = ask(BrokerHarness().connect(), ME)
    assert response.client_instance_id == ME
    assert response.subscription_id == -725132322


def test_the_size_of_a_push_is_a_setting() -> None:
    """admin D-54."""
    harness = BrokerHarness({"telemetry.max.bytes": "77"})
    assert ask(harness.connect()).telemetry_max_bytes == 77


def test_subscriptions_are_put_together() -> None:
    """admin D-54: the least interval, every metric once, of those that match."""
    harness = BrokerHarness()
    subscribe(harness, "a", metrics="x.y,z", interval_ms="5000")
    subscribe(harness, "b", metrics="z,w", interval_ms="7000", match="client_id=te.*")
    subscribe(harness, "c", metrics="no", interval_ms="100", match="client_id=other")
    response = ask(harness.connect())
    assert sorted(response.requested_metrics) == ["w", "x.y", "z"]
    assert response.push_interval_ms == 5000
    other = ask(harness.connect("other"))
    assert sorted(other.requested_metrics) == ["no", "x.y", "z"]
    assert other.push_interval_ms == 100


def test_a_star_wants_everything() -> None:
    """admin D-54."""
    harness = BrokerHarness()
    subscribe(harness, "a", metrics="x.y")
    subscribe(harness, "b", metrics="*,z")
    assert ask(harness.connect()).requested_metrics == ["*"]


def test_who_asks_again_too_soon_is_refused() -> None:
    """admin D-54: with an answer that is empty but for the error."""
    harness = BrokerHarness()
    subscribe(harness, "a", interval_ms="5000")
    client = harness.connect()
    assert ask(client, ME).error_code == 0
    harness.advance(4999)
    refused = ask(client, ME)
    assert (refused.error_code, refused.client_instance_id) == (89, EMPTY)
    assert (refused.push_interval_ms, refused.subscription_id) == (0, 0)
    assert (refused.telemetry_max_bytes, list(refused.accepted_compression_types)) == (0, [])
    harness.advance(1)
    assert ask(client, ME).error_code == 0


def test_an_end_of_the_connection_makes_a_client_unknown() -> None:
    """admin D-54."""
    harness = BrokerHarness()
    client = harness.connect()
    assert ask(client, ME).error_code == 0
    assert ask(harness.connect(), ME).error_code == 89
    client.close()
    assert ask(harness.connect(), ME).error_code == 0


def test_changed_subscriptions_are_told_at_once() -> None:
    """admin D-54."""
    harness = BrokerHarness()
    client = harness.connect()
    first = ask(client, ME)
    subscribe(harness, "a", metrics="x")
    second = ask(client, ME)
    assert (second.error_code, second.requested_metrics) == (0, ["x"])
    assert second.subscription_id != first.subscription_id


@pytest.mark.parametrize(
    ("match", "matches"),
    [
        ("client_software_name=un.*", True),
        ("client_software_name=un", False),
        ("client_software_version=unknown,client_id=test", True),
        ("client_software_version=unknown,client_id=x", False),
        ("client_source_address=10\\..*", True),
        ("client_source_port=4711", True),
        ("client_source_port=47", False),
        ("client_instance_id=AAECAwQF.*", True),
        ("client_instance_id=aaecawqf.*", False),
    ],
)
def test_patterns_match_as_a_whole(match: str, matches: bool) -> None:
    """admin C-34, D-54."""
    harness = BrokerHarness()
    subscribe(harness, "a", metrics="x", match=match)
    client = harness.connect(host="10.1.2.3")
    client.context.client_port = 4711
    assert ask(client, ME).requested_metrics == (["x"] if matches else [])
