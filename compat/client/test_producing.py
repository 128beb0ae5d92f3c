"""What producers write, and what they refuse: client N 101 to 120."""

from __future__ import annotations

from typing import Any

import pytest

from compat.client.faults import faulty
from compat.client.world import World, read
from kafkawire.client import (
    Admin,
    DeliveryFailed,
    Producer,
    ProducerRecord,
    RecordTooLarge,
    ServerError,
    TopicPartition,
)
from kafkawire.protocol.api_keys import ApiKey

INVALID_RECORD = 87


async def sizes(world: World, topic: str) -> list[int]:
    """How many records each partition of a topic has."""
    async with Admin(world.bootstrap) as admin:
        count = len((await admin.describe_topics([topic]))[topic].partitions)
        asked = {TopicPartition(topic, number): -1 for number in range(count)}
        found = await admin.list_offsets(asked)
    return [found[each].offset for each in asked]


async def values_of(world: World, topic: str, count: int) -> list[int]:
    """The numbers in partition 0, which has so many records."""
    assert (await sizes(world, topic))[0] == count
    async with world.consumer() as consumer:
        await consumer.assign([TopicPartition(topic, 0)])
        return (await read(consumer, count))[TopicPartition(topic, 0)] if count else []


async def test_records_without_keys_are_spread(world: World) -> None:
    """Client N 101."""
    topic = await world.topic(4)
    async with (
        faulty(world.bootstrap) as faults,
        Producer(faults.bootstrap, batch_size=2048, linger_ms=1000) as producer,
    ):
        records = [ProducerRecord(bytes(100)) for _ in range(8000)]
        await (await producer.send_all(topic, records))
        found = await sizes(world, topic)
        assert sum(found) == 8000
        assert min(found) > 1000, found
        batches = [
            len(each.records)
            for exchange in faults.of(ApiKey.PRODUCE)
            for data in exchange.request.topic_data
            for each in data.partition_data
        ]
        assert sorted(batches)[len(batches) // 10] > 1500, "one of ten is not full"


@pytest.mark.parametrize(("acks", "offset"), [("0", -1), ("1", 2), ("all", 2)])
async def test_acknowledgements(world: World, acks: str, offset: int) -> None:
    """Client N 113: without them there is no offset."""
    topic = await world.topic()
    async with Producer(world.bootstrap, acks=acks, enable_idempotence=acks == "all") as producer:
        for number in range(3):
            told = await (await producer.send(topic, b"%d" % number))
    assert told.offset == offset
    async with world.consumer() as consumer:
        await consumer.assign([TopicPartition(topic, 0)])
        assert await read(consumer, 3) == {TopicPartition(topic, 0): [0, 1, 2]}


async def test_a_batch_above_the_topics_limit_is_split(world: World) -> None:
    """Client N 110: all of it is written, in order."""
    topic = await world.topic(configs={"max.message.bytes": "50000"})
    options: dict[str, Any] = {"batch_size": 1 << 20, "linger_ms": 200}
    async with Producer(world.bootstrap, **options) as producer:
        records = [b"%d" % number + b" " * 5000 for number in range(100)]
        await (await producer.send_all(topic, [(None, each) for each in records]))
    assert await values_of(world, topic, 100) == list(range(100))


async def test_a_record_above_the_requests_limit_is_not_sent(world: World) -> None:
    """Client N 111."""
    topic = await world.topic()
    async with (
        faulty(world.bootstrap) as faults,
        Producer(faults.bootstrap, max_request_size=10_000) as producer,
    ):
        with pytest.raises(RecordTooLarge, match=r"max\.request\.size"):
            await producer.send(topic, bytes(20_000))
        assert not faults.of(ApiKey.PRODUCE)
        assert (await (await producer.send(topic, b"0"))).offset == 0


async def test_records_that_the_broker_refuses(world: World) -> None:
    """Client N 112: those fail by themselves, and the others for their sake."""
    topic = await world.topic(configs={"cleanup.policy": "compact"})
    async with Producer(world.bootstrap, linger_ms=200) as producer:
        records = [ProducerRecord(b"v", None if each == 2 else b"k") for each in range(4)]
        sent = await producer.send_all(topic, records)
        errors = []
        for delivery in sent:
            with pytest.raises(ServerError) as raised:
                await delivery
            errors.append(raised.value)
        assert [each.code for each in errors] == [INVALID_RECORD] * 4
        assert str(errors[0]) == str(errors[1]) == str(errors[3]) != str(errors[2])
        assert (await (await producer.send(topic, b"v", key=b"k"))).offset == 0


async def test_a_failure_that_was_not_looked_at_is_raised(world: World) -> None:
    """Client N 116, B-32."""
    topic = await world.topic(configs={"cleanup.policy": "compact"})
    async with Producer(world.bootstrap) as producer:
        await producer.send(topic, b"without a key")
        with pytest.raises(DeliveryFailed) as raised:
            await producer.flush()
        assert raised.value.count == 1
        assert raised.value.failures[0][0] == TopicPartition(topic, 0)
        await producer.flush()


async def test_leaving_writes_what_is_queued(world: World) -> None:
    """Client N 120."""
    topic = await world.topic()
    async with Producer(world.bootstrap, linger_ms=60_000) as producer:
        await producer.send_all(topic, [(None, b"%d" % number) for number in range(10_000)])
    assert await values_of(world, topic, 10_000) == list(range(10_000))
