"""Producers beside librdkafka: client N 100 and 119."""

from __future__ import annotations

import random
from typing import Any

import confluent_kafka
import pytest
import trio

from compat.client.world import World
from kafkawire.client import Producer, ProducerRecord, TopicPartition

pytestmark = pytest.mark.clients


async def test_a_key_has_the_partition_that_other_clients_give_it(world: World) -> None:
    """Client N 100: librdkafka's `murmur2_random` is Java's partitioner."""
    source = random.Random(7)
    keys = [source.randbytes(source.randrange(1, 40)) for _ in range(10_000)]
    ours, others = await world.topic(7), await world.topic(7)
    async with Producer(world.bootstrap) as producer:
        await (await producer.send_all(ours, [(key, key) for key in keys]))

    def produce() -> None:
        options = {"bootstrap.servers": world.bootstrap, "partitioner": "murmur2_random"}
        other = confluent_kafka.Producer(options)
        for key in keys:
            other.produce(others, key, key)
        assert other.flush(20) == 0

    await trio.to_thread.run_sync(produce)
    async with world.consumer() as consumer:
        found: dict[str, dict[bytes | None, int]] = {ours: {}, others: {}}
        await consumer.assign([TopicPartition(each, n) for each in found for n in range(7)])
        seen = 0
        while seen < 20_000:
            for partition, batch in (await consumer.poll()).items():
                seen += len(batch)
                found[partition.topic].update(dict.fromkeys(batch.keys(), partition.partition))
    assert found[ours] == found[others]
    assert len(found[ours]) == len(set(keys))


@pytest.mark.parametrize("codec", ["none", "gzip", "snappy", "lz4", "zstd"])
async def test_another_client_reads_what_was_written(world: World, codec: str) -> None:
    """Client N 119, of librdkafka."""
    topic = await world.topic()
    async with Producer(world.bootstrap, compression_type=codec) as producer:
        records = [
            ProducerRecord(b"%d" % number * 20, b"k", headers=[("h", b"v"), ("n", None)])
            for number in range(100)
        ]
        await (await producer.send_all(topic, [*records, ProducerRecord(None)]))

    def consumed() -> list[Any]:
        other = confluent_kafka.Consumer({"bootstrap.servers": world.bootstrap, "group.id": "any"})
        other.assign([confluent_kafka.TopicPartition(topic, 0, 0)])
        found: list[Any] = []
        while len(found) < 101:
            found += other.consume(101 - len(found), timeout=1)
        other.close()
        return found

    found = await trio.to_thread.run_sync(consumed)
    assert [each.value() for each in found[:100]] == [b"%d" % number * 20 for number in range(100)]
    assert {each.key() for each in found[:100]} == {b"k"}
    assert found[0].headers() == [("h", b"v"), ("n", None)]
    assert (found[100].value(), found[100].key()) == (None, None)
