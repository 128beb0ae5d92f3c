"""Transactions of stock producers.

Committed and aborted ones in turns over two partitions and several segments, with two producers at
once; offsets committed within them; a compacted topic; and one transaction that is left open, so
that the last stable offset stays behind.
"""

from __future__ import annotations

from typing import Any

from compat.interchange.asking import SECONDS_MAX
from compat.interchange.work import CLEANED, KEPT, MINUTE_MS, SHORT_SEGMENTS, Work

OPEN_MS_MAX = 15 * MINUTE_MS
"""The longest that Kafka lets a transaction stay open."""
OPEN_TOPIC = "tx-open"


def run(bootstrap: str, round_number: int = 1) -> None:
    """Write transactions of all kinds."""
    work = Work(bootstrap, round_number)
    try:
        work.topic("tx", 2, SHORT_SEGMENTS)
        work.topic("tx-compacted", 1, CLEANED)
        work.topic(OPEN_TOPIC, 1, KEPT)
        _in_turns(work)
        _with_offsets(work)
        _left_open(work)
    finally:
        work.client.close()


def _producer(work: Work, name: str) -> Any:
    from confluent_kafka import Producer

    producer = Producer(
        {
            "bootstrap.servers": work.bootstrap,
            "transactional.id": name,
            "transaction.timeout.ms": OPEN_MS_MAX,
            "compression.type": "snappy",
            "log_level": 3,
        }
    )
    producer.init_transactions(SECONDS_MAX)
    return producer


def _in_turns(work: Work) -> None:
    producers = [_producer(work, f"tx-{name}") for name in "ab"]
    for turn in range(6):
        for producer in producers:
            producer.begin_transaction()
        for number in range(4):
            when = work.time_ms + (turn * 4 + number) * 3 * MINUTE_MS
            for at, producer in enumerate(producers):
                _send(work, producer, "tx", (number + turn) % 2, when + at)
                _send(work, producer, "tx-compacted", 0, when + at)
        for at, producer in enumerate(producers):
            if (turn + at) % 3:
                producer.commit_transaction(SECONDS_MAX)
            else:
                producer.abort_transaction(SECONDS_MAX)


def _send(work: Work, producer: Any, topic: str, partition: int, time_ms: int) -> None:
    key = b"%d" % work.random.randrange(9)
    value = b"%d" % work.random.randrange(1 << 60)
    producer.produce(topic, value, key, partition=partition, timestamp=time_ms)
    producer.flush(SECONDS_MAX)


def _with_offsets(work: Work) -> None:
    from confluent_kafka import Consumer, TopicPartition

    consumer = Consumer({"bootstrap.servers": work.bootstrap, "group.id": "tx-group"})
    metadata = consumer.consumer_group_metadata()
    producer = _producer(work, "tx-offsets")
    for number, is_committed in enumerate((True, False, True, False)):
        producer.begin_transaction()
        _send(work, producer, "tx", 0, work.time_ms + 2 * 60 * MINUTE_MS)
        positions = [TopicPartition("tx", 0, work.round * 10 + number)]
        producer.send_offsets_to_transaction(positions, metadata, SECONDS_MAX)
        end = producer.commit_transaction if is_committed else producer.abort_transaction
        end(SECONDS_MAX)
    consumer.close()


def _left_open(work: Work) -> None:
    """One that the round before left open is aborted by who comes back under the same name."""
    producer = _producer(work, "tx-left-open")
    producer.begin_transaction()
    for number in range(3):
        _send(work, producer, OPEN_TOPIC, 0, work.time_ms + number)
