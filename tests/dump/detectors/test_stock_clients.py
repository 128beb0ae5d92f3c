"""Stock clients that behave badly are told so, and those that behave well are not."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from confluent_kafka import Consumer, Producer, TopicPartition
from confluent_kafka.admin import AdminClient
from confluent_kafka.cimpl import NewTopic

from kafkawire.dump.detectors.catalogue import make_detectors, parse_settings
from kafkawire.dump.detectors.watch import Watch
from kafkawire.dump.engine import Engine
from kafkawire.dump.model import ExchangeDone
from kafkawire.dump.pipeline import Pipeline
from kafkawire.dump.records.show import ShownRecord, records_of_exchange
from kafkawire.dump.state import State
from kafkawire.testing import LocalBroker
from tests.support.dump.proxied import Proxied
from tests.support.suite.patience import patient

pytestmark = pytest.mark.clients

LIMIT_S = patient(20.0)
TRACE = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"


class Output:
    """Notes findings, and records by topic."""

    def __init__(self) -> None:
        self.findings: list[Any] = []
        self.records: list[tuple[str, str, ShownRecord]] = []

    def event(self, event: Any) -> None:
        if isinstance(event, ExchangeDone):
            for batch in records_of_exchange(event.exchange):
                assert batch.problems == ()
                found = [(event.exchange.api_name, batch.topic, each) for each in batch.records()]
                self.records += found
                assert batch.problems == ()

    def finding(self, finding: Any) -> None:
        self.findings.append(finding)

    def close(self) -> None: ...


@pytest.fixture
def broker() -> Iterator[LocalBroker]:
    with LocalBroker() as found:
        admin = AdminClient({"bootstrap.servers": found.bootstrap})
        for made in admin.create_topics([NewTopic("orders", 1, 1)]).values():
            made.result(LIMIT_S)
        yield found


def seen(broker: LocalBroker, *clients: Callable[[str], None], settings: Any = ()) -> Output:
    output = Output()
    with Proxied(broker.bootstrap) as proxied:
        for client in clients:
            client(proxied.bootstrap)
    detectors = make_detectors(*parse_settings(settings))
    pipeline = Pipeline(Engine(), State(), None, [Watch([output], detectors)])
    pipeline.run(proxied.events)
    pipeline.close()
    return output


def produce(bootstrap: str, count: int, *, is_slow: bool = False, **settings: Any) -> None:
    names = {key.replace("_", "."): value for key, value in settings.items()}
    producer = Producer({"bootstrap.servers": bootstrap, **names})
    for number in range(count):
        producer.produce("orders", b"value", str(number), headers={"traceparent": TRACE})
        if is_slow:
            assert producer.flush(LIMIT_S) == 0
    assert producer.flush(LIMIT_S) == 0


def consume(bootstrap: str, count: int, *, is_eager: bool = False, **settings: Any) -> None:
    names = {key.replace("_", "."): value for key, value in settings.items()}
    consumer = Consumer(
        {
            "bootstrap.servers": bootstrap,
            "auto.offset.reset": "earliest",
            "enable.auto.commit": False,
            **names,
        }
    )
    consumer.subscribe(["orders"])
    found = 0
    while found < count:
        message = consumer.poll(LIMIT_S)
        assert message is not None
        assert message.error() is None
        found += 1
        if is_eager:
            consumer.commit(message=message, asynchronous=False)
    if not is_eager:
        consumer.commit(asynchronous=False)
    consumer.close()


def bad_producers(bootstrap: str) -> None:
    for _ in range(5):
        produce(bootstrap, 1, client_id="leaky")
    produce(bootstrap, 20, is_slow=True, client_id="flusher")
    produce(bootstrap, 4, is_slow=True, client_id="careless", acks=0)


def bad_consumers(bootstrap: str) -> None:
    consume(bootstrap, 20, is_eager=True, client_id="eager", group_id="g")
    lost = Consumer(
        {"bootstrap.servers": bootstrap, "client.id": "lost", "group.id": "h",
         "auto.offset.reset": "error"}
    )  # fmt: skip
    lost.assign([TopicPartition("orders", 0, 1_000_000)])
    message = lost.poll(LIMIT_S)
    assert message is not None
    assert message.error() is not None
    lost.close()


def good_ones(bootstrap: str) -> None:
    produce(bootstrap, 200, client_id="good", enable_idempotence=True, compression_type="lz4")
    consume(bootstrap, 200, client_id="reader", group_id="k", group_protocol="consumer")


def test_each_bad_habit_is_told_to_who_has_it(broker: LocalBroker) -> None:
    # Windows as large as a slow machine needs.
    settings = [
        *("tiny-batches.count=20", "tiny-batches.window_ms=60000"),
        *("overcommit.count=20", "overcommit.window_ms=60000"),
        *("producer-per-record.window_ms=60000", "producer-per-record.life_ms=60000"),
    ]
    output = seen(broker, bad_producers, bad_consumers, settings=settings)
    found = {(each.detector, each.connection.client_id) for each in output.findings}
    assert found >= {
        ("producer-per-record", "leaky"),
        ("tiny-batches", "flusher"),
        ("not-idempotent", "flusher"),
        ("acks-0", "careless"),
        ("overcommit", "eager"),
        ("classic-group", "eager"),
        ("offset-out-of-range", "lost"),
    }
    assert {client for _, client in found} == {"leaky", "flusher", "careless", "eager", "lost"}
    fetched = [
        record for api, topic, record in output.records if (api, topic) == ("Fetch", "orders")
    ]
    assert [record.offset for record in fetched][:29] == list(range(29))
    assert {record.value.value for record in fetched} == {"value"}
    assert {record.trace["format"] for record in fetched if record.trace} == {"traceparent"}


def test_nobody_is_told_anything_who_behaves_well(broker: LocalBroker) -> None:
    output = seen(broker, good_ones)
    assert [each.text for each in output.findings] == []
    assert len([1 for api, _, _ in output.records if api == "Produce"]) == 200
