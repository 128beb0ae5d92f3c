"""ListPartitionReassignments through bytes."""

from __future__ import annotations

from typing import Any

from kafkawire.broker.metadata.reassignments import Reassigner, Wish
from kafkawire.broker.security.authorizer import Operation, ResourceType, Rule, RuleAuthorizer
from kafkawire.protocol.messages.list_partition_reassignments_request import (
    ListPartitionReassignmentsRequest,
)
from tests.support.broker.cluster import Cluster
from tests.support.broker.metadata import topic


def request(
    *topics: tuple[str, list[int]], every: bool = False, timeout_ms: int = 1000
) -> ListPartitionReassignmentsRequest:
    make = ListPartitionReassignmentsRequest.ListPartitionReassignmentsTopics
    found = [make(name=name, partition_indexes=indexes) for name, indexes in topics]
    return ListPartitionReassignmentsRequest(topics=None if every else found, timeout_ms=timeout_ms)


def found(response: Any) -> list[tuple[str, list[Any]]]:
    assert (response.error_code, response.error_message) == (0, None)
    return [
        (
            topic.name,
            [
                (
                    each.partition_index,
                    list(each.replicas),
                    list(each.adding_replicas),
                    list(each.removing_replicas),
                )
                for each in topic.partitions
            ],
        )
        for topic in response.topics
    ]


def moving() -> Cluster:
    """Of `t`, partitions 0 and 2 are on their way to the fenced broker 4; `u` is idle."""
    cluster = Cluster((1, 2), (1, 2), (2, 1))
    cluster.commit(*topic("u", (1,)))
    cluster.fence(4)
    reassigner = Reassigner(cluster.broker.metadata, may_change_factor=True)
    for index, replicas in ((0, (1, 4)), (2, (2, 1, 4))):
        record = reassigner.decide(Wish("t", index, replicas))
        assert record is not None
        cluster.commit(record)
    return cluster


FIRST = (0, [1, 4, 2], [4], [2])
LAST: tuple[int, list[int], list[int], list[int]] = (2, [2, 1, 4], [4], [])


def test_everything_that_moves_is_listed() -> None:
    """admin D-8, scenario 90: to dead brokers, too, and whatever the timeout."""
    cluster = moving()
    assert found(cluster.client.request(request(every=True), 0)) == [("t", [FIRST, LAST])]
    late = request(every=True, timeout_ms=0)
    assert found(cluster.client.request(late, 0)) == [("t", [FIRST, LAST])]
    assert found(Cluster().client.request(request(every=True), 0)) == []


def test_what_stays_or_is_not_there_is_left_out() -> None:
    """admin D-8: partitions in the order of the request, topics as often as they are named."""
    client = moving().client
    asked = request(("nope", [0]), ("t", [2, 1, 0, 9]), ("u", [0]), ("t", [1]), ("t", [0]))
    assert found(client.request(asked, 0)) == [("t", [LAST, FIRST]), ("t", [FIRST])]
    assert found(client.request(request(), 0)) == []


def test_it_takes_the_right_to_describe_the_cluster() -> None:
    """admin D-1."""
    cluster = moving()
    cluster.broker.authorizer = RuleAuthorizer([])
    response = cluster.client.request(request(("t", [0, 9])), 0)
    assert response.error_code == 31
    [answered] = response.topics
    assert (answered.name, [each.partition_index for each in answered.partitions]) == ("t", [0, 9])
    response = cluster.client.request(request(every=True), 0)
    assert (response.error_code, response.topics) == (31, [])
    rule = Rule(ResourceType.CLUSTER, "kafka-cluster", Operation.DESCRIBE)
    cluster.broker.authorizer = RuleAuthorizer([rule])
    assert found(cluster.client.request(request(("t", [0])), 0)) == [("t", [FIRST])]
