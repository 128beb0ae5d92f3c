"""Rows of the producer without transactions: what is accepted is delivered, and nothing else."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import trio
import trio.lowlevel

from kafkawire.client import Delivery, Producer
from tests.client.cancellation.stage import FIRST, Stage, row
from tests.client.support.broker_log import values

VALUES = [b"%d" % number for number in range(8)]
Bytes = Producer[bytes, bytes]
SMALL = {"buffer_memory": 16_500, "batch_size": 1000, "max_request_size": 16_000}
"""Room for one large record."""
LARGE = bytes(15_000)


@row("Producer.__aenter__")
async def entering_a_producer(stage: Stage) -> None:
    """Nothing is left behind."""
    producer = stage.producer()

    async def work() -> None:
        async with producer:
            pass

    await stage.cancels(None, work)


@row("Producer.__aexit__")
async def leaving_a_producer(stage: Stage) -> None:
    """The shield holds: what was accepted is delivered."""
    producer = stage.producer(linger_ms=1000)
    stage.steps.is_counting = False

    async def work() -> None:
        async with producer:
            for value in VALUES:
                await producer.send("t", value, partition=0)
            stage.steps.is_counting = True

    await stage.cancels(None, work)
    assert values(stage.harness, FIRST) == VALUES


@row("Producer.__aexit__")
async def a_cancelled_body_of_a_producer(stage: Stage) -> None:
    """Within the short budget what is in flight is waited for; what waited has failed."""
    producer = stage.producer()
    accepted: list[Delivery] = []

    async def work() -> None:
        async with producer:
            await _send_all_of(producer, accepted)
            await producer.flush()

    await stage.cancels(None, work)
    delivered = [value for value, each in zip(VALUES, accepted, strict=False) if not each.error]
    assert values(stage.harness, FIRST) == delivered


@row("Producer.send")
async def sending(stage: Stage) -> None:
    """A send that waits for metadata has accepted nothing; one that returned, its record."""
    accepted: list[Delivery] = []
    async with stage.producer() as producer:
        await stage.cancels(producer, lambda: _send_all_of(producer, accepted))
        await producer.flush()
        assert values(stage.harness, FIRST) == VALUES[: len(accepted)]


@row("Producer.send")
async def waiting_for_memory(stage: Stage) -> None:
    """A send that waits for memory gives its place up; those behind it go on."""
    sent: list[int] = []
    async with stage.producer(**SMALL) as producer:
        await producer.send("t", LARGE, partition=0)

        async def send(number: int) -> None:
            await producer.send("t", LARGE + b"%d" % number, partition=0)
            sent.append(number)

        async with trio.open_nursery() as nursery:
            nursery.start_soon(send, 1)
            await trio.lowlevel.checkpoint()
            nursery.start_soon(_soon, send, 3)
            await stage.cancels(None, lambda: send(2))
        await producer.flush()
        assert sorted(sent) == ([1, 3] if stage.steps.ended_early else [1, 2, 3])
        wanted = [b"", *(b"%d" % number for number in sorted(sent))]
        assert sorted(each[len(LARGE) :] for each in values(stage.harness, FIRST)) == wanted


@row("Producer.send")
async def choosing_partitions(stage: Stage) -> None:
    """A send that waits to ask an own partitioner has accepted nothing."""

    class Always:
        def partition(self, *given: Any) -> int | None:
            return 0

    producer = stage.producer()
    producer._partitioner = Always()
    accepted: list[Delivery] = []

    async def work() -> None:
        for value in VALUES:
            delivery = await producer.send("t", value)
            accepted.append(delivery)

    async with producer:
        await stage.cancels(producer, work)
        await producer.flush()
        assert values(stage.harness, FIRST) == VALUES[: len(accepted)]


@row("Producer.send_all", "Deliveries.__await__")
async def sending_many(stage: Stage) -> None:
    """Those that were accepted are sent; they are the first ones."""
    pairs = [(None, value) for value in VALUES]
    async with stage.producer(batch_size=100, buffer_memory=400, max_request_size=300) as producer:

        async def work() -> None:
            await (await producer.send_all("t", pairs, partition=0))

        was_cancelled = await stage.cancels(producer, work)
        await producer.flush()
        found = values(stage.harness, FIRST)
        assert found == VALUES[: len(found)]
        assert was_cancelled or found == VALUES


@row("Producer.flush")
async def flushing(stage: Stage) -> None:
    """Nothing is taken back."""
    async with stage.producer(linger_ms=10_000) as producer:
        deliveries = [await producer.send("t", value, partition=0) for value in VALUES]
        await stage.cancels(producer, producer.flush)
        await producer.flush()
        assert all(each.is_done and each.error is None for each in deliveries)
        assert values(stage.harness, FIRST) == VALUES


@row("Delivery.__await__")
async def waiting_for_a_delivery(stage: Stage) -> None:
    """Nothing is taken back, and the delivery may be awaited again."""
    async with stage.producer() as producer:
        delivery = await producer.send("t", VALUES[0], partition=0)

        async def work() -> None:
            await delivery

        await stage.cancels(producer, work)
        assert (await delivery).offset == 0


@row("Producer.partitions_for")
async def asking_for_partitions(stage: Stage) -> None:
    """Only the wait ends."""
    async with stage.producer() as producer:

        async def work() -> None:
            assert await producer.partitions_for("t") == 2

        await stage.cancels(producer, work)
        await work()


async def _send_all_of(producer: Bytes, accepted: list[Delivery]) -> None:
    for value in VALUES:
        delivery = await producer.send("t", value, partition=0)
        accepted.append(delivery)


async def _soon(work: Callable[[int], Awaitable[None]], number: int) -> None:
    await trio.lowlevel.checkpoint()
    await trio.lowlevel.checkpoint()
    await work(number)
