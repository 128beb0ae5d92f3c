"""What happens to topics while somebody reads them: records come, go, and topics are made anew."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from typing import Any

from kafkawire.protocol.message import Message
from kafkawire.protocol.messages.create_partitions_request import CreatePartitionsRequest
from kafkawire.protocol.messages.delete_records_request import DeleteRecordsRequest
from kafkawire.protocol.messages.delete_topics_request import DeleteTopicsRequest
from kafkawire.spark.cluster import Cluster, TopicPartition
from kafkawire.testing import LocalBroker
from tests.support.requests.loopback import connected
from tests.support.spark.topic_rows import settings

TIMEOUT_MS = 10_000
RECORDS_PER_BATCH = 10


def fill(
    broker: LocalBroker,
    counts: Mapping[int, int],
    *,
    topic: str = "t",
    at_ms: int | None = None,
    headers: Iterable[tuple[str, bytes | None]] = (),
) -> None:
    """So many records for each partition, as of now unless told; values are `partition-number`."""
    now_ms = int(time.time() * 1_000) if at_ms is None else at_ms
    with Cluster(settings(broker.bootstrap)) as cluster:
        producer = cluster.producer()
        for partition, count in counts.items():
            rows = [
                (now_ms, b"k", b"%d-%d" % (partition, number), tuple(headers))
                for number in range(count)
            ]
            for first in range(0, count, RECORDS_PER_BATCH):
                batch = rows[first : first + RECORDS_PER_BATCH]
                producer.append(TopicPartition(topic, partition), batch)
        producer.flush()
        producer.close()


def fill_in_transaction(
    broker: LocalBroker, count: int, *, is_commit: bool, topic: str = "t", partition: int = 0
) -> None:
    """Records of one transaction, and the marker that ends it."""
    now_ms = int(time.time() * 1_000)
    with Cluster(settings(broker.bootstrap, transaction_timeout_ms=60_000)) as cluster:
        identity = cluster.init_producer_id("x")
        producer = cluster.producer(identity)
        rows = [(now_ms, None, b"%r" % is_commit, ()) for _ in range(count)]
        producer.append(TopicPartition(topic, partition), rows)
        producer.flush()
        producer.close()
        cluster.transaction(identity).end(is_commit, cluster.deadline())


def delete_records(broker: LocalBroker, before: Mapping[int, int], topic: str = "t") -> None:
    """Move the beginnings of logs up."""
    parts = [
        DeleteRecordsRequest.DeleteRecordsPartition(partition_index=partition, offset=offset)
        for partition, offset in before.items()
    ]
    named = DeleteRecordsRequest.DeleteRecordsTopic(name=topic, partitions=parts)
    answer = _asked(broker, DeleteRecordsRequest(topics=[named], timeout_ms=TIMEOUT_MS), 2)
    assert not any(part.error_code for each in answer.topics for part in each.partitions)


def add_partitions(broker: LocalBroker, count: int, topic: str = "t") -> None:
    """Have the topic have so many."""
    named = CreatePartitionsRequest.CreatePartitionsTopic(name=topic, count=count, assignments=None)
    answer = _asked(broker, CreatePartitionsRequest(topics=[named], timeout_ms=TIMEOUT_MS), 3)
    assert not any(each.error_code for each in answer.results)


def delete_topic(broker: LocalBroker, topic: str = "t") -> None:
    """Delete it."""
    answer = _asked(broker, DeleteTopicsRequest(topic_names=[topic], timeout_ms=TIMEOUT_MS), 5)
    assert not any(each.error_code for each in answer.responses)


def create_again(broker: LocalBroker, counts: Mapping[int, int], topic: str = "t") -> bytes:
    """Delete it and make another one of its name, with so many records."""
    delete_topic(broker, topic)
    made = broker.create_topic(topic, partitions=len(counts))
    fill(broker, counts, topic=topic)
    return made


def _asked(broker: LocalBroker, message: Message, version: int) -> Any:
    with connected(broker.bootstrap) as client:
        return client.ask(message, version)
