"""Requests that take long, and the clients that send small ones meanwhile."""

from __future__ import annotations

from itertools import count

import pytest
import trio
from trio.testing import MockClock, wait_all_tasks_blocked

from kafkawire.net.pacer import Pacer
from kafkawire.protocol.message import Message
from kafkawire.protocol.messages.api_versions_request import ApiVersionsRequest
from kafkawire.protocol.messages.create_topics_request import CreateTopicsRequest
from kafkawire.protocol.messages.metadata_request import MetadataRequest
from kafkawire.protocol.messages.produce_request import ProduceRequest
from kafkawire.records.builder import encode_batch
from tests.support.requests.served import Client, Running, serving

SMALL = (ApiVersionsRequest(), 0)


def many_names(number: int) -> tuple[Message, int]:
    topic = MetadataRequest.MetadataRequestTopic
    names = [topic(name=f"unknown-{each}") for each in range(number)]
    return MetadataRequest(topics=names, allow_auto_topic_creation=False), 9


def many_records(number: int) -> tuple[Message, int]:
    records = encode_batch([(0, None, b"", ())] * number, compression=4)
    data = ProduceRequest.PartitionProduceData(index=0, records=records)
    topic = ProduceRequest.TopicProduceData(name="t", partition_data=[data])
    return ProduceRequest(acks=1, timeout_ms=1000, topic_data=[topic]), 7


def creations(names: list[str]) -> tuple[Message, int]:
    topics = [
        CreateTopicsRequest.CreatableTopic(name=name, num_partitions=1, replication_factor=1)
        for name in names
    ]
    return CreateTopicsRequest(topics=topics, timeout_ms=30_000), 5


def leave_at_every_rest(running: Running) -> Pacer:
    """Have each rest of a turn be a pause, however fast this machine is."""
    ticks = count()
    pacer = running.server.pacer
    pacer._clock = lambda: float(next(ticks))
    return pacer


async def small_requests_until(slow: Client, small: Client) -> int:
    """How many small requests were answered before the slow one."""
    answered = 0
    async with trio.open_nursery() as nursery:

        async def ask() -> None:
            nonlocal answered
            while True:
                await small.request(*SMALL)
                answered += 1

        nursery.start_soon(ask)
        response = await slow.receive()
        nursery.cancel_scope.cancel()
    assert response is not None
    return answered


@pytest.mark.slow
async def test_a_request_of_many_names_holds_up_no_one(autojump_clock: MockClock) -> None:
    async with serving() as running:
        pacer = leave_at_every_rest(running)
        slow, small = await running.connect(), await running.connect()
        await slow.send(many_names(20_000))
        assert await small_requests_until(slow, small) > 100
        await wait_all_tasks_blocked()  # the last small request may have been left as well
        assert pacer.unfinished == 0
        assert not running.bugs


@pytest.mark.slow
async def test_a_batch_of_many_records_holds_up_no_one(autojump_clock: MockClock) -> None:
    async with serving() as running:
        leave_at_every_rest(running)
        slow, small = await running.connect(), await running.connect()
        await slow.send(many_records(200_000))
        assert await small_requests_until(slow, small) > 5
        assert not running.bugs


@pytest.mark.slow
async def test_two_large_requests_at_once_share_the_time(autojump_clock: MockClock) -> None:
    async with serving() as running:
        pacer = leave_at_every_rest(running)
        first, second = await running.connect(), await running.connect()
        await first.send(many_names(5_000))
        await second.send(many_names(5_000))
        seen = 0
        async with trio.open_nursery() as nursery:

            async def watch() -> None:
                nonlocal seen
                while True:
                    seen = max(seen, pacer.unfinished)
                    await trio.lowlevel.checkpoint()

            nursery.start_soon(watch)
            assert len((await first.receive()).topics) == 5_000
            assert len((await second.receive()).topics) == 5_000
            nursery.cancel_scope.cancel()
        assert seen == 2


@pytest.mark.slow
async def test_a_name_that_is_taken_meanwhile_exists_in_the_end_only_once(
    autojump_clock: MockClock,
) -> None:
    async with serving() as running:
        leave_at_every_rest(running)
        slow, other = await running.connect(), await running.connect()
        names = [f"new-{each}" for each in range(2_000)]
        await slow.send(creations(names))
        taken = (await other.request(*creations(["new-1999"]))).topics[0].error_code
        found = {each.name: each.error_code for each in (await slow.receive()).topics}
        assert {taken, found["new-1999"]} == {0, 36}
        assert set(found) == set(names)
        assert [code for name, code in found.items() if name != "new-1999"] == [0] * 1_999
        assert len(running.server.broker.metadata.topics) == 2_001
        assert not running.bugs


async def test_a_stop_in_the_middle_of_a_request_is_clean(autojump_clock: MockClock) -> None:
    async with serving() as running:
        leave_at_every_rest(running)
        slow, small = await running.connect(), await running.connect()
        await slow.send(many_names(20_000))
        for _ in range(10):
            await small.request(*SMALL)
    assert not running.bugs
    assert not running.server.links
