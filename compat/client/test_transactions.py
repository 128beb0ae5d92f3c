"""Transactions on clusters of every transaction version: client N 121 to 131."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
import trio

from compat.client.acts import changed
from compat.client.faults import Faults, faulty
from compat.client.world import World, read
from kafkawire.client import (
    CommitFailed,
    GroupMetadata,
    Producer,
    ProducerFenced,
    TopicPartition,
    TransactionAborted,
)
from kafkawire.protocol.api_keys import ApiKey

QUICK: dict[str, Any] = {"retry_backoff_ms": 5, "retry_backoff_max_ms": 20, "linger_ms": 0}


def level(number: int) -> Any:
    """An ApiVersions answer of a cluster whose transaction.version is so high at most."""

    def change(answer: Any) -> None:
        for each in answer.finalized_features:
            if each.name == "transaction.version":
                each.max_version_level = min(each.max_version_level, number)

    return changed(change)


@pytest.fixture(params=[0, 1, 2])
def transaction_version(request: pytest.FixtureRequest) -> int:
    return int(request.param)


@asynccontextmanager
async def behind_level(world: World, number: int) -> AsyncIterator[Faults]:
    """A proxy before the broker as if its transaction.version were so high at most."""
    async with faulty(world.bootstrap) as faults:
        faults.at(ApiKey.API_VERSIONS, level(number), times=1000)
        yield faults


async def committed_values(world: World, topic: str, count: int) -> list[int]:
    """Return records of partition 0 under read_committed: no more than `count`."""
    partition = TopicPartition(topic, 0)
    async with world.consumer(isolation_level="read_committed") as consumer:
        await consumer.assign([partition])
        found = (await read(consumer, count)).get(partition, [])
        end = (await consumer.end_offsets([partition]))[partition]
        while await consumer.position(partition) < end:
            for batch in (await consumer.poll(0.1)).values():
                found += [int(value or b"") for value in batch.values()]
    return found


async def test_what_is_committed_is_read_and_what_is_aborted_is_not(
    world: World, transaction_version: int
) -> None:
    """Client N 121, N 122, N 131: the block aborts when its body raises, or is cancelled."""
    topic = await world.topic()
    async with (
        behind_level(world, transaction_version) as faults,
        Producer(faults.bootstrap, transactional_id=world.name(), **QUICK) as producer,
    ):
        async with producer.transaction():
            await producer.send(topic, b"1", partition=0)
            await producer.send(topic, b"2", partition=0)
        raised = KeyError("mine")
        with pytest.raises(KeyError) as caught:
            await failing(producer, topic, raised)
        assert caught.value is raised
        with trio.CancelScope() as scope:
            async with producer.transaction():
                await (await producer.send(topic, b"4", partition=0))
                scope.cancel()
                await trio.lowlevel.checkpoint()
        assert scope.cancelled_caught
        async with producer.transaction():
            await producer.send(topic, b"5", partition=0)
        assert await committed_values(world, topic, 3) == [1, 2, 5]
        adds = bool(faults.of(ApiKey.ADD_PARTITIONS_TO_TXN))
        assert adds == (transaction_version < 2 or world.is_old)


async def failing(producer: Producer[Any, Any], topic: str, error: BaseException) -> None:
    """Raise an exception in a transaction that has a record."""
    async with producer.transaction():
        await (await producer.send(topic, b"3", partition=0))
        raise error


async def test_offsets_are_committed_with_what_was_made_of_them(
    world: World, transaction_version: int
) -> None:
    """Client N 121, N 131, I-7."""
    source, target, group = await world.topic(), await world.topic(), world.name()
    partition = TopicPartition(source, 0)
    await world.write(source, range(10))
    async with (
        behind_level(world, transaction_version) as faults,
        world.consumer(topics=[source], group_id=group, enable_auto_commit=False) as consumer,
        Producer(faults.bootstrap, transactional_id=world.name(), **QUICK) as producer,
    ):
        async for batch in consumer.batches(max_records=5):
            try:
                async with producer.transaction() as transaction:
                    for value in batch.values():
                        await producer.send(target, value, partition=0)
                    await transaction.send_offsets(consumer, batch)
                    if batch.first_offset:
                        raise KeyError("abort")
            except KeyError:
                break
    assert await world.committed(group) == {partition: 5}
    assert await committed_values(world, target, 5) == [0, 1, 2, 3, 4]


async def test_a_second_producer_fences_the_first(world: World, transaction_version: int) -> None:
    """Client N 124."""
    topic, name = await world.topic(), world.name()
    async with (
        behind_level(world, transaction_version) as faults,
        Producer(faults.bootstrap, transactional_id=name, **QUICK) as first,
    ):
        with pytest.raises(ProducerFenced):
            await fenced(first, topic, Producer(faults.bootstrap, transactional_id=name))
        with pytest.raises(ProducerFenced):
            await first.send(topic, b"3", partition=0)
    assert await committed_values(world, topic, 1) == [2]


async def fenced(first: Producer[Any, Any], topic: str, second: Producer[Any, Any]) -> None:
    """Begin by one producer, and let the other one take its place meanwhile."""
    async with first.transaction():
        await (await first.send(topic, b"1", partition=0))
        async with second, second.transaction():
            await second.send(topic, b"2", partition=0)


async def test_the_coordinator_ends_a_transaction_that_takes_too_long(world: World) -> None:
    """Client N 125, I-33: nothing is committed; the producer survives if epochs mark retries."""
    topic = await world.topic()
    options = {"transaction_timeout_ms": 500, "transactional_id": world.name(), **QUICK}
    expected = ProducerFenced if world.is_old else TransactionAborted
    async with Producer(world.bootstrap, **options) as producer:
        with pytest.raises(expected):
            await slow(world, producer, topic)
        if not world.is_old:
            async with producer.transaction():
                await producer.send(topic, b"2", partition=0)
            assert await committed_values(world, topic, 1) == [2]


async def slow(world: World, producer: Producer[Any, Any], topic: str) -> None:
    """Commit after the coordinator has aborted."""
    partition = TopicPartition(topic, 0)
    async with producer.transaction(), world.consumer() as consumer:
        await (await producer.send(topic, b"1", partition=0))
        while (await consumer.end_offsets([partition]))[partition] < 2:  # noqa: ASYNC110 - a marker
            await trio.sleep(0.05)


async def test_an_outdated_member_commits_nothing(world: World) -> None:
    """Client N 129: the group has changed before its offsets were sent."""
    topic, target, group = await world.topic(), await world.topic(), world.name()
    await world.write(topic, range(3))
    member: dict[str, Any] = {"topics": [topic], "group_id": group, "enable_auto_commit": False}

    async def metadata() -> GroupMetadata:
        async with world.consumer(**member) as consumer:
            await read(consumer, 3)
            return consumer.group_metadata

    async with Producer(world.bootstrap, transactional_id=world.name(), **QUICK) as producer:
        outdated = await metadata()

        async def commit(as_member: GroupMetadata, value: bytes) -> None:
            async with producer.transaction() as transaction:
                await producer.send(target, value, partition=0)
                await transaction.send_offsets(as_member, {TopicPartition(topic, 0): 3})

        with pytest.raises(CommitFailed):
            await commit(outdated, b"1")
        async with world.consumer(**member) as consumer:
            await read(consumer, 3)
            await commit(consumer.group_metadata, b"2")
    assert await world.committed(group) == {TopicPartition(topic, 0): 3}
    assert await committed_values(world, target, 1) == [2]


async def test_an_empty_transaction_sends_no_end(world: World, transaction_version: int) -> None:
    """Client N 130, I-5."""
    async with (
        behind_level(world, transaction_version) as faults,
        Producer(faults.bootstrap, transactional_id=world.name(), **QUICK) as producer,
    ):
        for _ in range(3):
            async with producer.transaction():
                pass
        assert len(faults.of(ApiKey.INIT_PRODUCER_ID)) == 1
        assert not faults.of(ApiKey.END_TXN)
