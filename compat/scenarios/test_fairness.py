"""Small budgets over many partitions starve none of them.

A budget of bytes cuts every answer short, so who is served is a matter of turns. Every record here
is a batch of its own, and batches are of one size. At every moment of the drain the *lead* is how
many more batches the best served partition had delivered to the reader than the worst served one
of those that have some left: with room for one batch in an answer, a whole rotation serves each
partition once, so the lead is never more than one; with room for three, three. Deliveries are
counted in the order in which the client hands them over, which is that of the broker's answers.

Counting begins when each partition has been served once, which must not take two rotations: the
full fetch that opens a session serves the front without turning (fetch E-27), and the first fetches
of a client may not name all of its partitions yet.

Turns come about in different ways. kafka-python uses fetch sessions, where the broker moves a
partition to the end once it was served (fetch E-29); librdkafka uses none and begins each request
with the next partition (fetch E-31), where all the broker has to do is to keep to its order.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import closing
from typing import Any

import pytest

from compat.clients.raw import RawClient
from kafkawire.protocol.messages.produce_request import ProduceRequest
from kafkawire.records.builder import encode_batch
from kafkawire.testing import RawConnection
from tests.support.suite.patience import patient

pytestmark = pytest.mark.clients

FILL_SECONDS_MAX = patient(60.0)
DRAIN_SECONDS_MAX = patient(60.0)
PRODUCE_VERSION = 12


def fill(
    bootstrap: str, raw: RawConnection, topic: str, shape: tuple[int, int], value_bytes: int
) -> None:
    """Make a topic of so many partitions with so many batches each, of one record each."""
    partitions, batches = shape
    with closing(RawClient(bootstrap)) as client:
        client.create_topic(topic, partitions)
    now_ms = int(time.time() * 1000)
    records = bytes(encode_batch([(now_ms, None, bytes(value_bytes), ())]))
    deadline = time.monotonic() + FILL_SECONDS_MAX
    missing = [index for index in range(partitions) for _ in range(batches)]
    while missing:
        assert time.monotonic() < deadline, f"{len(missing)} batches could not be sent"
        for index in produce(raw, topic, sorted(set(missing)), records):
            missing.remove(index)


def produce(raw: RawConnection, topic: str, partitions: list[int], records: bytes) -> list[int]:
    """Send a batch to each; those that took it, for a new topic's leaders may be on their way."""
    sent = ProduceRequest.TopicProduceData(
        name=topic,
        partition_data=[
            ProduceRequest.PartitionProduceData(index=index, records=records)
            for index in partitions
        ],
    )
    request = ProduceRequest(acks=-1, timeout_ms=30_000, topic_data=[sent])
    response = raw.ask(request, PRODUCE_VERSION)
    answers = response.responses[0].partition_responses
    return [each.index for each in answers if not each.error_code]


def drained(poll: Callable[[], Iterable[int]], expected: int) -> list[int]:
    """The partitions of all deliveries, in their order."""
    found: list[int] = []
    deadline = time.monotonic() + DRAIN_SECONDS_MAX
    while len(found) < expected:
        assert time.monotonic() < deadline, f"{len(found)} of {expected} records came"
        found += poll()
    return found


def lead_max(deliveries: list[int], shape: tuple[int, int], fitting: int = 1) -> int:
    """The greatest lead at any moment after the first rotation, in answers of `fitting` batches."""
    partitions, batches = shape
    first = 1 + max(deliveries.index(each) for each in range(partitions))
    assert first <= 2 * partitions * fitting, f"the first rotation took {first} deliveries"
    left = Counter(dict.fromkeys(range(partitions), batches))
    left.subtract(deliveries[:first])
    counts = Counter(dict.fromkeys(range(partitions), 0))
    most = 0
    for partition in deliveries[first:]:
        counts[partition] += 1
        left[partition] -= 1
        hungry = [counts[each] for each in left if left[each]]
        if hungry:
            most = max(most, max(counts.values()) - min(hungry))
    assert not any(left.values()), "not all came, or some came twice"
    return most


def kafka_python_drains(bootstrap: str, topic: str, shape: tuple[int, int], **limits: int) -> Any:
    """The partitions of all that a KafkaConsumer with these limits is handed."""
    from kafka import KafkaConsumer, TopicPartition

    partitions, batches = shape
    consumer = KafkaConsumer(
        bootstrap_servers=bootstrap,
        group_id=None,
        enable_auto_commit=False,
        auto_offset_reset="earliest",
        **limits,
    )

    def poll() -> list[int]:
        polled = consumer.poll(timeout_ms=200).values()
        return [record.partition for batch in polled for record in batch]

    with closing(consumer):
        consumer.assign([TopicPartition(topic, index) for index in range(partitions)])
        consumer.seek_to_beginning()
        return drained(poll, partitions * batches)


def test_kafka_python_is_served_evenly_with_room_for_one_batch(
    bootstrap: str, raw: RawConnection, fresh_name: Callable[[], str]
) -> None:
    """With fetch_max_bytes=300 over three partitions (fetch E-27, E-29, C-18, J 140)."""
    topic, shape = fresh_name(), (3, 30)
    fill(bootstrap, raw, topic, shape, 180)
    deliveries = kafka_python_drains(bootstrap, topic, shape, fetch_max_bytes=300)
    assert lead_max(deliveries, shape) <= 1


def test_kafka_python_drains_many_partitions_with_room_for_nothing(
    bootstrap: str, raw: RawConnection, fresh_name: Callable[[], str]
) -> None:
    """No batch fits either limit; they come one by one all the same (fetch C-5, C-18, J 100)."""
    topic, shape = fresh_name(), (30, 4)
    fill(bootstrap, raw, topic, shape, 600)
    limits = {"max_partition_fetch_bytes": 500, "fetch_max_bytes": 100}
    deliveries = kafka_python_drains(bootstrap, topic, shape, **limits)
    assert lead_max(deliveries, shape) <= 1


@pytest.mark.parametrize(("value_bytes", "fitting"), [(560, 1), (200, 3)])
def test_librdkafka_is_served_evenly_over_200_partitions(
    bootstrap: str,
    raw: RawConnection,
    fresh_name: Callable[[], str],
    value_bytes: int,
    fitting: int,
) -> None:
    """With the least budgets that librdkafka takes (fetch C-2, C-18, E-31)."""
    from confluent_kafka import Consumer, TopicPartition

    topic, shape = fresh_name(), (200, 5)
    fill(bootstrap, raw, topic, shape, value_bytes)
    consumer = Consumer(
        {
            "bootstrap.servers": bootstrap,
            "group.id": "none",
            "enable.auto.commit": False,
            "auto.offset.reset": "earliest",
            "message.max.bytes": 1_000,
            "fetch.max.bytes": 1_000,
            "fetch.message.max.bytes": 700,
        }
    )

    def poll() -> list[int]:
        messages: list[Any] = consumer.consume(100, 0.2)
        assert not any(message.error() for message in messages)
        return [message.partition() for message in messages]

    with closing(consumer):
        consumer.assign([TopicPartition(topic, index, 0) for index in range(shape[0])])
        deliveries = drained(poll, shape[0] * shape[1])
    assert lead_max(deliveries, shape, fitting) <= fitting
