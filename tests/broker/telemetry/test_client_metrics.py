"""Which clients are known, and for how long."""

from __future__ import annotations

from kafkawire.broker.telemetry import client_metrics
from kafkawire.broker.telemetry.client_metrics import ClientMetrics, client_metrics_of
from kafkawire.protocol.messages.get_telemetry_subscriptions_request import (
    GetTelemetrySubscriptionsRequest,
)
from tests.support.requests.harness import BrokerHarness, HarnessClient


def ask(client: HarnessClient, number: int) -> int:
    request = GetTelemetrySubscriptionsRequest(client_instance_id=bytes([number]) * 16)
    code = client.request(request).error_code
    assert isinstance(code, int)
    return code


def known(harness: BrokerHarness) -> ClientMetrics:
    return client_metrics_of(harness.broker)


def test_nothing_is_there_before_it_is_asked_for() -> None:
    harness = BrokerHarness()
    assert harness.broker.client_metrics is None
    ask(harness.connect(), 1)
    assert harness.broker.client_metrics is known(harness)


def test_the_silent_are_forgotten() -> None:
    """After three intervals, and the timers of others stay."""
    harness = BrokerHarness()
    client = harness.connect()
    ask(client, 1)
    harness.advance(300_000)
    ask(client, 2)
    assert len(known(harness)) == 2
    harness.advance(600_000)
    assert len(known(harness)) == 1
    harness.advance(300_000)
    assert len(known(harness)) == 0
    assert len(harness.broker.timers) == len(BrokerHarness().broker.timers)


def test_the_longest_unheard_gives_way(monkeypatch) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setattr(client_metrics, "INSTANCES_MAX", 2)
    harness = BrokerHarness()
    client = harness.connect()
    for number in (1, 2, 1, 3):
        ask(client, number)
    assert len(known(harness)) == 2
    assert ask(client, 1) == 89
    assert ask(client, 2) == 0


def test_only_the_newest_of_a_connection_ends_with_it() -> None:
    """As in Kafka: it knows of one for each connection."""
    harness = BrokerHarness()
    client = harness.connect()
    ask(client, 1)
    ask(client, 2)
    client.close()
    assert len(known(harness)) == 1
    assert ask(harness.connect(), 1) == 89


def test_a_refused_request_counts_as_heard() -> None:
    harness = BrokerHarness()
    client = harness.connect()
    ask(client, 1)
    for _ in range(9):
        harness.advance(299_999)
        ask(client, 1)
    assert len(known(harness)) == 1


def test_the_shell_tells_of_the_end_of_a_connection() -> None:
    """admin D-54: over sockets as well."""
    from kafkawire.testing import LocalBroker
    from tests.support.requests.loopback import connected, wait_until

    request = GetTelemetrySubscriptionsRequest(client_instance_id=b"\1" * 16)
    with LocalBroker() as broker:
        with connected(broker.bootstrap) as raw:
            raw.ask(request, 0)
            assert broker.run(lambda: len(client_metrics_of(broker.broker))) == 1
        wait_until(
            lambda: broker.run(lambda: len(client_metrics_of(broker.broker))) == 0, "forgotten"
        )
