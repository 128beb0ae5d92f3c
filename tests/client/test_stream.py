"""What a handler does with its partition, against a broker in the same run of trio."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
import trio
import trio.lowlevel

from kafkawire.client.batch import Batch
from kafkawire.client.errors import CommitFailed, ConfigurationError
from kafkawire.client.hooks import GroupHooks
from kafkawire.client.shell.asking import Asking
from kafkawire.client.stream import PartitionStream
from kafkawire.client.values import OffsetAndMetadata, TopicPartition
from tests.client.test_consumer import fill, reading
from tests.client.test_consumer_groups import broker, committed, member, until
from tests.client.test_held import batch as held_batch

FIRST, SECOND = TopicPartition("t", 0), TopicPartition("t", 1)
Stream = PartitionStream[bytes, bytes]
QUICK = {
    "group.consumer.min.heartbeat.interval.ms": "100",
    "group.consumer.heartbeat.interval.ms": "100",
}
"""Heartbeats, which tell members what they are to give back, are this often."""


class Found:
    """A handler that keeps offsets, and calls `then` after each batch."""

    def __init__(self, then: Callable[[Stream], Awaitable[None]] | None = None) -> None:
        self.offsets: dict[TopicPartition, list[int]] = {FIRST: [], SECOND: []}
        self.ended: list[tuple[TopicPartition, bool]] = []
        self._then = then

    async def handle(self, stream: Stream) -> None:
        async for batch in stream:
            self.offsets[stream.partition] += [record.offset for record in batch]
            if self._then is not None:
                await self._then(stream)
        self.ended.append((stream.partition, stream.was_lost))

    def __len__(self) -> int:
        return sum(map(len, self.offsets.values()))


async def test_without_a_group_a_stream_commits_nothing() -> None:
    """client B-13."""
    async with reading(25) as (_, consumer):
        await consumer.assign([FIRST])
        with pytest.raises(ConfigurationError, match="group_id"):
            await consumer.serve(Found(lambda stream: stream.commit()).handle)


@pytest.mark.slow
async def test_a_revocation_waits_for_the_handler() -> None:
    """client N 68, G-20: the successor begins behind what the handler did."""
    may_go_on = trio.Event()
    told: list[frozenset[TopicPartition]] = []

    async def slow(stream: Stream) -> None:
        await stream.ending()
        await may_go_on.wait()

    async def revoked(partitions: frozenset[TopicPartition]) -> None:
        told.append(partitions)

    async with broker(10, QUICK) as (running, address), trio.open_nursery() as nursery:
        await fill(running, 10, partition=1)
        async with member(address, hooks=GroupHooks(revoked=revoked)) as one:
            first = Found(slow)
            nursery.start_soon(one.serve, first.handle)
            await until(lambda: len(first) == 20)
            async with member(address) as two:
                second = Found()
                nursery.start_soon(two.serve, second.handle)
                await until(lambda: two.group_metadata.generation_id > 0)
                await trio.lowlevel.checkpoint()
                assert told == []
                may_go_on.set()
                await until(lambda: bool(two.assignment))
                (given,) = two.assignment
                assert told == [{given}]
                assert first.ended == [(given, False)]
                assert await committed(address) == {given: 10}
                await fill(running, 10, partition=given.partition)
                await until(lambda: len(second) == 10)
                assert second.offsets[given] == list(range(10, 20))
                assert len(one.assignment) == 1


@pytest.mark.slow
async def test_a_handler_that_never_ends_is_cancelled() -> None:
    """client N 69, G-22: at the end of the budget; what is done is committed."""
    cancelled: list[TopicPartition] = []

    async def stuck(stream: Stream) -> None:
        if stream.position == 20:
            try:
                await trio.sleep_forever()
            except trio.Cancelled:
                cancelled.append(stream.partition)
                raise

    async with broker(20, QUICK) as (running, address), trio.open_nursery() as nursery:
        await fill(running, 20, partition=1)
        options: dict[str, Any] = {"max_poll_records": 10, "revocation_budget_ms": 100}
        async with member(address, **options) as one:
            first = Found(stuck)
            nursery.start_soon(one.serve, first.handle)
            await until(lambda: len(first) == 40)
            async with member(address) as two:
                second = Found()
                nursery.start_soon(two.serve, second.handle)
                await until(lambda: len(second) >= 10)
                (given,) = two.assignment
                assert cancelled == [given]
                assert second.offsets[given] == list(range(10, 20))
            one.on_close(budget_ms=500)


@pytest.mark.slow
async def test_a_lost_partition_ends_its_stream() -> None:
    """client G-27, G-31, G-32: held longer than max.poll.interval.ms; committing tells so."""
    failures: list[CommitFailed] = []

    async def hold(stream: Stream) -> None:
        if failures:
            return
        await stream.ending()
        with pytest.raises(CommitFailed, match=r"max\.poll\.interval\.ms=200") as caught:
            await stream.commit()
        failures.append(caught.value)

    async with (
        broker(10) as (_, address),
        trio.open_nursery() as nursery,
        member(address, max_poll_interval_ms=200) as consumer,
    ):
        found = Found(hold)
        nursery.start_soon(consumer.serve, found.handle)
        await until(lambda: len(found) == 20)
        assert found.offsets[FIRST] == [*range(10), *range(10)]
        assert (FIRST, True) in found.ended
        assert len(failures) == 1


@pytest.mark.slow
async def test_done_and_commit_and_seek_of_a_stream() -> None:
    """client B-22, G-62: a stream commits its own partition."""
    seen: list[int] = []

    async def handle(stream: Stream) -> None:
        if stream.partition == SECOND:
            return
        async for batch in stream:
            seen.append(batch.first_offset)
            if len(seen) == 1:
                stream.done(batch[3])
                await stream.commit(batch[4])
                assert await committed(address) == {FIRST: 5}
                assert stream.position == 10
                stream.seek(20)
            else:
                await stream.commit(batch)
                raise KeyError("over")

    async with (
        broker(30) as (_, address),
        member(address, max_poll_records=10, enable_auto_commit=False) as consumer,
    ):
        with pytest.raises(KeyError, match="over"):
            await consumer.serve(handle)
        assert seen == [0, 20]
        assert await committed(address) == {FIRST: 30}


class ToldDesk:
    """A desk with batches of the offsets 0 to 2, which notes what a stream brings."""

    def __init__(self, *, stops_at: int | None = None) -> None:
        self.told: list[tuple[str, int]] = []
        self._stops_at = stops_at

    def next_of(self, partition: TopicPartition) -> Batch[Any, Any]:
        return held_batch()

    def through(self, batch: Batch[Any, Any]) -> Batch[bytes, bytes]:
        given = held_batch()
        given.stopped_at = self._stops_at
        return given

    def took(self, stream: Stream) -> None:
        pass

    def gave_back(self, stream: Stream, batch: Batch[Any, Any] | None) -> None:
        pass

    def done(self, partition: TopicPartition, offset: OffsetAndMetadata) -> None:
        self.told.append(("done", offset.offset))

    async def commit(self, offsets: dict[TopicPartition, OffsetAndMetadata]) -> None:
        pass

    def seek(self, partition: TopicPartition, offset: int | OffsetAndMetadata) -> None:
        assert isinstance(offset, int)
        self.told.append(("seek", offset))

    def position(self, partition: TopicPartition) -> int | None:
        return None


async def test_asking_says_that_the_batch_before_is_done_but_after_a_seek() -> None:
    desk = ToldDesk()
    stream = PartitionStream[bytes, bytes](FIRST, desk, Asking())
    await anext(stream)
    await anext(stream)
    assert desk.told == [("done", 3)]
    stream.seek(7)
    await anext(stream)
    assert desk.told == [("done", 3), ("seek", 7)]
    await anext(stream)
    assert desk.told == [("done", 3), ("seek", 7), ("done", 3)]


async def test_a_handler_that_returns_after_a_seek_leaves_nothing_to_read_again() -> None:
    stream = PartitionStream[bytes, bytes](FIRST, ToldDesk(), Asking())
    await anext(stream)
    assert stream.let_go() == 0
    await anext(stream)
    stream.seek(7)
    assert stream.let_go() is None


async def test_asking_returns_to_a_record_that_could_not_be_given_out() -> None:
    """client B-41: it is neither done nor passed."""
    desk = ToldDesk(stops_at=1)
    stream = PartitionStream[bytes, bytes](FIRST, desk, Asking())
    await anext(stream)
    await anext(stream)
    assert desk.told == [("seek", 1), ("done", 1)]
