"""Exceptions of an application's hooks and assignors: its own task gets them."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from kafkawire.client.admin import Admin
from kafkawire.client.core.membership.assignors.range import RangeAssignor
from kafkawire.client.hooks import GroupHooks
from kafkawire.client.values import TopicPartition
from tests.client.test_consumer_groups import FIRST, broker, member


async def test_a_hook_that_raises_comes_out_of_the_ask() -> None:
    """client G-25, N 67: and the rebalance completes."""
    async with broker(50) as (_, address):

        async def assigned(partitions: frozenset[TopicPartition]) -> None:
            raise KeyError("mine")

        async with member(address, hooks=GroupHooks(assigned=assigned)) as consumer:
            with pytest.raises(KeyError, match="mine"):
                await consumer.poll()
            assert (await consumer.poll())[FIRST].first_offset == 0


@pytest.mark.slow
async def test_a_member_leaves_though_its_hook_raises() -> None:
    """client N 67, L-2: the exception comes out of the block when nothing is left on the broker."""

    async def revoked(partitions: frozenset[TopicPartition]) -> None:
        raise ValueError("hook")

    async with broker(10) as (running, address):

        async def work() -> None:
            async with member(address, hooks=GroupHooks(revoked=revoked)) as consumer:
                await consumer.poll()
                assert running.server.broker.fetch_sessions.sessions_count == 1

        with pytest.raises(ValueError, match="hook"):
            await work()
        assert running.server.broker.fetch_sessions.sessions_count == 0
        async with Admin(address) as admin:
            described = await admin.describe_consumer_groups(["g"])
        assert described["g"].members == ()


async def test_an_assignor_that_raises_comes_out_of_the_ask() -> None:
    """client G-41: the member has its partitions all the same, as in Kafka's consumer."""

    class Raising(RangeAssignor):
        def on_assignment(self, assigned: Sequence[TopicPartition], generation: int) -> None:
            raise KeyError("mine")

    options = {"group_protocol": "classic", "partition_assignment_strategy": [Raising()]}
    async with broker(50) as (_, address), member(address, **options) as consumer:
        with pytest.raises(KeyError, match="mine"):
            await consumer.poll()
        assert (await consumer.poll())[FIRST].first_offset == 0
