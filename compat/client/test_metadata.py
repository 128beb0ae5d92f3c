"""Topics that are unknown, grow, go and come back: client N 23 to 25."""

from __future__ import annotations

import pytest
import trio

from compat.client.world import World, read, until_made
from kafkawire.client import Admin, Producer, TimedOut, TopicPartition


async def test_a_producer_uses_partitions_that_were_added(world: World) -> None:
    """Client N 23."""
    topic = await world.topic()
    async with Producer(world.bootstrap, metadata_max_age_ms=300) as producer:
        await (await producer.send(topic, b"1"))
        async with Admin(world.bootstrap) as admin:
            (await admin.create_partitions({topic: 3})).unwrap()
        while await producer.partitions_for(topic) < 3:  # noqa: ASYNC110 - there is no event
            await trio.sleep(0.05)
        told = await (await producer.send(topic, b"2", partition=2))
    assert (told.partition, told.offset) == (2, 0)


async def test_an_unknown_topic_hinders_no_other(world: World) -> None:
    """Client N 24."""
    topic, unknown = await world.topic(), world.name()

    async def send_unknown() -> None:
        with pytest.raises(TimedOut, match=unknown):
            await producer.send(unknown, b"")
        ended.set()

    ended = trio.Event()
    async with (
        Producer(world.bootstrap, max_block_ms=1000) as producer,
        trio.open_nursery() as nursery,
    ):
        nursery.start_soon(send_unknown)
        sent = 0
        while not ended.is_set():
            await (await producer.send(topic, b"%d" % sent))
            sent += 1
    async with world.consumer() as consumer:
        await consumer.assign([TopicPartition(topic, 0)])
        assert await read(consumer, sent) == {TopicPartition(topic, 0): list(range(sent))}


async def test_a_topic_that_was_made_anew_is_read_from_its_start(world: World) -> None:
    """Client N 25, F-46."""
    topic = await world.topic()
    partition = TopicPartition(topic, 0)
    async with (
        Producer(world.bootstrap, metadata_max_age_ms=300) as producer,
        world.consumer(metadata_max_age_ms=300) as consumer,
        Admin(world.bootstrap) as admin,
    ):
        for number in range(5):
            await (await producer.send(topic, b"%d" % number))
        await consumer.assign([partition])
        assert await read(consumer, 5) == {partition: [0, 1, 2, 3, 4]}
        (await admin.delete_topics([topic])).unwrap()
        while topic in await admin.describe_topics([topic]):  # noqa: ASYNC110 - there is no event
            await trio.sleep(0.05)
        await world.make(topic)
        await until_made(admin, topic, 1)
        await (await producer.send(topic, b"7"))
        assert await read(consumer, 1) == {partition: [7]}
        assert await consumer.position(partition) == 1
