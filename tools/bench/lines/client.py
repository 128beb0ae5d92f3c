"""Produce through a stock client, confluent-kafka (librdkafka), with its own batching."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence

from tools.bench.brokers import Contender
from tools.bench.lines.line import Figure, Line, Measure, Prepare, Size
from tools.bench.lines.topics import topic
from tools.bench.session_load import cpu_of

RECORDS = {100: 200_000, 1024: 50_000}
QUEUED_MAX = 1_000_000
FLUSH_SECONDS = 120


def lines() -> list[Line]:
    """Two lengths of records, without and with compression."""
    found = []
    for value_bytes, name in ((100, "100B"), (1024, "1KiB")):
        for codec in ("none", "lz4"):
            bar, stretch = (0.6, "0.4x") if codec == "none" else (None, "")
            figure = Figure("CPU a million records", "s", bar, stretch)
            suffix = "" if codec == "none" else f"-{codec}"
            line_name = f"produce-client-{name}{suffix}"
            found.append(Line(line_name, (figure,), _prepare(value_bytes, codec)))
    return found


def _prepare(value_bytes: int, codec: str) -> Prepare:
    @contextlib.contextmanager
    def prepare(broker: Contender, size: Size) -> Iterator[Measure]:
        from confluent_kafka import Producer

        count = size.of(RECORDS[value_bytes], 1_000)
        producer = Producer(
            {
                "bootstrap.servers": f"{broker.host}:{broker.port}",
                "compression.type": codec,
                "queue.buffering.max.messages": QUEUED_MAX,
            }
        )
        value = (b"kafkawire 0123456789 " * value_bytes)[:value_bytes]
        with topic(broker) as name:

            def produce() -> None:
                for number in range(count):
                    producer.produce(name, value)
                    if not number % 1_000:
                        producer.poll(0)
                assert not producer.flush(FLUSH_SECONDS), "records were not acknowledged"

            def work() -> Sequence[float]:
                return (cpu_of(broker, produce) / count / 1_000,)

            yield work

    return prepare
