"""From the send of a record to its consumer in the same process, for `tools.bench client`.

    python -m tools.bench.client_delays CLIENT JOB

One record at a time, linger 0, acks=all: it is sent, and the next one when the consumer has it.
Prints `Delays` as JSON.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from collections.abc import Awaitable, Callable
from typing import Any

import trio

from tools.bench.client_job import Delays, Job

WARM = 100
LIMIT_S = 1.0


def _delays(seconds: list[float]) -> Delays:
    ordered = sorted(seconds[WARM:])
    return Delays(ordered[len(ordered) // 2] * 1e3, ordered[len(ordered) * 99 // 100] * 1e3)


async def _turns(job: Job, turn: Callable[[bytes], Awaitable[None]]) -> Delays:
    value = b"v" * job.value_bytes
    seconds = []
    for _ in range(WARM + job.records):
        begun = time.perf_counter()
        await turn(value)
        seconds.append(time.perf_counter() - begun)
    return _delays(seconds)


def _ours(job: Job) -> Delays:
    async def measure() -> Delays:
        from kafkawire.client import Consumer, Producer, TopicPartition

        place = TopicPartition(job.topic, 0)
        async with (
            Producer(job.bootstrap, linger_ms=0) as producer,
            Consumer(job.bootstrap, auto_offset_reset="latest") as consumer,
        ):
            await consumer.assign([place])
            await consumer.position(place)
            batches = consumer.batches()

            async def turn(value: bytes) -> None:
                await producer.send(job.topic, value, partition=0)
                assert len(await anext(batches)) == 1

            return await _turns(job, turn)

    return trio.run(measure)


def _aiokafka(job: Job) -> Delays:
    async def measure() -> Delays:
        from aiokafka import AIOKafkaConsumer, AIOKafkaProducer, TopicPartition

        place = TopicPartition(job.topic, 0)
        producer = AIOKafkaProducer(bootstrap_servers=job.bootstrap, linger_ms=0, acks="all")
        consumer = AIOKafkaConsumer(
            bootstrap_servers=job.bootstrap, enable_auto_commit=False, auto_offset_reset="latest"
        )
        await producer.start()
        await consumer.start()
        consumer.assign([place])
        await consumer.position(place)

        async def turn(value: bytes) -> None:
            await producer.send(job.topic, value, partition=0)
            await consumer.getone()

        try:
            return await _turns(job, turn)
        finally:
            await consumer.stop()
            await producer.stop()

    return asyncio.run(measure())


def _blocking(job: Job, turn: Callable[[bytes], None]) -> Delays:
    async def waited(value: bytes) -> None:
        turn(value)

    return asyncio.run(_turns(job, waited))


def _confluent(job: Job) -> Delays:
    from confluent_kafka import OFFSET_END, Consumer, Producer, TopicPartition

    options = {"group.id": "bench", "enable.auto.commit": False}
    producer = Producer({"bootstrap.servers": job.bootstrap, "linger.ms": 0})
    consumer = Consumer({"bootstrap.servers": job.bootstrap, **options})
    consumer.assign([TopicPartition(job.topic, 0, OFFSET_END)])
    consumer.poll(LIMIT_S)  # it has found the end by then

    def turn(value: bytes) -> None:
        producer.produce(job.topic, value, partition=0)
        producer.poll(0)
        message: Any = None
        while message is None:
            message = consumer.poll(LIMIT_S)

    found = _blocking(job, turn)
    consumer.close()
    return found


def _kafka_python(job: Job) -> Delays:
    from kafka import KafkaConsumer, KafkaProducer, TopicPartition

    place = TopicPartition(job.topic, 0)
    producer = KafkaProducer(bootstrap_servers=job.bootstrap, linger_ms=0, acks="all")
    consumer = KafkaConsumer(bootstrap_servers=job.bootstrap, enable_auto_commit=False)
    consumer.assign([place])
    consumer.seek_to_end(place)
    consumer.position(place)

    def turn(value: bytes) -> None:
        producer.send(job.topic, value, partition=0)
        while not consumer.poll(timeout_ms=int(LIMIT_S * 1e3)):
            pass

    found = _blocking(job, turn)
    consumer.close()
    producer.close()
    return found


DELAYS: dict[str, Callable[[Job], Delays]] = {
    "kafkawire: delays": _ours,
    "aiokafka: delays": _aiokafka,
    "confluent-kafka: delays": _confluent,
    "kafka-python: delays": _kafka_python,
}
"""How a record goes through."""


def main(arguments: list[str]) -> int:
    """Send and receive as the command line says, and print how long it took."""
    name, job = arguments
    print(json.dumps(DELAYS[name](Job(*json.loads(job)))))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
