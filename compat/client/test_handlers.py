"""Handlers whose partitions are taken away: client N 68, 69."""

from __future__ import annotations

from typing import Any

import trio

from compat.client.test_members import joining
from compat.client.world import World, read, until
from kafkawire.client import PartitionStream, TopicPartition

Stream = PartitionStream[bytes, bytes]


async def test_a_handler_ends_its_batch_before_its_partition_is_another_members(
    world: World, protocol: str
) -> None:
    """Client N 68: it is waited for, and what it has done is committed."""
    topic = await world.topic(2)
    for number in range(2):
        await world.write(topic, range(number * 100, number * 100 + 20), number)
    options = {**joining(world, topic, protocol), "max_poll_records": 5}
    seen: list[int] = []
    ends = 0

    async def handle(stream: Stream) -> None:
        nonlocal ends
        async for batch in stream:
            await trio.sleep(0.3)
            seen.extend(int(value or b"") for value in batch.values())
        ends += 1

    async with (
        trio.open_nursery() as nursery,
        world.consumer(**options) as one,
    ):
        nursery.start_soon(one.serve, handle)
        await until(lambda: len(seen) > 5)
        async with world.consumer(**options) as two:
            nursery.start_soon(two.serve, handle)
            await until(lambda: len(two.assignment) == 1)
            await until(lambda: len(seen) >= 40)
        nursery.cancel_scope.cancel()
    assert sorted(seen) == [*range(20), *range(100, 120)]
    assert ends >= 1


async def test_a_handler_that_never_ends_is_cancelled(world: World, protocol: str) -> None:
    """Client N 69: at the end of the budget; what it said is done is committed."""
    topic = await world.topic()
    await world.write(topic, range(20))
    options: dict[str, Any] = {**joining(world, topic, protocol), "revocation_budget_ms": 500}
    cancelled = trio.Event()
    works = trio.Event()

    async def handle(stream: Stream) -> None:
        async for batch in stream:
            stream.done(batch[6])
            works.set()
            try:
                await trio.sleep_forever()
            finally:
                cancelled.set()

    async with (
        trio.open_nursery() as nursery,
        world.consumer(**options) as one,
    ):
        nursery.start_soon(one.serve, handle)
        await works.wait()
        await one.unsubscribe()
        await cancelled.wait()
        async with world.consumer(**options) as two:
            assert await read(two, 13) == {TopicPartition(topic, 0): list(range(7, 20))}
        nursery.cancel_scope.cancel()
