"""Consumers in groups, against a broker in the same run of trio."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
import trio

from kafkawire.client.admin import Admin
from kafkawire.client.consumer import Consumer
from kafkawire.client.errors import Closed, CommitFailed, ConfigurationError, ServerError
from kafkawire.client.hooks import GroupHooks
from kafkawire.client.values import TopicPartition
from kafkawire.server.topics import create_topic
from tests.client.test_consumer import fill
from tests.support.requests.served import Running, serving
from tests.support.suite.patience import patient

LIMIT_S = patient(30.0)
QUICK = {
    "group.initial.rebalance.delay.ms": "0",
    "group.consumer.assignment.interval.ms": "0",
    "group.consumer.min.heartbeat.interval.ms": "50",
    "group.consumer.heartbeat.interval.ms": "50",
}
"""Members notice within 50 ms what concerns them."""
FIRST, SECOND = TopicPartition("t", 0), TopicPartition("t", 1)


@asynccontextmanager
async def broker(
    count: int, overrides: dict[str, str] | None = None
) -> AsyncIterator[tuple[Running, str]]:
    """A broker with so many records in the first partition, and its address."""
    with trio.fail_after(LIMIT_S):
        async with serving({**QUICK, **(overrides or {})}) as running:
            await fill(running, count)
            yield running, "{}:{}".format(*running.server.address)


def member(address: str, **options: Any) -> Consumer[bytes, bytes]:
    """A consumer that subscribes to `t` when its block is entered."""
    given: dict[str, Any] = {
        "topics": ["t"],
        "group_id": "g",
        "auto_offset_reset": "earliest",
        "group_protocol": "consumer",
        "fetch_max_wait_ms": 50,
        **options,
    }
    return Consumer(address, **given)


async def committed(address: str) -> dict[TopicPartition, int]:
    async with Admin(address) as admin:
        found = (await admin.list_consumer_group_offsets(["g"]))["g"]
        return {key: offset.offset for key, offset in found.items() if offset is not None}


async def until(is_so: Callable[[], bool]) -> None:
    """Wait until something is so that others bring about."""
    while not is_so():  # noqa: ASYNC110 - what brings it about is behind a socket
        await trio.sleep(0.01)


async def test_a_member_reads_its_topics() -> None:
    """client N 60."""
    async with broker(30) as (running, address):
        await fill(running, 20, partition=1)
        async with member(address) as consumer:
            found: dict[TopicPartition, list[int]] = {FIRST: [], SECOND: []}
            async for batch in consumer.batches():
                found[batch.partition] += [record.offset for record in batch]
                if sum(map(len, found.values())) == 50:
                    break
            assert consumer.assignment == {FIRST, SECOND}
            assert consumer.group_metadata.generation_id > 0
        assert found == {FIRST: list(range(30)), SECOND: list(range(20))}


@pytest.mark.slow
@pytest.mark.parametrize(
    "strategy", ["range", "roundrobin", "sticky", "cooperative-sticky", "range,cooperative-sticky"]
)
async def test_members_of_classic_groups_share_partitions(strategy: str) -> None:
    """client N 60, N 61, G-41."""
    options = {
        "group_protocol": "classic",
        "partition_assignment_strategy": strategy,
        "heartbeat_interval_ms": 50,
    }
    async with broker(30) as (running, address):
        await fill(running, 20, partition=1)
        found: dict[TopicPartition, list[int]] = {FIRST: [], SECOND: []}

        async def read(consumer: Consumer[bytes, bytes]) -> None:
            async for batch in consumer.batches(max_records=1):
                found[batch.partition].append(batch.first_offset)

        async with (
            member(address, **options) as one,
            member(address, **options) as two,
            trio.open_nursery() as nursery,
        ):
            nursery.start_soon(read, one)
            nursery.start_soon(read, two)
            await until(lambda: sum(map(len, found.values())) >= 50)
            await until(lambda: len(one.assignment) == len(two.assignment) == 1)
            assert one.assignment | two.assignment == {FIRST, SECOND}
            nursery.cancel_scope.cancel()
        assert {key: sorted(set(offsets)) for key, offsets in found.items()} == {
            FIRST: list(range(30)),
            SECOND: list(range(20)),
        }


@pytest.mark.slow
async def test_asking_for_the_next_batch_makes_the_one_before_done() -> None:
    """client G-60, N 90, N 92: the batch in hand is not committed."""
    async with broker(50) as (_, address):
        async with member(address) as consumer:
            batches = consumer.batches(max_records=10)
            for _ in range(3):
                await batches.__anext__()
        assert await committed(address) == {FIRST: 20, SECOND: 0}
        async with member(address) as again:
            assert (await again.poll())[FIRST].first_offset == 20


async def test_an_exception_commits_what_was_done_before() -> None:
    """client N 90."""
    async with broker(50) as (_, address):

        async def work() -> None:
            seen = 0
            async with member(address) as consumer:
                async for _ in consumer.batches(max_records=10):
                    seen += 1
                    if seen == 5:
                        raise KeyError("mine")

        with pytest.raises(KeyError):
            await work()
        assert await committed(address) == {FIRST: 40, SECOND: 0}


@pytest.mark.parametrize(("asks", "done"), [(False, 20), (True, 30)])
async def test_cancellation_commits_what_was_done_before(asks: bool, done: int) -> None:
    """client N 91, G-60: also a cancelled ask makes the batch before it done."""
    async with broker(50) as (_, address):
        with trio.CancelScope() as scope:
            async with member(address) as consumer:
                batches = consumer.batches(max_records=10)
                for _ in range(3):
                    await batches.__anext__()
                scope.cancel()
                if asks:
                    await batches.__anext__()
                await trio.lowlevel.checkpoint()
        assert scope.cancelled_caught
        assert await committed(address) == {FIRST: done, SECOND: 0}


@pytest.mark.slow
async def test_a_cancelled_block_with_tasks_is_left_within_the_short_budget(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """client L-1: a nursery in the block raises a group of cancellations.

    The hook that has no end takes its part of the budget, and does not replace the cancellation.
    """

    async def revoked(partitions: frozenset[TopicPartition]) -> None:
        await trio.sleep_forever()

    async with broker(10) as (_, address):
        consumer = member(
            address,
            hooks=GroupHooks(revoked=revoked),
            close_budget_ms=1_000_000,
            cancelled_close_budget_ms=200,
        )

        with trio.CancelScope() as scope:
            async with consumer, trio.open_nursery() as nursery:
                await consumer.poll()
                nursery.start_soon(trio.sleep_forever)
                nursery.start_soon(trio.sleep_forever)
                scope.cancel()
        assert scope.cancelled_caught
    (line,) = [each for each in caplog.messages if each.startswith("leaving the group")]
    assert re.search(r"`revoked` took longer than the 1[0-6]\d ms of the rebalance", line)


@pytest.mark.slow
async def test_why_a_membership_failed_is_raised_by_asks_and_not_again_by_the_end() -> None:
    """client B-3, N 64: the broker refuses a second member with the same instance id."""
    async with broker(1) as (_, address), member(address, group_instance_id="one") as one:
        assert await one.poll()
        async with member(address, group_instance_id="one") as two:
            for _ in range(2):
                with pytest.raises(ServerError, match="UNRELEASED_INSTANCE_ID"):
                    await two.poll()


async def test_a_commit_has_the_batch_in_hand() -> None:
    """client G-62, N 93."""
    async with broker(50) as (_, address), member(address, enable_auto_commit=False) as consumer:
        batches = consumer.batches(max_records=10)
        await batches.__anext__()
        await consumer.commit()
        assert await consumer.committed([FIRST, SECOND]) == {
            FIRST: (10, 0, ""),
            SECOND: (0, None, ""),
        }
        await consumer.commit({FIRST: 7})
        assert (await consumer.committed([FIRST]))[FIRST] == (7, None, "")


async def test_without_auto_commit_only_calls_commit() -> None:
    """client G-61."""
    async with broker(50) as (_, address):
        async with member(address, enable_auto_commit=False) as consumer:
            batches = consumer.batches(max_records=10)
            for _ in range(3):
                await batches.__anext__()
        assert await committed(address) == {}


@pytest.mark.slow
async def test_partitions_are_shared_and_hooks_run() -> None:
    """client N 61, B-26, L-2: asks of other tasks end when a consumer closes."""
    told: list[tuple[str, str, frozenset[TopicPartition]]] = []

    def hooks(name: str) -> GroupHooks:
        async def assigned(partitions: frozenset[TopicPartition]) -> None:
            told.append((name, "assigned", partitions))

        async def revoked(partitions: frozenset[TopicPartition]) -> None:
            told.append((name, "revoked", partitions))

        return GroupHooks(assigned, revoked)

    async def ask(consumer: Consumer[bytes, bytes]) -> None:
        with pytest.raises(Closed):
            await consumer.poll()

    async with (
        broker(0) as (_, address),
        trio.open_nursery() as nursery,
        member(address, hooks=hooks("one")) as one,
    ):
        nursery.start_soon(ask, one)
        await until(lambda: one.assignment == {FIRST, SECOND})
        async with member(address, hooks=hooks("two")) as two:
            nursery.start_soon(ask, two)
            await until(lambda: bool(two.assignment))
            assert len(one.assignment) == len(two.assignment) == 1
            assert one.assignment | two.assignment == {FIRST, SECOND}
            given = two.assignment
    assert told[:3] == [
        ("one", "assigned", frozenset({FIRST, SECOND})),
        ("two", "assigned", frozenset()),
        ("one", "revoked", given),
    ]


async def test_a_hook_may_seek() -> None:
    """client N 65, G-26."""
    async with broker(50) as (_, address):

        async def assigned(partitions: frozenset[TopicPartition]) -> None:
            for partition in partitions & {FIRST}:
                consumer.seek(partition, 33)

        consumer = member(address, hooks=GroupHooks(assigned=assigned))
        async with consumer:
            assert (await consumer.poll(max_records=5))[FIRST].first_offset == 33


@pytest.mark.slow
async def test_a_batch_whose_partition_was_sought_is_not_done() -> None:
    """client G-60, B-14."""
    async with broker(50) as (_, address):
        async with member(address) as consumer:
            await consumer.poll(max_records=30)
            consumer.seek(FIRST, 5)
            await consumer.poll(max_records=3)
            await consumer.poll(max_records=3)
        assert await committed(address) == {FIRST: 8, SECOND: 0}


async def test_topics_may_be_a_pattern() -> None:
    """client B-13, N 75."""
    async with broker(5) as (_, address), member(address, topics=re.compile("t+")) as consumer:
        assert (await consumer.poll())[FIRST].first_offset == 0


@pytest.mark.slow
async def test_partitions_that_are_assigned_by_hand_use_the_groups_offsets() -> None:
    """client N 83."""
    async with broker(50) as (_, address):
        async with member(address, topics=()) as consumer:
            await consumer.assign([FIRST])
            await consumer.poll(max_records=10)
            await consumer.commit()
        assert await committed(address) == {FIRST: 10}
        async with member(address, topics=()) as consumer:
            await consumer.assign([FIRST])
            assert (await consumer.poll())[FIRST].first_offset == 10


async def test_without_a_group_there_is_nothing_to_commit() -> None:
    """client B-13."""
    async with broker(0) as (_, address), Consumer(address) as consumer:
        with pytest.raises(ConfigurationError, match="group_id"):
            await consumer.commit()
        with pytest.raises(ConfigurationError, match="group_id"):
            await consumer.subscribe(["t"])


async def test_topics_that_are_subscribed_to_later_begin_at_their_end() -> None:
    """client F-44: what a topic has when the application names it is not new."""
    async with (
        broker(10) as (running, address),
        member(address, topics=["other"], auto_offset_reset="latest") as consumer,
    ):
        create_topic(running.server.broker, "other", now_ms=running.server.now_ms(), partitions=1)
        with trio.CancelScope() as scope:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(consumer.poll)
                await until(lambda: consumer.assignment == {TopicPartition("other", 0)})
                scope.cancel()
        await consumer.subscribe(["other", "t"])
        with trio.CancelScope() as scope:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(consumer.poll)
                await until(lambda: len(consumer.assignment) == 3)
                assert await consumer.position(FIRST) == 10
                scope.cancel()


@pytest.mark.slow
async def test_what_was_held_too_long_cannot_be_committed() -> None:
    """client G-31, G-32: nor does the next ask make it done."""
    async with (
        broker(20) as (_, address),
        member(address, max_poll_interval_ms=200) as consumer,
    ):
        batches = consumer.batches(max_records=10)
        await batches.__anext__()
        await until(lambda: not consumer.assignment)
        with pytest.raises(CommitFailed, match=r"max\.poll\.interval\.ms=200"):
            await consumer.commit()
        assert (await batches.__anext__()).first_offset == 0


@pytest.mark.slow
async def test_the_end_that_reading_began_at_is_committed_though_nothing_was_read() -> None:
    """client G-61, N 93: what is written while no member runs is not skipped by `latest`."""
    async with broker(3) as (running, address):
        async with member(address, auto_offset_reset="latest") as consumer:
            while consumer.assignment != {FIRST, SECOND}:
                assert await consumer.poll(0) == {}
            assert await consumer.position(FIRST) == 3
            assert await consumer.position(SECOND) == 0
        assert await committed(address) == {FIRST: 3, SECOND: 0}
        await fill(running, 2)
        async with member(address, auto_offset_reset="latest") as consumer:
            batch = await anext(consumer.batches())
            assert [record.offset for record in batch] == [3, 4]
