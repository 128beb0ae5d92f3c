"""ElectLeaders through bytes."""

from __future__ import annotations

from typing import Any

import pytest

from kafkawire.broker.security.authorizer import Operation, ResourceType, Rule, RuleAuthorizer
from kafkawire.protocol.messages.elect_leaders_request import ElectLeadersRequest
from tests.support.broker.cluster import NO_LEADER, Cluster
from tests.support.broker.metadata import topic

NOT_NEEDED = (84, "Leader election not needed for topic partition.")
UNCLEAN = 1


def request(
    *topics: tuple[str, list[int]], every: bool = False, kind: int = 0, timeout_ms: int = 1000
) -> ElectLeadersRequest:
    found = [ElectLeadersRequest.TopicPartitions(topic=name, partitions=it) for name, it in topics]
    return ElectLeadersRequest(
        election_type=kind, topic_partitions=None if every else found, timeout_ms=timeout_ms
    )


def found(response: Any) -> list[tuple[str, list[tuple[int, int, str | None]]]]:
    return [
        (
            each.topic,
            [(it.partition_id, it.error_code, it.error_message) for it in each.partition_result],
        )
        for each in response.replica_election_results
    ]


def unbalanced() -> Cluster:
    """Of `t`, broker 2 leads partition 0 in the place of 1, and nobody leads partition 2."""
    cluster = Cluster((1, 2), (1,), (1, 2))
    cluster.commit(*topic("u", (1,)))
    cluster.change(leader=2)
    cluster.change(2, leader=NO_LEADER, isr=[2])
    cluster.fence(2)
    return cluster


@pytest.mark.parametrize("version", range(3))
def test_preferred_replicas_lead_again(version: int) -> None:
    """admin D-9, D-10, scenario 92."""
    cluster = unbalanced()
    asked = request(("t", [1, 0, 2, 9]), ("nope", [0]), ("u", []))
    response = cluster.client.request(asked, version)
    assert response.error_code == 0
    assert found(response) == [
        (
            "t",
            [
                (1, *NOT_NEEDED),
                (0, 0, None),
                (2, 80, "The preferred leader was not available."),
                (9, 3, "No such partition as t-9"),
            ],
        ),
        ("nope", [(0, 3, "No such topic as nope")]),
        ("u", []),
    ]
    assert cluster.partition(0).is_leader
    assert found(cluster.client.request(request(("t", [0])), version)) == [
        ("t", [(0, *NOT_NEEDED)])
    ]


@pytest.mark.parametrize("version", [1, 2])
def test_unclean_elections_are_for_what_nobody_leads(version: int) -> None:
    """admin D-10: and this broker then leads."""
    cluster = unbalanced()
    response = cluster.client.request(request(("t", [0, 2]), kind=UNCLEAN), version)
    assert found(response) == [("t", [(0, *NOT_NEEDED), (2, 0, None)])]
    assert cluster.partition(2).is_leader


def test_of_all_partitions_those_are_told_that_something_was_to_be_done_for() -> None:
    """admin D-11, scenario 92: every topic is, though."""
    cluster = unbalanced()
    response = cluster.client.request(request(every=True), 2)
    assert sorted(found(response)) == [
        ("t", [(0, 0, None), (2, 80, "The preferred leader was not available.")]),
        ("u", []),
    ]


@pytest.mark.parametrize("timeout_ms", [0, -5])
def test_a_deadline_that_has_passed_stops_everything(timeout_ms: int) -> None:
    """admin D-11, B-2: before the type is looked at."""
    cluster = unbalanced()
    asked = request(("t", [0, 1]), kind=5, timeout_ms=timeout_ms)
    response = cluster.client.request(asked, 2)
    assert response.error_code == 7
    assert found(response) == [("t", [(0, 7, None), (1, 7, None)])]
    response = cluster.client.request(request(("t", [0]), timeout_ms=timeout_ms), 0)
    assert found(response) == [("t", [(0, 7, None)])]
    response = cluster.client.request(request(every=True, timeout_ms=timeout_ms), 2)
    assert (response.error_code, response.replica_election_results) == (7, [])
    assert not cluster.partition(0).is_leader


def test_unknown_types_are_refused() -> None:
    """admin D-9, scenario 92: for each partition, too; nothing asked is no matter of types."""
    client = unbalanced().client
    response = client.request(request(("t", [0]), kind=5), 2)
    assert response.error_code == 42
    assert found(response) == [("t", [(0, 42, "Unknown election type 5")])]
    response = client.request(request(kind=5, timeout_ms=0), 2)
    assert (response.error_code, response.replica_election_results) == (0, [])


def test_it_takes_the_right_to_alter_the_cluster() -> None:
    """admin D-9."""
    cluster = unbalanced()
    cluster.broker.authorizer = RuleAuthorizer([])
    response = cluster.client.request(request(("t", [0, 1])), 2)
    assert response.error_code == 31
    [(name, results)] = found(response)
    assert (name, [each[:2] for each in results]) == ("t", [(0, 31), (1, 31)])
    rule = Rule(ResourceType.CLUSTER, "kafka-cluster", Operation.ALTER)
    cluster.broker.authorizer = RuleAuthorizer([rule])
    assert found(cluster.client.request(request(("t", [0])), 2)) == [("t", [(0, 0, None)])]
