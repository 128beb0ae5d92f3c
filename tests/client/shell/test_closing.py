"""How consumers leave groups and end, against a broker in the same run of trio."""

from __future__ import annotations

import pytest
import trio

from kafkawire.client.admin import Admin
from kafkawire.client.consumer import Consumer
from kafkawire.client.shell.closing import LeaveOption
from kafkawire.client.values import TopicPartition
from tests.client.test_consumer import reading
from tests.client.test_consumer_groups import broker, committed, member

FIRST, SECOND = TopicPartition("t", 0), TopicPartition("t", 1)


async def members(address: str) -> int:
    async with Admin(address) as admin:
        found = await admin.describe_consumer_groups(["g"])
        return len(found["g"].members)


@pytest.mark.parametrize(("leave", "count"), [("default", 0), ("leave", 0), ("remain", 1)])
async def test_a_dynamic_member_leaves_but_by_remain(leave: LeaveOption, count: int) -> None:
    """client G-48."""
    async with broker(10) as (_, address):
        async with member(address) as consumer:
            await consumer.poll()
            consumer.on_close(leave=leave)
        assert await members(address) == count


@pytest.mark.parametrize(("leave", "count"), [("default", 1), ("leave", 0), ("remain", 1)])
async def test_a_static_member_leaves_only_by_leave(leave: LeaveOption, count: int) -> None:
    """client G-48."""
    async with broker(10) as (_, address):
        async with member(address, group_instance_id="i") as consumer:
            await consumer.poll()
            consumer.on_close(leave=leave)
        assert await members(address) == count


@pytest.mark.slow
async def test_unsubscribing_leaves_the_group() -> None:
    """client G-27: what is done is committed, what is in hand is not done."""
    async with broker(30) as (_, address), member(address) as consumer:
        batches = consumer.batches(max_records=10)
        await batches.__anext__()
        await batches.__anext__()
        await consumer.unsubscribe()
        assert consumer.assignment == frozenset()
        assert await committed(address) == {FIRST: 10, SECOND: 0}
        assert await members(address) == 0
        await consumer.subscribe(["t"])
        assert (await consumer.poll(max_records=5))[FIRST].first_offset == 10


async def test_unsubscribing_drops_what_was_assigned_by_hand() -> None:
    async with reading(10) as (_, consumer):
        await consumer.assign([FIRST])
        await consumer.poll()
        await consumer.unsubscribe()
        assert consumer.assignment == frozenset()
        await consumer.assign([FIRST])
        assert (await consumer.poll())[FIRST].first_offset == 0


async def test_a_close_cancels_handlers_at_the_end_of_its_budget() -> None:
    """client B-22."""
    ended: list[bool] = []
    started = trio.Event()

    async def handle(stream: object) -> None:
        started.set()
        try:
            await trio.sleep_forever()
        finally:
            ended.append(True)

    async with trio.open_nursery() as nursery, reading(10) as (_, consumer):
        await consumer.assign([FIRST])
        nursery.start_soon(consumer.serve, handle)
        await started.wait()
        assert ended == []
        consumer.on_close(budget_ms=100)
    assert ended == [True]


def test_a_budget_is_not_negative() -> None:
    with pytest.raises(ValueError, match="budget_ms=-1"):
        Consumer("localhost:1").on_close(budget_ms=-1)
