"""PushTelemetry through bytes."""

from __future__ import annotations

from typing import Any

import pytest

from kafkawire.broker.telemetry.pushed import NotAccepted, Pushed
from kafkawire.protocol.messages.get_telemetry_subscriptions_request import (
    GetTelemetrySubscriptionsRequest,
)
from kafkawire.protocol.messages.push_telemetry_request import PushTelemetryRequest
from kafkawire.records.compression import compress
from tests.support.requests.harness import BrokerHarness, HarnessClient

ME = bytes(range(16))
INTERVAL_MS = 300_000


class World:
    """A client that knows what it is to push, and what the receiver got."""

    def __init__(self, **overrides: str) -> None:
        config = {key.replace("_", "."): value for key, value in overrides.items()}
        self.harness = BrokerHarness(config)
        self.received: list[Pushed] = []
        self.harness.broker.telemetry = self.received.append
        self.client: HarnessClient = self.harness.connect("app", host="10.0.0.9")
        self.subscription_id = self.ask().subscription_id

    def ask(self) -> Any:
        return self.client.request(GetTelemetrySubscriptionsRequest(client_instance_id=ME))

    def push(self, metrics: bytes = b"m", **fields: Any) -> int:
        given = {
            "client_instance_id": ME,
            "subscription_id": self.subscription_id,
            "metrics": metrics,
            **fields,
        }
        response = self.client.request(PushTelemetryRequest(**given))
        assert isinstance(response.error_code, int)
        return response.error_code


@pytest.mark.parametrize("codec", range(5))
def test_the_receiver_gets_what_was_pushed_as_it_was(codec: int) -> None:
    """admin D-55: whatever it was compressed with, and who pushed it."""
    world = World()
    assert world.push(compress(codec, b"metrics" * 50), compression_type=codec) == 0
    (pushed,) = world.received
    assert pushed == Pushed(
        client_instance_id=ME,
        metrics=b"metrics" * 50,
        terminating=False,
        client_id="app",
        client_host="10.0.0.9",
        client_port=0,
        principal="User:ANONYMOUS",
        software_name="unknown",
        software_version="unknown",
    )


def test_nothing_is_not_handed_over() -> None:
    """admin D-55."""
    world = World()
    assert world.push(b"") == 0
    assert world.received == []


@pytest.mark.parametrize("instance_id", [bytes(16), bytes(15) + b"\1"])
def test_a_client_must_say_who_it_is(instance_id: bytes) -> None:
    """admin D-55."""
    assert World().push(client_instance_id=instance_id) == 42


def test_pushes_come_an_interval_apart() -> None:
    """admin D-55: the first may come at once, and the last at any time."""
    world = World()
    assert world.push() == 0
    assert world.push() == 89
    world.harness.advance(INTERVAL_MS - 1)
    assert world.push() == 89
    world.harness.advance(1)
    assert world.push() == 0
    assert world.push(terminating=True) == 0
    assert [each.terminating for each in world.received] == [False, False, True]


def test_nothing_follows_the_last_push() -> None:
    """admin D-55: even if that was refused; but then the instance has not ended for good."""
    world = World()
    assert world.push(terminating=True, compression_type=9) == 76
    assert world.push() == 42
    world.harness.advance(INTERVAL_MS)
    assert world.push() == 0


def test_checks_come_in_their_order() -> None:
    """admin D-55: time, subscription, codec, size."""
    bad = {"subscription_id": 1, "compression_type": 9}
    world = World(telemetry_max_bytes="10")
    assert world.push(b"x" * 11, **bad) == 117
    assert world.push(b"x" * 11, **bad) == 89
    world.harness.advance(INTERVAL_MS)
    assert world.push(b"x" * 11, compression_type=9) == 76
    world.harness.advance(INTERVAL_MS)
    assert world.push(b"x" * 11) == 118
    world.harness.advance(INTERVAL_MS)
    assert world.push(b"x" * 10) == 0
    assert [each.metrics for each in world.received] == [b"x" * 10]


@pytest.mark.parametrize("codec", range(1, 5))
def test_what_cannot_be_decompressed_is_an_invalid_record(codec: int) -> None:
    """admin D-55."""
    world = World()
    assert world.push(b"\xff garbage", compression_type=codec) == 87
    assert world.received == []


def test_a_receiver_may_refuse() -> None:
    """admin D-55."""

    def refuse(pushed: Pushed) -> None:
        raise NotAccepted(pushed.client_id)

    world = World()
    world.harness.broker.telemetry = refuse
    assert world.push() == 87


def test_without_a_receiver_it_is_looked_at_and_dropped() -> None:
    """admin D-53."""
    world = World()
    world.harness.broker.telemetry = None
    assert world.push(compress(1, b"m"), compression_type=1) == 0
    world.harness.advance(INTERVAL_MS)
    assert world.push(b"garbage", compression_type=1) == 87
