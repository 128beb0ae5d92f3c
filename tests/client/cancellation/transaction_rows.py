"""Rows of transactions: all of one is there or nothing of it, whatever was cancelled."""

from __future__ import annotations

from collections.abc import Sequence

import trio

from kafkawire.client import GroupMetadata, Producer
from tests.client.cancellation.stage import FIRST, SECOND, Stage, row
from tests.client.support.broker_log import values

SIMPLE = GroupMetadata("billing", -1, "", None)
ONE, NEXT = [b"a", b"b"], [b"next"]
Bytes = Producer[bytes, bytes]


@row("Transaction.__aenter__", "Transaction.__aexit__", "Transaction.send_offsets")
async def a_transaction(stage: Stage) -> None:
    """Committed or aborted as a whole, its offsets included; the next one is as usual."""
    stage.ledger.done("billing", SECOND, 7)
    ended: list[bool] = []
    async with stage.producer(transactional_id="x") as producer:

        async def work() -> None:
            async with producer.transaction() as transaction:
                await _send(producer, ONE)
                await transaction.send_offsets(SIMPLE, {SECOND: 7})
            ended.append(True)

        await stage.cancels(producer, work)
        _is_whole(stage, ended)
        await _next_one(producer)
    _is_whole(stage, ended, NEXT)


@row("Transaction.__aexit__")
async def a_transaction_that_has_to_flush(stage: Stage) -> None:
    """What is cancelled while records are on their way is aborted, and never committed."""
    ended: list[bool] = []
    async with stage.producer(transactional_id="x") as producer:

        async def work() -> None:
            async with producer.transaction():
                await _send(producer, ONE)
            ended.append(True)

        await stage.cancels(producer, work)
        assert values(stage.harness, FIRST) == (ONE if ended else [])
        await _next_one(producer)


@row("Transaction.__aexit__")
async def an_aborted_transaction(stage: Stage) -> None:
    """The shield holds until it is aborted; the body's exception leaves."""
    async with stage.producer(transactional_id="x") as producer:

        async def work() -> None:
            try:
                async with producer.transaction():
                    await _send(producer, ONE)
                    raise KeyError("mine")
            except KeyError:
                pass

        await stage.cancels(producer, work)
        assert values(stage.harness, FIRST) == []
        await _next_one(producer)
    assert values(stage.harness, FIRST) == NEXT


@row("Producer.init_transactions")
async def initializing(stage: Stage) -> None:
    """The core finishes it; what comes next uses the result."""
    async with stage.producer(transactional_id="x") as producer:
        await stage.cancels(producer, producer.init_transactions)
        await producer.init_transactions()
        await _next_one(producer)
    assert values(stage.harness, FIRST) == NEXT


@row(
    "Producer.begin_transaction",
    "Producer.commit_transaction",
    "Producer.send_offsets_to_transaction",
)
async def committing_step_by_step(stage: Stage) -> None:
    """What was cancelled can be aborted; what was committed stays so."""
    stage.ledger.done("billing", SECOND, 7)
    ended: list[bool] = []
    async with stage.producer(transactional_id="x") as producer:

        async def work() -> None:
            await producer.begin_transaction()
            began.append(True)
            await _send(producer, ONE)
            await producer.send_offsets_to_transaction({SECOND: 7}, SIMPLE)
            await producer.commit_transaction()
            ended.append(True)

        began: list[bool] = []
        await stage.cancels(producer, work)
        if began and not ended:
            await producer.abort_transaction()
        _is_whole(stage, ended)
        await _next_one(producer)
    _is_whole(stage, ended, NEXT)


@row("Producer.abort_transaction")
async def aborting_step_by_step(stage: Stage) -> None:
    """It is aborted, though the wait ended."""
    async with stage.producer(transactional_id="x") as producer:
        await producer.begin_transaction()
        await _send(producer, ONE)
        await stage.cancels(producer, producer.abort_transaction)
        await producer.abort_transaction()
        assert values(stage.harness, FIRST) == []
        await _next_one(producer)
    assert values(stage.harness, FIRST) == NEXT


@row("Producer.__aexit__")
async def leaving_with_an_open_transaction(stage: Stage) -> None:
    """It is aborted within the budget, in the shield."""
    producer = stage.producer(transactional_id="x")
    stage.steps.is_counting = False

    async def work() -> None:
        async with producer:
            await producer.begin_transaction()
            await _send(producer, ONE)
            await trio.sleep(0.1)
            stage.steps.is_counting = True

    await stage.cancels(None, work)
    assert values(stage.harness, FIRST) == []
    async with stage.producer(transactional_id="x") as another:
        await _next_one(another)
    assert values(stage.harness, FIRST) == NEXT


async def _send(producer: Bytes, records: list[bytes]) -> None:
    for value in records:
        await producer.send("t", value, partition=0)


async def _next_one(producer: Bytes) -> None:
    async with producer.transaction():
        await _send(producer, NEXT)


def _is_whole(stage: Stage, ended: list[bool], others: Sequence[bytes] = ()) -> None:
    """All is there if the transaction has ended well, and else nothing."""
    assert values(stage.harness, FIRST) == [*(ONE if ended else []), *others]
    assert stage.ledger.committed("billing", SECOND) == (7 if ended else 0)
