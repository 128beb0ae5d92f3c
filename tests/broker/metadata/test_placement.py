"""Replica placement and the checks of assignments."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.broker.metadata.placement import active_replicas, check_assignment, place
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError
from tests.support.broker.metadata import broker, image_of


@given(st.integers(1, 6), st.integers(1, 20), st.integers(0, 2**32), st.data())
def test_replicas_are_distinct_and_leaders_are_spread(
    brokers: int, partitions: int, seed: int, data: st.DataObject
) -> None:
    """admin B-22: round robin from a random start."""
    factor = data.draw(st.integers(1, brokers))
    image = image_of(*(broker(node_id) for node_id in range(1, brokers + 1)))
    placed = place(image, Random(seed), partitions=partitions, replication_factor=factor)
    assert len(placed) == partitions
    for replicas in placed:
        assert len(set(replicas)) == len(replicas) == factor
    leaders = [replicas[0] for replicas in placed]
    counts = [leaders.count(node_id) for node_id in range(1, brokers + 1)]
    assert max(counts) - min(counts) <= 1


def test_neighbouring_replicas_lie_in_different_racks() -> None:
    image = image_of(*(broker(n, rack="a" if n <= 2 else "b") for n in (1, 2, 3, 4)))
    for replicas in place(image, Random(1), partitions=8, replication_factor=2):
        assert (replicas[0] <= 2) != (replicas[1] <= 2)


def test_fenced_brokers_are_used_last() -> None:
    """admin B-22."""
    image = image_of(broker(1, fenced=True), broker(2))
    assert place(image, Random(1), partitions=3, replication_factor=2) == [[2, 1]] * 3
    assert active_replicas(image, [2, 1], 0) == [2]


def test_too_few_brokers_are_counted() -> None:
    """admin B-14."""
    with pytest.raises(ApiError) as caught:
        place(image_of(broker(1)), Random(1), partitions=1, replication_factor=2)
    assert caught.value.code == ErrorCode.INVALID_REPLICATION_FACTOR
    assert caught.value.message == (
        "Unable to replicate the partition 2 time(s): The target replication factor of 2 cannot "
        "be reached because only 1 broker(s) are registered or some brokers have all their log "
        "directories cordoned."
    )


def test_fenced_brokers_alone_can_not_hold_a_topic() -> None:
    """admin B-14."""
    with pytest.raises(ApiError) as caught:
        place(image_of(broker(1, fenced=True)), Random(1), partitions=1, replication_factor=1)
    assert caught.value.message == (
        "Unable to replicate the partition 1 time(s): All brokers are currently fenced, or have "
        "all their log directories cordoned."
    )


@pytest.mark.parametrize(
    ("replicas", "size", "message"),
    [
        ([], None, "an empty replica list."),
        ([9, 1, 1], None, "the broker 1 more than once."),
        ([9, 1], None, "broker 9, but no such broker is registered."),
        ([3, 9], None, "broker 3, but all its log directories are cordoned."),
        ([2, 2], None, "the broker 2 more than once."),
        (
            [1, 2],
            1,
            "a partition with 2 replica(s), but this is not consistent with previous partitions, "
            "which have 1 replica(s).",
        ),
    ],
)
def test_bad_assignments_are_named(replicas: list[int], size: int | None, message: str) -> None:
    """admin B-13 (15) to (17): replicas are looked at by ascending id."""
    image = image_of(broker(1), broker(2), broker(3, cordoned=True))
    with pytest.raises(ApiError) as caught:
        check_assignment(image, replicas, size)
    assert caught.value.code == ErrorCode.INVALID_REPLICA_ASSIGNMENT
    assert caught.value.message == f"The manual partition assignment includes {message}"


def test_somebody_must_be_able_to_lead() -> None:
    """admin B-13 (18)."""
    with pytest.raises(ApiError) as caught:
        active_replicas(image_of(broker(1, fenced=True)), [1], 4)
    assert caught.value.message == (
        "All brokers specified in the manual partition assignment for partition 4 are fenced or "
        "in controlled shutdown."
    )
