"""Stock clients and every release of Kafka that can be emulated: records arrive, and all of them.

The clients take what the release offers: message sets from 0.10.2, sessions from 1.1 on, topic ids
from 3.1 on. (They are today's clients; that of the release's own time would do the same.)
"""

from __future__ import annotations

import pytest

from kafkawire.broker.emulation.releases import RELEASES
from kafkawire.testing import LocalBroker

pytestmark = pytest.mark.clients

RECORDS = 12
NO_KAFKA_PYTHON = "kafka-python is not installed: its client is not run against emulated releases"
NO_CONFLUENT = "confluent-kafka is not installed: its client is not run against emulated releases"
POLLS_MAX = 100
POLL_SECONDS = 0.2


@pytest.mark.parametrize("release", RELEASES)
def test_kafka_python_reads_what_it_wrote(release: str) -> None:
    kafka = pytest.importorskip("kafka", reason=NO_KAFKA_PYTHON)
    with LocalBroker(emulate=release) as broker:
        broker.create_topic("t", 2)
        producer = kafka.KafkaProducer(bootstrap_servers=broker.bootstrap)
        for number in range(RECORDS):
            producer.send("t", b"%d" % number, partition=number % 2)
        producer.close()
        consumer = kafka.KafkaConsumer(
            "t", bootstrap_servers=broker.bootstrap, auto_offset_reset="earliest", group_id="g"
        )
        found: list[int] = []
        for _ in range(POLLS_MAX):
            polled = consumer.poll(timeout_ms=int(POLL_SECONDS * 1000))
            found += [int(record.value) for records in polled.values() for record in records]
            if len(found) >= RECORDS:
                break
        consumer.close()
    assert sorted(found) == list(range(RECORDS))


@pytest.mark.parametrize("release", RELEASES)
def test_librdkafka_reads_what_it_wrote(release: str) -> None:
    confluent_kafka = pytest.importorskip("confluent_kafka", reason=NO_CONFLUENT)
    with LocalBroker(emulate=release) as broker:
        broker.create_topic("t", 2)
        servers = {"bootstrap.servers": broker.bootstrap}
        producer = confluent_kafka.Producer({**servers, "compression.type": "gzip"})
        for number in range(RECORDS):
            producer.produce("t", b"%d" % number, partition=number % 2)
        assert producer.flush(POLLS_MAX * POLL_SECONDS) == 0
        consumer = confluent_kafka.Consumer(
            {**servers, "group.id": "g", "auto.offset.reset": "earliest"}
        )
        consumer.subscribe(["t"])
        found: list[int] = []
        for _ in range(POLLS_MAX):
            message = consumer.poll(POLL_SECONDS)
            if message is not None and message.error() is None:
                found.append(int(message.value()))
            if len(found) >= RECORDS:
                break
        consumer.close()
    assert sorted(found) == list(range(RECORDS))
