"""Transactional requests that are refused or lost: client N 126 to 128."""

from __future__ import annotations

from typing import Any

import pytest

from compat.client.acts import lost, refused, unsent
from compat.client.faults import Act
from compat.client.test_transactions import QUICK, behind_level, committed_values
from compat.client.world import World
from kafkawire.client import (
    ClientError,
    GroupMetadata,
    Producer,
    ProducerFenced,
    TopicPartition,
    TransactionUnresolved,
)
from kafkawire.protocol.api_keys import ApiKey

RETRY, ABORT, FENCED, FATAL = "goes on", "aborts", "is fenced", "is at its end"
COMMON = {14: RETRY, 15: RETRY, 51: RETRY, 22: ABORT, 29: ABORT, 47: FENCED, 90: FENCED}
COLUMNS: dict[ApiKey, dict[int, str]] = {
    ApiKey.INIT_PRODUCER_ID: {**COMMON, 48: FATAL, 53: ABORT},
    ApiKey.ADD_PARTITIONS_TO_TXN: {**COMMON, 48: FATAL, 49: ABORT, 53: FATAL, 120: ABORT},
    ApiKey.ADD_OFFSETS_TO_TXN: {**COMMON, 30: ABORT, 48: FATAL, 49: ABORT, 53: FATAL},
    ApiKey.TXN_OFFSET_COMMIT: {**COMMON, 7: RETRY, 25: ABORT, 30: ABORT, 82: ABORT, 53: FATAL},
    ApiKey.END_TXN: {**COMMON, 48: FATAL, 53: FATAL},
    ApiKey.PRODUCE: {7: RETRY, 19: RETRY, 45: ABORT, 47: ABORT, 48: ABORT, 53: FATAL, 90: FENCED},
}


async def transact(producer: Producer[Any, Any], topic: str, value: bytes) -> None:
    """Write a record and an offset in a transaction."""
    async with producer.transaction() as transaction:
        await producer.send(topic, value, partition=0)
        group = GroupMetadata(topic, -1, "", None)
        await transaction.send_offsets(group, {TopicPartition(topic, 0): 1})


async def fate(producer: Producer[Any, Any], topic: str) -> str:
    """What becomes of a producer whose next transaction is spoilt."""
    try:
        await transact(producer, topic, b"1")
    except ClientError:
        pass
    else:
        return RETRY
    try:
        await transact(producer, topic, b"2")
    except ProducerFenced:
        return FENCED
    except ClientError:
        return FATAL
    return ABORT


@pytest.mark.parametrize("api", COLUMNS, ids=lambda api: api.name.lower())
async def test_what_each_error_does_to_a_transaction(world: World, api: ApiKey) -> None:
    """Client N 128, I-30, I-32: at every request that clients of transaction.version 1 send."""
    expected = dict(COLUMNS[api])
    if world.is_old and 49 in expected:
        # 3.9.2 fences a producer that initializes an id with an open transaction, which 49 denies.
        expected[49] = FENCED
    found = {}
    for code in expected:
        topic = await world.topic()
        async with behind_level(world, 1) as faults:
            refusal = faults.at(api, refused(code))
            async with Producer(
                faults.bootstrap, transactional_id=world.name(), close_budget_ms=500, **QUICK
            ) as producer:
                found[code] = await fate(producer, topic)
            assert refusal.used == 1
        values = {RETRY: [1], ABORT: [2]}.get(found[code], [])
        assert await committed_values(world, topic, len(values)) == values, code
    assert found == expected


@pytest.mark.parametrize("version", [1, 2])
async def test_a_lost_answer_to_the_end_changes_nothing(world: World, version: int) -> None:
    """Client N 126, I-26: the transaction is committed once, by one marker."""
    topic = await world.topic()
    async with (
        behind_level(world, version) as faults,
        Producer(faults.bootstrap, transactional_id=world.name(), **QUICK) as producer,
    ):
        loss = faults.at(ApiKey.END_TXN, lost(), times=2)
        await transact(producer, topic, b"1")
        assert loss.used == 2
        await transact(producer, topic, b"2")
    assert await committed_values(world, topic, 2) == [1, 2]
    async with world.consumer() as consumer:
        end = await consumer.end_offsets([TopicPartition(topic, 0)])
    assert end == {TopicPartition(topic, 0): 4}


@pytest.mark.parametrize("act", [lost(), unsent()], ids=["decided", "not-decided"])
@pytest.mark.parametrize("version", [1, 2])
async def test_an_end_without_an_answer_is_resolved_by_the_next_transaction(
    world: World, act: Act, version: int
) -> None:
    """Client N 127, I-27."""
    topic = await world.topic()
    options = {**QUICK, "max_block_ms": 500, "transactional_id": world.name()}
    async with (
        behind_level(world, version) as faults,
        Producer(faults.bootstrap, **options) as producer,
    ):
        await transact(producer, topic, b"1")
        faults.at(ApiKey.END_TXN, act, times=1000)
        with pytest.raises(TransactionUnresolved):
            await transact(producer, topic, b"2")
        with pytest.raises(TransactionUnresolved):
            await producer.send(topic, b"", partition=0)
        ends = len(faults.of(ApiKey.END_TXN))
        faults.clear(ApiKey.END_TXN)
        await transact(producer, topic, b"3")
        assert len(faults.of(ApiKey.END_TXN)) >= ends + 2
    assert await committed_values(world, topic, 3) == [1, 2, 3]
