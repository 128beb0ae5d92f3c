"""Deliveries, and waiting for them."""

from __future__ import annotations

import pytest
import trio
from trio.testing import wait_all_tasks_blocked

from kafkawire.client.core.producing.accumulator import Span
from kafkawire.client.core.producing.batch import Batch
from kafkawire.client.delivery import Deliveries, Delivery, called
from kafkawire.client.errors import DeliveryFailed, TimedOut
from kafkawire.client.values import TopicPartition

ORDERS = TopicPartition("orders", 0)


def batch_of(count: int) -> Batch:
    batch = Batch(ORDERS, 0, 10_000)
    batch.records += [(5, None, b"", ())] * count
    batch.close()
    return batch


def acknowledge(batch: Batch, offset: int) -> None:
    batch.base_offset = offset
    batch.end(None)


async def test_any_number_of_tasks_wait_for_a_batch() -> None:
    """client B-31: through splits, too."""
    batch = batch_of(4)
    offsets: list[int] = []

    async def wait(index: int) -> None:
        offsets.append((await Delivery(batch, index)).offset)

    async with trio.open_nursery() as nursery:
        for index in (0, 3, 3):
            nursery.start_soon(wait, index)
        await wait_all_tasks_blocked()
        assert len(batch.waiters) == 1, "one event for all"
        first, second = batch.split()
        await wait_all_tasks_blocked()
        acknowledge(second, 20)
        await wait_all_tasks_blocked()
        assert offsets == [21, 21]
        acknowledge(first, 10)
    assert offsets == [21, 21, 10]


async def test_cancelling_the_wait_takes_nothing_back() -> None:
    """client L.2, B-5."""
    batch = batch_of(1)
    delivery = Delivery(batch, 0)
    with trio.move_on_after(0) as scope:
        await delivery
    assert scope.cancelled_caught
    assert "waiting" in repr(delivery)
    acknowledge(batch, 7)
    assert (await delivery).offset == 7
    assert "delivered" in repr(delivery)
    with trio.CancelScope() as other:
        other.cancel()
        await delivery
    assert other.cancelled_caught


async def test_failures_are_raised_to_all_who_wait() -> None:
    """client B-31."""
    batch = batch_of(1)
    batch.end(TimedOut("late"))
    for _ in range(2):
        with pytest.raises(TimedOut, match="late"):
            await Delivery(batch, 0)
    assert "failed" in repr(Delivery(batch, 0))


async def test_deliveries_are_a_sequence_and_awaited_as_a_whole() -> None:
    """client B-33."""
    first, second = batch_of(5), batch_of(2)
    deliveries = Deliveries([Span(first, 3, 2), Span(second, 0, 2)])
    assert len(deliveries) == 4
    assert [each.index for each in deliveries] == [3, 4, 0, 1]
    assert deliveries[-1].batch is second
    assert [each.index for each in deliveries[1:3]] == [4, 0]
    with pytest.raises(IndexError):
        deliveries[4]
    acknowledge(first, 0)
    with trio.move_on_after(0) as scope:
        await deliveries
    assert scope.cancelled_caught
    second.end(TimedOut("late"))
    with pytest.raises(DeliveryFailed, match="2 records were not delivered") as caught:
        await deliveries
    assert caught.value.failures[0][0] == ORDERS
    assert second.looked == {0, 1}


def test_a_function_is_called_with_each() -> None:
    """client B-32: which is looking."""
    batch = batch_of(3)
    batch.end(TimedOut("late"))
    found: list[Delivery] = []
    called(found.append)(batch)
    assert [each.index for each in found] == [0, 1, 2]
    assert batch.looked == {0, 1, 2}
