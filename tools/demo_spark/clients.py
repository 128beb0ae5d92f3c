"""Stock clients of an invented shop: some work well, and one does what consumers should not.

Each is a thread of its own until it is told to stop, and what goes wrong in one is kept for whoever
started it. `audit-nightly` is the one to be found: it asks without ever waiting, commits each
record by itself, and leaves its group and joins it again all the time, so that the group's other
members stand still with it.
"""

from __future__ import annotations

import itertools
import json
import random
import threading
from collections.abc import Callable
from typing import Any

TOPIC = "orders"
PARTITIONS = 3
GROUP = "billing"
CULPRIT = "audit-nightly"
ORDERS_PER_S = 200
STAYS_S = 3.0
POLL_S = 0.2


class Client(threading.Thread):
    """Works until it is told to stop."""

    def __init__(self, name: str, work: Callable[[Client], None]) -> None:
        super().__init__(name=name, daemon=True)
        self.count = 0
        self.error: BaseException | None = None
        self.stop = threading.Event()
        self._work = work

    def run(self) -> None:
        """Whatever goes wrong is kept for the main thread."""
        try:
            self._work(self)
        except Exception as error:  # noqa: BLE001 - reported by the main thread
            self.error = error


def shop(bootstrap: str) -> list[Client]:
    """All of them."""
    return [
        Client("orders-api", lambda client: sells(client, bootstrap, ORDERS_PER_S)),
        Client("orders-import", lambda client: sells(client, bootstrap, ORDERS_PER_S * 2)),
        Client("billing-1", lambda client: bills(client, bootstrap)),
        Client("billing-2", lambda client: bills(client, bootstrap)),
        Client("dashboard", lambda client: watches(client, bootstrap)),
        Client(CULPRIT, lambda client: misbehaves(client, bootstrap)),
    ]


def order(number: int, dice: random.Random) -> tuple[bytes, bytes]:
    """A key and a value, some of which are sold more than others."""
    customer = int(dice.paretovariate(1.2)) % 500
    words = ["book", "lamp", "chair", "paper", "ink", "clock"]
    value = {"order": number, "customer": customer, "items": dice.choices(words, k=3)}
    return b"customer-%d" % customer, json.dumps(value).encode()


def sells(client: Client, bootstrap: str, per_s: int) -> None:
    """Produces at a steady rate, as one should: in batches, compressed, written once."""
    from confluent_kafka import Producer

    dice = random.Random(client.name)
    producer = Producer(
        {
            "bootstrap.servers": bootstrap,
            "client.id": client.name,
            "compression.type": "lz4",
            "enable.idempotence": True,
            "linger.ms": 500,
        }
    )
    for number in itertools.count():
        if client.stop.wait(1 / per_s):
            break
        key, value = order(number, dice)
        producer.produce(TOPIC, value, key)
        producer.poll(0)
        client.count += 1
    producer.flush(10)


def bills(client: Client, bootstrap: str) -> None:
    """Consumes as one should: a commit for a batch, and a fetch that waits."""
    from confluent_kafka import Consumer

    consumer = Consumer(
        {
            "bootstrap.servers": bootstrap,
            "client.id": client.name,
            "group.id": GROUP,
            "auto.offset.reset": "earliest",
            "enable.auto.commit": False,
        }
    )
    consumer.subscribe([TOPIC])
    while not client.stop.is_set():
        records = consumer.consume(500, POLL_S)
        client.count += len(records)
        if records:
            _committed(consumer)
        client.stop.wait(POLL_S)
    consumer.close()


def _committed(consumer: Any) -> None:
    from confluent_kafka import KafkaException

    try:
        consumer.commit(asynchronous=False)
    except KafkaException:
        # Refused while the group rebalances: whoever owns the partitions then does it again.
        return


def watches(client: Client, bootstrap: str) -> None:
    """Reads all partitions by itself, without a group."""
    from kafka import KafkaConsumer, TopicPartition

    consumer = KafkaConsumer(
        bootstrap_servers=bootstrap, client_id=client.name, enable_auto_commit=False
    )
    consumer.assign([TopicPartition(TOPIC, partition) for partition in range(PARTITIONS)])
    while not client.stop.is_set():
        client.count += sum(map(len, consumer.poll(timeout_ms=200).values()))
    consumer.close()


def misbehaves(client: Client, bootstrap: str) -> None:
    """Whatever a consumer should not do."""
    from kafka import KafkaConsumer
    from kafka.errors import KafkaError

    while not client.stop.is_set():
        consumer = KafkaConsumer(
            TOPIC,
            bootstrap_servers=bootstrap,
            client_id=client.name,
            group_id=GROUP,
            auto_offset_reset="earliest",
            enable_auto_commit=False,
            fetch_max_wait_ms=1,
            max_poll_records=1,
        )
        leaves = threading.Timer(STAYS_S, client.stop.wait, [0])
        leaves.start()
        while leaves.is_alive() and not client.stop.is_set():
            found = consumer.poll(timeout_ms=50)
            client.count += sum(map(len, found.values()))
            try:
                consumer.commit()
            except KafkaError:
                # The group has gone on without it; it goes on as well.
                break
        leaves.cancel()
        consumer.close(autocommit=False)
