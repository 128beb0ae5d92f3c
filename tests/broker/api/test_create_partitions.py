"""CreatePartitions through bytes."""

from __future__ import annotations

from typing import Any

import pytest

from kafkawire.broker.metadata.reassignments import Reassigner, Wish
from kafkawire.protocol.messages.create_partitions_request import CreatePartitionsRequest
from tests.support.broker.cluster import Cluster
from tests.support.requests.harness import BrokerHarness

Asked = CreatePartitionsRequest.CreatePartitionsTopic


def grow(
    harness: BrokerHarness, *counts: tuple[str, int], version: int = 3, **fields: Any
) -> list[tuple[str, int, str | None]]:
    request = CreatePartitionsRequest(
        topics=[Asked(name=name, count=count, assignments=None) for name, count in counts],
        **{"timeout_ms": 1000, **fields},
    )
    response = harness.connect().request(request, version)
    return [(each.name, each.error_code, each.error_message) for each in response.results]


@pytest.mark.parametrize("version", range(4))
def test_every_version_adds_partitions(version: int) -> None:
    harness = BrokerHarness()
    harness.create_topic("r2", 3)
    assert grow(harness, ("r2", 5), version=version) == [("r2", 0, None)]
    assert sorted(harness.broker.metadata.topics["r2"].partitions) == [0, 1, 2, 3, 4]
    assert ("r2", 4) in harness.broker.replicas.partitions


def test_answers_are_in_hash_order() -> None:
    """admin B-24, B-26, H 51: [nope, r2] answers r2, nope; unknown has no message."""
    harness = BrokerHarness()
    harness.create_topic("r2", 3)
    assert grow(harness, ("nope", 5), ("r2", 3)) == [
        ("r2", 37, "Topic already has 3 partition(s)."),
        ("nope", 3, None),
    ]


def test_duplicates_come_first_and_once() -> None:
    """admin B-24, B-26, H 53."""
    harness = BrokerHarness()
    harness.create_topic("a")
    harness.create_topic("b")
    found = grow(harness, ("b", 2), ("a", 2), ("a", 3))
    assert found == [("a", 42, "Duplicate topic name."), ("b", 0, None)]
    assert len(harness.broker.metadata.topics["a"].partitions) == 1


def test_too_many_spoil_the_request() -> None:
    """admin B-24, H 54."""
    harness = BrokerHarness()
    harness.create_topic("a")
    harness.create_topic("b")
    text = "Excessively large number of additional partitions per request."
    assert grow(harness, ("b", 2), ("a", 20_001)) == [("b", 44, text), ("a", 44, text)]
    assert len(harness.broker.metadata.topics["b"].partitions) == 1


def test_new_partitions_have_the_factor_that_the_first_has_just_now() -> None:
    """admin B-25: while it is moved that is the number of both its old and new replicas."""
    cluster = Cluster((1, 2))
    moved = Reassigner(cluster.broker.metadata, may_change_factor=True).decide(Wish("t", 0, [1, 4]))
    assert moved is not None
    moved.adding_replicas, moved.removing_replicas, moved.replicas = [4], [2], [1, 4, 2]
    cluster.commit(moved)
    request = CreatePartitionsRequest(
        topics=[Asked(name="t", count=2, assignments=None)], timeout_ms=1000
    )
    assert cluster.client.request(request, 3).results[0].error_code == 0
    assert len(cluster.broker.metadata.topics["t"].partitions[1].replicas) == 3


def test_validation_changes_nothing() -> None:
    """admin B-27: internal topics may grow."""
    harness = BrokerHarness()
    harness.broker.controller.create_internal_topic("__consumer_offsets", harness.now_ms)
    found = grow(harness, ("__consumer_offsets", 51), validate_only=True)
    assert found == [("__consumer_offsets", 0, None)]
    assert len(harness.broker.metadata.topics["__consumer_offsets"].partitions) == 50


def test_no_time_means_nothing_is_done() -> None:
    """admin B-2."""
    harness = BrokerHarness()
    harness.create_topic("a")
    assert grow(harness, ("a", 2), timeout_ms=0) == [("a", 7, None)]
    found = grow(harness, ("a", 2), ("b", 2), ("b", 3), timeout_ms=0)
    assert found == [("a", 7, None), ("b", 7, None), ("b", 7, None)]
    twice = grow(harness, ("a", 2), ("a", 3), timeout_ms=0)
    assert twice == [("a", 42, "Duplicate topic name.")]


def test_assignments_go_through() -> None:
    """admin B-24: an empty array is not null."""
    harness = BrokerHarness()
    harness.create_topic("a")
    client = harness.connect()
    one = CreatePartitionsRequest.CreatePartitionsAssignment(broker_ids=[1])
    codes = []
    for assignments in ([], [one, one], [one]):
        asked = Asked(name="a", count=2, assignments=assignments)
        request = CreatePartitionsRequest(topics=[asked], timeout_ms=1000)
        codes.append(client.request(request, 3).results[0].error_code)
    assert codes == [39, 39, 0]
