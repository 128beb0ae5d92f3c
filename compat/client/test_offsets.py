"""What is committed, and when: client N 90 to 94, N 99."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import trio
import trio.testing

from compat.client.faults import faulty
from compat.client.world import World, read
from kafkawire.client import Consumer, TopicPartition
from kafkawire.protocol.api_keys import ApiKey


class Group:
    """A group that reads a topic of 50 records in batches of 10."""

    def __init__(self, world: World, topic: str, protocol: str) -> None:
        self.world = world
        self.partition = TopicPartition(topic, 0)
        self.name = world.name()
        self._options: dict[str, Any] = {
            "topics": [topic],
            "group_id": self.name,
            "group_protocol": protocol,
            "max_poll_records": 10,
        }

    def member(self, **options: Any) -> Consumer[bytes, bytes]:
        return self.world.consumer(**self._options, **options)

    async def committed(self) -> int | None:
        return (await self.world.committed(self.name)).get(self.partition)


async def group_of(world: World, protocol: str) -> Group:
    topic = await world.topic()
    await world.write(topic, range(50))
    return Group(world, topic, protocol)


async def test_an_exception_commits_what_was_done_before(world: World, protocol: str) -> None:
    """Client N 90: while the fifth batch is in hand, the end of the fourth is committed."""
    group = await group_of(world, protocol)
    seen = 0
    with suppress(KeyError):
        async with group.member() as consumer:
            async for _ in consumer.batches():
                seen += 1
                if seen == 5:
                    raise KeyError("mine")
    assert await group.committed() == 40


async def test_cancellation_commits_what_was_done_before(world: World, protocol: str) -> None:
    """Client N 91."""
    group = await group_of(world, protocol)
    with trio.CancelScope() as scope:
        async with group.member() as consumer:
            batches = consumer.batches()
            for _ in range(3):
                await batches.__anext__()
            scope.cancel()
            await trio.lowlevel.checkpoint()
    assert await group.committed() == 20


async def test_break_leaves_the_batch_in_hand_uncommitted(world: World, protocol: str) -> None:
    """Client N 92."""
    group = await group_of(world, protocol)
    async with group.member() as consumer:
        async for batch in consumer.batches():
            if batch.next_offset == 30:
                break
    assert await group.committed() == 20
    async with group.member() as consumer:
        async for batch in consumer.batches():
            assert batch.first_offset == 20
            break


async def test_a_normal_end_commits_everything(world: World, protocol: str) -> None:
    """Client N 93: asking once more makes the last batch done."""
    group = await group_of(world, protocol)
    async with group.member() as consumer:
        await read(consumer, 50)
        assert await consumer.poll(0.1) == {}
    assert await group.committed() == 50


async def test_commit_has_the_batch_in_hand(world: World, protocol: str) -> None:
    """Client N 93, of `commit()`."""
    group = await group_of(world, protocol)
    async with group.member(enable_auto_commit=False) as consumer:
        async for batch in consumer.batches():
            await consumer.commit()
            assert (await consumer.committed([group.partition]))[group.partition] == (
                batch.next_offset,
                0,
                "",
            )
            if batch.next_offset == 50:
                break
    assert await group.committed() == 50


async def test_commit_has_the_position_that_was_sought(world: World, protocol: str) -> None:
    """Client G-62: forwards and backwards."""
    group = await group_of(world, protocol)
    async with group.member(enable_auto_commit=False) as consumer:
        await consumer.batches().__anext__()
        for offset in (45, 5):
            consumer.seek(group.partition, offset)
            await consumer.commit()
            assert await group.committed() == offset


async def test_a_cancelled_commit_is_whole_or_not(world: World, protocol: str) -> None:
    """Client N 94: the request is on its way when the commit is cancelled."""
    group = await group_of(world, protocol)
    async with group.member(enable_auto_commit=False) as consumer:
        await consumer.batches().__anext__()
        await consumer.commit()
        async with trio.open_nursery() as nursery:
            nursery.start_soon(consumer.commit, {group.partition: 25})
            await trio.testing.wait_all_tasks_blocked()
            nursery.cancel_scope.cancel()
        assert await group.committed() in (10, 25)
        await consumer.commit({group.partition: 30})
        assert await group.committed() == 30


async def test_without_auto_commit_nothing_is_committed_at_the_end(
    world: World, protocol: str
) -> None:
    """Client G-61."""
    group = await group_of(world, protocol)
    async with group.member(enable_auto_commit=False) as consumer:
        for _ in range(3):
            await consumer.batches().__anext__()
    assert await group.committed() is None


async def test_nothing_new_is_not_committed_at_the_end(world: World, protocol: str) -> None:
    """Client N 99: the only request is that of the call."""
    async with faulty(world.bootstrap) as faults:
        group = await group_of(world.behind(faults.bootstrap), protocol)
        async with group.member() as consumer:
            for _ in range(2):
                await consumer.batches().__anext__()
            await consumer.commit()
        assert await group.committed() == 20
        assert len(faults.of(ApiKey.OFFSET_COMMIT)) == 1
