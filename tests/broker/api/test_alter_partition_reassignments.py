"""AlterPartitionReassignments through bytes."""

from __future__ import annotations

from typing import Any

import pytest

from kafkawire.broker.security.authorizer import Operation, ResourceType, Rule, RuleAuthorizer
from kafkawire.protocol.messages.alter_partition_reassignments_request import (
    AlterPartitionReassignmentsRequest,
)
from kafkawire.protocol.messages.metadata_request import MetadataRequest
from tests.support.broker.cluster import Cluster

Wished = dict[int, list[int] | None]


def request(*topics: tuple[str, Wished], **fields: Any) -> AlterPartitionReassignmentsRequest:
    topic = AlterPartitionReassignmentsRequest.ReassignableTopic
    partition = AlterPartitionReassignmentsRequest.ReassignablePartition
    fields = {"timeout_ms": 1000, **fields}
    return AlterPartitionReassignmentsRequest(
        topics=[
            topic(
                name=name,
                partitions=[
                    partition(partition_index=index, replicas=to) for index, to in wished.items()
                ],
            )
            for name, wished in topics
        ],
        **fields,
    )


def found(response: Any) -> list[tuple[str, list[tuple[int, int, str | None]]]]:
    return [
        (
            topic.name,
            [(each.partition_index, each.error_code, each.error_message) for each in it],
        )
        for topic in response.responses
        for it in [topic.partitions]
    ]


def replicas(cluster: Cluster) -> list[int]:
    """Those of partition 0, as clients see them."""
    [topic] = cluster.client.request(MetadataRequest(topics=None), 12).topics
    return list(topic.partitions[0].replica_nodes)


@pytest.mark.parametrize("version", range(2))
def test_each_partition_stands_by_itself(version: int) -> None:
    """admin D-2, D-4: in the order of the request, topics as often as they are named."""
    cluster = Cluster((1, 2), (1, 3))
    wished = request(
        ("t", {0: [1, 2], 7: [1], 1: [2, 2]}), ("nope", {0: None}), ("t", {1: [1, 3], 0: None})
    )
    response = cluster.client.request(wished, version)
    assert (response.error_code, response.error_message) == (0, None)
    begin = "The manual partition assignment includes"
    assert found(response) == [
        (
            "t",
            [
                (0, 0, None),
                (7, 3, "Unable to find partition t:7."),
                (1, 39, f"{begin} the broker 2 more than once."),
            ],
        ),
        ("nope", [(0, 3, "Unable to find a topic named nope.")]),
        (
            "t",
            [(1, 0, None), (0, 85, None)],
        ),
    ]


def test_a_reassignment_takes_effect() -> None:
    """admin D-5: clients see all replicas; this broker leads on."""
    cluster = Cluster((2, 1))
    assert found(cluster.client.request(request(("t", {0: [1, 3]})), 1)) == [("t", [(0, 0, None)])]
    assert replicas(cluster) == [1, 3, 2]
    cluster.change(isr=[2, 1, 3])
    assert replicas(cluster) == [1, 3, 2]
    # It is completed by the next change that the controller makes.
    assert found(cluster.client.request(request(("t", {0: [1, 3]})), 1)) == [("t", [(0, 0, None)])]
    assert replicas(cluster) == [1, 3]
    assert cluster.partition().is_leader


def test_who_leaves_here_is_hosted_here_no_more() -> None:
    """admin D-5: what this broker shall lose is gone at once if others are in sync."""
    cluster = Cluster((1, 2), (2, 3))
    assert found(cluster.client.request(request(("t", {0: [2], 1: [2, 1]})), 1)) == [
        ("t", [(0, 0, None), (1, 0, None)])
    ]
    hosted = {name.partition for name in cluster.broker.replicas.partitions}
    assert hosted == {1}


def test_repeated_partitions_are_each_decided_on_the_old_state() -> None:
    """admin D-4: the last one holds."""
    cluster = Cluster((1, 2))
    response = cluster.client.request(request(("t", {0: [3, 1]}), ("t", {0: [1, 4]})), 1)
    assert found(response) == [("t", [(0, 0, None)]), ("t", [(0, 0, None)])]
    assert cluster.broker.metadata.topics["t"].partitions[0].adding_replicas == (4,)


@pytest.mark.parametrize("allowed", [True, False])
def test_the_factor_may_be_kept(allowed: bool) -> None:
    """admin D-3, scenario 89: the choice is echoed."""
    cluster = Cluster((1, 2))
    wished = request(("t", {0: [1, 2, 3]}), allow_replication_factor_change=allowed)
    response = cluster.client.request(wished, 1)
    assert response.allow_replication_factor_change is allowed
    text = "The replication factor is changed from 2 to 3"
    assert found(response) == [("t", [(0, 0, None) if allowed else (0, 38, text)])]
    assert cluster.client.request(request(("t", {0: [1, 2]})), 0).error_code == 0


@pytest.mark.parametrize("timeout_ms", [0, -1])
def test_a_deadline_that_has_passed_stops_everything(timeout_ms: int) -> None:
    """admin D-4, B-2."""
    cluster = Cluster((1, 2))
    response = cluster.client.request(request(("t", {0: [2, 1]}), timeout_ms=timeout_ms), 1)
    assert (response.error_code, response.error_message) == (7, None)
    assert found(response) == [("t", [(0, 7, None)])]
    assert cluster.broker.metadata.topics["t"].partitions[0].replicas == (1, 2)


def test_nothing_asked_is_nothing_done() -> None:
    """admin D-4: another path of Kafka's, with an empty text and whatever the deadline."""
    wished = request(timeout_ms=0, allow_replication_factor_change=False)
    response = Cluster().client.request(wished, 1)
    assert (response.error_code, response.error_message) == (0, "")
    assert response.allow_replication_factor_change
    assert response.responses == []


def test_it_takes_the_right_to_alter_the_cluster() -> None:
    """admin D-1."""
    cluster = Cluster((1, 2))
    cluster.broker.authorizer = RuleAuthorizer([])
    response = cluster.client.request(request(("t", {0: [2, 1]}), ("u", {})), 1)
    assert response.error_code == 31
    assert [(name, [each[:2] for each in it]) for name, it in found(response)] == [
        ("t", [(0, 31)]),
        ("u", []),
    ]
    rule = Rule(ResourceType.CLUSTER, "kafka-cluster", Operation.ALTER)
    cluster.broker.authorizer = RuleAuthorizer([rule])
    assert found(cluster.client.request(request(("t", {0: [2, 1]})), 1)) == [("t", [(0, 0, None)])]
