"""Members of groups of either protocol: client N 23, N 51, N 60 to 79."""

from __future__ import annotations

import re
from typing import Any

import pytest
import trio

from compat.client.world import World, read, until
from kafkawire.client import Admin, Closed, Consumer, GroupHooks, TopicPartition

Partitions = frozenset[TopicPartition]
QUICK: dict[str, Any] = {"metadata_max_age_ms": 300}


class Member:
    """A member that reads in a task of its own."""

    def __init__(self, consumer: Consumer[bytes, bytes]) -> None:
        self.consumer = consumer
        self.values: list[int] = []

    async def run(self) -> None:
        """Read until the consumer is closed."""
        try:
            async for batch in self.consumer.batches():
                self.values += [int(value or b"") for value in batch.values()]
        except Closed:
            pass


class Told:
    """What hooks were told."""

    def __init__(self) -> None:
        self.calls: list[tuple[str, Partitions]] = []

    def hooks(self) -> GroupHooks:
        return GroupHooks(self.assigned, self.revoked)

    async def assigned(self, partitions: Partitions) -> None:
        self.calls.append(("assigned", partitions))

    async def revoked(self, partitions: Partitions) -> None:
        self.calls.append(("revoked", partitions))


async def test_members_share_partitions_and_read_each_record_once(
    world: World, protocol: str
) -> None:
    """Client N 60, N 61: a third member joins while the others read."""
    topic = await world.topic(6)
    everything = {TopicPartition(topic, number) for number in range(6)}
    options: dict[str, Any] = {
        "topics": [topic],
        "group_id": world.name(),
        "group_protocol": protocol,
    }
    async with (
        trio.open_nursery() as nursery,
        world.consumer(**options) as one,
        world.consumer(**options) as two,
    ):
        members = [Member(one), Member(two)]
        for member in members:
            nursery.start_soon(member.run)
        await until(lambda: len(one.assignment) == len(two.assignment) == 3)
        assert one.assignment | two.assignment == everything
        for number in range(6):
            await world.write(topic, range(number * 100, number * 100 + 50), number)
        async with world.consumer(**options) as three:
            members.append(Member(three))
            nursery.start_soon(members[2].run)
            for number in range(6):
                await world.write(topic, range(number * 100 + 50, number * 100 + 100), number)
            await until(lambda: all(len(each.consumer.assignment) == 2 for each in members))
            assert one.assignment | two.assignment | three.assignment == everything
            await until(lambda: sum(len(each.values) for each in members) >= 600)
        await until(lambda: one.assignment | two.assignment == everything)
    assert sorted(value for each in members for value in each.values) == list(range(600))


async def test_a_static_member_comes_back_without_a_rebalance(world: World, protocol: str) -> None:
    """Client N 63."""
    topic = await world.topic(2)
    options: dict[str, Any] = {
        "topics": [topic],
        "group_id": world.name(),
        "group_protocol": protocol,
    }
    told = Told()
    async with (
        trio.open_nursery() as nursery,
        world.consumer(**options, hooks=told.hooks(), group_instance_id="one") as one,
    ):
        nursery.start_soon(Member(one).run)
        async with world.consumer(**options, group_instance_id="two") as two:
            nursery.start_soon(Member(two).run)
            await until(lambda: len(one.assignment) == len(two.assignment) == 1)
            had = two.assignment
        told.calls.clear()
        async with world.consumer(**options, group_instance_id="two") as two:
            nursery.start_soon(Member(two).run)
            await until(lambda: bool(two.assignment))
            assert two.assignment == had
        assert told.calls == []


async def test_a_hook_may_seek(world: World, protocol: str) -> None:
    """Client N 65."""
    topic = await world.topic()
    partition = TopicPartition(topic, 0)
    await world.write(topic, range(20))

    async def assigned(partitions: Partitions) -> None:
        for each in partitions:
            consumer.seek(each, 13)

    consumer = world.consumer(
        topics=[topic],
        group_id=world.name(),
        group_protocol=protocol,
        hooks=GroupHooks(assigned=assigned),
    )
    async with consumer:
        assert await read(consumer, 7) == {partition: list(range(13, 20))}


async def test_a_successor_begins_where_a_hook_has_committed(world: World, protocol: str) -> None:
    """Client N 66."""
    topic = await world.topic()
    partition = TopicPartition(topic, 0)
    await world.write(topic, range(20))
    options: dict[str, Any] = {
        "topics": [topic],
        "group_id": world.name(),
        "group_protocol": protocol,
        "enable_auto_commit": False,
    }

    async def revoked(partitions: Partitions) -> None:
        if partitions:
            await one.commit({each: 7 for each in partitions})

    one = world.consumer(**options, hooks=GroupHooks(revoked=revoked))
    async with one:
        await read(one, 20)
    async with world.consumer(**options) as two:
        assert await two.committed([partition]) == {partition: (7, None, "")}
        assert await read(two, 13) == {partition: list(range(7, 20))}


async def test_a_hook_that_raises_does_not_stop_the_rebalance(world: World, protocol: str) -> None:
    """Client N 67."""
    topic = await world.topic()
    await world.write(topic, range(5))

    async def assigned(partitions: Partitions) -> None:
        if partitions:
            raise KeyError("mine")

    async with world.consumer(
        topics=[topic],
        group_id=world.name(),
        group_protocol=protocol,
        hooks=GroupHooks(assigned=assigned),
    ) as consumer:
        with pytest.raises(KeyError, match="mine"):
            await read(consumer, 5)
        assert await read(consumer, 5) == {TopicPartition(topic, 0): [0, 1, 2, 3, 4]}


async def test_a_pattern_finds_topics_that_come_later(world: World, protocol: str) -> None:
    """Client N 75."""
    stem = world.name()
    await world.make(f"{stem}.a")
    await world.write(f"{stem}.a", [1])
    async with world.consumer(
        topics=re.compile(rf"{stem}\..*"), group_id=world.name(), group_protocol=protocol, **QUICK
    ) as consumer:
        assert await read(consumer, 1) == {TopicPartition(f"{stem}.a", 0): [1]}
        await world.make(f"{stem}.b")
        await world.write(f"{stem}.b", [2])
        assert await read(consumer, 1) == {TopicPartition(f"{stem}.b", 0): [2]}


async def test_changing_the_subscription_while_reading(world: World, protocol: str) -> None:
    """Client N 76."""
    first, second = await world.topic(), await world.topic()
    await world.write(first, [1])
    await world.write(second, [2])
    async with world.consumer(
        topics=[first], group_id=world.name(), group_protocol=protocol
    ) as consumer:
        assert await read(consumer, 1) == {TopicPartition(first, 0): [1]}
        await consumer.subscribe([second])
        assert await read(consumer, 1) == {TopicPartition(second, 0): [2]}
        await consumer.subscribe([first, second])
        await world.write(first, [3])
        assert await read(consumer, 1) == {TopicPartition(first, 0): [3]}


async def test_records_of_a_partition_before_it_was_noticed_are_read(
    world: World, protocol: str
) -> None:
    """Client N 23, N 51, F-44: though reading begins at the end."""
    topic = await world.topic()
    await world.write(topic, [1])
    async with world.consumer(
        topics=[topic],
        group_id=world.name(),
        group_protocol=protocol,
        auto_offset_reset="latest",
        **QUICK,
    ) as consumer:
        assert await consumer.poll(0.1) == {}
        while not consumer.assignment:
            assert await consumer.poll(0.1) == {}
        assert await consumer.position(TopicPartition(topic, 0)) == 1
        async with Admin(world.bootstrap) as admin:
            (await admin.create_partitions({topic: 2})).unwrap()
        await world.write(topic, [2], 1)
        assert await read(consumer, 1) == {TopicPartition(topic, 1): [2]}


async def test_a_classic_member_beside_one_of_the_consumer_protocol(world: World) -> None:
    """Client N 79."""
    world.needs_new_groups()
    topic = await world.topic(2)
    group = world.name()
    async with (
        trio.open_nursery() as nursery,
        world.consumer(topics=[topic], group_id=group, group_protocol="classic") as one,
    ):
        nursery.start_soon(Member(one).run)
        await until(lambda: len(one.assignment) == 2)
        async with world.consumer(topics=[topic], group_id=group, group_protocol="consumer") as two:
            nursery.start_soon(Member(two).run)
            await until(lambda: len(one.assignment) == len(two.assignment) == 1)
            assert one.assignment.isdisjoint(two.assignment)
        await until(lambda: len(one.assignment) == 2)


async def test_hooks_wait_until_the_loop_asks(world: World, protocol: str) -> None:
    """Client G-21, N 61: while its body has a batch, no hook runs."""
    topic = await world.topic(2)
    await world.write(topic, range(10))
    told = Told()
    options: dict[str, Any] = {
        "topics": [topic],
        "group_id": world.name(),
        "group_protocol": protocol,
    }
    if protocol == "classic":
        options["heartbeat_interval_ms"] = 100
    async with (
        trio.open_nursery() as nursery,
        world.consumer(**options, hooks=told.hooks()) as one,
    ):
        assert await read(one, 10) == {TopicPartition(topic, 0): list(range(10))}
        told.calls.clear()
        async with world.consumer(**options) as two:
            nursery.start_soon(Member(two).run)
            await trio.sleep(1)
            assert told.calls == []
            while len(one.assignment) == 2 or not two.assignment:
                await one.poll(0.1)
            assert told.calls[0][0] == "revoked"
            assert one.assignment.isdisjoint(two.assignment)
