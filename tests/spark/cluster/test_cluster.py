"""Topics, offsets and connections: who is asked, how often, and what is told when it fails."""

from __future__ import annotations

from typing import Any

import pytest

from kafkawire.protocol.api_keys import ApiKey
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.messages.metadata_request import MetadataRequest
from kafkawire.spark.cluster import (
    EARLIEST,
    LATEST,
    NO_TOPIC_ID,
    Cluster,
    OutOfTime,
    TopicPartition,
    pool,
)
from kafkawire.spark.cluster.groups import Committed
from kafkawire.testing import LocalBroker
from tests.support.guarded import Guarded
from tests.support.topic_rows import settings

T0, T1 = TopicPartition("t", 0), TopicPartition("t", 1)


def write(cluster: Cluster, count: int, timestamp: int = 5) -> None:
    producer = cluster.producer()
    producer.append(T0, [(timestamp, None, b"x", ())] * count)
    producer.flush()
    producer.close()


def test_topics_have_ids_and_leaders(broker: LocalBroker, cluster: Cluster) -> None:
    topic_id = broker.create_topic("t", partitions=3)
    found = cluster.topics(["t", "missing"])
    assert found["t"].topic_id == topic_id != NO_TOPIC_ID
    assert list(found["t"].partitions) == [0, 1, 2]
    assert found["missing"].error == ErrorCode.UNKNOWN_TOPIC_OR_PARTITION
    assert list(cluster.topics()) == ["t"], "asking must not make a topic"


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


def test_offsets_of_what_is_not_there_are_told_after_the_limit(cluster: Cluster) -> None:
    with pytest.raises(OutOfTime, match=r"after 20 ms.* UNKNOWN_TOPIC_OR_PARTITION"):
        cluster.list_offsets({T0: LATEST}, deadline=cluster.deadline(20))


def test_a_group_keeps_offsets_with_what_is_noted_beside(
    broker: LocalBroker, cluster: Cluster
) -> None:
    broker.create_topic("t", partitions=2)
    assert cluster.offset_fetch("g") == {}
    cluster.offset_commit("g", {T0: Committed(7, "noted"), T1: Committed(8)})
    assert cluster.offset_fetch("g") == {T0: (7, "noted"), T1: (8, "")}


@pytest.mark.parametrize("version", [7, 8])
def test_offsets_are_fetched_in_the_old_layout_and_the_new(
    broker: LocalBroker, version: int
) -> None:
    broker.create_topic("t", partitions=2)

    def edit(api_key: int, answer: Any) -> Any:
        if api_key == ApiKey.API_VERSIONS:
            for each in answer.api_keys:
                if each.api_key in (ApiKey.OFFSET_FETCH, ApiKey.FIND_COORDINATOR):
                    each.max_version = version - (each.api_key == ApiKey.FIND_COORDINATOR) * 4
        return answer

    with (
        Guarded(broker.bootstrap, edit=edit) as guard,
        Cluster(settings(guard.bootstrap)) as cluster,
    ):
        cluster.offset_commit("g", {T0: Committed(7, "noted")})
        assert cluster.offset_fetch("g") == {T0: (7, "noted")}


def test_a_coordinator_that_is_loading_is_waited_for(broker: LocalBroker) -> None:
    broker.create_topic("t", partitions=1)
    codes = [ErrorCode.COORDINATOR_LOAD_IN_PROGRESS, ErrorCode.NOT_COORDINATOR]

    def edit(api_key: int, answer: Any) -> Any:
        if api_key == ApiKey.INIT_PRODUCER_ID and codes:
            answer.error_code = codes.pop()
        return answer

    with Guarded(broker.bootstrap, edit=edit) as guard:
        with Cluster(settings(guard.bootstrap)) as cluster:
            assert cluster.init_producer_id("id").producer_id >= 0
        assert guard.count(ApiKey.INIT_PRODUCER_ID) == 3
        assert not codes


def test_the_next_task_has_the_connection_of_the_one_before(broker: LocalBroker) -> None:
    with Guarded(broker.bootstrap) as guard:
        for _ in range(3):
            with Cluster(settings(guard.bootstrap)) as cluster:
                cluster.topics()
        assert guard.count(ApiKey.API_VERSIONS) == 1


def test_a_connection_with_an_answer_outstanding_is_not_kept(broker: LocalBroker) -> None:
    with Cluster(settings(broker.bootstrap)) as cluster:
        deadline = cluster.deadline()
        connection = cluster.any_connection(deadline)
        connection.send(MetadataRequest(topics=None), deadline)
    assert not connection.is_usable


def test_a_kept_connection_that_the_broker_closed_is_replaced(tmp_path: Any) -> None:
    with LocalBroker(data=tmp_path) as broker:
        with Cluster(settings(broker.bootstrap)) as cluster:
            cluster.topics()
        broker.stop()
        broker.start()
        with Cluster(settings(broker.bootstrap)) as cluster:
            assert cluster.topics() == {}


def test_what_is_interrupted_closes_its_connection(
    broker: LocalBroker, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    with Cluster(settings(broker.bootstrap)) as cluster:
        connection = cluster.any_connection(cluster.deadline())
        monkeypatch.setattr(connection, "_frame", interrupted)
        with pytest.raises(KeyboardInterrupt):
            cluster.topics()
    assert not connection.is_usable
    assert not any(connection in kept for kept in pool._kept.values())
