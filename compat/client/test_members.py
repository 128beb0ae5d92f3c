"""Members that die, are slow, or come too many: client N 62 to 84."""

from __future__ import annotations

import time
from typing import Any

import pytest
import trio

from compat.client.acts import refused, silent
from compat.client.faults import faulty
from compat.client.test_groups import Member, Told
from compat.client.world import World, read, until
from kafkawire.client import (
    Admin,
    CommitFailed,
    Consumer,
    FencedInstance,
    GroupMaxSizeReached,
    RemotePattern,
    ServerError,
    TopicPartition,
)
from kafkawire.client.events import Event, Stalled
from kafkawire.protocol.api_keys import ApiKey
from tests.support.suite.patience import patient

INVALID_REGULAR_EXPRESSION, UNRELEASED_INSTANCE_ID = 128, 111
LEAVING_EPOCHS = (-1, -2)


def joining(world: World, topic: str, protocol: str) -> dict[str, Any]:
    """The options of the members of a new group."""
    found: dict[str, Any] = {
        "topics": [topic],
        "group_id": world.name(),
        "group_protocol": protocol,
    }
    if protocol == "classic":
        found |= {"session_timeout_ms": 3000, "heartbeat_interval_ms": 300}
    return found


async def test_a_member_that_is_gone_is_replaced(world: World, protocol: str) -> None:
    """Client N 62: after its session; what it has done stays done."""
    topic = await world.topic(2)
    options = joining(world, topic, protocol)
    for number in range(2):
        await world.write(topic, range(10), number)
    async with faulty(world.bootstrap) as faults:
        behind = world.behind(faults.bootstrap)
        async with behind.consumer(**options, cancelled_close_budget_ms=100) as gone:
            assert len(await read(gone, 20)) == 2
            await gone.commit()
            await faults.down()
            for number in range(2):
                await world.write(topic, range(10, 20), number)
            async with world.consumer(**options) as other:
                found = await read(other, 20)
            gone.on_close(budget_ms=100)
    assert found == {TopicPartition(topic, number): list(range(10, 20)) for number in range(2)}


async def test_two_members_with_one_instance_id(world: World, protocol: str) -> None:
    """Client N 64: the older one of a classic group is fenced, the newer one of KIP-848 refused."""
    topic = await world.topic()
    options = {**joining(world, topic, protocol), "group_instance_id": "one"}
    await world.write(topic, range(3))
    async with world.consumer(**options) as older:
        await read(older, 3)
        async with world.consumer(**options) as newer:
            if protocol == "classic":
                await until_assigned(newer)
                with pytest.raises(FencedInstance):
                    await read(older, 1)
            else:
                with pytest.raises(ServerError) as raised:
                    await read(newer, 1)
                assert raised.value.code == UNRELEASED_INSTANCE_ID
                assert older.assignment == {TopicPartition(topic, 0)}


async def until_assigned(consumer: Consumer[bytes, bytes]) -> None:
    """Ask until the member has partitions."""
    while not consumer.assignment:
        await consumer.poll(0.1)


async def test_a_member_that_holds_records_for_too_long_is_out(world: World, protocol: str) -> None:
    """Client N 70, G-31, G-32: its commit fails, and it joins again when it asks."""
    topic = await world.topic()
    await world.write(topic, range(5))
    # The member has to commit in this time once it has joined again.
    interval_ms = int(patient(0.25) * 1000)
    options = {**joining(world, topic, protocol), "max_poll_interval_ms": interval_ms}
    async with (
        world.consumer(**options, enable_auto_commit=False) as consumer,
        Admin(world.bootstrap) as admin,
    ):
        assert len(await read(consumer, 5)) == 1
        group = options["group_id"]
        while (await admin.describe_consumer_groups([group]))[group].members:  # noqa: ASYNC110 - a timer
            await trio.sleep(0.05)
        with pytest.raises(CommitFailed, match=r"max\.poll\.interval\.ms"):
            await consumer.commit()
        assert await read(consumer, 5) == {TopicPartition(topic, 0): [0, 1, 2, 3, 4]}
        await consumer.commit()
    assert await world.committed(group) == {TopicPartition(topic, 0): 5}


async def test_a_member_that_is_still_working_stays(world: World, protocol: str) -> None:
    """Client N 71, G-33."""
    topic = await world.topic()
    await world.write(topic, range(5))
    told = Told()
    interval_s = patient(0.75)
    options = {**joining(world, topic, protocol), "max_poll_interval_ms": int(interval_s * 1000)}
    async with world.consumer(**options, hooks=told.hooks()) as consumer:
        assert len(await read(consumer, 5)) == 1
        for _ in range(20):
            await trio.sleep(interval_s / 12)
            consumer.still_working()
        await consumer.commit()
        assert [what for what, _ in told.calls] == ["assigned"]
    assert await world.committed(options["group_id"]) == {TopicPartition(topic, 0): 5}


async def test_a_program_that_stands_still_is_told_and_stays(world: World) -> None:
    """Client N 72, G-4: heartbeats are late by less than a session."""
    topic, found, told = await world.topic(), list[Event](), Told()
    partition = TopicPartition(topic, 0)
    options = joining(world, topic, "classic")
    await world.write(topic, [0])
    async with world.consumer(**options, hooks=told.hooks(), observer=found.append) as consumer:
        assert await read(consumer, 1) == {partition: [0]}
        generation = consumer.group_metadata.generation_id
        time.sleep(1.5)  # noqa: ASYNC251 - it blocks the loop on purpose, for five heartbeats
        await until(lambda: any(isinstance(each, Stalled) for each in found))
        await world.write(topic, [1])
        assert await read(consumer, 1) == {partition: [1]}
        await consumer.commit()
        assert consumer.group_metadata.generation_id == generation
        assert told.calls == [("assigned", frozenset([partition]))]
    stalls = [each for each in found if isinstance(each, Stalled)]
    assert stalls[0].late_ms > 300
    assert await world.committed(options["group_id"]) == {partition: 2}


async def test_a_coordinator_at_another_place_is_found(world: World, protocol: str) -> None:
    """Client N 73: without a rebalance, and commits go on."""
    topic = await world.topic()
    partition = TopicPartition(topic, 0)
    options = joining(world, topic, protocol)
    told = Told()
    async with (
        faulty(world.bootstrap) as faults,
        world.behind(faults.bootstrap).consumer(**options, hooks=told.hooks()) as consumer,
    ):
        for number in range(3):
            await world.write(topic, [number])
            assert await read(consumer, 1) == {partition: [number]}
            await consumer.commit()
            assert await world.committed(options["group_id"]) == {partition: number + 1}
            await faults.move()
        assert told.calls == [("assigned", frozenset([partition]))]


async def test_a_group_that_is_full(world: World, protocol: str) -> None:
    """Client N 77: the broker admits three members."""
    topic = await world.topic(3)
    options = joining(world, topic, protocol)
    async with (
        trio.open_nursery() as nursery,
        world.consumer(**options) as one,
        world.consumer(**options) as two,
        world.consumer(**options) as three,
    ):
        for each in (one, two, three):
            nursery.start_soon(Member(each).run)
        await until(
            lambda: len(one.assignment) == len(two.assignment) == len(three.assignment) == 1
        )
        async with world.consumer(**options) as four:
            with pytest.raises(GroupMaxSizeReached):
                await read(four, 1)


async def test_others_go_on_when_the_leader_dies_before_it_has_assigned(world: World) -> None:
    """Client N 80, of a classic group."""
    topic = await world.topic(2)
    options = joining(world, topic, "classic")
    async with (
        faulty(world.bootstrap) as faults,
        trio.open_nursery() as nursery,
        world.behind(faults.bootstrap).consumer(**options) as leader,
    ):
        nursery.start_soon(Member(leader).run)
        await until(lambda: len(leader.assignment) == 2)
        sync = faults.at(ApiKey.SYNC_GROUP, silent()._replace(asks=False), times=100)
        async with world.consumer(**options) as other:
            nursery.start_soon(Member(other).run)
            await until(lambda: sync.used > 0)
            await faults.down()
            await until(lambda: len(other.assignment) == 2)
            leader.on_close(budget_ms=100)


async def test_a_coordinator_that_is_not_there_yet_keeps_its_connection(
    world: World, protocol: str
) -> None:
    """Client N 81, D-2: as when the first group of a cluster is made."""
    topic = await world.topic()
    await world.write(topic, range(3))
    join = ApiKey.JOIN_GROUP if protocol == "classic" else ApiKey.CONSUMER_GROUP_HEARTBEAT
    async with faulty(world.bootstrap) as faults:
        spoilt = [
            faults.at(ApiKey.FIND_COORDINATOR, refused(15), times=3),
            faults.at(join, refused(16), times=3),
        ]
        async with world.behind(faults.bootstrap).consumer(
            **joining(world, topic, protocol)
        ) as consumer:
            assert await read(consumer, 3) == {TopicPartition(topic, 0): [0, 1, 2]}
        assert [each.used for each in spoilt] == [3, 3]
        assert faults.connections == 3, "the bootstrap, the broker, the coordinator"


@pytest.mark.parametrize(("leave", "leaves"), [("default", True), ("remain", False)])
async def test_a_member_may_remain_in_its_group(
    world: World, protocol: str, leave: Any, *, leaves: bool
) -> None:
    """Client N 82."""
    topic = await world.topic()
    await world.write(topic, range(3))
    async with faulty(world.bootstrap) as faults:
        async with world.behind(faults.bootstrap).consumer(
            **joining(world, topic, protocol)
        ) as consumer:
            await read(consumer, 3)
            consumer.on_close(leave=leave)
        beats = faults.of(ApiKey.CONSUMER_GROUP_HEARTBEAT)
        left = [each for each in beats if each.request.member_epoch in LEAVING_EPOCHS]
        assert len(left + faults.of(ApiKey.LEAVE_GROUP)) == int(leaves)


async def test_assigned_partitions_with_a_group_id(world: World) -> None:
    """Client N 83: commits without members."""
    topic, group = await world.topic(), world.name()
    partition = TopicPartition(topic, 0)
    await world.write(topic, range(5))
    async with world.consumer(group_id=group, enable_auto_commit=False) as consumer:
        await consumer.assign([partition])
        await read(consumer, 5)
        await consumer.commit({partition: 3})
        assert await consumer.committed([partition]) == {partition: (3, None, "")}
    async with world.consumer(group_id=group) as consumer:
        await consumer.assign([partition])
        assert await read(consumer, 2) == {partition: [3, 4]}
    async with Admin(world.bootstrap) as admin:
        described = (await admin.describe_consumer_groups([group]))[group]
    assert (described.state, list(described.members)) == ("Empty", [])


async def test_patterns_that_the_broker_matches(world: World) -> None:
    """Client N 84."""
    world.needs_new_groups()
    topic, other = await world.topic(), await world.topic()
    await world.write(topic, [1])
    await world.write(other, [2])
    options = {**joining(world, "", "consumer"), "topics": RemotePattern(f"{topic}|{topic}x")}
    async with world.consumer(**options) as consumer:
        assert await read(consumer, 1) == {TopicPartition(topic, 0): [1]}
        assert consumer.assignment == {TopicPartition(topic, 0)}
    async with world.consumer(**{**options, "topics": RemotePattern("(")}) as consumer:
        with pytest.raises(ServerError) as raised:
            await read(consumer, 1)
        assert raised.value.code == INVALID_REGULAR_EXPRESSION
