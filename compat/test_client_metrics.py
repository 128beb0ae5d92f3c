"""A stock client pushes its metrics to whoever wants them (KIP-714)."""

from __future__ import annotations

import pytest
from confluent_kafka import Producer

from kafkawire.broker.metadata.config_changes import SET, Alteration, Operation
from kafkawire.broker.telemetry.pushed import Pushed
from kafkawire.testing import LocalBroker
from tests.support.requests.loopback import wait_until

pytestmark = pytest.mark.clients


def test_librdkafka_pushes_and_says_goodbye() -> None:
    """Admin D-53 to D-55: what is subscribed to, compressed, and once more at the end."""
    received: list[Pushed] = []
    with LocalBroker(telemetry=received.append) as broker:
        operations = [Operation("metrics", SET, "*"), Operation("interval.ms", SET, "1000")]
        alteration = Alteration(16, "everybody", operations)
        controller = broker.broker.controller
        broker.run(lambda: controller.alter_configs([alteration], validate_only=False, now_ms=0))
        producer = Producer({"bootstrap.servers": broker.bootstrap, "client.id": "app"})
        producer.produce("t", b"1")
        producer.flush(10)
        wait_until(lambda: bool(received), "metrics")
        # librdkafka says no goodbye while a push is on its way: let it have its answer.
        producer.produce("t", b"2")
        producer.flush(10)
        del producer
        wait_until(lambda: received[-1].terminating, "the last of them")
    first = received[0]
    assert (first.client_id, first.client_host, first.terminating) == ("app", "127.0.0.1", False)
    assert first.software_name == "confluent-kafka-python"
    assert b"org.apache.kafka.producer" in first.metrics
    assert len({each.client_instance_id for each in received}) == 1
