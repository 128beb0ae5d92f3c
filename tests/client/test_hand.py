"""What the application has in hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import pytest

from kafkawire.client.batch import Batch
from kafkawire.client.core.collecting import Completed
from kafkawire.client.core.positions import Position
from kafkawire.client.hand import Hand
from kafkawire.client.values import OffsetAndMetadata, TopicPartition
from kafkawire.records.builder import encode_batch
from tests.client.test_consumer_groups import SECOND, broker, committed, member

if TYPE_CHECKING:
    from kafkawire.client.core.reading import Reader
    from kafkawire.client.shell.grouping import Grouping
    from kafkawire.client.shell.runtime import Runtime

FIRST = TopicPartition("t", 0)


class World:
    """A reader, a group and a runtime that note what they are asked for."""

    def __init__(self) -> None:
        self.assignment = {FIRST}
        self.released: list[Batch] = []
        self.seeks: list[int] = []
        self.is_done: list[int] = []
        self.epochs: list[int | None] = []
        self.offsets = self
        self.sought = self
        self.chosen: dict[TopicPartition, Position] = {}

    def now_ms(self) -> int:
        return 0

    def release(self, batch: Batch, now_ms: int) -> None:
        self.released.append(batch)

    def seek(self, partition: TopicPartition, offset: int, now_ms: int) -> None:
        self.seeks.append(offset)

    def done(self, partition: TopicPartition, upto: OffsetAndMetadata) -> None:
        self.is_done.append(upto.offset)
        self.epochs.append(upto.leader_epoch)

    def moved(self, partitions: list[TopicPartition]) -> None:
        pass

    def refuse_lost(self, partitions: list[TopicPartition]) -> None:
        pass

    def add(self, partitions: list[TopicPartition]) -> None:
        self.chosen.update(dict.fromkeys(partitions, Position(9, 2)))

    def take(self) -> dict[TopicPartition, Position]:
        chosen, self.chosen = self.chosen, {}
        return chosen


def batch() -> Batch:
    found = Completed(FIRST, bytes(encode_batch([(0, None, b"v", [])] * 3)), 0).next_batch(3)
    assert found is not None
    return found


def hand(world: World) -> Hand:
    return Hand(cast("Runtime", world), cast("Reader", world), cast("Grouping", world))


def test_what_is_released_is_done_and_what_is_dropped_is_not() -> None:
    world = World()
    mine, first, second = hand(world), batch(), batch()
    mine.take(first, first)
    mine.release()
    mine.take(second, second)
    mine.drop()
    mine.release()
    assert (world.is_done, world.released) == ([3], [first, second])


def test_a_batch_whose_partition_was_sought_is_not_done() -> None:
    world = World()
    mine, found = hand(world), batch()
    mine.take(found, found)
    mine.sought([FIRST])
    mine.release()
    assert (world.is_done, world.released) == ([9], [found])


@pytest.mark.parametrize("has_batch", [False, True])
def test_a_commit_without_offsets_has_the_sought_position_once(has_batch: bool) -> None:
    """client G-62: as `SubscriptionState.allConsumed`, with the position's epoch."""
    world = World()
    mine, found = hand(world), batch()
    if has_batch:
        mine.take(found, found)
    mine.sought([FIRST])
    assert world.is_done == [], "a commit of the background must not have it yet"
    mine.committing(cast("Grouping", world), {FIRST: 1})
    assert world.is_done == []
    mine.committing(cast("Grouping", world), None)
    mine.committing(cast("Grouping", world), None)
    assert (world.is_done, world.epochs) == ([9], [2])


def test_what_could_not_be_given_out_is_read_again() -> None:
    """client B-41."""
    world = World()
    mine, found = hand(world), batch()
    mine.take(found, found)
    found.stopped_at = 1
    assert mine.stopped_at(FIRST) == 1
    mine.release()
    assert (world.is_done, world.seeks) == ([1], [1])


@pytest.mark.parametrize("offset", [5, 45])
async def test_commit_has_the_position_that_was_sought(offset: int) -> None:
    """client G-62: lower or higher than what is done, as in Kafka's consumer."""
    async with (
        broker(50) as (_, address),
        member(address, enable_auto_commit=False) as consumer,
    ):
        await consumer.poll(max_records=30)
        await consumer.commit()
        consumer.seek(FIRST, offset)
        await consumer.commit()
        assert await committed(address) == {FIRST: offset, SECOND: 0}
        assert (await consumer.poll(max_records=1))[FIRST].first_offset == offset


@pytest.mark.slow
async def test_a_seek_alone_does_not_have_the_batch_in_hand_committed() -> None:
    """client G-60, G-61: the close commits nothing behind the batch."""
    async with broker(50) as (_, address):
        async with member(address) as consumer:
            await consumer.poll(max_records=10)
            await consumer.poll(max_records=10)
            consumer.seek(FIRST, 45)
        assert await committed(address) == {SECOND: 0}


async def test_a_sought_position_is_committed_at_the_end() -> None:
    """client G-61: another ask says that the application goes on from there."""
    async with broker(50) as (_, address):
        async with member(address) as consumer:
            await consumer.poll(max_records=10)
            consumer.seek_to_end(FIRST)
            assert await consumer.position(FIRST) == 50
            assert await consumer.poll(0.01) == {}
        assert await committed(address) == {FIRST: 50, SECOND: 0}


async def test_assigned_offsets_are_committed_by_commit() -> None:
    """client G-62: Kafka's consumer assigns and seeks in two calls."""
    async with (
        broker(50) as (_, address),
        member(address, topics=(), enable_auto_commit=False) as consumer,
    ):
        await consumer.assign({FIRST: 7})
        await consumer.commit()
        assert await committed(address) == {FIRST: 7}
