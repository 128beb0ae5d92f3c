"""The demonstration with stock clients: confluent-kafka produces, kafka-python consumes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tools.demo import ledger as common
from tools.demo.ledger import (
    GROUP,
    PARTITIONS,
    RECORDS_AT_ONCE_MAX,
    TOPIC,
    WAIT_SECONDS_MAX,
    Ledger,
    lines_of,
    refuse_old_topic,
)


def create_topic(bootstrap: str) -> None:
    """Create the topic; one of an earlier run against the same broker is in the way."""
    from confluent_kafka.admin import AdminClient
    from confluent_kafka.cimpl import NewTopic

    admin = AdminClient({"bootstrap.servers": bootstrap})
    if TOPIC in admin.list_topics(timeout=WAIT_SECONDS_MAX).topics:
        refuse_old_topic(bootstrap)
    for future in admin.create_topics([NewTopic(TOPIC, num_partitions=PARTITIONS)]).values():
        future.result(WAIT_SECONDS_MAX)


def produce(bootstrap: str, files: dict[str, Path], ledger: Ledger, bar: Any) -> None:
    """Send every line of every file, and wait until the broker has acknowledged all of them."""
    from confluent_kafka import Producer

    failures: list[str] = []

    def delivered(error: Any, _message: Any) -> None:
        if error is not None:
            failures.append(str(error))

    producer = Producer(
        {
            "bootstrap.servers": bootstrap,
            "compression.type": "lz4",
            "linger.ms": 20,
            "enable.idempotence": True,
            "partitioner": "murmur2_random",
            "queue.buffering.max.messages": 200_000,
        }
    )
    for name, path in files.items():
        lines = lines_of(path)
        key = name.encode()
        for line in lines:
            while True:
                try:
                    producer.produce(TOPIC, line, key, on_delivery=delivered)
                    break
                except BufferError:
                    producer.poll(0.1)
        producer.poll(0)
        ledger.sends(name, lines)
        bar.update(len(lines))
    if producer.flush(WAIT_SECONDS_MAX) or failures:
        raise RuntimeError(f"not everything was delivered: {failures[:3]}")


class Reader(common.Reader):
    """A member of the group with kafka-python."""

    def read(self) -> None:
        """Read until `leave` is set."""
        from kafka import KafkaConsumer

        consumer = KafkaConsumer(
            bootstrap_servers=self.address,
            group_id=GROUP,
            client_id=self.name,
            auto_offset_reset="earliest",
            enable_auto_commit=False,
            max_poll_records=RECORDS_AT_ONCE_MAX,
            heartbeat_interval_ms=300,
        )

        consumer.subscribe([TOPIC])
        while not self.leave.is_set():
            batches = consumer.poll(timeout_ms=200)
            for records in batches.values():
                self.take(records)
            if batches:
                # Partitions are given up only inside poll(): all that was taken is committed then.
                consumer.commit()
        consumer.close(autocommit=False)
