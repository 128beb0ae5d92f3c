"""Connections that fail, wait, or lead to the wrong broker: client N 1 to 15."""

from __future__ import annotations

import tracemalloc
from typing import Any

import pytest
import trio

from compat.client.acts import (
    changed,
    cut,
    lost,
    misnumbered,
    oversized,
    refused,
    silent,
    throttled,
    unknown_version,
)
from compat.client.faults import Faults, faulty
from compat.client.world import World, read, until
from kafkawire.client import Admin, BootstrapError, Producer, TopicPartition
from kafkawire.protocol.api_keys import ApiKey
from tests.support.rings.skips import skip_without
from tools.programs import free_port

REBOOTSTRAP_REQUIRED = 129
QUICK: dict[str, Any] = {
    "retry_backoff_ms": 5,
    "retry_backoff_max_ms": 20,
    "reconnect_backoff_ms": 10,
    "reconnect_backoff_max_ms": 50,
}


def dead() -> str:
    """An address of loopback that refuses connections."""
    return f"127.0.0.1:{free_port()}"


async def test_the_next_bootstrap_address_is_used(world: World) -> None:
    """Client N 1: though the first one refuses; whichever is tried first."""
    topic = await world.topic()
    await world.write(topic, range(3))
    async with world.behind(f"{dead()},{world.bootstrap}").consumer() as consumer:
        await consumer.assign([TopicPartition(topic, 0)])
        assert await read(consumer, 3) == {TopicPartition(topic, 0): [0, 1, 2]}


async def test_addresses_that_refuse_are_named() -> None:
    """Client N 2."""
    first, second = dead(), dead()
    with pytest.raises(BootstrapError) as raised:
        async with Admin([first, second], default_api_timeout_ms=500):
            pass
    assert set(raised.value.failures) == {first, second}
    assert first in str(raised.value)


async def test_brokers_that_move_are_found_again(world: World) -> None:
    """Client N 4, N 13: the addresses of all brokers change, that of the bootstrap stays."""
    topic = await world.topic()
    async with faulty(world.bootstrap) as faults:
        behind = world.behind(faults.bootstrap)
        async with (
            Producer(behind.bootstrap, **QUICK) as producer,
            behind.consumer(**QUICK) as consumer,
        ):
            await consumer.assign([TopicPartition(topic, 0)])
            for number in range(3):
                await (await producer.send(topic, b"%d" % number))
                assert await read(consumer, 1) == {TopicPartition(topic, 0): [number]}
                await faults.move()
            await (await producer.send(topic, b"3"))
            assert await read(consumer, 1) == {TopicPartition(topic, 0): [3]}


async def end_of(world: World, faults: Faults, **options: Any) -> int:
    """Ask for the end of a topic of three records, which is spoilt once."""
    topic = await world.topic()
    await world.write(topic, range(3))
    partition = TopicPartition(topic, 0)
    async with world.behind(faults.bootstrap).consumer(**options) as consumer:
        return (await consumer.end_offsets([partition]))[partition]


async def test_a_request_without_an_answer_is_sent_again(world: World) -> None:
    """Client N 5: on another connection."""
    async with faulty(world.bootstrap) as faults:
        faults.at(ApiKey.LIST_OFFSETS, silent())
        assert await end_of(world, faults, request_timeout_ms=500) == 3
        first, second = faults.of(ApiKey.LIST_OFFSETS)
        assert first.connection != second.connection


@pytest.mark.parametrize(
    "act",
    [misnumbered(), oversized(3 << 30), oversized((2 << 30) - 1), cut(0), cut(9), lost()],
    ids=["other-id", "3-GiB", "2-GiB", "no-byte", "nine-bytes", "lost"],
)
async def test_what_is_no_answer_drops_the_connection(world: World, act: Any) -> None:
    """Client N 6, N 7: and the request is sent again; no memory is taken for what is announced."""
    async with faulty(world.bootstrap) as faults:
        faults.at(ApiKey.LIST_OFFSETS, act)
        tracemalloc.start()
        try:
            assert await end_of(world, faults) == 3
            assert tracemalloc.get_traced_memory()[1] < 64 << 20
        finally:
            tracemalloc.stop()
        first, second = faults.of(ApiKey.LIST_OFFSETS)
        assert first.connection != second.connection


async def test_an_idle_connection_is_closed_and_made_anew(world: World) -> None:
    """Client N 9."""
    async with (
        faulty(world.bootstrap) as faults,
        Admin(faults.bootstrap, connections_max_idle_ms=300) as admin,
    ):
        before = (await admin.describe_cluster()).nodes
        assert faults.open
        await until(lambda: faults.open == 0)
        made = faults.connections
        assert (await admin.describe_cluster()).nodes == before
        assert faults.connections == made + 1


async def test_a_throttled_connection_is_silent(world: World) -> None:
    """Client N 10: so long nothing is sent on it; another one goes on."""
    topic = await world.topic()
    partition = TopicPartition(topic, 0)
    await world.write(topic, range(3))
    async with faulty(world.bootstrap) as faults:
        throttle = faults.at(ApiKey.FETCH, throttled(1000), skip=1)
        async with world.behind(faults.bootstrap).consumer(fetch_max_wait_ms=50) as consumer:
            await consumer.assign([partition])
            assert await read(consumer, 3) == {partition: [0, 1, 2]}
            await until(lambda: throttle.used == 1)
            second = faults.of(ApiKey.FETCH)[1]
            await until(lambda: second.answered_s is not None)
            while len(faults.of(ApiKey.FETCH)) < 3:
                assert await consumer.end_offsets([partition]) == {partition: 3}
                await trio.sleep(0.05)
            third = faults.of(ApiKey.FETCH)[2]
            assert second.answered_s is not None
            assert third.at_s - second.answered_s > 0.9
            assert third.connection == second.connection
            during = [each for each in faults.seen if second.answered_s < each.at_s < third.at_s]
            assert {each.api for each in during} >= {ApiKey.LIST_OFFSETS}
            assert all(each.connection != third.connection for each in during)


async def test_versions_are_asked_for_in_an_older_version(world: World) -> None:
    """Client N 12: once more, in the one that the broker offers."""
    async with faulty(world.bootstrap) as faults:
        faults.at(ApiKey.API_VERSIONS, unknown_version())
        async with Admin(faults.bootstrap) as admin:
            assert len((await admin.describe_cluster()).nodes) == 1
        first = [each for each in faults.of(ApiKey.API_VERSIONS) if each.connection == 1]
        assert [each.version for each in first] == [5, 3]


async def test_metadata_of_another_cluster_begins_anew(world: World) -> None:
    """Client N 14: at the bootstrap addresses, and nothing is lost."""
    topic = await world.topic()
    partition = TopicPartition(topic, 0)
    async with faulty(world.bootstrap) as faults:
        behind = world.behind(faults.bootstrap)
        async with (
            Producer(behind.bootstrap) as producer,
            behind.consumer(metadata_max_age_ms=200) as consumer,
        ):
            await consumer.assign([partition])
            await (await producer.send(topic, b"0"))
            assert await read(consumer, 1) == {partition: [0]}
            bootstrapped = len([each for each in faults.seen if each.node is None])
            fault = faults.at(ApiKey.METADATA, refused(REBOOTSTRAP_REQUIRED))
            await until(lambda: fault.used == 1)
            for number in range(1, 4):
                await (await producer.send(topic, b"%d" % number))
            assert await read(consumer, 3) == {partition: [1, 2, 3]}
            await until(
                lambda: len([each for each in faults.seen if each.node is None]) > bootstrapped
            )


async def test_another_broker_behind_an_address_is_left(world: World) -> None:
    """Client N 15, D-18: the broker refuses those that mean another node (KIP-1242)."""
    if world.is_old:
        skip_without(
            f"KIP-1242 is in Kafka 4.3 and later, this is {world.version}",
            "requests to a broker with another node id are not refused there",
        )
    topic = await world.topic()

    def other_ids(answer: Any) -> None:
        answer.controller_id += 70
        for broker in answer.brokers:
            broker.node_id += 70
        for each in answer.topics:
            for partition in each.partitions:
                partition.leader_id += 70

    async with faulty(world.bootstrap) as faults:
        fault = faults.at(ApiKey.METADATA, changed(other_ids))
        async with Producer(faults.bootstrap) as producer:
            told = await (await producer.send(topic, b"0"))
        assert (told.offset, fault.used) == (0, 1)
        wrong = [each for each in faults.seen if each.node is not None and each.node >= 70]
        assert {each.api for each in wrong} <= {ApiKey.API_VERSIONS}
