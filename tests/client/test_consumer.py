"""The consumer of assigned partitions, against a broker in the same run of trio."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from types import FrameType
from typing import Any

import pytest
import trio

from kafkawire.client.codecs import UTF8, Deserializers
from kafkawire.client.consumer import Consumer
from kafkawire.client.errors import (
    Closed,
    NoOffsetForPartition,
    NotAssigned,
    RecordDeserializationError,
)
from kafkawire.client.values import TopicPartition
from kafkawire.protocol.messages.produce_request import ProduceRequest
from kafkawire.records.builder import RecordTuple, encode_batch
from tests.support.requests.produce import produce_request
from tests.support.requests.served import Running, serving
from tests.support.suite.patience import patient

LIMIT_S = patient(30.0)
FIRST, SECOND = TopicPartition("t", 0), TopicPartition("t", 1)
FETCH = 1


async def fill(broker: Running, count: int, partition: int = 0, *, at_ms: int = 1000) -> None:
    """Append records with the values 0, 1, 2 ... as text, ten in a batch."""
    connection = await broker.connect()
    for start in range(0, count, 10):
        records: list[RecordTuple] = [
            (at_ms + number, b"k", b"%d" % number, [])
            for number in range(start, min(start + 10, count))
        ]
        request: ProduceRequest = produce_request(("t", partition, bytes(encode_batch(records))))
        await connection.request(request, 9)


@asynccontextmanager
async def reading(
    count: int = 0, **options: Any
) -> AsyncIterator[tuple[Running, Consumer[bytes, bytes]]]:
    """A broker with so many records in the first partition, and a consumer."""
    given: dict[str, Any] = {
        "auto_offset_reset": "earliest",
        "fetch_max_wait_ms": 50,
        **options,
    }
    async with serving() as broker:
        await fill(broker, count)
        host, port = broker.server.address
        with trio.fail_after(LIMIT_S):
            async with Consumer(f"{host}:{port}", **given) as consumer:
                yield broker, consumer


async def test_records_come_once_in_order() -> None:
    """client N 30, B-10."""
    async with reading(95) as (broker, consumer):
        await fill(broker, 33, partition=1)
        await consumer.assign([FIRST, SECOND])
        found: dict[TopicPartition, list[int]] = {FIRST: [], SECOND: []}
        async for batch in consumer.batches(max_records=7):
            assert 0 < len(batch) <= 7
            found[batch.partition] += [int(record.value or b"") for record in batch]
            if sum(map(len, found.values())) == 128:
                break
        assert found == {FIRST: list(range(95)), SECOND: list(range(33))}
        assert await consumer.position(FIRST) == 95
        assert consumer.lag(FIRST) == 0


@contextmanager
def shell_calls() -> Iterator[Counter[str]]:
    """Count calls of the functions of the consumer, its iterators and the shell, by name."""
    found: Counter[str] = Counter()

    def note(frame: FrameType, event: str, _: object) -> None:
        path, _, module = frame.f_code.co_filename.rpartition("/")
        if event == "call" and (
            path.endswith("kafkawire/client/shell")
            or (path.endswith("kafkawire/client") and module in ("consumer.py", "iterators.py"))
        ):
            found[frame.f_code.co_name] += 1

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        yield found
    finally:
        sys.setprofile(before)


def often(calls: Counter[str]) -> set[str]:
    """The names of functions that were called for every record of 2,000, or nearly so."""
    return {name for name, count in calls.items() if count >= 1000}


async def test_the_shell_has_no_work_with_each_record() -> None:
    """client N-21, P-4: of `async for record`, `__anext__` alone is called for each record."""
    async with reading() as (broker, consumer):
        connection = await broker.connect()
        records: list[RecordTuple] = [(1000, None, b"v", [])] * 2000
        request = produce_request(("t", 0, bytes(encode_batch(records))))
        await connection.request(request, 9)

        await consumer.assign({FIRST: 0})
        seen = 0
        with shell_calls() as of_batches:
            async for batch in consumer.batches():
                seen += len(list(batch)) + len(batch.values())
                if seen == 4000:
                    break
        assert of_batches["next_batch"] > 0
        assert often(of_batches) == set()

        consumer.seek(FIRST, 0)
        with shell_calls() as of_records:
            async for record in consumer:
                if record.offset == 1999:
                    break
        assert often(of_records) == {"__anext__"}


async def test_records_one_by_one() -> None:
    async with reading(25) as (_, consumer):
        await consumer.assign({FIRST: 5})
        offsets = []
        async for record in consumer:
            offsets.append(record.offset)
            if record.offset == 24:
                break
        assert offsets == list(range(5, 25))


async def test_records_that_come_later_wake_who_waits() -> None:
    async with reading() as (broker, consumer), trio.open_nursery() as nursery:
        await consumer.assign([FIRST])
        nursery.start_soon(fill, broker, 10)
        batch = await consumer.batches().__anext__()
        assert batch.values()[0] == b"0"


async def test_an_ask_that_is_cancelled_loses_nothing() -> None:
    """client L.2: the position moves only when the batch is returned."""
    async with reading() as (broker, consumer):
        await consumer.assign([FIRST])
        with trio.move_on_after(0.05) as scope:
            await consumer.batches().__anext__()
        assert scope.cancelled_caught
        await fill(broker, 10)
        values: list[bytes | None] = []
        while len(values) < 10:
            with trio.move_on_after(0.001):
                async for batch in consumer.batches(max_records=1):
                    values += batch.values()
        assert values == [b"%d" % number for number in range(10)]


async def test_polling_has_a_time_limit() -> None:
    """client B-12."""
    async with reading() as (broker, consumer):
        await consumer.assign([FIRST])
        assert await consumer.poll(0.01) == {}
        await fill(broker, 3)
        assert [len(batch) for batch in (await consumer.poll(LIMIT_S)).values()] == [3]


async def test_one_task_asks_at_a_time() -> None:
    """client B-4."""
    async with reading() as (_, consumer), trio.open_nursery() as nursery:
        await consumer.assign([FIRST])
        nursery.start_soon(consumer.poll)
        await trio.testing.wait_all_tasks_blocked(0.01)
        with pytest.raises(trio.BusyResourceError):
            await consumer.poll()
        nursery.cancel_scope.cancel()


async def test_seeking_drops_what_was_on_the_way() -> None:
    """client B-14, N 33, N 34."""
    async with reading(50) as (_, consumer):
        await consumer.assign([FIRST])
        batch = (await consumer.poll())[FIRST]
        assert batch.first_offset == 0
        consumer.seek(FIRST, 33)
        assert (await consumer.poll(max_records=1))[FIRST].first_offset == 33
        consumer.seek_to_beginning()
        assert (await consumer.poll(max_records=1))[FIRST].first_offset == 0
        consumer.seek_to_time(1020, FIRST)
        assert (await consumer.poll(max_records=1))[FIRST].first_offset == 20
        consumer.seek_to_end(FIRST)
        assert await consumer.position(FIRST) == 50
        with pytest.raises(NotAssigned):
            consumer.seek(SECOND, 0)


async def test_a_paused_partition_is_not_handed_out() -> None:
    """client N 32."""
    async with reading(20) as (broker, consumer):
        await fill(broker, 20, partition=1)
        await consumer.assign([FIRST, SECOND])
        consumer.pause(FIRST)
        assert consumer.paused == {FIRST}
        batches = consumer.batches()
        seen = 0
        while seen < 20:
            batch = await batches.__anext__()
            assert batch.partition == SECOND
            seen += len(batch)
        consumer.resume(FIRST)
        assert (await batches.__anext__()).partition == FIRST


async def test_offsets_are_found_without_an_assignment() -> None:
    """client B-16, N 50."""
    async with reading(30) as (_, consumer):
        assert await consumer.beginning_offsets([FIRST]) == {FIRST: 0}
        assert await consumer.end_offsets([FIRST, SECOND]) == {FIRST: 30, SECOND: 0}
        found = await consumer.offsets_for_times({FIRST: 1007, SECOND: 5})
        assert found[SECOND] is None
        assert found[FIRST] == (7, 1007, 0)


async def test_an_error_of_the_core_is_raised_by_the_ask() -> None:
    """client N 47."""
    async with reading(auto_offset_reset="none") as (_, consumer):
        await consumer.assign([FIRST])
        with pytest.raises(NoOffsetForPartition):
            await consumer.poll()


async def test_an_ask_that_waits_sees_a_position_out_of_range_be_reset() -> None:
    """client F-43: the answer to a fetch leads to a question, though nothing else happens."""
    async with reading(5) as (_, consumer):
        await consumer.assign({FIRST: 100})
        assert (await consumer.poll())[FIRST].first_offset == 0


async def test_values_are_deserialized() -> None:
    """client B-40."""
    async with serving() as broker:
        await fill(broker, 3)
        host, port = broker.server.address
        codecs = Deserializers(key=UTF8, value=UTF8)
        async with Consumer(
            f"{host}:{port}", codecs=codecs, auto_offset_reset="earliest", fetch_max_wait_ms=50
        ) as consumer:
            await consumer.assign([FIRST])
            batch = (await consumer.poll())[FIRST]
            assert [(record.key, record.value) for record in batch] == [
                ("k", "0"),
                ("k", "1"),
                ("k", "2"),
            ]


async def test_a_record_that_cannot_be_deserialized_stays_to_be_read() -> None:
    """client B-41, N 53: records before it come first, and `seek` passes it."""

    def positive(data: bytes) -> int:
        found = int(data)
        if found == 5:
            raise ValueError("five")
        return found

    async with serving() as broker:
        await fill(broker, 10)
        host, port = broker.server.address
        codecs = Deserializers(value=positive)
        async with Consumer(
            f"{host}:{port}", codecs=codecs, auto_offset_reset="earliest", fetch_max_wait_ms=50
        ) as consumer:
            await consumer.assign([FIRST])
            seen: list[int | None] = []

            async def read() -> None:
                async for record in consumer:
                    seen.append(record.value)  # noqa: PERF401 - what came before an error counts

            for _ in range(2):
                with pytest.raises(RecordDeserializationError, match="t-0 offset 5"):
                    await read()
            assert seen == [0, 1, 2, 3, 4]
            assert await consumer.position(FIRST) == 5
            consumer.seek(FIRST, 6)
            assert (await consumer.poll())[FIRST].values() == [6, 7, 8, 9]


async def test_leaving_ends_fetch_sessions() -> None:
    """client L-2, F-3."""
    async with serving() as broker:
        await fill(broker, 3)
        host, port = broker.server.address
        async with Consumer(
            f"{host}:{port}", auto_offset_reset="earliest", fetch_max_wait_ms=50
        ) as consumer:
            await consumer.assign([FIRST])
            await consumer.poll()
            await consumer.poll(0.05)
            assert broker.server.broker.fetch_sessions.sessions_count == 1
        assert broker.server.broker.fetch_sessions.sessions_count == 0
        with pytest.raises(Closed):
            await consumer.poll()


async def test_a_cancelled_block_is_left_in_time() -> None:
    """client L-1."""
    with trio.fail_after(LIMIT_S):
        async with serving() as broker:
            host, port = broker.server.address
            with trio.move_on_after(0.1) as scope:
                async with Consumer(f"{host}:{port}") as consumer:
                    await consumer.assign([FIRST])
                    async for _ in consumer:
                        pass
            assert scope.cancelled_caught
            await trio.testing.wait_all_tasks_blocked(0.05)
            assert not broker.server.links


async def test_a_consumer_that_is_not_open_answers_no_question() -> None:
    """It raises at once, not after default.api.timeout.ms."""
    consumer = Consumer[bytes, bytes]("localhost:1")
    with pytest.raises(Closed, match="async with"):
        await consumer.position(FIRST)
    with pytest.raises(Closed, match="async with"):
        await consumer.beginning_offsets([FIRST])
    with pytest.raises(Closed, match="async with"):
        await consumer.end_offsets([FIRST])
    with pytest.raises(Closed, match="async with"):
        await consumer.offsets_for_times({FIRST: 0})
