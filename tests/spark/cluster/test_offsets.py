"""Offsets of partitions: one request for each leader, again for those that moved."""

from __future__ import annotations

from typing import Any

import pytest

from kafkawire.protocol.api_keys import ApiKey
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.spark.cluster import (
    EARLIEST,
    LATEST,
    Cluster,
    OutOfTime,
    TopicPartition,
)
from kafkawire.testing import LocalBroker
from tests.support.dump.guarded import Guarded
from tests.support.spark.topic_rows import settings

T0, T1 = TopicPartition("t", 0), TopicPartition("t", 1)


def write(cluster: Cluster, count: int, timestamp: int = 5) -> None:
    producer = cluster.producer()
    producer.append(T0, [(timestamp, None, b"x", ())] * count)
    producer.flush()
    producer.close()


def test_offsets_are_earliest_latest_or_by_time(broker: LocalBroker, cluster: Cluster) -> None:
    broker.create_topic("t", partitions=2)
    write(cluster, 3, timestamp=10)
    write(cluster, 4, timestamp=20)
    assert cluster.list_offsets({T0: LATEST, T1: LATEST}) == {T0: 7, T1: 0}
    assert cluster.list_offsets({T0: EARLIEST, T1: EARLIEST}) == {T0: 0, T1: 0}
    assert cluster.list_offsets({T0: 11, T1: 11}) == {T0: 3, T1: -1}


def test_committed_reads_end_at_the_last_stable_offset(
    broker: LocalBroker, cluster: Cluster
) -> None:
    broker.create_topic("t", partitions=1)
    write(cluster, 3)
    producer = cluster.producer(cluster.init_producer_id("open"))
    producer.append(T0, [(5, None, b"x", ())])
    producer.flush()
    assert cluster.list_offsets({T0: LATEST}) == {T0: 4}
    assert cluster.list_offsets({T0: LATEST}, True) == {T0: 3}


def test_one_request_asks_a_leader_for_all_its_partitions(broker: LocalBroker) -> None:
    broker.create_topic("t", partitions=20)
    with Guarded(broker.bootstrap) as guard, Cluster(settings(guard.bootstrap)) as cluster:
        cluster.list_offsets({TopicPartition("t", index): LATEST for index in range(20)})
        assert guard.count(ApiKey.LIST_OFFSETS) == 1


def test_a_partition_whose_leader_moved_is_asked_for_again(broker: LocalBroker) -> None:
    broker.create_topic("t", partitions=2)
    refusals = iter([ErrorCode.NOT_LEADER_OR_FOLLOWER])

    def edit(api_key: int, answer: Any) -> Any:
        if api_key == ApiKey.LIST_OFFSETS:
            answer.topics[0].partitions[0].error_code = next(refusals, 0)
        return answer

    with Guarded(broker.bootstrap, edit=edit) as guard:
        with Cluster(settings(guard.bootstrap)) as cluster:
            assert cluster.list_offsets({T0: LATEST, T1: LATEST}) == {T0: 0, T1: 0}
        assert guard.count(ApiKey.METADATA) == 2


def test_a_connection_that_is_lost_on_the_way_to_a_leader_costs_an_attempt(
    broker: LocalBroker,
) -> None:
    broker.create_topic("t", partitions=1)
    fates = iter(["no leader", "lost"])

    def edit(api_key: int, answer: Any) -> Any:
        fate = next(fates, "") if api_key == ApiKey.METADATA else ""
        if fate == "no leader":
            answer.topics[0].partitions[0].leader_id = -1
        return None if fate == "lost" else answer

    with (
        Guarded(broker.bootstrap, edit=edit) as guard,
        Cluster(settings(guard.bootstrap)) as cluster,
    ):
        assert cluster.list_offsets({T0: LATEST}) == {T0: 0}
    assert not list(fates)


def test_offsets_of_what_is_not_there_are_told_after_the_limit(cluster: Cluster) -> None:
    with pytest.raises(OutOfTime, match=r"after 500 ms.* UNKNOWN_TOPIC_OR_PARTITION"):
        cluster.list_offsets({T0: LATEST}, deadline=cluster.deadline(500))
