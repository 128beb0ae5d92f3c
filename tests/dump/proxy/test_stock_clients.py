"""Stock clients through the proxy, before our own broker: they work, and all of it is on record."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import kafka.net.inet
import pytest
from confluent_kafka import Consumer, Producer
from confluent_kafka.admin import AdminClient
from confluent_kafka.cimpl import NewTopic
from kafka import KafkaConsumer, KafkaProducer

from kafkawire.dump.engine import Engine
from kafkawire.dump.model import Damage, ExchangeDone
from kafkawire.dump.transport import StreamOpened
from kafkawire.testing import LocalBroker
from tests.support.dump.proxied import Proxied
from tests.support.suite.patience import patient

pytestmark = pytest.mark.clients

RECORDS = 200
LIMIT_S = patient(20.0)


@pytest.fixture
def broker() -> Iterator[LocalBroker]:
    with LocalBroker() as found:
        yield found


class Tapped(socket.socket):
    """A socket that keeps what went through it, by its own port."""

    sent: dict[int, bytearray] = {}
    received: dict[int, bytearray] = {}

    def send(self, data: Any, flags: int = 0) -> int:
        size = super().send(data, flags)
        self.sent.setdefault(self.getsockname()[1], bytearray()).extend(memoryview(data)[:size])
        return size

    def recv(self, size: int, flags: int = 0) -> bytes:
        data = super().recv(size, flags)
        self.received.setdefault(self.getsockname()[1], bytearray()).extend(data)
        return data


def with_confluent(bootstrap: str) -> int:
    admin = AdminClient({"bootstrap.servers": bootstrap})
    for made in admin.create_topics([NewTopic("orders", 3, 1)]).values():
        made.result(LIMIT_S)
    producer = Producer({"bootstrap.servers": bootstrap, "compression.type": "lz4"})
    for number in range(RECORDS):
        producer.produce("orders", b"value", str(number))
    assert producer.flush(LIMIT_S) == 0
    settings = {"bootstrap.servers": bootstrap, "group.id": "g", "auto.offset.reset": "earliest"}
    consumer = Consumer(settings)
    consumer.subscribe(["orders"])
    found = 0
    while found < RECORDS:
        found += len(consumer.consume(RECORDS, 1.0))
    consumer.commit(asynchronous=False)
    consumer.close()
    return found


def with_kafka_python(bootstrap: str) -> int:
    producer = KafkaProducer(bootstrap_servers=bootstrap)
    for number in range(RECORDS):
        producer.send("orders", b"value", key=str(number).encode())
    producer.flush(LIMIT_S)
    producer.close()
    consumer = KafkaConsumer(
        "orders", bootstrap_servers=bootstrap, group_id="g", auto_offset_reset="earliest"
    )
    found = 0
    while found < RECORDS:
        found += sum(map(len, consumer.poll(1000).values()))
    consumer.commit()
    consumer.close()
    return found


@pytest.mark.parametrize("client", [with_confluent, with_kafka_python])
def test_stock_clients_work_and_every_message_is_on_record(client: Any, broker: Any) -> None:
    with Proxied(broker.bootstrap) as proxy:
        assert client(proxy.bootstrap) == RECORDS

    engine = Engine()
    events = [found for event in proxy.events for found in engine.feed(event)] + engine.finish()
    exchanges = [event.exchange for event in events if isinstance(event, ExchangeDone)]
    messages = [each for one in exchanges for each in (one.request, one.response) if each]
    names = {message.name for message in messages}
    assert not [event for event in events if isinstance(event, Damage)]
    assert {"ProduceResponse", "FetchResponse", "OffsetCommitRequest", "JoinGroupRequest"} <= names
    for message in messages:
        assert isinstance(message.values, dict)
        assert message.problem is None
    assert broker.bootstrap.encode() not in b"".join(proxy.sent(1).values())


def test_the_record_is_what_the_client_sent_and_received(
    broker: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    shim = SimpleNamespace(**{**vars(socket), "socket": Tapped})
    monkeypatch.setattr(kafka.net.inet, "socket", shim)
    monkeypatch.setattr(Tapped, "sent", {})
    monkeypatch.setattr(Tapped, "received", {})

    with Proxied(broker.bootstrap) as proxy:
        assert with_kafka_python(proxy.bootstrap) == RECORDS

    ports = {
        event.stream: event.ends[0].port
        for event in proxy.events
        if isinstance(event, StreamOpened)
    }
    assert {ports[at]: data for at, data in proxy.sent(0).items() if data} == Tapped.sent
    for stream, data in proxy.sent(1).items():
        # A client that closes leaves unread what is on its way.
        assert data.startswith(bytes(Tapped.received.get(ports[stream], b"")))
    assert sum(map(len, Tapped.received.values())) > RECORDS
