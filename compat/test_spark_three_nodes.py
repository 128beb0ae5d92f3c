"""Our client for Spark's tasks before three nodes of the real Apache Kafka, of which leaders go.

Each node leads one partition. What is written and read goes to all of them, and on when one is
stopped in the middle: every record is there once, in order.
"""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest
from confluent_kafka.admin import AdminClient
from confluent_kafka.cimpl import NewTopic

from compat.oracle import OracleUnavailable
from compat.oracle.cluster import KafkaCluster
from kafkawire.client.blocking import Deadline
from kafkawire.records.batch import iter_headers
from kafkawire.records.record import decode_records
from kafkawire.spark.cluster import Cluster, FetchLimits, TopicPartition
from kafkawire.spark.cluster.groups import Committed
from kafkawire.spark.cluster.offsets import LATEST
from kafkawire.spark.cluster.transactions import Identity
from tests.support.rings.skips import skip_without
from tests.support.spark.topic_rows import settings, topic_rows

pytestmark = pytest.mark.oracle

PARTITIONS = 3
LIMIT_S = 60
LIMIT_MS = LIMIT_S * 1_000
BATCHES, RECORDS = 60, 20
SMALL = FetchLimits(partition_bytes=2_000)
GROUP = "spark-sink"


@pytest.fixture(scope="module")
def nodes() -> Iterator[KafkaCluster]:
    try:
        with KafkaCluster(3) as found:
            yield found
    except OracleUnavailable as missing:
        skip_without(missing, "Spark's writer on three nodes of Apache Kafka is not run")


@pytest.fixture
def cluster(nodes: KafkaCluster) -> Iterator[Cluster]:
    with Cluster(settings(",".join(nodes.bootstrap))) as found:
        yield found


def make_topic(nodes: KafkaCluster, cluster: Cluster, name: str) -> list[TopicPartition]:
    """Three partitions on all nodes, each led by another one."""
    admin = AdminClient({"bootstrap.servers": ",".join(nodes.bootstrap)})
    for made in admin.create_topics([NewTopic(name, PARTITIONS, 3)]).values():
        made.result(LIMIT_S)
    parts = [TopicPartition(name, each) for each in range(PARTITIONS)]
    assert len({leader(cluster, each) for each in parts}) == PARTITIONS
    return parts


def leader(cluster: Cluster, part: TopicPartition) -> int:
    """Who leads a partition, once nodes know it."""
    deadline = Deadline(LIMIT_MS)
    return cluster.retried(lambda: cluster.leader(part, deadline), deadline)


def write(cluster: Cluster, parts: list[TopicPartition], identity: Identity) -> Iterator[int]:
    """Batches to all partitions in turns; control comes back after each round."""
    producer, now_ms = cluster.producer(identity), time.time_ns() // 1_000_000
    for number in range(BATCHES):
        values = (b"%d" % at for at in range(number * RECORDS, (number + 1) * RECORDS))
        rows = [(now_ms, None, value, ()) for value in values]
        for part in parts:
            producer.append(part, rows)
        yield number
    producer.flush()
    producer.close()


def read(cluster: Cluster, part: TopicPartition) -> Iterator[list[int]]:
    """All numbers of a partition, an answer's at a time."""
    end = cluster.list_offsets({part: LATEST})[part]
    topic_id = cluster.topic(part.topic, Deadline(LIMIT_MS)).topic_id
    for fetched in cluster.fetch(part, topic_id, 0, end, limits=SMALL):
        yield [
            int(record.value or b"")
            for position, header in iter_headers(fetched.data)
            for record in decode_records(fetched.data, position, header)
        ]


def stored(nodes: KafkaCluster, topic: str, *, is_committed: bool) -> list[list[int]]:
    """The numbers of each partition."""
    rows = topic_rows(",".join(nodes.bootstrap), topic, is_committed=is_committed)
    return [
        [int(row.value or b"") for row in rows if row.partition == each]
        for each in range(PARTITIONS)
    ]


def leading(nodes: KafkaCluster, cluster: Cluster, part: TopicPartition) -> int:
    """Which of the nodes leads a partition."""
    port = cluster.client.view.nodes[leader(cluster, part)].port
    return next(at for at, node in enumerate(nodes.nodes) if node.port == port)


def test_a_transaction_over_all_nodes_counts_as_a_whole(
    nodes: KafkaCluster, cluster: Cluster
) -> None:
    parts = make_topic(nodes, cluster, "settled")
    for is_commit in (True, False):
        identity = cluster.init_producer_id("sink-1")
        transaction = cluster.transaction(identity)
        for _ in write(cluster, parts, identity):
            pass
        transaction.add_offsets(GROUP, cluster.deadline())
        told = Committed(7, "batch") if is_commit else Committed(8, "batch")
        transaction.commit_offsets(GROUP, {parts[0]: told}, cluster.deadline())
        transaction.end(is_commit, cluster.deadline())
    expected = list(range(BATCHES * RECORDS))
    assert stored(nodes, "settled", is_committed=True) == [expected] * PARTITIONS
    assert stored(nodes, "settled", is_committed=False) == [expected * 2] * PARTITIONS
    assert cluster.offset_fetch(GROUP)[parts[0]].offset == 7


def test_each_record_is_there_once_when_leaders_go_in_the_middle(
    nodes: KafkaCluster, cluster: Cluster
) -> None:
    parts = make_topic(nodes, cluster, "moving")
    identity = cluster.init_producer_id()
    node = nodes.nodes[leading(nodes, cluster, parts[0])]
    for number in write(cluster, parts, identity):
        if number == BATCHES // 3:
            node.stop_process()
    node.start_process()
    node.wait()

    expected = list(range(BATCHES * RECORDS))
    stopped = None
    for part in parts:
        found: list[int] = []
        for some in read(cluster, part):
            found += some
            if stopped is None and len(found) > len(expected) // 3:
                stopped = nodes.nodes[leading(nodes, cluster, part)]
                stopped.stop_process()
        assert found == expected
    assert stopped is not None
