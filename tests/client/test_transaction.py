"""Transactions against a broker in the same run of trio."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
import trio
import trio.testing

from kafkawire.client.core.producing.batch import ProducerId
from kafkawire.client.core.producing.transaction_errors import Verdict
from kafkawire.client.delivery import Delivery
from kafkawire.client.errors import (
    CommitFailed,
    ConfigurationError,
    ProducerFenced,
    RecordTooLarge,
    ServerError,
    TransactionAborted,
    TransactionRequired,
    TransactionUnresolved,
)
from kafkawire.client.producer import Producer
from kafkawire.client.values import GroupMetadata, TopicPartition
from kafkawire.protocol.messages.fetch_request import FetchRequest
from kafkawire.protocol.messages.offset_fetch_request import OffsetFetchRequest
from kafkawire.records.batch import iter_headers
from kafkawire.records.record import decode_records
from tests.support.requests.served import Running, serving
from tests.support.suite.patience import patient

LIMIT_MS = int(patient(30.0) * 1000)
ZERO = TopicPartition("t", 0)
QUICK = {"linger_ms": 0, "retry_backoff_ms": 10}
SIMPLE = GroupMetadata("billing", -1, "", None)


@asynccontextmanager
async def producing(
    overrides: dict[str, str] | None = None, **options: Any
) -> AsyncIterator[tuple[Running, Producer[bytes, bytes]]]:
    async with serving(overrides) as broker:
        given = {"max_block_ms": LIMIT_MS, "transactional_id": "t", **QUICK, **options}
        async with client(broker, **given) as producer:
            yield broker, producer


def client(broker: Running, **options: Any) -> Producer[bytes, bytes]:
    host, port = broker.server.address
    return Producer(f"{host}:{port}", **options)


async def batches(broker: Running) -> list[tuple[bool, list[bytes | None]]]:
    """Of each batch of a partition: whether it is a marker, and its values."""
    rows = [FetchRequest.FetchPartition(partition=0, partition_max_bytes=1 << 28)]
    topic = FetchRequest.FetchTopic(topic="t", partitions=rows)
    connection = await broker.connect()
    request = FetchRequest(max_wait_ms=0, max_bytes=1 << 28, topics=[topic])
    answer = await connection.request(request, 12)
    await connection.stream.aclose()
    data = bytes(answer.responses[0].partitions[0].records or b"")
    return [
        (head.is_control, [each.value for each in decode_records(data, position, head)])
        for position, head in iter_headers(data)
    ]


async def committed(broker: Running) -> int:
    topic = OffsetFetchRequest.OffsetFetchRequestTopic(name="t", partition_indexes=[0])
    connection = await broker.connect()
    answer = await connection.request(OffsetFetchRequest(group_id="billing", topics=[topic]), 5)
    await connection.stream.aclose()
    offset: int = answer.topics[0].partitions[0].committed_offset
    return offset


async def test_the_end_of_the_block_commits() -> None:
    """client I-20, I-2: N 121."""
    async with producing() as (broker, producer):
        for value in (b"one", b"two"):
            async with producer.transaction():
                delivery = await producer.send("t", value, partition=0)
            assert delivery.metadata().partition == 0
        found = await batches(broker)
        assert [values for is_control, values in found if not is_control] == [[b"one"], [b"two"]]
        core = producer._core.transaction
        assert core is not None
        assert core.is_committed


async def test_an_exception_aborts_and_goes_on() -> None:
    """client I-20: N 122."""
    async with producing() as (_, producer):

        async def fail() -> None:
            async with producer.transaction():
                await (await producer.send("t", b"value", partition=0))
                raise KeyError("body")

        with pytest.raises(KeyError, match="body"):
            await fail()
        core = producer._core.transaction
        assert core is not None
        assert not core.is_committed
        async with producer.transaction():
            await producer.send("t", b"later", partition=0)
        assert core.is_committed


async def test_cancellation_aborts() -> None:
    """client I-20, L.2: N 122."""
    async with producing() as (_, producer):
        with trio.CancelScope() as scope:
            async with producer.transaction():
                await producer.send("t", b"value", partition=0)
                scope.cancel()
                await trio.sleep_forever()
        assert scope.cancelled_caught
        core = producer._core.transaction
        assert core is not None
        assert (core.state.value, core.is_committed) == ("ready", False)


async def test_a_failed_record_aborts_with_its_reason() -> None:
    """client I-20."""
    async with producing({"message.max.bytes": "1000"}) as (_, producer):
        with pytest.raises(RecordTooLarge):
            async with producer.transaction():
                await producer.send("t", bytes(5000), partition=0)
        await producer.flush()
        async with producer.transaction():
            await producer.send("t", b"later", partition=0)


async def test_offsets_belong_to_the_transaction() -> None:
    """client I-7."""

    class Consumer:
        group_metadata = SIMPLE

    class Batch:
        partition = ZERO
        next_offset = 9

    async with producing() as (broker, producer):
        async with producer.transaction() as transaction:
            await transaction.send_offsets(SIMPLE, {ZERO: 7})
            assert await committed(broker) == -1
        with trio.fail_after(patient(10)):
            while await committed(broker) != 7:
                pass

        async def fail() -> None:
            async with producer.transaction() as transaction:
                await transaction.send_offsets(Consumer(), Batch())
                raise KeyError("body")

        with pytest.raises(KeyError, match="body"):
            await fail()
        assert await committed(broker) == 7
        with pytest.raises(CommitFailed):
            async with producer.transaction() as transaction:
                await transaction.send_offsets(GroupMetadata("other", 5, "member", None), {ZERO: 1})


async def test_transactions_step_by_step() -> None:
    """client B.3, I-2."""
    async with producing() as (broker, producer):
        await producer.init_transactions()
        await producer.init_transactions()
        await producer.begin_transaction()
        await producer.send("t", b"one", partition=0)
        await producer.send_offsets_to_transaction({ZERO: 3}, SIMPLE)
        await producer.commit_transaction()
        core = producer._core.transaction
        assert core is not None
        assert core.is_committed
        await producer.begin_transaction()
        delivery = await producer.send("t", b"two", partition=0)
        await producer.abort_transaction()
        assert delivery.is_done
        found = await batches(broker)
        assert next(values for is_control, values in found if not is_control) == [b"one"]
        assert core.state.value == "ready"


async def test_records_need_a_transaction() -> None:
    """client I-3."""
    async with producing() as (_, producer):
        with pytest.raises(TransactionRequired):
            await producer.send("t", b"value")
        async with producer.transaction():
            with pytest.raises(TransactionRequired, match="is open"):
                async with producer.transaction():
                    pass


async def test_a_producer_without_an_id_has_no_transactions() -> None:
    async with serving() as broker, client(broker) as producer:
        with pytest.raises(ConfigurationError, match="transactional_id"):
            producer.transaction()


async def test_the_newer_producer_of_an_id_fences_the_older() -> None:
    """client I-34: N 124."""
    async with producing() as (broker, older):
        async with older.transaction():
            await older.send("t", b"first", partition=0)
        async with client(broker, transactional_id="t") as newer:
            async with newer.transaction():
                await newer.send("t", b"second", partition=0)
            with pytest.raises(ProducerFenced):
                async with older.transaction():
                    await older.send("t", b"third", partition=0)
            with pytest.raises(ProducerFenced):
                async with older.transaction():
                    pass


def _have_epoch(broker: Running, producer: Producer[bytes, bytes], epoch: int) -> int:
    """Let an id be as old as if it had had so many transactions; returns the id."""
    held = broker.server.broker.transactions.shard_of("t").ids["t"]
    held.transaction = held.transaction._replace(producer_epoch=epoch)
    assert producer._core.transaction is not None
    found = producer._core.transaction.producer.id
    producer._core.transaction.producer = ProducerId(found, epoch)
    return found


async def test_after_the_last_epoch_transactions_go_on_with_another_id() -> None:
    """client N 132, produce C-13: an epoch of 32,767 is kept for fencing."""
    async with producing() as (broker, producer):
        async with producer.transaction():
            await producer.send("t", b"0", partition=0)
        first = _have_epoch(broker, producer, 32_765)
        core, found = producer._core.transaction, []
        assert core is not None
        for number in range(1, 4):
            async with producer.transaction():
                await producer.send("t", b"%d" % number, partition=0)
            found.append(core.producer)
        assert found[0] == (first, 32_766)
        assert found[1].id != first
        assert found[1:] == [(found[1].id, 0), (found[1].id, 1)]
        values = [each for is_marker, each in await batches(broker) if not is_marker]
        assert values == [[b"0"], [b"1"], [b"2"], [b"3"]]


async def test_another_producer_behind_the_last_epoch_gets_another_id() -> None:
    """client N 132, produce C-13, C-29."""
    async with producing() as (broker, older):
        async with older.transaction():
            await older.send("t", b"first", partition=0)
        first = _have_epoch(broker, older, 32_766)
        async with client(broker, transactional_id="t") as newer:
            async with newer.transaction():
                await newer.send("t", b"second", partition=0)
            assert newer._core.transaction is not None
            assert newer._core.transaction.producer.id != first
            with pytest.raises(ProducerFenced):
                async with older.transaction():
                    await older.send("t", b"third", partition=0)


@pytest.mark.slow
async def test_leaving_the_producer_aborts_what_is_open() -> None:
    """client I-35, L-5."""
    async with serving() as broker:
        async with client(broker, transactional_id="t", linger_ms=600_000) as producer:
            await producer._transactions.begin()
            delivery = await producer.send("t", b"value", partition=0)
        assert isinstance(delivery.error, TransactionAborted)
        assert await batches(broker) == []


class Held:
    """Holds back the calls of one API of a producer, until they are let go."""

    def __init__(self, producer: Producer[bytes, bytes], api: int) -> None:
        self.network = producer._runtime.network
        self.pump = producer._runtime.pump
        self.send = self.network.send
        self.api = api
        self.calls: list[tuple[Any, int]] = []
        self.network.send = self.hold  # type: ignore[method-assign]

    def hold(self, call: Any, now_ms: int) -> None:
        if call.api == self.api:
            self.calls.append((call, now_ms))
        else:
            self.send(call, now_ms)

    def release(self) -> None:
        self.network.send = self.send  # type: ignore[method-assign]
        for call, now_ms in self.calls:
            self.send(call, now_ms)
        self.pump()


async def test_a_commit_that_was_sent_is_waited_for_though_cancelled() -> None:
    """client I-25, L.2: committed, and the cancellation comes at the next checkpoint."""
    async with producing() as (_, producer):
        left: list[bool] = []

        async def work(scope: trio.CancelScope) -> None:
            with scope:
                async with producer.transaction():
                    await (await producer.send("t", b"value", partition=0))
                    held.append(Held(producer, 26))
                left.append(True)
                await trio.lowlevel.checkpoint()

        held: list[Held] = []
        scope = trio.CancelScope()
        async with trio.open_nursery() as nursery:
            nursery.start_soon(work, scope)
            with trio.fail_after(patient(10)):
                while not (held and held[0].calls):
                    await trio.lowlevel.checkpoint()
            scope.cancel()
            await trio.testing.wait_all_tasks_blocked()
            assert not left
            held[0].release()
        assert left == [True]
        assert scope.cancelled_caught
        core = producer._core.transaction
        assert core is not None
        assert core.is_committed


@pytest.mark.slow
async def test_a_commit_that_was_not_sent_is_cancelled_and_aborts() -> None:
    """client I-20, I-25, L.2."""
    async with producing(close_budget_ms=200, delivery_timeout_ms=LIMIT_MS + 10) as (_, producer):
        async with producer.transaction():
            await producer.send("t", b"first", partition=0)
        held = Held(producer, 0)
        with trio.CancelScope() as scope:
            async with producer.transaction():
                delivery = await producer.send("t", b"value", partition=0)
                scope.cancel()
        assert scope.cancelled_caught
        held.release()
        core = producer._core.transaction
        assert core is not None
        with trio.fail_after(patient(10)):
            async with producer.transaction():
                assert delivery.is_done
                assert not core.is_committed
                await producer.send("t", b"later", partition=0)
        assert core.is_committed


async def test_a_commit_without_an_answer_is_resolved_by_the_next() -> None:
    """client I-27: N 127."""
    async with producing() as (_, producer):
        async with producer.transaction():
            pass
        held = Held(producer, 26)
        producer._transactions._max_block_ms = 50
        with pytest.raises(TransactionUnresolved):
            async with producer.transaction():
                await (await producer.send("t", b"value", partition=0))
        with pytest.raises(TransactionUnresolved):
            async with producer.transaction():
                pass
        producer._transactions._max_block_ms = LIMIT_MS
        held.release()
        async with producer.transaction():
            await producer.send("t", b"later", partition=0)
        core = producer._core.transaction
        assert core is not None
        assert core.is_committed


async def test_records_of_a_fatal_transaction_are_told_by_its_end_alone() -> None:
    """client I-35, B-32: they fail after the block has raised, and leaving raises nothing more."""
    refused = ServerError(53)

    async def fail() -> None:
        async with producer.transaction():
            sent.append(await producer.send("t", b"1", partition=0))
            producer._transactions.core.failed(Verdict.FATAL, refused, 0, bumps=False)

    sent: list[Delivery] = []
    async with producing(linger_ms=60_000) as (_, producer):
        with pytest.raises(ServerError) as raised:
            await fail()
    assert raised.value is sent[0].error is refused
