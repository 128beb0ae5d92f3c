"""Errors of the requests of groups, one by one: client N 74, 94 to 98."""

from __future__ import annotations

from typing import Any

import pytest
import trio

from compat.client.acts import lost, refused, silent
from compat.client.faults import faulty
from compat.client.test_members import joining
from compat.client.world import World, read, until
from kafkawire.client import (
    ClientError,
    CommitFailed,
    Consumer,
    FencedInstance,
    GroupAuthorizationFailed,
    Producer,
    RebalanceInProgress,
    TopicPartition,
)
from kafkawire.protocol.api_keys import ApiKey

Fate = type[ClientError] | None
GOES_ON: Fate = None
BEATING: dict[str, dict[int, Fate]] = {
    "classic": {
        15: GOES_ON,
        16: GOES_ON,
        22: GOES_ON,
        25: GOES_ON,
        27: GOES_ON,
        30: GroupAuthorizationFailed,
        82: FencedInstance,
    },
    "consumer": {
        14: GOES_ON,
        15: GOES_ON,
        16: GOES_ON,
        25: GOES_ON,
        30: GroupAuthorizationFailed,
        110: GOES_ON,
    },
}
FINDING: dict[int, Fate] = {15: GOES_ON, 30: GroupAuthorizationFailed}
LOOKING_UP: dict[int, Fate] = {14: GOES_ON, 16: GOES_ON, 30: GroupAuthorizationFailed}
JOINING: dict[str, dict[ApiKey, dict[int, Fate]]] = {
    "classic": {
        ApiKey.FIND_COORDINATOR: FINDING,
        ApiKey.JOIN_GROUP: {
            14: GOES_ON,
            15: GOES_ON,
            16: GOES_ON,
            25: GOES_ON,
            27: GOES_ON,
            30: GroupAuthorizationFailed,
            82: FencedInstance,
        },
        ApiKey.SYNC_GROUP: BEATING["classic"],
        ApiKey.OFFSET_FETCH: LOOKING_UP,
    },
    "consumer": {
        ApiKey.FIND_COORDINATOR: FINDING,
        ApiKey.CONSUMER_GROUP_HEARTBEAT: BEATING["consumer"],
        ApiKey.OFFSET_FETCH: LOOKING_UP,
    },
}
COMMITTING: dict[str, dict[int, Fate]] = {
    "classic": {
        7: GOES_ON,
        14: GOES_ON,
        15: GOES_ON,
        16: GOES_ON,
        22: CommitFailed,
        25: CommitFailed,
        27: RebalanceInProgress,
        30: GroupAuthorizationFailed,
    },
    "consumer": {14: GOES_ON, 15: GOES_ON, 16: GOES_ON, 25: CommitFailed, 113: CommitFailed},
}
QUICK: dict[str, Any] = {"retry_backoff_ms": 5, "retry_backoff_max_ms": 50, "fetch_max_wait_ms": 50}


async def fate_of(consumer: Consumer[bytes, bytes], count: int) -> Fate:
    """Read so many records; what was raised instead."""
    try:
        await read(consumer, count)
    except ClientError as error:
        return type(error)
    return GOES_ON


async def test_errors_while_a_member_joins(world: World, protocol: str) -> None:
    """Client N 74, G-46, G-51: at each request on the way to the first record."""
    topic = await world.topic()
    await world.write(topic, range(3))
    found: dict[ApiKey, dict[int, Fate]] = {}
    async with faulty(world.bootstrap) as faults:
        behind = world.behind(faults.bootstrap)
        for api, codes in JOINING[protocol].items():
            for code in codes:
                refusal = faults.at(api, refused(code))
                options = {**joining(world, topic, protocol), **QUICK}
                async with behind.consumer(**options) as consumer:
                    found.setdefault(api, {})[code] = await fate_of(consumer, 3)
                assert refusal.used == 1, (api, code)
    assert found == JOINING[protocol]


async def test_errors_of_heartbeats(world: World, protocol: str) -> None:
    """Client N 74, G-46, G-51: a member that is thrown out joins again, and reads on."""
    topic = await world.topic()
    api = ApiKey.HEARTBEAT if protocol == "classic" else ApiKey.CONSUMER_GROUP_HEARTBEAT
    found: dict[int, Fate] = {}
    async with faulty(world.bootstrap) as faults:
        behind = world.behind(faults.bootstrap)
        for code in BEATING[protocol]:
            options = {**joining(world, topic, protocol), **QUICK}
            async with behind.consumer(**options) as consumer:
                await world.write(topic, range(3))
                await read(consumer, 3)
                await consumer.commit()
                refusal = faults.at(api, refused(code))
                await until(lambda: refusal.used == 1)  # noqa: B023 - of this round
                await world.write(topic, range(3))
                found[code] = await fate_of(consumer, 3)
    assert found == BEATING[protocol]


async def test_errors_of_commits(world: World, protocol: str) -> None:
    """Client N 74, G-46, G-55."""
    topic = await world.topic()
    await world.write(topic, range(3))
    found: dict[int, Fate] = {}
    async with faulty(world.bootstrap) as faults:
        behind = world.behind(faults.bootstrap)
        for code in COMMITTING[protocol]:
            options = {**joining(world, topic, protocol), **QUICK, "enable_auto_commit": False}
            async with behind.consumer(**options) as consumer:
                await read(consumer, 3)
                refusal = faults.at(ApiKey.OFFSET_COMMIT, refused(code))
                try:
                    await consumer.commit()
                except ClientError as error:
                    found[code] = type(error)
                else:
                    found[code] = GOES_ON
                    committed = await world.committed(options["group_id"])
                    assert committed == {TopicPartition(topic, 0): 3}
                assert refusal.used == 1
    assert found == COMMITTING[protocol]


async def test_a_commit_whose_answer_is_lost(world: World, protocol: str) -> None:
    """Client N 94: it is repeated, which changes nothing."""
    topic = await world.topic()
    partition = TopicPartition(topic, 0)
    await world.write(topic, range(3))
    options = {**joining(world, topic, protocol), **QUICK, "enable_auto_commit": False}
    async with (
        faulty(world.bootstrap) as faults,
        world.behind(faults.bootstrap).consumer(**options) as consumer,
    ):
        await read(consumer, 3)
        loss = faults.at(ApiKey.OFFSET_COMMIT, lost(), times=2)
        await consumer.commit()
        assert loss.used == 2
        assert await world.committed(options["group_id"]) == {partition: 3}


async def test_many_commits_at_once_share_requests(world: World, protocol: str) -> None:
    """Client N 95, G-63."""
    topic = await world.topic()
    partition = TopicPartition(topic, 0)
    await world.write(topic, range(100))
    options = {**joining(world, topic, protocol), "enable_auto_commit": False}
    async with (
        faulty(world.bootstrap) as faults,
        world.behind(faults.bootstrap).consumer(**options) as consumer,
    ):
        await read(consumer, 100)
        asked: list[int] = []

        async def commit(offset: int) -> None:
            asked.append(offset)
            await consumer.commit({partition: offset})

        async with trio.open_nursery() as nursery:
            for number in range(1, 101):
                nursery.start_soon(commit, number)
        assert len(faults.of(ApiKey.OFFSET_COMMIT)) <= 3
        assert await world.committed(options["group_id"]) == {partition: asked[-1]}


async def test_leaving_without_a_coordinator_ends_within_the_budget(
    world: World, protocol: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Client N 96, L-3: and commits nothing, with a warning that names the offsets."""
    topic = await world.topic()
    await world.write(topic, range(3))
    api = ApiKey.LEAVE_GROUP if protocol == "classic" else ApiKey.CONSUMER_GROUP_HEARTBEAT
    options = {**joining(world, topic, protocol), **QUICK, "close_budget_ms": 1000}
    async with (
        faulty(world.bootstrap) as faults,
        world.behind(faults.bootstrap).consumer(**options) as consumer,
    ):
        await read(consumer, 3)
        assert await consumer.poll(0.1) == {}
        for each in (ApiKey.OFFSET_COMMIT, api):
            faults.at(each, silent()._replace(asks=False), times=1000)
        faults.at(ApiKey.FIND_COORDINATOR, refused(15), times=1000)
    assert await world.committed(options["group_id"]) == {}
    assert any(
        each.startswith(f"offsets were not committed: {topic}-0 at 3: ") for each in caplog.messages
    )


async def test_offsets_of_an_open_transaction_are_waited_for(world: World) -> None:
    """Client N 98, G-67."""
    topic, group = await world.topic(), world.name()
    partition = TopicPartition(topic, 0)
    await world.write(topic, range(5))
    member: dict[str, Any] = {"topics": [topic], "group_id": group, "enable_auto_commit": False}
    async with Producer(world.bootstrap, transactional_id=world.name()) as producer:
        async with world.consumer(**member) as first, producer.transaction() as transaction:
            await read(first, 5)
            await transaction.send_offsets(first, {partition: 3})
            async with world.consumer(group_id=group, **QUICK) as second:
                await second.assign([partition])
                assert await second.poll(0.5) == {}
        async with world.consumer(group_id=group, **QUICK) as second:
            await second.assign([partition])
            assert await read(second, 2) == {partition: [3, 4]}
