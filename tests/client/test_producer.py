"""The producer against a broker in the same run of trio."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
import trio

from kafkawire.client.accepting import ProducerRecord
from kafkawire.client.codecs import JSON, UTF8, Serializers
from kafkawire.client.delivery import Delivery
from kafkawire.client.errors import (
    BootstrapError,
    BufferFull,
    Closed,
    ConfigurationError,
    DeliveryFailed,
    MetadataMissing,
    RecordTooLarge,
    SerializationError,
    TimedOut,
)
from kafkawire.client.producer import Producer
from kafkawire.protocol.messages.fetch_request import FetchRequest
from kafkawire.records.batch import iter_headers
from kafkawire.records.record import Record, decode_records
from tests.support.requests.served import Running, serving
from tests.support.suite.patience import patient

LIMIT_MS = int(patient(30.0) * 1000)


@asynccontextmanager
async def producing(
    overrides: dict[str, str] | None = None, **options: Any
) -> AsyncIterator[tuple[Running, Producer[Any, Any]]]:
    async with serving(overrides) as broker:
        host, port = broker.server.address
        given = {"max_block_ms": LIMIT_MS, **options}
        producer: Producer[Any, Any] = Producer(f"{host}:{port}", **given)
        async with producer:
            yield broker, producer


async def records(broker: Running, partition: int = 0, topic: str = "t") -> list[Record]:
    """The records of a partition."""
    rows = [FetchRequest.FetchPartition(partition=partition, partition_max_bytes=1 << 28)]
    request = FetchRequest(
        max_wait_ms=0,
        max_bytes=1 << 28,
        topics=[FetchRequest.FetchTopic(topic=topic, partitions=rows)],
    )
    client = await broker.connect()
    answer = await client.request(request, 12)
    await client.stream.aclose()
    data = bytes(answer.responses[0].partitions[0].records or b"")
    return [
        record
        for position, header in iter_headers(data)
        if not header.is_control
        for record in decode_records(data, position, header)
    ]


async def test_a_record_is_delivered() -> None:
    """client B-30, B-31."""
    async with producing() as (broker, producer):
        delivery = await producer.send(
            "t", b"value", key=b"key", headers=[("name", b"text")], partition=1, timestamp=77
        )
        found = await delivery
        assert found == ("t", 1, 0, 77)
        assert delivery.is_done
        (record,) = await records(broker, 1)
        assert (record.key, record.value, record.timestamp) == (b"key", b"value", 77)
        assert record.headers == [("name", b"text")]
        assert await delivery == found, "any number of times"


@pytest.mark.slow
async def test_leaving_sends_what_was_accepted() -> None:
    """client L-4: N 120."""
    async with serving() as broker:
        host, port = broker.server.address
        async with Producer(f"{host}:{port}", linger_ms=600_000) as producer:
            for number in range(10_000):
                await producer.send("t", b"%d" % number, partition=0)
        assert [record.value for record in await records(broker)] == [
            b"%d" % number for number in range(10_000)
        ]


async def test_many_records_at_once() -> None:
    """client B-33."""
    async with producing() as (_, producer):
        deliveries = await producer.send_all(
            "t", ((None, b"%d" % number) for number in range(3000)), partition=0
        )
        assert len(deliveries) == 3000
        assert await deliveries is deliveries
        assert [delivery.metadata().offset for delivery in deliveries] == list(range(3000))
        assert deliveries[-1].metadata().offset == 2999
        more = await producer.send_all("t", [ProducerRecord(b"x", b"k", [("h", None)], 5)])
        assert (await more)[0].metadata().timestamp == 5
        assert len(await producer.send_all("t", [])) == 0


async def test_flush_waits_for_the_answers() -> None:
    """client H-35."""
    async with producing(linger_ms=600_000) as (broker, producer):
        delivery = await producer.send("t", b"value", partition=0)
        await producer.flush()
        assert delivery.is_done
        await producer.flush()
        assert len(await records(broker)) == 1


async def test_failures_that_nobody_looked_at_are_raised_by_flush() -> None:
    """client B-32: N 116."""
    async with producing({"message.max.bytes": "1000"}) as (_, producer):
        await producer.send("t", bytes(5000))
        seen = await producer.send("t", bytes(5000))
        with pytest.raises(RecordTooLarge):
            await seen
        with pytest.raises(DeliveryFailed, match="1 records were not delivered") as caught:
            await producer.flush()
        assert (caught.value.count, len(caught.value.failures)) == (1, 1)
        await producer.flush()


async def test_failures_are_raised_when_the_block_is_left() -> None:
    """client B-32, B-3: or are a note on what the body raised."""
    async with serving({"message.max.bytes": "1000"}) as broker:
        host, port = broker.server.address

        async def send(error: BaseException | None) -> None:
            async with Producer(f"{host}:{port}") as producer:
                await producer.send("t", bytes(5000))
                if error is not None:
                    raise error

        with pytest.raises(DeliveryFailed):
            await send(None)
        with pytest.raises(KeyError) as caught:
            await send(KeyError("body"))
    assert caught.value.__notes__ == ["1 records were not delivered"]


async def test_a_function_gets_every_delivery() -> None:
    """client B-32: on_delivery counts as looking."""
    ended: list[Delivery] = []
    async with producing({"message.max.bytes": "1000"}, on_delivery=ended.append) as (_, producer):
        await producer.send("t", b"small", partition=0)
        await producer.flush()
        await producer.send("t", bytes(5000), partition=0)
        await producer.flush()
    assert [each.error is None for each in ended] == [True, False]


async def test_sending_without_waiting() -> None:
    """client B-34."""
    async with producing(buffer_memory=2000) as (_, producer):
        with pytest.raises(MetadataMissing):
            producer.send_nowait("t", b"value")
        await producer.partitions_for("t")
        producer.send_nowait("t", bytes(1500))
        with pytest.raises(BufferFull) as caught:
            producer.send_nowait("t", bytes(1500))
        assert isinstance(caught.value, trio.WouldBlock)
        await producer.send("t", bytes(1500))
        await producer.flush()


async def test_a_full_buffer_is_waited_for() -> None:
    """client H-10, B-30: all of it arrives through little memory."""
    async with producing(buffer_memory=5000) as (broker, producer):
        async with trio.open_nursery() as nursery:
            for task in range(5):
                nursery.start_soon(many, producer, task)
        await producer.flush()
        values = [record.value for record in await records(broker)]
        assert len(values) == 100
        for task in range(5):
            own = [value for value in values if value and value.startswith(b"%d-" % task)]
            assert own == sorted(own), "the order of one task"


async def many(producer: Producer[Any, Any], task: int) -> None:
    for number in range(20):
        await producer.send("t", b"%d-%02d" % (task, number) + bytes(400), partition=0)


async def test_a_cancelled_send_accepted_nothing() -> None:
    """client H-12, L.2: N 109."""
    async with producing(linger_ms=600_000) as (broker, producer):
        await producer.partitions_for("t")
        for topic in ("none-of-these", "t"):
            with trio.CancelScope() as scope:
                scope.cancel()
                await producer.send(topic, b"value", partition=0)
            assert scope.cancelled_caught
        await producer.send("t", b"kept", partition=0)
        await producer.flush()
        assert [record.value for record in await records(broker)] == [b"kept"]


async def test_who_got_a_delivery_has_sent_and_who_was_cancelled_has_not() -> None:
    """client H-12, B-5: also where a send has filled a batch."""
    async with producing(batch_size=500) as (broker, producer):
        await producer.partitions_for("t")
        accepted = 0
        for number in range(50):
            with trio.CancelScope() as scope:
                if number % 2:
                    scope.cancel()
                await producer.send("t", bytes(100), partition=0)
                accepted += 1
            assert scope.cancelled_caught == bool(number % 2)
        await producer.flush()
        assert len(await records(broker)) == accepted == 25


@pytest.mark.slow
async def test_an_unknown_topic_ends_in_a_time_out() -> None:
    """client H-1: N 24."""
    async with producing({"auto.create.topics.enable": "false"}) as (_, producer):
        producer._sending._max_block_ms = 300
        with pytest.raises(TimedOut, match=r"no metadata of topic none .*300"):
            await producer.send("none", b"value")
        producer._sending._max_block_ms = LIMIT_MS
        await (await producer.send("t", b"value"))


async def test_codecs_make_the_bytes() -> None:
    """client B-40, B-42, B-35."""
    async with producing(codecs=Serializers(UTF8, JSON)) as (broker, producer):
        await (await producer.send("t", {"a": 1}, key="ключ", partition=0))
        await (await producer.send("t", None, partition=0))
        with pytest.raises(SerializationError):
            await producer.send("t", {1, 2}, partition=0)
        found = await records(broker)
        assert [(each.key, each.value) for each in found] == [
            ("ключ".encode(), b'{"a":1}'),
            (None, None),
        ]


async def test_bytes_are_not_made_of_text_in_silence() -> None:
    """client B-35."""
    async with producing() as (broker, producer):
        with pytest.raises(SerializationError, match="bytes are needed"):
            await producer.send("t", "text")
        data = bytearray(b"mutable")
        delivery = await producer.send("t", data, partition=0)
        data[:] = b"changed"
        await delivery
        assert (await records(broker))[0].value == b"mutable"
        with pytest.raises(ValueError, match="negative"):
            await producer.send("t", b"", timestamp=-1)


async def test_bytes_are_refused_where_text_is_serialized() -> None:
    """client B-40: a codec gets bytes, too."""
    async with producing(codecs=UTF8) as (_, producer):
        with pytest.raises(SerializationError):
            await producer.send("t", b"raw")


async def test_an_own_partitioner_chooses() -> None:
    """client H-25."""

    class Last:
        def partition(
            self, topic: str, key: bytes | None, value: bytes | None, partitions: int
        ) -> int | None:
            return partitions - 1 if value else None

    async with producing(partitioner=Last()) as (_, producer):
        assert (await (await producer.send("t", b"x"))).partition == 1
        (found,) = await (await producer.send_all("t", [(None, b"y")]))
        assert found.metadata().partition == 1
        assert (await (await producer.send("t", b"x", partition=0))).partition == 0
        assert producer.send_nowait("t", b"z").batch.partition.partition == 1


async def test_a_producer_that_is_not_open_accepts_nothing() -> None:
    """client B-62."""
    async with producing() as (_, producer):
        pass
    with pytest.raises(Closed, match="async with"):
        await producer.send("t", b"value")
    with pytest.raises(Closed, match="async with"):
        producer.send_nowait("t", b"value")


@pytest.mark.slow
async def test_where_no_broker_answers_entering_fails() -> None:
    """client B-2, N 2."""
    with trio.socket.socket() as one:
        await one.bind(("127.0.0.1", 0))
        port = one.getsockname()[1]
        with pytest.raises(BootstrapError, match=f"127.0.0.1:{port}"):
            async with Producer(f"127.0.0.1:{port}", max_block_ms=300):
                pass


async def test_a_cancelled_body_ends_within_the_short_budget() -> None:
    """client L-1, L-4: what was not sent fails; the rest is waited for."""
    with trio.CancelScope() as scope:
        async with producing(linger_ms=600_000) as (_, producer):
            delivery = await producer.send("t", b"value")
            scope.cancel()
            await trio.sleep_forever()
    assert scope.cancelled_caught
    assert isinstance(delivery.error, Closed)


async def test_a_body_with_tasks_that_are_cancelled_ends_within_the_short_budget() -> None:
    """client L-1, L-4: a nursery in the body raises a group of cancellations."""
    with trio.CancelScope() as scope:
        async with producing(linger_ms=600_000) as (_, producer):
            delivery = await producer.send("t", b"value")
            async with trio.open_nursery() as nursery:
                nursery.start_soon(trio.sleep_forever)
                nursery.start_soon(trio.sleep_forever)
                scope.cancel()
    assert scope.cancelled_caught
    assert isinstance(delivery.error, Closed)


def test_a_wrong_option_is_refused_at_once() -> None:
    with pytest.raises(ConfigurationError):
        Producer("a:1", enable_idempotence=True, acks=1)
