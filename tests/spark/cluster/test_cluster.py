"""Topics, offsets and connections: who is asked, how often, and what is told when it fails."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest

from kafkawire.client.blocking import Deadline
from kafkawire.protocol.api_keys import ApiKey
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.spark.cluster import (
    NO_TOPIC_ID,
    Cluster,
    Refused,
    TopicPartition,
)
from kafkawire.testing import LocalBroker
from tests.support.dump.guarded import Guarded
from tests.support.spark.topic_rows import settings


def test_topics_have_ids_and_leaders(broker: LocalBroker, cluster: Cluster) -> None:
    topic_id = broker.create_topic("t", partitions=3)
    found = cluster.topics(["t", "missing"])
    assert found["t"].topic_id == topic_id != NO_TOPIC_ID
    assert list(found["t"].partitions) == [0, 1, 2]
    assert found["missing"].error == ErrorCode.UNKNOWN_TOPIC_OR_PARTITION
    assert list(cluster.topics()) == ["t"], "asking must not make a topic"


@pytest.mark.process
def test_the_client_needs_neither_numpy_nor_spark() -> None:
    """What only opens connections, as doctors and planners do, starts quickly."""
    heavy = "{'numpy', 'pyarrow', 'pyspark', 'trio', 'pandas'} & set(sys.modules)"
    code = f"import sys, kafkawire.spark.cluster; print({heavy})"
    found = subprocess.check_output([sys.executable, "-c", code], text=True)
    assert found == "set()\n"


def test_any_server_of_the_list_will_do(broker: LocalBroker) -> None:
    for _ in range(5):
        with Cluster(settings(f"127.0.0.1:1,{broker.bootstrap}")) as cluster:
            assert cluster.topics() == {}


def test_a_broker_has_one_connection_however_often_it_is_asked(broker: LocalBroker) -> None:
    with Guarded(broker.bootstrap) as guard, Cluster(settings(guard.bootstrap)) as cluster:
        for _ in range(4):
            cluster.topics()
        assert guard.count(ApiKey.API_VERSIONS) == 2, "the address to begin with has its own"


def test_a_topic_is_waited_for_until_some_partition_has_a_leader(broker: LocalBroker) -> None:
    broker.create_topic("t", partitions=2)
    waits = 3

    def edit(api_key: int, answer: Any) -> Any:
        nonlocal waits
        if api_key == ApiKey.METADATA:
            waits -= 1
            for part in answer.topics[0].partitions[waits <= 0 :]:
                part.error_code, part.leader_id = ErrorCode.LEADER_NOT_AVAILABLE, -1
        return answer

    with (
        Guarded(broker.bootstrap, edit=edit) as guard,
        Cluster(settings(guard.bootstrap)) as cluster,
    ):
        found = cluster.topic("t", cluster.deadline())
    assert found.partitions[1] == -1
    assert found.partitions[0] >= 0
    assert waits == 0


def test_a_partition_that_is_not_there_is_told_by_its_name(
    broker: LocalBroker, cluster: Cluster
) -> None:
    broker.create_topic("t", partitions=1)
    deadline = cluster.deadline()
    with pytest.raises(Refused, match="Metadata of t-1: UNKNOWN_TOPIC_OR_PARTITION"):
        cluster.leader(TopicPartition("t", 1), deadline)


def test_a_connection_that_was_closed_while_idle_costs_no_attempt(
    broker: LocalBroker, cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    cluster.topics()
    cluster.topics()
    broker.stop()
    broker.start()
    monkeypatch.setattr(Deadline, "pause", lambda self: pytest.fail("an attempt was lost"))
    assert cluster.topics() == {}
