"""DescribeLogDirs through bytes: in memory and on disk."""

from __future__ import annotations

import errno
from typing import Any

import pytest

from kafkawire.broker.security.authorizer import Operation, ResourceType, Rule, RuleAuthorizer
from kafkawire.log.topic_partition import TopicPartition
from kafkawire.protocol.messages.broker_registration_change_record import (
    BrokerRegistrationChangeRecord,
)
from kafkawire.protocol.messages.describe_log_dirs_request import DescribeLogDirsRequest
from tests.support.broker.cluster import Cluster
from tests.support.log.batches import make_batch
from tests.support.log.simulated_disk import TOTAL_BYTES, SimulatedDisk
from tests.support.log.stored import DATA
from tests.support.requests.harness import BrokerHarness
from tests.support.requests.produce import Producer
from tests.support.requests.stored_harness import StoredHarness


def request(*topics: tuple[str, list[int]], every: bool = False) -> DescribeLogDirsRequest:
    make = DescribeLogDirsRequest.DescribableLogDirTopic
    found = [make(topic=name, partitions=partitions) for name, partitions in topics]
    return DescribeLogDirsRequest(topics=None if every else found)


def described(harness: BrokerHarness, *topics: Any, version: int = 5) -> Any:
    """The only directory; of all partitions unless some are named."""
    client = harness.connect()
    response = client.request(request(*topics, every=not topics), version)
    assert response.error_code == 0
    [result] = response.results
    return result


def sizes(result: Any) -> dict[tuple[str, int], tuple[int, int]]:
    """Bytes and lag of each partition."""
    return {
        (topic.name, each.partition_index): (each.partition_size, each.offset_lag)
        for topic in result.topics
        for each in topic.partitions
        if not each.is_future_key
    }


@pytest.mark.parametrize("version", range(6))
def test_logs_are_told_with_their_sizes(version: int) -> None:
    """admin D-13."""
    producer = Producer()
    batch = make_batch()
    producer.one(batch)
    size = len(batch)
    result = described(producer.harness, version=version)
    assert (result.error_code, result.log_dir) == (0, "/memory")
    assert sizes(result) == {("t", 0): (size, 0), ("t", 1): (0, 0)}
    assert (result.total_bytes, result.usable_bytes, result.is_cordoned) == (-1, -1, False)


def test_what_is_not_here_is_not_named() -> None:
    """admin D-13, scenario 93: partitions once, however often they are asked for."""
    harness = Cluster((1, 2), (2, 3), (1,)).harness
    asked = ("nope", [0]), ("t", [0, 1, 7, 0]), ("t", [0]), ("", [-1])
    result = described(harness, *asked)
    assert [(topic.name, len(topic.partitions)) for topic in result.topics] == [("t", 1)]
    assert sizes(described(harness)).keys() == {("t", 0), ("t", 2)}
    assert described(harness, ("t", [])).topics == []


def test_nothing_asked_is_a_directory_without_logs() -> None:
    """admin D-13: an empty list is not all."""
    harness = Cluster().harness
    [result] = harness.connect().request(request(), 4).results
    assert (result.log_dir, result.topics) == ("/memory", [])


def test_a_directory_says_how_much_room_it_has() -> None:
    """admin D-13."""
    harness = StoredHarness(SimulatedDisk())
    harness.create_topic("t")
    result = described(harness)
    assert result.log_dir == DATA
    assert (result.total_bytes, result.usable_bytes) == (TOTAL_BYTES, TOTAL_BYTES // 2)
    assert sizes(result) == {("t", 0): (0, 0)}


def test_a_directory_that_fails_says_so() -> None:
    """admin D-13: and which logs are served still."""
    harness = StoredHarness(SimulatedDisk())
    harness.create_topic("t", 2)
    storage = harness.broker.storage
    assert storage is not None
    assert storage.logs is not None
    harness.broker.replicas.fail(TopicPartition("t", 0))
    storage.logs.failed[TopicPartition("t", 0)] = OSError(errno.EIO, "broken")
    result = described(harness)
    assert (result.error_code, result.log_dir) == (56, DATA)
    assert (result.total_bytes, result.usable_bytes) == (-1, -1)
    assert sizes(result).keys() == {("t", 1)}
    storage.logs.failed.clear()
    harness.disk.fail("space", errno.EIO)
    result = described(harness)
    assert (result.error_code, result.log_dir, result.total_bytes) == (56, DATA, -1)


def test_a_cordoned_directory_says_so() -> None:
    """admin D-13, scenario 93."""
    cluster = Cluster()
    directory = cluster.broker.replicas.log_dir_id
    registered = cluster.broker.metadata.brokers[1]
    cluster.commit(
        BrokerRegistrationChangeRecord(
            broker_id=1, broker_epoch=registered.epoch, cordoned_log_dirs=[directory]
        )
    )
    assert described(cluster.harness).is_cordoned


@pytest.mark.parametrize("version", [2, 3, 5])
def test_it_takes_the_right_to_describe_the_cluster(version: int) -> None:
    """admin D-13: before version 3 there are just no results."""
    cluster = Cluster()
    cluster.broker.authorizer = RuleAuthorizer([])
    response = cluster.client.request(request(every=True), version)
    assert (response.error_code, response.results) == (31 if version >= 3 else 0, [])
    rule = Rule(ResourceType.CLUSTER, "kafka-cluster", Operation.DESCRIBE)
    cluster.broker.authorizer = RuleAuthorizer([rule])
    assert described(cluster.harness).topics
