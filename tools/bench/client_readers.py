"""One client of Kafka that reads a topic in a process of its own, for `tools.bench client`.

    python -m tools.bench.client_readers READING JOB

READING is a key of `READINGS`; JOB is a `Job` as JSON. Prints a `Spent` as JSON. The client reads a
little and is closed before the clock starts, so that imports and first calls do not count; then it
is made anew. Every reading looks at the value of each record. Options are the clients' own
defaults, without offset commits: all but confluent-kafka verify checksums.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any

import trio

from tools.bench.client_job import Job, Spent

WARM_RECORDS = 2_000
AT_ONCE = 500
"""Records of one call, where a client has to be told."""
SETTLING_S = 3.0
LAG_PAUSE_S = 0.1
"""Between the batches of a consumer that is too slow."""


Count = tuple[int, int]
"""Records, and bytes of their values."""
Read = Callable[[Any, int], Awaitable[Any]]
"""What is done with an open client, and how many records it should read."""


# kafkawire


def _with_ours(read: Read, job: Job) -> Any:
    return trio.run(_ours, read, job)


async def _ours(read: Read, job: Job) -> Any:
    from kafkawire.client.consumer import Consumer
    from kafkawire.client.values import TopicPartition

    async with Consumer[bytes, bytes](job.bootstrap, auto_offset_reset="earliest") as consumer:
        await consumer.assign([TopicPartition(job.topic, at) for at in range(job.partitions)])
        return await read(consumer, job.records)


async def _our_records(consumer: Any, wanted: int) -> Count:
    count = size = 0
    async for batch in consumer.batches():
        for record in batch:
            size += len(record.value)
        count += len(batch)
        if count >= wanted:
            break
    return count, size


async def _our_values(consumer: Any, wanted: int) -> Count:
    count = size = 0
    async for batch in consumer.batches():
        for value in batch.values():
            size += len(value)
        count += len(batch)
        if count >= wanted:
            break
    return count, size


async def _one_by_one(consumer: Any, wanted: int) -> Count:
    """Read with `async for`; aiokafka's loop has the same shape."""
    count = size = 0
    async for record in consumer:
        size += len(record.value)
        count += 1
        if count >= wanted:
            break
    return count, size


async def _served(consumer: Any, wanted: int) -> Count:
    count = size = 0

    async def handle(stream: Any) -> None:
        nonlocal count, size
        async for batch in stream:
            for record in batch:
                size += len(record.value)
            count += len(batch)
            if count >= wanted:
                scope.cancel()

    with trio.CancelScope() as scope:
        await consumer.serve(handle)
    return count, size


def _ours_idle(job: Job) -> Spent:
    async def watch(consumer: Any, wanted: int) -> float:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(_our_records, consumer, 1)
            await trio.sleep(SETTLING_S)
            begun = time.process_time()
            await trio.sleep(job.seconds)
            spent = time.process_time() - begun
            nursery.cancel_scope.cancel()
        return spent

    return Spent(trio.run(_ours, watch, job))


def _ours_lagging(job: Job) -> Spent:
    async def read_slowly(consumer: Any, wanted: int) -> Count:
        count = 0
        with trio.move_on_after(job.seconds):
            async for batch in consumer.batches():
                count += len(list(batch))
                await trio.sleep(LAG_PAUSE_S)
        return count, 0

    count, _ = trio.run(_ours, read_slowly, job)
    return Spent(time.process_time(), count, rss_bytes=_most_rss_bytes())


# kafka-python


def _kafka_python(job: Job) -> Any:
    from kafka import KafkaConsumer, TopicPartition

    consumer = KafkaConsumer(bootstrap_servers=job.bootstrap, enable_auto_commit=False)
    places = [TopicPartition(job.topic, at) for at in range(job.partitions)]
    consumer.assign(places)
    consumer.seek_to_beginning(*places)
    return consumer


def _kafka_python_polls(job: Job) -> Count:
    consumer = _kafka_python(job)
    count = size = 0
    while count < job.records:
        for records in consumer.poll(timeout_ms=1_000).values():
            for record in records:
                size += len(record.value)
            count += len(records)
    consumer.close()
    return count, size


def _kafka_python_idle(job: Job) -> Spent:
    consumer = _kafka_python(job)
    spent = _watched(job.seconds, lambda: consumer.poll(timeout_ms=500))
    consumer.close()
    return spent


# aiokafka


def _with_aiokafka(read: Read, job: Job) -> Any:
    return asyncio.run(_aiokafka(read, job))


async def _aiokafka(read: Read, job: Job) -> Any:
    from aiokafka import AIOKafkaConsumer, TopicPartition

    consumer = AIOKafkaConsumer(bootstrap_servers=job.bootstrap, enable_auto_commit=False)
    places = [TopicPartition(job.topic, at) for at in range(job.partitions)]
    await consumer.start()
    try:
        consumer.assign(places)
        await consumer.seek_to_beginning(*places)
        return await read(consumer, job.records)
    finally:
        await consumer.stop()


async def _getmany(consumer: Any, wanted: int) -> Count:
    count = size = 0
    while count < wanted:
        for records in (await consumer.getmany(timeout_ms=1_000)).values():
            for record in records:
                size += len(record.value)
            count += len(records)
    return count, size


def _aiokafka_idle(job: Job) -> Spent:
    async def watch(consumer: Any, wanted: int) -> float:
        asking = asyncio.create_task(_getmany(consumer, 1))
        await asyncio.sleep(SETTLING_S)
        begun = time.process_time()
        await asyncio.sleep(job.seconds)
        asking.cancel()
        return time.process_time() - begun

    return Spent(_with_aiokafka(watch, job))


# confluent-kafka


def _confluent(job: Job) -> Any:
    from confluent_kafka import Consumer, TopicPartition

    options = {"group.id": "bench", "enable.auto.commit": False}
    consumer = Consumer({"bootstrap.servers": job.bootstrap, **options})
    consumer.assign([TopicPartition(job.topic, at, 0) for at in range(job.partitions)])
    return consumer


def _confluent_consumes(job: Job) -> Count:
    consumer = _confluent(job)
    count = size = 0
    while count < job.records:
        messages = consumer.consume(AT_ONCE, 1.0)
        for message in messages:
            size += len(message.value())
        count += len(messages)
    consumer.close()
    return count, size


def _confluent_polls(job: Job) -> Count:
    consumer = _confluent(job)
    count = size = 0
    while count < job.records:
        message = consumer.poll(1.0)
        if message is not None:
            size += len(message.value())
            count += 1
    consumer.close()
    return count, size


def _confluent_idle(job: Job) -> Spent:
    consumer = _confluent(job)
    spent = _watched(job.seconds, lambda: consumer.consume(AT_ONCE, 0.5))
    consumer.close()
    return spent


# All of them


def _watched(seconds: float, ask: Callable[[], object]) -> Spent:
    """Ask again and again; the CPU time after the client has settled."""
    _repeat(SETTLING_S, ask)
    begun = time.process_time()
    _repeat(seconds, ask)
    return Spent(time.process_time() - begun)


def _repeat(seconds: float, ask: Callable[[], object]) -> None:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        ask()


def warmed(read: Callable[[Job], Count], job: Job) -> Spent:
    """Read a little, then all of it: what the latter takes."""
    read(job._replace(records=min(WARM_RECORDS, job.records)))
    begun = time.process_time()
    count, size = read(job)
    return Spent(time.process_time() - begun, count, size)


def _most_rss_bytes() -> int:
    """The most memory that this program has had; getrusage would count its parent's, too."""
    lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    line = next(each for each in lines if each.startswith("VmHWM:"))
    return int(line.split()[1]) << 10


READINGS: dict[str, Callable[[Job], Spent]] = {
    "kafkawire: batches, records": partial(warmed, partial(_with_ours, _our_records)),
    "kafkawire: batches, values()": partial(warmed, partial(_with_ours, _our_values)),
    "kafkawire: async for record": partial(warmed, partial(_with_ours, _one_by_one)),
    "kafkawire: serve": partial(warmed, partial(_with_ours, _served)),
    "aiokafka: getmany": partial(warmed, partial(_with_aiokafka, _getmany)),
    "aiokafka: async for": partial(warmed, partial(_with_aiokafka, _one_by_one)),
    "confluent-kafka: consume(500)": partial(warmed, _confluent_consumes),
    "confluent-kafka: poll": partial(warmed, _confluent_polls),
    "kafka-python: poll": partial(warmed, _kafka_python_polls),
}
"""How a topic is read."""

WATCHES: dict[str, Callable[[Job], Spent]] = {
    "kafkawire: idle": _ours_idle,
    "aiokafka: idle": _aiokafka_idle,
    "confluent-kafka: idle": _confluent_idle,
    "kafka-python: idle": _kafka_python_idle,
    "kafkawire: lagging": _ours_lagging,
}
"""Consumers that have nothing to do, or too much."""


def main(arguments: list[str]) -> int:
    """Read as the command line says, and print what it cost."""
    name, job = arguments
    work = {**READINGS, **WATCHES}[name]
    print(json.dumps(work(Job(*json.loads(job)))))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
