"""Starting and ending handlers, against a broker in the same run of trio."""

from __future__ import annotations

import logging

import pytest
import trio
import trio.lowlevel

from kafkawire.client.consumer import Consumer
from kafkawire.client.values import TopicPartition
from tests.client.test_consumer import fill, reading
from tests.client.test_consumer_groups import broker, committed, member, until
from tests.client.test_stream import Found, Stream

FIRST, SECOND = TopicPartition("t", 0), TopicPartition("t", 1)


async def test_a_handler_for_each_partition_reads_all_of_it() -> None:
    """client B-20: `serve` returns when the subscription ends, and the handlers have."""
    async with broker(35) as (running, address), trio.open_nursery() as nursery:
        await fill(running, 20, partition=1)
        async with member(address, max_poll_records=10) as consumer:
            found = Found()
            nursery.start_soon(consumer.serve, found.handle)
            await until(lambda: len(found) == 55)
            assert found.offsets == {FIRST: list(range(35)), SECOND: list(range(20))}
            await consumer.unsubscribe()
            await until(lambda: len(found.ended) == 2)
            assert sorted(found.ended) == [(FIRST, False), (SECOND, False)]
        assert await committed(address) == {FIRST: 35, SECOND: 20}


async def test_serve_ends_with_the_block() -> None:
    """client B-22: streams end when the consumer is closed; what was asked behind is done."""
    async with broker(35) as (_, address), trio.open_nursery() as nursery:
        async with member(address) as consumer:
            found = Found()
            nursery.start_soon(consumer.serve, found.handle)
            await until(lambda: len(found) == 35)
        assert sorted(found.ended) == [(FIRST, False), (SECOND, False)]
    assert nursery.child_tasks == frozenset()


async def test_partitions_that_are_assigned_by_hand_are_served() -> None:
    async with reading(25) as (_, consumer), trio.open_nursery() as nursery:
        found = Found()
        await consumer.assign([FIRST])
        nursery.start_soon(consumer.serve, found.handle)
        await until(lambda: len(found) == 25)
        await consumer.assign([SECOND])
        await until(lambda: found.ended == [(FIRST, False)])
        with pytest.raises(trio.BusyResourceError):
            await consumer.poll()
        await consumer.unsubscribe()
        await until(lambda: len(found.ended) == 2)
        assert consumer.assignment == frozenset()


@pytest.mark.slow
async def test_a_handler_that_does_not_ask_stops_its_partition_only() -> None:
    """client N 39, B-24."""

    async def stuck(stream: Stream) -> None:
        if stream.partition == SECOND:
            await trio.sleep_forever()

    async with (
        broker(0) as (running, address),
        trio.open_nursery() as nursery,
        member(address, max_poll_records=10) as consumer,
    ):
        await fill(running, 30, partition=1)
        found = Found(stuck)
        nursery.start_soon(consumer.serve, found.handle)
        await until(lambda: bool(found.offsets[SECOND]))
        for _ in range(5):
            before = len(found.offsets[FIRST])
            await fill(running, 30)
            await until(lambda before=before: len(found.offsets[FIRST]) == before + 30)  # type: ignore[misc]
        assert found.offsets[SECOND] == list(range(10))
        nursery.cancel_scope.cancel()


@pytest.mark.slow
async def test_what_a_handler_raises_comes_out_as_itself() -> None:
    """client B-3, B-20: the others are cancelled, and what no handler finished is not done."""
    cancelled: list[TopicPartition] = []

    async def fail(stream: Stream) -> None:
        if stream.partition == FIRST:
            raise KeyError("mine")
        try:
            await trio.sleep_forever()
        except trio.Cancelled:
            cancelled.append(stream.partition)
            raise

    async with broker(0) as (running, address):
        await fill(running, 10, partition=1)
        async with member(address) as consumer:
            failing = Found(fail)

            async def fill_when_held() -> None:
                await until(lambda: bool(failing.offsets[SECOND]))
                await fill(running, 10)

            async with trio.open_nursery() as nursery:
                nursery.start_soon(fill_when_held)
                with pytest.raises(KeyError, match="mine"):
                    await consumer.serve(failing.handle)
            assert cancelled == [SECOND]
            assert consumer.assignment == {FIRST, SECOND}
            again = Found()
            with trio.CancelScope() as scope:
                async with trio.open_nursery() as nursery:
                    nursery.start_soon(consumer.serve, again.handle)
                    await until(lambda: len(again) == 20)
                    scope.cancel()
            assert again.offsets == {FIRST: list(range(10)), SECOND: list(range(10))}


async def test_cancelling_serve_leaves_the_subscription() -> None:
    """client L.2: what handlers did not finish is not done, and is read again."""
    async with broker(30) as (_, address):
        async with member(address, max_poll_records=10) as consumer:
            found = Found()

            async def stop(stream: Stream) -> None:
                if len(found) == 20:
                    scope.cancel()
                    await trio.sleep_forever()

            found = Found(stop)
            with trio.CancelScope() as scope:
                await consumer.serve(found.handle)
            assert scope.cancelled_caught
            assert consumer.assignment == {FIRST, SECOND}
            assert (await consumer.poll())[FIRST].first_offset == 10
        assert await committed(address) == {FIRST: 10, SECOND: 0}


async def test_a_handler_that_returns_early_leaves_its_partition_paused(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """client B-21: and `resume` starts another one, which gets what was not done."""
    calls: list[Stream] = []

    async def handle(stream: Stream) -> None:
        calls.append(stream)
        await stream.__anext__()

    async with reading(25) as (_, consumer), trio.open_nursery() as nursery:
        await consumer.assign([FIRST])
        with caplog.at_level(logging.WARNING, "kafkawire.client"):
            nursery.start_soon(consumer.serve, handle)
            await until(lambda: FIRST in consumer.paused)
            assert len(calls) == 1
            assert [record.levelname for record in caplog.records] == ["WARNING"]
            assert "t-0" in caplog.text
            assert await consumer.position(FIRST) == 0
            consumer.resume(FIRST)
            await until(lambda: len(calls) == 2 and FIRST in consumer.paused)
        nursery.cancel_scope.cancel()


async def test_so_many_handlers_run_at_once() -> None:
    """client B-20: what waits is paused; it is served when a handler returns."""
    started: list[TopicPartition] = []

    async def handle(stream: Stream) -> None:
        started.append(stream.partition)
        await stream.ending()

    async with (
        broker(10) as (_, address),
        trio.open_nursery() as nursery,
        member(address) as consumer,
    ):

        async def serve() -> None:
            await consumer.serve(handle, concurrency=1)

        nursery.start_soon(serve)
        await until(lambda: bool(started))
        assert started == [FIRST]
        assert consumer.paused == {SECOND}
        nursery.cancel_scope.cancel()
        await trio.lowlevel.cancel_shielded_checkpoint()


async def test_a_waiting_partition_is_served_in_its_turn() -> None:
    async with reading(10) as (broker_, consumer), trio.open_nursery() as nursery:
        await fill(broker_, 10, partition=1)
        found = Found()
        await consumer.assign([FIRST, SECOND])

        async def serve() -> None:
            await consumer.serve(found.handle, concurrency=1)

        nursery.start_soon(serve)
        await until(lambda: len(found) == 10)
        assert found.offsets[SECOND] == []
        await consumer.assign([SECOND])
        await until(lambda: len(found) == 20)
        assert consumer.paused == frozenset()
        nursery.cancel_scope.cancel()


async def test_concurrency_has_to_be_positive() -> None:
    async with reading() as (_, consumer):
        with pytest.raises(ValueError, match="concurrency=0"):
            await consumer.serve(Found().handle, concurrency=0)


async def test_serving_needs_an_open_consumer() -> None:
    consumer: Consumer[bytes, bytes] = Consumer("localhost:1")
    with pytest.raises(Exception, match="not open"):
        await consumer.serve(Found().handle)
