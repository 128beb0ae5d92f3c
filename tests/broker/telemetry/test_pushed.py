"""What a receiver is given through a broker for tests."""

from __future__ import annotations

from kafkawire.broker.telemetry.pushed import Pushed
from kafkawire.protocol.messages.push_telemetry_request import PushTelemetryRequest
from kafkawire.testing import LocalBroker
from tests.support.requests.harness import BrokerHarness


def test_a_local_broker_tells_its_receiver() -> None:
    """admin D-53: each broker that it starts."""
    received: list[Pushed] = []
    with LocalBroker(telemetry=received.append) as broker:
        assert broker.broker.telemetry is not None
    assert LocalBroker()._telemetry is None


def test_a_push_names_the_connection_it_came_by() -> None:
    """admin D-55."""
    harness = BrokerHarness()
    received: list[Pushed] = []
    harness.broker.telemetry = received.append
    client = harness.connect("app")
    client.context.client_port = 9
    client.context.client_software_name = "soft"
    client.context.client_software_version = "1.2"
    first = PushTelemetryRequest(client_instance_id=b"\7" * 16, metrics=b"m")
    assert client.request(first).error_code == 117
    from kafkawire.broker.telemetry.client_metrics import client_metrics_of

    instance = client_metrics_of(harness.broker)._instances[b"\7" * 16]
    first.subscription_id = instance.subscription_id
    first.terminating = True
    assert client.request(first).error_code == 0
    (pushed,) = received
    assert (pushed.client_port, pushed.software_name, pushed.software_version) == (9, "soft", "1.2")
    assert (pushed.terminating, pushed.metrics) == (True, b"m")
