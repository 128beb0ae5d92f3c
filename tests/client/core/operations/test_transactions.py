"""Filters of transactions need their version, and fencing waits for what it aborts."""

from __future__ import annotations

from typing import Any

import pytest

from kafkawire.client.core.operations import transactions
from kafkawire.client.values import TopicPartition
from tests.client.support.operations import run, sources
from tests.client.support.world import World

INIT_PRODUCER_ID = 22


@pytest.mark.parametrize(
    ("duration_ms", "pattern", "least"), [(-1, None, 0), (0, None, 1), (5, None, 1), (-1, "x", 2)]
)
def test_filters_need_their_version(duration_ms: int, pattern: str | None, least: int) -> None:
    """client D-31."""
    plan = transactions.list_transactions(
        sources(World()), [1], states=[], producer_ids=[], duration_ms=duration_ms, pattern=pattern
    )
    assert plan.operation.least == least


def test_fencing_is_tried_again_while_a_transaction_is_being_aborted() -> None:
    """client J-7: with the shortest timeout, and no producer id of its own."""
    world = World()
    refused: list[int] = []

    def refuse(api: int, answer: Any) -> Any:
        if api == INIT_PRODUCER_ID and not refused:
            refused.append(1)
            answer.error_code = 51
            return answer
        return None

    world.edit = refuse
    told = run(world, transactions.fence_producer(sources(world), "orders"))
    assert told.results["orders"].producer_epoch >= 0
    sent = [request for api, _, request, _ in world.requests if api == INIT_PRODUCER_ID]
    assert [
        (each.transactional_id, each.transaction_timeout_ms, each.producer_id) for each in sent
    ] == [("orders", 1, -1)] * 2


def test_the_marker_of_an_aborted_transaction() -> None:
    partition = TopicPartition("t", 1)
    plan = transactions.abort_transaction(
        sources(World()), partition, producer_id=7, producer_epoch=3, coordinator_epoch=2
    )
    request: Any = plan.operation.ask([partition], 1)
    (marker,) = request.markers
    assert (marker.producer_id, marker.producer_epoch, marker.coordinator_epoch) == (7, 3, 2)
    assert not marker.transaction_result
    (topic,) = marker.topics
    assert (topic.name, topic.partition_indexes) == ("t", [1])
