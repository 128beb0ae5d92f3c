"""Reading assigned partitions: client N 30 to 52."""

from __future__ import annotations

from contextlib import suppress

import pytest

from compat.client.world import World, read
from kafkawire.client import (
    Admin,
    Consumer,
    NoOffsetForPartition,
    OffsetAndTimestamp,
    Producer,
    TopicPartition,
)

BIG_BYTES = 2 * 1024 * 1024
MINUTE_MS = 60_000


async def test_records_of_three_partitions_come_once_in_order(world: World) -> None:
    """Client N 30."""
    topic = await world.topic(3)
    for partition in range(3):
        await world.write(topic, range(partition * 1000, partition * 1000 + 334), partition)
    async with world.consumer() as consumer:
        await consumer.assign([TopicPartition(topic, number) for number in range(3)])
        found = await read(consumer, 1002)
    assert found == {
        TopicPartition(topic, number): list(range(number * 1000, number * 1000 + 334))
        for number in range(3)
    }


async def test_a_paused_partition_goes_on_where_it_was(world: World) -> None:
    """Client N 32."""
    topic = await world.topic(2)
    first, second = TopicPartition(topic, 0), TopicPartition(topic, 1)
    await world.write(topic, range(50), 0)
    await world.write(topic, range(50), 1)
    async with world.consumer(max_poll_records=10) as consumer:
        await consumer.assign([first, second])
        consumer.pause(first)
        assert await read(consumer, 50) == {second: list(range(50))}
        assert await consumer.poll(0.2) == {}
        consumer.resume(first)
        assert await read(consumer, 50) == {first: list(range(50))}


async def test_seeking_into_a_batch_is_exact(world: World) -> None:
    """Client N 33."""
    topic = await world.topic()
    partition = TopicPartition(topic, 0)
    await world.write(topic, range(100))
    async with world.consumer() as consumer:
        await consumer.assign([partition])
        await read(consumer, 100)
        consumer.seek(partition, 33)
        assert await consumer.position(partition) == 33
        assert await read(consumer, 67) == {partition: list(range(33, 100))}


async def test_seeking_while_a_fetch_waits_gives_nothing_of_the_old_place(world: World) -> None:
    """Client N 34."""
    topic = await world.topic()
    partition = TopicPartition(topic, 0)
    await world.write(topic, range(20))
    async with world.consumer(fetch_max_wait_ms=5000, max_poll_records=3) as consumer:
        await consumer.assign({partition: 20})
        assert await consumer.poll(0.3) == {}  # a fetch waits at the end
        consumer.seek(partition, 5)
        await world.write(topic, range(20, 22))
        assert await read(consumer, 17) == {partition: list(range(5, 22))}


async def test_a_record_above_every_limit_is_delivered(world: World) -> None:
    """Client N 37."""
    topic = await world.topic(configs={"max.message.bytes": str(2 * BIG_BYTES)})
    async with Producer(world.bootstrap, max_request_size=2 * BIG_BYTES) as producer:
        await (await producer.send(topic, bytes(BIG_BYTES)))
    async with world.consumer(max_partition_fetch_bytes=1024) as consumer:
        await consumer.assign([TopicPartition(topic, 0)])
        (batch,) = (await consumer.poll()).values()
    assert [len(value or b"") for value in batch.values()] == [BIG_BYTES]


@pytest.mark.parametrize("codec", ["none", "gzip", "snappy", "lz4", "zstd"])
async def test_every_codec(world: World, codec: str) -> None:
    """Client N 41, of the newest format."""
    topic = await world.topic()
    await world.write(topic, range(500), compression_type=codec)
    async with world.consumer() as consumer:
        await consumer.assign([TopicPartition(topic, 0)])
        assert await read(consumer, 500) == {TopicPartition(topic, 0): list(range(500))}


async def test_the_position_passes_markers_and_aborted_records(world: World) -> None:
    """Client N 43, N 44, N 121: of interleaved transactions exactly what was committed."""
    topic = await world.topic()
    partition = TopicPartition(topic, 0)
    async with (
        Producer(world.bootstrap, transactional_id=world.name()) as one,
        Producer(world.bootstrap, transactional_id=world.name()) as two,
        Producer(world.bootstrap, transactional_id=world.name()) as three,
        one.transaction(),
    ):
        await (await one.send(topic, b"1", partition=0))
        with suppress(KeyError):
            async with two.transaction():
                await (await two.send(topic, b"2", partition=0))
                async with three.transaction():
                    await (await three.send(topic, b"3", partition=0))
                    await (await one.send(topic, b"4", partition=0))
                raise KeyError("abort")
    async with world.consumer(isolation_level="read_committed") as consumer:
        await consumer.assign([partition])
        assert await read(consumer, 3) == {partition: [1, 3, 4]}
        end = (await consumer.end_offsets([partition]))[partition]
        assert await consumer.poll(0.5) == {}
        assert (await consumer.position(partition), end) == (7, 7)
        assert consumer.lag(partition) == 0
    async with world.consumer() as consumer:
        await consumer.assign([partition])
        assert await read(consumer, 4) == {partition: [1, 2, 3, 4]}


async def test_an_open_transaction_holds_back_who_reads_committed(world: World) -> None:
    """Client N 44: lag and end by the last stable offset."""
    topic = await world.topic()
    partition = TopicPartition(topic, 0)
    await world.write(topic, [0])
    async with (
        Producer(world.bootstrap, transactional_id=world.name()) as producer,
        world.consumer(isolation_level="read_committed") as consumer,
    ):
        async with producer.transaction():
            await (await producer.send(topic, b"1", partition=0))
            await consumer.assign([partition])
            assert await read(consumer, 1) == {partition: [0]}
            assert await consumer.poll(0.3) == {}
            assert await consumer.end_offsets([partition]) == {partition: 1}
            assert consumer.lag(partition) == 0
        assert await read(consumer, 1) == {partition: [1]}


async def test_where_reading_begins(world: World) -> None:
    """Client N 47."""
    topic = await world.topic()
    partition = TopicPartition(topic, 0)
    await world.write(topic, range(10))

    async def begins(policy: str) -> int:
        async with world.consumer(auto_offset_reset=policy) as consumer:
            await consumer.assign([partition])
            return await consumer.position(partition)

    assert await begins("earliest") == 0
    assert await begins("latest") == 10
    assert await begins("by_duration:P36500D") == 0
    assert await begins("by_duration:PT1H") == 10
    async with world.consumer(auto_offset_reset="none") as consumer:
        await consumer.assign([partition])
        with pytest.raises(NoOffsetForPartition):
            await consumer.poll()


async def test_offsets_by_time(world: World) -> None:
    """Client N 50: before, between, after, and in an empty partition."""
    topic = await world.topic(2)
    first, second = TopicPartition(topic, 0), TopicPartition(topic, 1)
    await world.write(topic, range(100, 200, 10))
    async with world.consumer() as consumer:
        before = await consumer.offsets_for_times({first: 5, second: 5})
        between = await consumer.offsets_for_times({first: 111})
        after = await consumer.offsets_for_times({first: 1000})
        ends = await consumer.end_offsets([first, second])
        starts = await consumer.beginning_offsets([first, second])
    assert before == {first: OffsetAndTimestamp(0, 100, 0), second: None}
    assert between == {first: OffsetAndTimestamp(2, 120, 0)}
    assert after == {first: None}
    assert (starts, ends) == ({first: 0, second: 0}, {first: 10, second: 0})


async def test_no_batch_is_longer_than_asked(world: World) -> None:
    """Client N 52."""
    topic = await world.topic()
    await world.write(topic, range(100))
    values: list[bytes | None] = []
    async with world.consumer(max_poll_records=7) as consumer:
        await consumer.assign([TopicPartition(topic, 0)])
        async for batch in consumer.batches():
            assert len(batch) <= 7
            values += batch.values()
            if len(values) == 100:
                break
    assert values == [b"%d" % number for number in range(100)]


async def test_reading_on_behind_deleted_records(world: World) -> None:
    """Client N 47: a position below the log's start is reset."""
    topic = await world.topic()
    partition = TopicPartition(topic, 0)
    await world.write(topic, range(10))
    async with Admin(world.bootstrap) as admin:
        assert await admin.delete_records({partition: 6}) == {partition: 6}
    async with Consumer(world.bootstrap, auto_offset_reset="earliest") as consumer:
        await consumer.assign({partition: 2})
        assert await read(consumer, 4) == {partition: [6, 7, 8, 9]}
