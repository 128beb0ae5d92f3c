"""Stock clients and our broker, recorded: every message is decoded, at every version they speak.

Each client does a little of everything against brokers that emulate releases of Kafka, old to new,
so that it negotiates other versions each time. What passed is read back from the recording.
"""

from __future__ import annotations

import asyncio
import io
from collections.abc import Iterable
from pathlib import Path

import confluent_kafka
import kafka
import pytest
from aiokafka import AIOKafkaConsumer, AIOKafkaProducer
from confluent_kafka.admin import AdminClient, NewTopic

from kafkawire.dump.engine import Engine
from kafkawire.dump.inputs.captures import read_capture
from kafkawire.dump.model import Exchange, Message
from kafkawire.protocol.registry import request_class, response_class
from tests.support.conversations import damage_of, exchanges_of, fed
from tests.support.recording import Recorder, Tcpdump

RECORDS = 30
WAIT_S = 20.0
POLLS_MAX = 200
RELEASES = ("0.11.0.3", "1.1.1", "2.4.1", "2.8.2", "3.3.2", "4.4.0")


def use_confluent(bootstrap: str) -> None:
    servers = {"bootstrap.servers": bootstrap, "broker.address.family": "v4"}
    admin = AdminClient(servers)
    for created in admin.create_topics([NewTopic("made", 1, 1)]).values():
        created.result(WAIT_S)
    for settings in ({"acks": 0}, {"acks": 1, "compression.type": "gzip"}, {"acks": -1}):
        producer = confluent_kafka.Producer({**servers, **settings, "linger.ms": 1})
        for number in range(RECORDS):
            producer.produce("t", b"%d" % number, partition=number % 2)
        assert producer.flush(WAIT_S) == 0
    settings = {"group.id": "g", "auto.offset.reset": "earliest"}
    consumer = confluent_kafka.Consumer({**servers, **settings})
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
    names = {exchange.api_name for exchange in exchanges}
    assert {"ApiVersions", "Metadata", "Produce", "Fetch", "JoinGroup", "OffsetCommit"} <= names
    unanswered = [each for each in exchanges if each.response is None and each.expects_response]
    assert all(each.ended for each in unanswered)
    assert any(not each.expects_response for each in exchanges), "no produce with acks=0"
    assert all(each.request is not None for each in exchanges)
    assert all(each.connection.is_whole for each in exchanges)


def summary(exchanges: Iterable[Exchange]) -> list[tuple[object, ...]]:
    """Everything but times and numbers, which differ between two who watch."""
    return sorted(
        (
            exchange.connection.client.port,
            message.is_request,
            message.stream_offset,
            message.data,
            exchange.response is not None,
        )
        for exchange in exchanges
        for message in messages_of([exchange])
    )


def test_tcpdump_saw_the_same_messages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Tcpdump.skip_without()
    file = io.BytesIO()
    recorder = Recorder(file)
    with Tcpdump(tmp_path / "lo.pcap", recorder.port) as tcpdump:
        with recorder.broker(monkeypatch) as broker:
            broker.create_topic("t", 2)
            use_confluent(broker.bootstrap)
        recorder.close()
        ours = summary(messages_in(file.getvalue()))
        size = sum(len(message[3]) for message in ours)  # type: ignore[arg-type]
        capture = tcpdump.capture_when(lambda capture: _has(capture, size))
    assert summary(messages_in(capture)) == ours


def _has(capture: bytes, size: int) -> bool:
    """Whether all bytes are there, and the packets that end the connections."""
    if len(capture) < size:
        return False
    exchanges = exchanges_of(fed(Engine(), read_capture(io.BytesIO(capture))))
    return sum(len(message.data) for message in messages_of(exchanges)) >= size
