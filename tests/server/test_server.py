"""The shell in simulated time, over real sockets: waiting, waking, fairness, silence, bugs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import trio
from trio.testing import MockClock, wait_all_tasks_blocked

from kafkawire.broker import api as apis
from kafkawire.protocol.message import Message
from kafkawire.protocol.messages.alter_client_quotas_request import AlterClientQuotasRequest
from kafkawire.protocol.messages.api_versions_request import ApiVersionsRequest
from kafkawire.protocol.messages.fetch_request import FetchRequest
from kafkawire.protocol.messages.produce_request import ProduceRequest
from kafkawire.records.builder import encode_batch
from kafkawire.server.asking import ask
from tests.support.requests.served import Running, serving

VERSIONS = (ApiVersionsRequest(), 0)


def fetch(max_wait_ms: int, *, partition: int = 0, offset: int = 0) -> tuple[Message, int]:
    asked = FetchRequest.FetchPartition(
        partition=partition, fetch_offset=offset, partition_max_bytes=1 << 20
    )
    topic = FetchRequest.FetchTopic(topic="t", partitions=[asked])
    return FetchRequest(max_wait_ms=max_wait_ms, min_bytes=1, topics=[topic]), 11


def produce(*, partition: int = 0, acks: int = 1) -> tuple[Message, int]:
    records = encode_batch([(0, None, b"value", ())])
    data = ProduceRequest.PartitionProduceData(index=partition, records=records)
    topic = ProduceRequest.TopicProduceData(name="t", partition_data=[data])
    return ProduceRequest(acks=acks, timeout_ms=1000, topic_data=[topic]), 7


def has_waited(seconds: float, wait_ms: int) -> bool:
    """Short by what the broker's clock cuts off of a millisecond; late by a grain and a hair."""
    return wait_ms - 1 < seconds * 1000 <= wait_ms + 5 + 1


def records_of(response: Any) -> bytes:
    return bytes(response.responses[0].partitions[0].records or b"")


async def test_a_long_poll_ends_when_its_wait_is_over(autojump_clock: MockClock) -> None:
    async with serving() as running:
        client = await running.connect()
        for wait_ms in (30_000, 500, 100, 1):
            start = trio.current_time()
            assert records_of(await client.request(*fetch(wait_ms))) == b""
            assert has_waited(trio.current_time() - start, wait_ms)


async def test_an_append_ends_a_long_poll_at_once(autojump_clock: MockClock) -> None:
    async with serving() as running:
        consumer, producer = await running.connect(), await running.connect()
        await consumer.send(fetch(30_000))
        await wait_all_tasks_blocked()
        start = trio.current_time()
        await producer.send(produce())
        assert (await producer.receive()).responses[0].partition_responses[0].error_code == 0
        assert b"value" in records_of(await consumer.receive())
        assert trio.current_time() == start


async def test_an_append_without_an_answer_wakes_too(autojump_clock: MockClock) -> None:
    async with serving() as running:
        consumer, producer = await running.connect(), await running.connect()
        await consumer.send(fetch(30_000))
        await wait_all_tasks_blocked()
        await producer.send(produce(acks=0))
        start = trio.current_time()
        assert b"value" in records_of(await consumer.receive())
        assert trio.current_time() == start


async def test_a_producer_hears_before_the_consumers_it_woke(autojump_clock: MockClock) -> None:
    async with serving() as running:
        consumer, producer = await running.connect(), await running.connect()
        order: list[str] = []
        sent = running.server._tick

        def tick(now_ms: int) -> None:
            data = producer.stream.socket._sock.recv(4)  # type: ignore[attr-defined]
            order.append("answered" if data else "waiting")
            sent(now_ms)

        await consumer.send(fetch(30_000))
        await wait_all_tasks_blocked()
        running.server._tick = tick  # type: ignore[method-assign]
        await producer.send(produce())
        await consumer.receive()
        assert order == ["answered"]


@pytest.mark.slow
async def test_one_append_answers_everyone_who_waits(autojump_clock: MockClock) -> None:
    """fetch D-23; more of them than one tick looks at."""
    async with serving() as running:
        consumers = [await running.connect() for _ in range(200)]
        for consumer in consumers:
            await consumer.send(fetch(30_000))
        await wait_all_tasks_blocked()
        assert len(running.server.broker.purgatory) == 200
        start = trio.current_time()
        await (await running.connect()).request(*produce())
        for consumer in consumers:
            assert b"value" in records_of(await consumer.receive())
        assert trio.current_time() == start
        assert len(running.server.broker.purgatory) == 0


async def test_the_earliest_deadline_counts_whoever_came_first(autojump_clock: MockClock) -> None:
    async with serving() as running:
        start = trio.current_time()
        ended: list[tuple[int, float]] = []

        async def poll(wait_ms: int) -> None:
            await (await running.connect()).request(*fetch(wait_ms))
            ended.append((wait_ms, trio.current_time() - start))

        async with trio.open_nursery() as nursery:
            for wait_ms in (9000, 100, 4000, 20, 7000):
                nursery.start_soon(poll, wait_ms)
        assert [wait_ms for wait_ms, _ in ended] == [20, 100, 4000, 7000, 9000]
        assert all(has_waited(seconds, wait_ms) for wait_ms, seconds in ended)


async def test_what_follows_a_long_poll_waits_for_it(autojump_clock: MockClock) -> None:
    """fetch D-20: even ApiVersions waits; what came before does not."""
    async with serving() as running:
        client = await running.connect()
        start = trio.current_time()
        await client.send(VERSIONS, fetch(10_000), VERSIONS, fetch(10_000), VERSIONS)
        times = []
        for _ in range(5):
            await client.receive()
            times.append(round(trio.current_time() - start))
        assert times == [0, 10, 10, 20, 20]


@pytest.mark.slow
async def test_a_client_that_pipelines_does_not_starve_others(autojump_clock: MockClock) -> None:
    async with serving() as running:
        loud, quiet = await running.connect(), await running.connect()
        answered = 0

        async def count() -> None:
            nonlocal answered
            for _ in range(3000):
                await loud.receive()
                answered += 1

        async with trio.open_nursery() as nursery:
            nursery.start_soon(count)
            nursery.start_soon(loud.send, *[VERSIONS] * 3000)
            await wait_until_positive(lambda: answered)
            await quiet.request(*VERSIONS)
            assert answered < 2500


async def wait_until_positive(count: Callable[[], int]) -> None:
    while not count():
        await trio.lowlevel.checkpoint()


async def test_a_silent_connection_is_closed(autojump_clock: MockClock) -> None:
    """fetch I: connections.max.idle.ms, measured from the last activity."""
    async with serving({"connections.max.idle.ms": "60000"}) as running:
        client = await running.connect()
        start = trio.current_time()
        await client.request(*VERSIONS)
        await trio.sleep(50)
        await client.request(*VERSIONS)
        assert await client.is_closed()
        assert round(trio.current_time() - start) == 110


async def test_a_connection_that_waits_is_not_silent(autojump_clock: MockClock) -> None:
    async with serving({"connections.max.idle.ms": "60000"}) as running:
        client = await running.connect()
        assert records_of(await client.request(*fetch(200_000))) == b""


@pytest.mark.slow
async def test_a_connection_that_ends_leaves_nothing_behind(autojump_clock: MockClock) -> None:
    async with serving() as running:
        broker = running.server.broker
        timers = len(broker.timers)
        for _ in range(50):
            client = await running.connect()
            await client.request(*VERSIONS)
            await client.stream.aclose()
        await wait_all_tasks_blocked()
        assert len(broker.timers) == timers
        assert broker.metrics.connections == len(running.server.links) == 0
        assert broker.metrics.connections_total == 50


async def test_stopping_closes_everything(autojump_clock: MockClock) -> None:
    """fetch D-21: broker shutdown closes connections without answering."""
    async with serving() as running:
        waiting, silent = await running.connect(), await running.connect()
        await waiting.send(fetch(30_000))
        await wait_all_tasks_blocked()
    assert await waiting.is_closed()
    assert await silent.is_closed()
    with pytest.raises(OSError, match="connect"):
        await running.connect()


async def test_a_bug_ends_its_connection_and_is_reported(
    autojump_clock: MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving() as running:
        client, other = await running.connect(), await running.connect()
        api = apis.load(18)
        assert api is not None
        real = api.handle

        def broken(broker: Any, request: Any, context: Any) -> Any:
            if context.client_id == "test" and context.api_version == 3:
                raise AssertionError("bug")
            return real(broker, request, context)

        monkeypatch.setattr(api, "handle", broken)
        await client.send((ApiVersionsRequest(), 3))
        assert await client.is_closed()
        assert [str(bug) for bug in running.bugs] == ["bug"]
        await other.request(*VERSIONS)


async def test_a_bug_in_a_late_answer_does_not_stop_time(autojump_clock: MockClock) -> None:
    async with serving() as running:
        client = await running.connect()

        def bug(now_ms: int) -> None:
            raise AssertionError("bug")

        running.server.broker.timers.at(running.server.now_ms() + 1000, bug)
        running.server.settle()
        assert records_of(await client.request(*fetch(3000))) == b""
        assert [str(bug) for bug in running.bugs] == ["bug"]


def limit(running: Running, key: str) -> None:
    """Let no client do more than one byte a second of this kind."""
    entity = AlterClientQuotasRequest.EntityData(entity_type="client-id", entity_name=None)
    operation = AlterClientQuotasRequest.OpData(key=key, value=1.0)
    entries = [AlterClientQuotasRequest.EntryData(entity=[entity], ops=[operation])]
    broker, now_ms = running.server.broker, running.server.now_ms()
    ask(broker, AlterClientQuotasRequest(entries=entries), 1, now_ms)


async def test_a_throttled_connection_is_served_when_its_time_has_come(
    autojump_clock: MockClock,
) -> None:
    """fetch B-62, produce A-77: answered at once, then nothing until then."""
    async with serving() as running:
        limit(running, "producer_byte_rate")
        client, other = await running.connect(), await running.connect()
        begun = trio.current_time()
        await client.send(produce(), VERSIONS, VERSIONS)
        told = (await client.receive()).throttle_time_ms
        assert told > 10_000
        assert trio.current_time() == begun
        await other.request(*VERSIONS)
        assert trio.current_time() == begun
        await client.receive()
        assert trio.current_time() == pytest.approx(begun + told / 1000, abs=0.002)
        await client.receive()
        assert not running.server.muted
        assert not running.bugs


async def test_a_request_without_an_answer_is_throttled_too(autojump_clock: MockClock) -> None:
    """produce A-77."""
    async with serving() as running:
        limit(running, "producer_byte_rate")
        client = await running.connect()
        begun = trio.current_time()
        await client.send(produce(acks=0))
        client.asked.clear()
        await client.request(*VERSIONS)
        assert trio.current_time() > begun + 10


async def test_a_late_answer_throttles_from_then_on(autojump_clock: MockClock) -> None:
    """fetch B-60, B-62."""
    async with serving() as running:
        limit(running, "consumer_byte_rate")
        client = await running.connect()
        begun = trio.current_time()
        await client.send(fetch(500), VERSIONS)
        told = (await client.receive()).throttle_time_ms
        assert has_waited(waited := trio.current_time() - begun, 500)
        await client.receive()
        assert trio.current_time() == pytest.approx(begun + waited + told / 1000, abs=0.002)


async def test_a_muted_connection_that_ends_leaves_nothing_behind(
    autojump_clock: MockClock,
) -> None:
    """fetch B-62."""
    async with serving() as running:
        limit(running, "producer_byte_rate")
        timers = len(running.server.broker.timers)
        client = await running.connect()
        await client.request(*produce())
        assert len(running.server.muted) == 1
        await client.stream.aclose()
        await wait_until_positive(lambda: not running.server.links)
        assert not running.server.muted
        assert len(running.server.broker.timers) == timers
        assert not running.bugs


async def test_stopping_does_not_wait_for_muted_connections(autojump_clock: MockClock) -> None:
    async with serving() as running:
        limit(running, "producer_byte_rate")
        client = await running.connect()
        await client.send(produce(), VERSIONS)
        await client.receive()
    assert await client.is_closed()
    assert not running.server.muted
    assert not running.bugs
