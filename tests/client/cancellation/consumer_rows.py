"""Rows of the consumer: what it loses and commits when its calls are cancelled."""

from __future__ import annotations

from typing import Any

import trio
import trio.lowlevel

from kafkawire.client import Batch, Consumer, PartitionStream, TopicPartition
from tests.client.cancellation.ledger import Reading
from tests.client.cancellation.stage import FIRST, SECOND, Stage, row
from tests.client.support.steps import Moment

RECORDS = 6
BOTH = {FIRST: RECORDS, SECOND: 0}
Bytes = Consumer[bytes, bytes]


@row("Consumer.__aenter__")
async def entering(stage: Stage) -> None:
    """Nothing is left behind."""
    consumer = stage.member(Reading(stage.ledger), topics=["t"])

    async def work() -> None:
        async with consumer:
            pass

    await stage.cancels(None, work)


@row("Consumer.__aexit__")
async def leaving_a_group(stage: Stage) -> None:
    """What is done is committed and the group is left, whatever is cancelled meanwhile."""
    stage.fill(RECORDS)
    reading = Reading(stage.ledger)
    consumer = stage.member(reading)
    stage.steps.is_counting = False

    async def work() -> None:
        async with consumer:
            await _read(reading, consumer, RECORDS)
            reading.asks()
            assert not await consumer.poll(0.2)
            stage.steps.is_counting = True

    await stage.cancels(None, work)
    assert stage.ledger.committed("g", FIRST) == RECORDS
    await _others_are_assigned_at_once(stage)


@row("Consumer.__aexit__")
async def a_cancelled_body(stage: Stage) -> None:
    """The batch in hand is not committed, and the one before is, within the short budget."""
    stage.fill(RECORDS)
    reading = Reading(stage.ledger)
    consumer = stage.member(reading)

    async def work() -> None:
        async with consumer:
            with trio.move_on_after(0.3):
                while True:
                    await _read(reading, consumer, 2)
                    await trio.sleep(0.01)

    await stage.cancels(None, work)
    assert stage.ledger.committed("g", FIRST) == stage.ledger.allowed.get(("g", FIRST), 0)


@row("Consumer.next_batch", "Batches.__anext__")
async def the_next_batch(stage: Stage) -> None:
    """Nothing is lost, and nothing comes twice: the next ask goes on."""
    reading = Reading(stage.ledger)
    async with stage.member(reading) as consumer:
        batches = consumer.batches(max_records=2)

        async def work() -> None:
            for _ in range(3):
                reading.asks()
                reading.got(await batches.__anext__())

        async with trio.open_nursery() as nursery:
            nursery.start_soon(_fill_later, stage)
            await stage.cancels(consumer, work)
        await _read_all(reading, consumer, stage)


@row("Consumer.poll")
async def polling(stage: Stage) -> None:
    """Nothing is lost, and nothing comes twice."""
    await _polls(stage)


@row("Consumer.poll")
async def polling_a_classic_group(stage: Stage) -> None:
    """As the row before, in the classic protocol."""
    await _polls(stage, group_protocol="classic", heartbeat_interval_ms=50)


async def _polls(stage: Stage, **options: Any) -> None:
    stage.fill(RECORDS)
    reading = Reading(stage.ledger)
    async with stage.member(reading, **options) as consumer:

        async def work() -> None:
            for _ in range(4):
                reading.asks()
                for batch in (await consumer.poll(0.2, max_records=2)).values():
                    reading.got(batch)

        await stage.cancels(consumer, work)
        await _read_all(reading, consumer, stage)


@row("Records.__anext__")
async def the_next_record(stage: Stage) -> None:
    """Each record comes once."""
    stage.fill(RECORDS)
    seen: list[int] = []
    async with stage.consumer(max_poll_records=2) as consumer:
        await consumer.assign([FIRST])
        records = consumer.__aiter__()

        async def work() -> None:
            while len(seen) < RECORDS:
                seen.append((await records.__anext__()).offset)

        await stage.cancels(consumer, work)
        await work()
    assert seen == list(range(RECORDS))


@row("Consumer.poll")
async def hooks(stage: Stage) -> None:
    """A hook that is cancelled with its ask runs again; no record comes before it has run."""
    stage.fill(RECORDS)
    reading = Reading(stage.ledger)
    ran: list[bool] = []

    class Slow(Reading):
        async def assigned(self, partitions: frozenset[TopicPartition]) -> None:  # type: ignore[override]
            ran.append(False)
            await trio.sleep(0.05)
            await reading.assigned(partitions)
            ran[-1] = True

    slow = Slow(stage.ledger)
    async with stage.member(slow) as consumer:

        async def work() -> None:
            reading.got(await consumer.batches().__anext__())

        await stage.cancels(consumer, work)
        await _read_all(reading, consumer, stage)
    assert ran[-1]


@row("Consumer.commit")
async def committing(stage: Stage) -> None:
    """The commit takes effect or not, and the next one is as if it had not been."""
    stage.fill(RECORDS)
    reading = Reading(stage.ledger)
    async with stage.member(reading, enable_auto_commit=False) as consumer:
        await _read(reading, consumer, 2)

        async def work() -> None:
            reading.commits()
            await consumer.commit()

        await stage.cancels(consumer, work)
        assert stage.ledger.committed("g", FIRST) in (0, 2)
        await _read(reading, consumer, 2)
        reading.commits()
        await consumer.commit()
        assert stage.ledger.committed("g", FIRST) == 4
    assert stage.ledger.committed("g", FIRST) == 4


@row("Consumer.commit")
async def committing_behind_another(stage: Stage) -> None:
    """A commit that waits for its turn is withdrawn; the one before it is not."""
    stage.fill(RECORDS)
    reading = Reading(stage.ledger)
    async with stage.member(reading, enable_auto_commit=False) as consumer:
        await _read(reading, consumer, 2)
        stage.ledger.done("g", FIRST, 2)

        async def work() -> None:
            await consumer.commit({FIRST: 2})

        async with trio.open_nursery() as nursery:
            nursery.start_soon(consumer.commit, {FIRST: 1})
            await trio.lowlevel.checkpoint()
            await stage.cancels(None, work)
        await trio.sleep(0.1)  # until what was not withdrawn has been sent, too
        was_queued = stage.steps.ended_early and stage.steps.moment is Moment.BLOCKED
        assert stage.ledger.committed("g", FIRST) in ((1,) if was_queued else (1, 2))


@row("Consumer.committed", "Consumer.position")
async def asking_where_the_group_is(stage: Stage) -> None:
    """The answers are dropped, and asking again is answered."""
    stage.fill(RECORDS)
    async with stage.member(Reading(stage.ledger), topics=()) as consumer:
        await consumer.assign([FIRST])

        async def work() -> None:
            assert await consumer.committed([FIRST]) == {FIRST: None}
            assert await consumer.position(FIRST) == 0

        await stage.cancels(consumer, work)
        await work()


@row("Consumer.beginning_offsets", "Consumer.end_offsets", "Consumer.offsets_for_times")
async def asking_for_offsets(stage: Stage) -> None:
    """The answers are dropped, and asking again is answered."""
    stage.fill(RECORDS)
    async with stage.consumer() as consumer:

        async def work() -> None:
            assert await consumer.beginning_offsets([FIRST]) == {FIRST: 0}
            assert await consumer.end_offsets([FIRST, SECOND]) == BOTH
            assert (await consumer.offsets_for_times({SECOND: 0})) == {SECOND: None}

        await stage.cancels(consumer, work)
        await work()


@row("Consumer.assign")
async def assigning(stage: Stage) -> None:
    """It is assigned or not, and reading goes on."""
    stage.fill(RECORDS)
    async with stage.consumer() as consumer:

        async def work() -> None:
            await consumer.assign([FIRST])

        was_cancelled = await stage.cancels(consumer, work)
        assert (not consumer.assignment) == was_cancelled
        await work()
        batch = await consumer.batches().__anext__()
        assert (batch.first_offset, batch.next_offset) == (0, RECORDS)


@row("Consumer.subscribe", "Consumer.unsubscribe")
async def subscribing_and_unsubscribing(stage: Stage) -> None:
    """What was ordered completes, and the group can be joined again."""
    stage.fill(RECORDS)
    reading = Reading(stage.ledger)
    async with stage.member(reading, topics=()) as consumer:

        async def work() -> None:
            await consumer.subscribe(["t"])
            await _read(reading, consumer, 2)
            reading.in_hand = None  # what is in hand is not done when the group is left
            await consumer.unsubscribe()

        await stage.cancels(consumer, work)
        reading.in_hand = None
        await consumer.unsubscribe()
        assert not consumer.assignment
        assert not reading.next
        await consumer.subscribe(["t"])
        await _read_all(reading, consumer, stage)


@row("Consumer.serve", "PartitionStream.__anext__", "PartitionStream.commit")
async def serving(stage: Stage) -> None:
    """Handlers are cancelled; what they did not finish is not done, and is read again."""
    stage.fill(RECORDS)
    stage.fill(RECORDS, 1)
    reading = Reading(stage.ledger)
    done = {FIRST: 0, SECOND: 0}
    async with stage.member(reading, max_poll_records=2) as consumer:

        async def handle(stream: PartitionStream[bytes, bytes]) -> None:
            key = stream.partition
            async for batch in stream:
                reading.next[key] = done[key]
                reading.got(batch)
                await trio.sleep(0.01)
                done[key] = batch.next_offset
                stage.ledger.done("g", key, batch.next_offset)
                await stream.commit(batch)
                if all(offset == RECORDS for offset in done.values()):
                    enough.set()

        async def work() -> None:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(consumer.serve, handle)
                await enough.wait()
                nursery.cancel_scope.cancel()

        enough = trio.Event()
        await stage.cancels(consumer, work)
        assert consumer.assignment in ({FIRST, SECOND}, frozenset())
        for key, offset in done.items():
            reading.next[key] = offset
            stage.ledger.done("g", key, offset)
        reading.in_hand = None
        await _read_all(reading, consumer, stage, 1)


@row("PartitionStream.ending")
async def waiting_for_the_end_of_a_stream(stage: Stage) -> None:
    """Only the wait ends."""
    stage.fill(RECORDS)
    ended: list[bool] = []
    async with stage.consumer() as consumer:
        await consumer.assign([FIRST])

        async def handle(stream: PartitionStream[bytes, bytes]) -> None:
            batch = await stream.__anext__()
            assert isinstance(batch, Batch)
            await stage.cancels(None, stream.ending)
            ended.append(stream.is_ending)
            await stream.ending()

        async with trio.open_nursery() as nursery:
            nursery.start_soon(consumer.serve, handle)
            await trio.sleep(1)
            await consumer.unsubscribe()
    assert len(ended) == 1


# What rows share


async def _fill_later(stage: Stage) -> None:
    await trio.sleep(0.5)
    stage.fill(RECORDS)


async def _read(reading: Reading, consumer: Bytes, count: int) -> None:
    """Read one batch of the first partition."""
    reading.asks()
    reading.got(await consumer.batches(max_records=count).__anext__())


async def _read_all(reading: Reading, consumer: Bytes, stage: Stage, partitions: int = 0) -> None:
    """Read what is left; each record was handed out then."""
    while True:
        reading.asks()
        found = await consumer.poll(0.5, max_records=2)
        if not found:
            break
        for batch in found.values():
            reading.got(batch)
    for number in range(partitions + 1):
        key = TopicPartition("t", number)
        assert stage.ledger.seen_by("g", key) == set(range(RECORDS))


async def _others_are_assigned_at_once(stage: Stage) -> None:
    reading = Reading(stage.ledger)
    async with stage.member(reading) as other:
        with trio.move_on_after(1.0):
            await other.poll()
        assert other.assignment == {FIRST, SECOND}
