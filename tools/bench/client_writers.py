"""One client of Kafka that writes a topic in a process of its own, for `tools.bench client`.

    python -m tools.bench.client_writers WRITING JOB

As `client_readers`, with a key of `WRITINGS`. All send with acks=all, batches of up to 16 KiB and
linger of 5 ms, and end when everything is acknowledged.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Callable
from functools import cache, partial
from typing import Any

import trio

from tools.bench.client_job import Job, Spent
from tools.bench.client_readers import Count, warmed
from tools.bench.spark_filling import value

LINGER_MS, BATCH_BYTES = 5, 16_384
AT_ONCE = 1_000
QUEUE_MAX = 1_000_000


@cache
def _values(size_bytes: int) -> list[bytes]:
    return [value(number, size_bytes) for number in range(AT_ONCE)]


def _ours(send: Callable[[Any, Job], Any], job: Job) -> Count:
    async def write() -> None:
        from kafkawire.client.producer import Producer

        options: Any = {"linger_ms": LINGER_MS, "batch_size": BATCH_BYTES, "acks": "all"}
        options["compression_type"] = job.codec
        async with Producer[bytes, bytes](job.bootstrap, **options) as producer:
            await send(producer, job)

    trio.run(write)
    return job.records, job.records * job.value_bytes


async def _await_send(producer: Any, job: Job) -> None:
    values = _values(job.value_bytes)
    for number in range(job.records):
        await producer.send(job.topic, values[number % AT_ONCE])


async def _send_all(producer: Any, job: Job) -> None:
    pairs = [(None, each) for each in _values(job.value_bytes)]
    for start in range(0, job.records, AT_ONCE):
        await producer.send_all(job.topic, pairs[: job.records - start])


def _aiokafka(job: Job) -> Count:
    async def write() -> None:
        from aiokafka import AIOKafkaProducer

        producer = AIOKafkaProducer(
            bootstrap_servers=job.bootstrap,
            linger_ms=LINGER_MS,
            max_batch_size=BATCH_BYTES,
            acks="all",
            compression_type=None if job.codec == "none" else job.codec,
        )
        values = _values(job.value_bytes)
        await producer.start()
        for number in range(job.records):
            await producer.send(job.topic, values[number % AT_ONCE])
        await producer.stop()

    asyncio.run(write())
    return job.records, job.records * job.value_bytes


def _confluent(job: Job) -> Count:
    from confluent_kafka import Producer

    acknowledged = 0

    def note(error: Any, message: Any) -> None:
        nonlocal acknowledged
        assert error is None, error
        acknowledged += 1

    producer = Producer(
        {
            "bootstrap.servers": job.bootstrap,
            "linger.ms": LINGER_MS,
            "batch.size": BATCH_BYTES,
            "queue.buffering.max.messages": QUEUE_MAX,
            "compression.type": job.codec,
        }
    )
    values = _values(job.value_bytes)
    for number in range(job.records):
        producer.produce(job.topic, values[number % AT_ONCE], on_delivery=note)
        if not number % 100:
            producer.poll(0)
    assert not producer.flush(), "records were not acknowledged"
    return acknowledged, acknowledged * job.value_bytes


def _kafka_python(job: Job) -> Count:
    from kafka import KafkaProducer

    producer = KafkaProducer(
        bootstrap_servers=job.bootstrap,
        linger_ms=LINGER_MS,
        batch_size=BATCH_BYTES,
        acks="all",
        compression_type=None if job.codec == "none" else job.codec,
    )
    values = _values(job.value_bytes)
    for number in range(job.records):
        producer.send(job.topic, values[number % AT_ONCE])
    producer.flush()
    producer.close()
    return job.records, job.records * job.value_bytes


WRITINGS: dict[str, Callable[[Job], Spent]] = {
    "kafkawire: await send": partial(warmed, partial(_ours, _await_send)),
    "kafkawire: send_all": partial(warmed, partial(_ours, _send_all)),
    "aiokafka: send": partial(warmed, _aiokafka),
    "confluent-kafka: produce, callback": partial(warmed, _confluent),
    "kafka-python: send": partial(warmed, _kafka_python),
}
"""How a topic is written."""


def main(arguments: list[str]) -> int:
    """Write as the command line says, and print what it cost."""
    name, job = arguments
    print(json.dumps(WRITINGS[name](Job(*json.loads(job)))))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
