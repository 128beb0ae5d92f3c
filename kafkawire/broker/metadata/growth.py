"""What CreatePartitions decides: the records of a topic's new partitions (admin B.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.broker.context import free
from kafkawire.broker.metadata.creation import PARTITIONS_PER_REQUEST_MAX
from kafkawire.broker.metadata.partition_records import partition_records
from kafkawire.broker.metadata.placement import check_assignment, place
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from random import Random

    from kafkawire.broker.metadata.image import MetadataImage
    from kafkawire.broker.metadata.parts import TopicImage
    from kafkawire.protocol.message import Message
    from kafkawire.protocol.messages.create_partitions_request import CreatePartitionsRequest


def check_total(
    image: MetadataImage, topics: Iterable[CreatePartitionsRequest.CreatePartitionsTopic]
) -> None:
    """Refuse too many new partitions in one request: `ApiError(POLICY_VIOLATION)`."""
    total = 0
    for asked in topics:
        topic = image.topics.get(asked.name)
        if topic is not None:
            total += max(0, asked.count - len(topic.partitions))
    if total > PARTITIONS_PER_REQUEST_MAX:
        raise ApiError(
            ErrorCode.POLICY_VIOLATION,
            "Excessively large number of additional partitions per request.",
        )


def grow(
    image: MetadataImage,
    random: Random,
    asked: CreatePartitionsRequest.CreatePartitionsTopic,
    charge: Callable[[int], None] = free,
) -> list[Message]:
    """The records of the partitions that one topic lacks; raises `ApiError` (admin B-24).

    `charge` is called with their number, and may refuse them.
    """
    topic = image.topics.get(asked.name)
    if topic is None:
        raise ApiError(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)
    present = len(topic.partitions)
    _check_count(asked.name, asked.count, present)
    added = asked.count - present
    # The factor is the one of partition 0, adding replicas included (B-25).
    factor = len(topic.partitions[0].replicas)
    replica_lists: Sequence[Sequence[int]]
    if asked.assignments is None:
        charge(added)
        replica_lists = place(image, random, partitions=added, replication_factor=factor)
    else:
        if len(asked.assignments) != added:
            raise ApiError(
                ErrorCode.INVALID_REPLICA_ASSIGNMENT,
                f"Attempted to add {added} additional partition(s), but only "
                f"{len(asked.assignments)} assignment(s) were specified.",
            )
        charge(added)
        replica_lists = [assignment.broker_ids for assignment in asked.assignments]
        _check_assignments(image, topic, replica_lists, factor)
    return partition_records(image, topic.topic_id, enumerate(replica_lists, present))


def _check_count(name: str, count: int, present: int) -> None:
    if count == present:
        raise ApiError(ErrorCode.INVALID_PARTITIONS, f"Topic already has {present} partition(s).")
    if count < present:
        raise ApiError(
            ErrorCode.INVALID_PARTITIONS,
            f"The topic {name} currently has {present} partition(s); {count} would not be an "
            "increase.",
        )


def _check_assignments(
    image: MetadataImage, topic: TopicImage, replica_lists: Sequence[Sequence[int]], factor: int
) -> None:
    for index, replicas in enumerate(replica_lists, len(topic.partitions)):
        check_assignment(image, replicas, factor)
        # Raises as well if none of them can lead.
        partition_records(image, topic.topic_id, [(index, replicas)])
