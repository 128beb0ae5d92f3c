"""Stock clients and our broker, recorded: every message is decoded, at every version they speak.

Each client does a little of everything against brokers that emulate releases of Kafka, old to new,
so that it negotiates other versions each time. What passed is read back from the recording.
"""

from __future__ import annotations

import asyncio
import io
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import Any

import confluent_kafka
import kafka
import pytest
from aiokafka import AIOKafkaConsumer, AIOKafkaProducer
from confluent_kafka.admin import AdminClient
from confluent_kafka.cimpl import NewTopic

from kafkawire.dump.engine import Engine
from kafkawire.dump.fields.tree import Node
from kafkawire.dump.inputs.captures import read_capture
from kafkawire.dump.model import ConnectionClosed, Exchange, Message
from kafkawire.protocol.registry import request_class, response_class
from tests.support.dump.conversations import damage_of, exchanges_of, fed
from tests.support.dump.recording import Recorder, Tcpdump
from tests.support.suite.patience import patient

pytestmark = pytest.mark.clients

RECORDS = 30
WAIT_S = patient(20.0)
POLLS_MAX = 200
RELEASES = ("0.11.0.3", "1.1.1", "2.4.1", "2.8.2", "3.3.2", "4.4.0")


def use_confluent(bootstrap: str) -> None:
    servers: dict[str, Any] = {"bootstrap.servers": bootstrap, "broker.address.family": "v4"}
    admin = AdminClient(servers)
    for created in admin.create_topics([NewTopic("made", 1, 1)]).values():
        created.result(WAIT_S)
    for settings in ({"acks": 0}, {"acks": 1, "compression.type": "gzip"}, {"acks": -1}):
        producer = confluent_kafka.Producer({**servers, **settings, "linger.ms": 1})
        for number in range(RECORDS):
            producer.produce("t", b"%d" % number, partition=number % 2)
        assert producer.flush(WAIT_S) == 0
    consumer = confluent_kafka.Consumer(
        {**servers, "group.id": "g", "auto.offset.reset": "earliest"}
    )
    consumer.subscribe(["t"])
    read = 0
    for _ in range(POLLS_MAX):
        read += sum(message.error() is None for message in consumer.consume(100, 0.1))
        if read >= 2 * RECORDS:
            break
    assert read >= 2 * RECORDS
    consumer.commit(asynchronous=False)
    consumer.close()


def use_kafka_python(bootstrap: str) -> None:
    for acks, codec in ((0, None), (1, "gzip"), ("all", "zstd")):
        producer = kafka.KafkaProducer(
            bootstrap_servers=bootstrap,
            acks=acks,
            compression_type=None if codec == "zstd" else codec,
            enable_idempotence=False,
        )
        for number in range(RECORDS):
            producer.send("t", b"%d" % number, partition=number % 2)
        producer.close(timeout=WAIT_S)
    consumer = kafka.KafkaConsumer(
        "t", bootstrap_servers=bootstrap, auto_offset_reset="earliest", group_id="g"
    )
    read = 0
    for _ in range(POLLS_MAX):
        read += sum(map(len, consumer.poll(timeout_ms=100).values()))
        if read >= 2 * RECORDS:
            break
    consumer.close()
    assert read >= 2 * RECORDS


async def _use_aiokafka(bootstrap: str) -> None:
    for acks in (0, 1, "all"):
        producer = AIOKafkaProducer(bootstrap_servers=bootstrap, acks=acks)
        await producer.start()
        for number in range(RECORDS):
            await producer.send("t", b"%d" % number, partition=number % 2)
        await producer.stop()
    consumer = AIOKafkaConsumer(
        "t", bootstrap_servers=bootstrap, auto_offset_reset="earliest", group_id="g"
    )
    await consumer.start()
    read = 0
    for _ in range(POLLS_MAX):
        read += sum(map(len, (await consumer.getmany(timeout_ms=100)).values()))
        if read >= 2 * RECORDS:
            break
    await consumer.stop()
    assert read >= 2 * RECORDS


def use_aiokafka(bootstrap: str) -> None:
    asyncio.run(_use_aiokafka(bootstrap))


USES = {"confluent": use_confluent, "kafka-python": use_kafka_python, "aiokafka": use_aiokafka}


def messages_in(capture: bytes) -> list[Exchange]:
    events = fed(Engine(secrets=True), read_capture(io.BytesIO(capture)))
    assert damage_of(events) == []
    return exchanges_of(events)


def messages_of(exchanges: Iterable[Exchange]) -> list[Message]:
    both = [message for each in exchanges for message in (each.request, each.response)]
    return [message for message in both if message is not None]


def is_right(message: Message) -> bool:
    """Whether it is decoded to its last byte, in all ways, as the codec decodes it."""
    find = request_class if message.is_request else response_class
    find(message.api_key).decode(message.data, message.api_version, message.body_offset)
    ends = message.tree.start, message.tree.end
    assert message.values or not message.data[message.body_offset :].strip(b"\0")
    assert message.facts is not None
    return ends == (0, len(message.data)) and message.problem is None


def members_words(messages: Iterable[Message]) -> Iterator[Node]:
    """What members tell each other through the broker."""
    for message in messages:
        if message.name.startswith(("JoinGroup", "SyncGroup")):
            yield from nodes_called(message.tree, ("metadata", "assignment"))


def nodes_called(node: Node, names: Collection[str]) -> Iterator[Node]:
    for child in node.children:
        if child.name in names and child.end > child.data_start:
            yield child
        yield from nodes_called(child, names)


@pytest.mark.parametrize("release", RELEASES)
@pytest.mark.parametrize("client", USES)
def test_every_message_of_a_stock_client_is_decoded(
    client: str, release: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = io.BytesIO()
    recorder = Recorder(file)
    with recorder.broker(monkeypatch, emulate=release) as broker:
        broker.create_topic("t", 2)
        USES[client](broker.bootstrap)
    recorder.close()
    exchanges = messages_in(file.getvalue())
    messages = messages_of(exchanges)

    assert [message.name for message in messages if not is_right(message)] == []
    words = list(members_words(messages))
    kinds = {node.kind for node in words}
    assert kinds == {"ConsumerProtocolSubscription", "ConsumerProtocolAssignment"}
    topics = [each.value for node in words for each in nodes_called(node, ("topic", "[0]"))]
    assert "t" in topics
    names = {exchange.api_name for exchange in exchanges}
    assert {"ApiVersions", "Metadata", "Produce", "Fetch", "JoinGroup", "OffsetCommit"} <= names
    unanswered = [each for each in exchanges if each.response is None and each.expects_response]
    assert all(each.ended for each in unanswered)
    assert any(not each.expects_response for each in exchanges), "no produce with acks=0"
    assert all(each.request is not None for each in exchanges)
    assert all(each.connection.is_whole for each in exchanges)


Seen = tuple[int, bool, int, bytes]


def seen(message: Message) -> Seen:
    """Everything but times and numbers, which differ between two who watch."""
    port = message.connection.client.port
    return port, message.is_request, message.stream_offset, message.data


def summary(
    exchanges: Iterable[Exchange], unsent: Collection[Seen] = ()
) -> list[tuple[Seen, bool]]:
    """All messages but those `unsent`, and whether their requests were answered."""
    found = []
    for exchange in exchanges:
        response = exchange.response
        is_answered = response is not None and seen(response) not in unsent
        rows = [each for each in map(seen, messages_of([exchange])) if each not in unsent]
        found += [(row, is_answered) for row in rows]
    return sorted(found)


@pytest.mark.process
def test_tcpdump_saw_the_same_messages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Tcpdump.skip_without()
    file = io.BytesIO()
    recorder = Recorder(file)
    with Tcpdump(tmp_path / "lo.pcap", recorder.port) as tcpdump:
        with recorder.broker(monkeypatch) as broker:
            broker.create_topic("t", 2)
            use_confluent(broker.bootstrap)
        recorder.close()
        ours = messages_in(file.getvalue())
        count = len({exchange.connection.number for exchange in ours})
        capture = tcpdump.capture_when(lambda capture: _closed(capture) >= count)
    theirs = messages_in(capture)
    unsent = {seen(each) for each in messages_of(ours)} - {
        seen(each) for each in messages_of(theirs)
    }
    assert unsent <= last_answers(ours)
    assert len(unsent) < count
    assert summary(theirs) == summary(ours, unsent)


def last_answers(exchanges: Iterable[Exchange]) -> set[Seen]:
    """Of each connection: who has just closed it is sent none, whatever the broker says."""
    last: dict[int, Seen] = {}
    for exchange in exchanges:
        if exchange.response is not None:
            row = seen(exchange.response)
            last[row[0]] = max(last.get(row[0], row), row)
    return set(last.values())


def _closed(capture: bytes) -> int:
    """How many connections have come to their ends."""
    events = fed(Engine(), read_capture(io.BytesIO(capture))) if len(capture) > 24 else []
    closed = (each.connection for each in events if isinstance(each, ConnectionClosed))
    return sum(each.close_reason != "end" for each in closed)
