"""Fetches that are refused, held back by memory, or answered in part: client N 35 to 57."""

from __future__ import annotations

from typing import Any

import pytest
import trio

from compat.client.acts import changed, lost, refused
from compat.client.faults import faulty
from compat.client.world import World, read, until
from kafkawire.client import (
    Consumer,
    Deserializers,
    Producer,
    RecordDeserializationError,
    TopicAuthorizationFailed,
    TopicPartition,
)
from kafkawire.protocol.api_keys import ApiKey

TOPIC_AUTHORIZATION_FAILED = 29
QUICK: dict[str, Any] = {"fetch_max_wait_ms": 50}


@pytest.mark.parametrize("code", [70, 71, 106])
async def test_a_refused_session_begins_anew(world: World, code: int) -> None:
    """Client N 35: nothing is lost, nothing comes twice."""
    topic = await world.topic(2)
    first, second = TopicPartition(topic, 0), TopicPartition(topic, 1)
    async with (
        faulty(world.bootstrap) as faults,
        world.behind(faults.bootstrap).consumer(**QUICK) as consumer,
    ):
        await consumer.assign([first, second])
        await world.write(topic, range(20), 0)
        assert await read(consumer, 20) == {first: list(range(20))}
        await until(lambda: faults.of(ApiKey.FETCH)[-1].request.session_epoch > 1)
        session = faults.of(ApiKey.FETCH)[-1].request.session_id
        refusal = faults.at(ApiKey.FETCH, refused(code))
        await until(lambda: refusal.used == 1)
        await world.write(topic, range(20, 30), 0)
        await world.write(topic, range(30, 40), 1)
        found = await read(consumer, 20)
        assert found == {first: list(range(20, 30)), second: list(range(30, 40))}
        fetches = [each.request for each in faults.of(ApiKey.FETCH)]
        assert fetches[-1].session_epoch > 0
        assert fetches[-1].session_id not in (0, session)


async def test_a_lost_answer_is_fetched_again(world: World) -> None:
    """Client N 35, F-1: the next fetch begins the session anew, whose epoch the broker counted."""
    topic = await world.topic()
    partition = TopicPartition(topic, 0)
    await world.write(topic, [0])
    async with faulty(world.bootstrap) as faults:
        loss = faults.at(ApiKey.FETCH, lost(), skip=1)
        behind = world.behind(faults.bootstrap)
        async with behind.consumer(fetch_max_wait_ms=5000) as consumer:
            await consumer.assign({partition: 0})
            assert await read(consumer, 1) == {partition: [0]}
            await until(lambda: loss.used == 1)
            await world.write(topic, range(1, 10))
            assert await read(consumer, 9) == {partition: list(range(1, 10))}
            _, unanswered, again = (each.request for each in faults.of(ApiKey.FETCH)[:3])
            assert (unanswered.session_epoch, again.session_epoch) == (1, 0)
            assert again.session_id == unanswered.session_id
            await world.write(topic, range(10, 20))
            assert await read(consumer, 10) == {partition: list(range(10, 20))}


async def test_without_slots_for_sessions_all_is_read(world: World) -> None:
    """Client N 36: every fetch is a full one."""

    def without_session(answer: Any) -> None:
        answer.session_id = 0

    topic = await world.topic(3)
    async with faulty(world.bootstrap) as faults:
        faults.at(ApiKey.FETCH, changed(without_session), times=1000)
        for number in range(3):
            await world.write(topic, range(100), number)
        async with world.behind(faults.bootstrap).consumer(**QUICK) as consumer:
            await consumer.assign([TopicPartition(topic, number) for number in range(3)])
            found = await read(consumer, 300)
        assert found == {TopicPartition(topic, number): list(range(100)) for number in range(3)}
        assert {each.request.session_epoch for each in faults.of(ApiKey.FETCH)} <= {0, -1}


async def test_what_is_not_asked_for_takes_bounded_memory(world: World) -> None:
    """Client N 38: no more than `fetch_memory_bytes` comes over the wire; then all is read."""
    topic = await world.topic(20)
    values = [bytes(10_000)] * 25
    async with Producer(world.bootstrap) as producer:
        for number in range(20):
            await (await producer.send_all(topic, [(None, v) for v in values], partition=number))
    async with faulty(world.bootstrap) as faults:
        options = {**QUICK, "fetch_memory_bytes": 1 << 20, "max_partition_fetch_bytes": 1 << 16}
        async with world.behind(faults.bootstrap).consumer(**options) as consumer:
            await consumer.assign([TopicPartition(topic, number) for number in range(20)])

            def fetched() -> int:
                return sum(each.answer_size for each in faults.of(ApiKey.FETCH))

            await until(lambda: fetched() > 1 << 19)
            await trio.sleep(0.5)
            assert fetched() <= (1 << 20) + 20_000
            seen = 0
            while seen < 500:
                seen += sum(map(len, (await consumer.poll()).values()))
        assert fetched() > 5_000_000


async def test_no_partition_waits_for_more_than_a_batch_of_each_other(world: World) -> None:
    """Client N 40, F-17."""
    topic = await world.topic(4)
    for number in range(4):
        await world.write(topic, range(100), number)
    seen = dict.fromkeys(range(4), 0)
    async with world.consumer(max_poll_records=5) as consumer:
        await consumer.assign([TopicPartition(topic, number) for number in range(4)])
        await until(lambda: all(consumer.lag(each) is not None for each in consumer.assignment))
        await trio.sleep(0.5)
        async for batch in consumer.batches():
            seen[batch.partition.partition] += 1
            if min(seen.values()) == 20:
                break
            assert max(seen.values()) - min(seen.values()) <= 1


def number(data: bytes) -> int:
    if data == b"5":
        raise ValueError("five")
    return int(data)


async def test_a_value_that_cannot_be_read(world: World) -> None:
    """Client N 53, B-41: the records before it come first, and `seek` passes it."""
    topic = await world.topic()
    partition = TopicPartition(topic, 0)
    await world.write(topic, range(10))
    seen: list[int | None] = []
    async with Consumer(
        world.bootstrap,
        codecs=Deserializers(value=number),
        auto_offset_reset="earliest",
        max_poll_records=3,
    ) as consumer:
        await consumer.assign([partition])

        async def read_on() -> None:
            async for record in consumer:
                seen.append(record.value)
                if record.value == 9:
                    break

        for _ in range(2):
            with pytest.raises(RecordDeserializationError) as raised:
                await read_on()
            assert (raised.value.partition, raised.value.offset) == (partition, 5)
            assert raised.value.value == b"5"
        assert seen == [0, 1, 2, 3, 4]
        consumer.seek(partition, 6)
        await read_on()
    assert seen == [0, 1, 2, 3, 4, 6, 7, 8, 9]


class Denied:
    """Answers without the right to read a topic."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.id = b""

    def note(self, answer: Any) -> None:
        """Take the topic's id from Metadata."""
        for each in answer.topics:
            if each.name == self.name:
                self.id = each.topic_id

    def deny(self, answer: Any) -> None:
        """Refuse the topic in Fetch."""
        for topic in answer.responses:
            if self.name == topic.topic or self.id == topic.topic_id:
                for each in topic.partitions:
                    each.error_code, each.records = TOPIC_AUTHORIZATION_FAILED, b""


async def values_and_denials(consumer: Consumer[bytes, bytes], count: int) -> tuple[list[int], int]:
    """Read so many records; what they hold, and how often the right was missing meanwhile."""
    values: list[int] = []
    denials = 0
    while len(values) < count:
        try:
            for found in (await read(consumer, 1)).values():
                values += found
        except TopicAuthorizationFailed:
            denials += 1
    return values, denials


async def test_a_topic_without_rights_is_told_once_an_update(world: World) -> None:
    """Client N 57, N 26, F-23: the other topic is read on."""
    good, other = await world.topic(), await world.topic()
    await world.write(good, range(10))
    await world.write(other, range(10, 20))
    denied = Denied(other)
    async with faulty(world.bootstrap) as faults:
        faults.at(ApiKey.METADATA, changed(denied.note), times=1000)
        faults.at(ApiKey.FETCH, changed(denied.deny), times=1000)
        behind = world.behind(faults.bootstrap)
        async with behind.consumer(metadata_max_age_ms=200, **QUICK) as consumer:
            await consumer.assign([TopicPartition(good, 0), TopicPartition(other, 0)])
            values, denials = await values_and_denials(consumer, 10)
            with pytest.raises(TopicAuthorizationFailed, match=other):
                await read(consumer, 1)
            assert values == list(range(10))
            assert denials <= len(faults.of(ApiKey.METADATA))
            faults.clear()
            assert (await values_and_denials(consumer, 10))[0] == list(range(10, 20))
