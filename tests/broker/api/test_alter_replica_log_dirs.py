"""AlterReplicaLogDirs through bytes."""

from __future__ import annotations

from typing import Any

import pytest

from kafkawire.broker.security.authorizer import Operation, ResourceType, Rule, RuleAuthorizer
from kafkawire.log.topic_partition import TopicPartition
from kafkawire.protocol.messages.alter_replica_log_dirs_request import AlterReplicaLogDirsRequest
from tests.support.broker.cluster import Cluster

HERE = "/memory"


def request(
    *directories: tuple[str, list[tuple[str, list[int]]]],
) -> AlterReplicaLogDirsRequest:
    kind = AlterReplicaLogDirsRequest
    return AlterReplicaLogDirsRequest(
        dirs=[
            kind.AlterReplicaLogDir(
                path=path,
                topics=[
                    kind.AlterReplicaLogDirTopic(name=name, partitions=partitions)
                    for name, partitions in topics
                ],
            )
            for path, topics in directories
        ]
    )


def found(response: Any) -> list[tuple[str, list[tuple[int, int]]]]:
    return [
        (each.topic_name, [(it.partition_index, it.error_code) for it in each.partitions])
        for each in response.results
    ]


@pytest.mark.parametrize("version", range(3))
def test_a_log_can_only_go_where_it_is(version: int) -> None:
    """admin D-14, scenario 94."""
    cluster = Cluster((1, 2), (2, 3))
    asked = request((HERE, [("t", [0, 1, 7]), ("nope", [0])]), ("/elsewhere", [("u", [0])]))
    assert found(cluster.client.request(asked, version)) == [
        ("t", [(0, 0), (1, 9), (7, 3)]),
        ("nope", [(0, 3)]),
        ("u", [(0, 57)]),
    ]
    assert found(cluster.client.request(request(), version)) == []


def test_the_last_directory_counts() -> None:
    """admin D-14."""
    client = Cluster((1,)).client
    asked = request((HERE, [("t", [0, 0])]), ("/elsewhere", [("t", [0])]))
    assert found(client.request(asked, 2)) == [("t", [(0, 57)])]
    asked = request(("relative", [("t", [0])]), (HERE, [("t", [0])]))
    assert found(client.request(asked, 2)) == [("t", [(0, 0)])]


def test_a_name_too_long_to_be_moved_is_refused_first() -> None:
    """admin D-14: there must be room for the name of the directory while the log moves."""
    client = Cluster((1,)).client
    for length, index, code in ((213, 0, 57), (214, 0, 17), (212, 10, 57), (213, 10, 17)):
        asked = request(("/elsewhere", [("x" * length, [index])]))
        assert found(client.request(asked, 2)) == [("x" * length, [(index, code)])]


def test_what_failed_does_not_move() -> None:
    """admin D-14."""
    cluster = Cluster((1,))
    cluster.broker.replicas.fail(TopicPartition("t", 0))
    assert found(cluster.client.request(request((HERE, [("t", [0])])), 2)) == [("t", [(0, 56)])]


def test_it_takes_the_right_to_alter_the_cluster() -> None:
    """admin D-14: each element is answered as it came."""
    cluster = Cluster((1,))
    cluster.broker.authorizer = RuleAuthorizer([])
    asked = request((HERE, [("t", [0, 0])]), ("/elsewhere", [("t", [0])]))
    assert found(cluster.client.request(asked, 2)) == [("t", [(0, 31)] * 2), ("t", [(0, 31)])]
    rule = Rule(ResourceType.CLUSTER, "kafka-cluster", Operation.ALTER)
    cluster.broker.authorizer = RuleAuthorizer([rule])
    assert found(cluster.client.request(request((HERE, [("t", [0])])), 2)) == [("t", [(0, 0)])]
