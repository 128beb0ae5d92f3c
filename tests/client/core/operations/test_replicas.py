"""Elections and reassignments: what is asked, and what their answers say of the whole."""

from __future__ import annotations

from typing import Any

import pytest

from kafkawire.client.core.operations import replicas
from kafkawire.client.values import TopicPartition
from kafkawire.protocol.messages.alter_partition_reassignments_response import (
    AlterPartitionReassignmentsResponse,
)
from kafkawire.protocol.messages.list_partition_reassignments_response import (
    ListPartitionReassignmentsResponse,
)
from tests.client.support.operations import run, sources
from tests.client.support.world import World

FIRST = TopicPartition("t", 0)
ELECT_LEADERS = 43


@pytest.mark.parametrize(("kind", "least", "number"), [("preferred", 0, 0), ("unclean", 1, 1)])
def test_old_brokers_elect_preferred_leaders_alone(kind: str, least: int, number: int) -> None:
    """client D-31."""
    plan = replicas.elect_leaders(sources(World()), kind, None, timeout_ms=5)
    assert plan.operation.least == least
    request: Any = plan.operation.ask(plan.keys, 2)
    assert (request.election_type, request.topic_partitions) == (number, None)


def test_an_election_is_tried_again_where_the_controller_moved_and_not_for_a_partition() -> None:
    """client N 135: ELECTION_NOT_NEEDED of a partition is for good."""
    world = World()
    world.create_topic("t")
    refused: list[int] = []

    def refuse(api: int, answer: Any) -> Any:
        if api == ELECT_LEADERS and not refused:
            refused.append(1)
            answer.error_code = 41
            return answer
        return None

    world.edit = refuse
    told = run(world, replicas.elect_leaders(sources(world), "preferred", [FIRST], timeout_ms=5))
    ((partition, error),) = told.results["the election"].items()
    assert (partition, error.code) == (FIRST, 84)
    assert world.apis().count(ELECT_LEADERS) == 2


def test_a_cancelled_move_has_no_brokers() -> None:
    plan = replicas.alter_reassignments(sources(World()), {FIRST: None}, timeout_ms=5)
    request: Any = plan.operation.ask([FIRST], 0)
    ((partition,),) = [topic.partitions for topic in request.topics]
    assert partition.replicas is None
    answer = AlterPartitionReassignmentsResponse(error_code=41, error_message="moved")
    told: Any = plan.operation.read(answer, [FIRST], 0)
    assert told[FIRST].code == 41


def test_moves_that_are_under_way_are_read() -> None:
    plan = replicas.list_reassignments(sources(World()), [FIRST], timeout_ms=5)
    moving = ListPartitionReassignmentsResponse.OngoingPartitionReassignment(
        partition_index=0, replicas=[1, 2, 3], adding_replicas=[3], removing_replicas=[1]
    )
    topic = ListPartitionReassignmentsResponse.OngoingTopicReassignment(
        name="t", partitions=[moving]
    )
    told: Any = plan.operation.read(
        ListPartitionReassignmentsResponse(topics=[topic]), plan.keys, 0
    )
    assert list(told.values()) == [{FIRST: ((1, 2, 3), (3,), (1,))}]
