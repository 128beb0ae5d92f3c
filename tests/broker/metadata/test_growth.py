"""What CreatePartitions decides."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from kafkawire.broker.metadata.growth import check_total, grow
from kafkawire.broker.metadata.image import MetadataImage
from kafkawire.protocol.errors import ApiError
from kafkawire.protocol.messages.create_partitions_request import CreatePartitionsRequest
from tests.support.broker.metadata import broker, image_of, topic

Asked = CreatePartitionsRequest.CreatePartitionsTopic


def asked(count: int, *replica_lists: list[int], name: str = "t", none: bool = False) -> Asked:
    assignments = [
        CreatePartitionsRequest.CreatePartitionsAssignment(broker_ids=replicas)
        for replicas in replica_lists
    ]
    return Asked(name=name, count=count, assignments=assignments if replica_lists or none else None)


def image() -> MetadataImage:
    return image_of(broker(1), broker(2), *topic("t", [1, 2], [2, 1], [1, 2]))


def refusal(element: Asked) -> tuple[int, str | None]:
    with pytest.raises(ApiError) as caught:
        grow(image(), Random(1), element)
    return int(caught.value.code), caught.value.message


def test_new_partitions_follow_the_old_ones() -> None:
    """admin B-28: the factor is that of partition 0, epochs begin at 0."""
    records: list[Any] = grow(image(), Random(1), asked(5))
    assert [record.partition_id for record in records] == [3, 4]
    assert all(sorted(record.replicas) == [1, 2] for record in records)
    assert all(record.leader_epoch == 0 for record in records)


def test_counts_must_grow() -> None:
    """admin B-24, H 51."""
    assert refusal(asked(3)) == (37, "Topic already has 3 partition(s).")
    for count in (2, 0, -1):
        assert refusal(asked(count)) == (
            37,
            f"The topic t currently has 3 partition(s); {count} would not be an increase.",
        )
    assert refusal(asked(1, name="nope")) == (3, None)


def test_assignments_must_be_as_many_as_partitions_are_added() -> None:
    """admin B-24, H 52: an empty list is a mismatch, and "only" appears when there are too many."""
    text = "Attempted to add 2 additional partition(s), but only {} assignment(s) were specified."
    assert refusal(asked(5, [1, 2])) == (39, text.format(1))
    assert refusal(asked(5, none=True)) == (39, text.format(0))
    assert refusal(asked(5, [1, 2], [1, 2], [1, 2])) == (39, text.format(3))


def test_assignments_need_the_topics_factor() -> None:
    """admin B-24, B-13 (17)."""
    code, message = refusal(asked(4, [1]))
    assert code == 39
    assert message is not None
    assert "1 replica(s)" in message
    record: Any
    (record,) = grow(image(), Random(1), asked(4, [2, 1]))
    assert (record.partition_id, record.replicas, record.leader) == (3, [2, 1], 2)


def test_too_many_at_once() -> None:
    """admin B-24, H 54: the total of all topics counts."""
    check_total(image(), [asked(10_003)])
    with pytest.raises(ApiError) as caught:
        check_total(image(), [asked(10_004)])
    assert (int(caught.value.code), caught.value.message) == (
        44,
        "Excessively large number of additional partitions per request.",
    )
