"""PartitionRecords of new partitions, shared by the creation and the growth of topics."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.broker.metadata.placement import active_replicas
from kafkawire.protocol.messages.partition_record import PartitionRecord
from kafkawire.protocol.primitives import ZERO_UUID

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kafkawire.broker.metadata.image import MetadataImage
    from kafkawire.protocol.message import Message

FIRST_EPOCH = 0
"""Of leader and partition, in a new partition (admin B-16, B-28)."""


def partition_records(
    image: MetadataImage, topic_id: bytes, placed: Iterable[tuple[int, Sequence[int]]]
) -> list[Message]:
    """One record for each (index, replicas) of `placed`, ascending as Kafka writes them.

    Raises `ApiError(INVALID_REPLICA_ASSIGNMENT)` for replicas none of which is active. Lists are
    shared between records: ten thousand partitions of a topic have a handful of them.
    """
    known: dict[tuple[int, ...], tuple[list[int], list[bytes]]] = {}
    records: list[Message] = []
    for index, replicas in sorted(placed):
        key = tuple(replicas)
        if key not in known:
            isr = active_replicas(image, replicas, index)
            known[key] = isr, [only_directory(image, node_id) for node_id in replicas]
        isr, directories = known[key]
        records.append(
            PartitionRecord(
                partition_id=index,
                topic_id=topic_id,
                replicas=replicas,
                isr=isr,
                leader=isr[0],
                leader_epoch=FIRST_EPOCH,
                partition_epoch=FIRST_EPOCH,
                directories=directories,
            )
        )
    return records


def only_directory(image: MetadataImage, node_id: int) -> bytes:
    """The directory for a new replica: known if the broker has one only (admin F-20)."""
    log_dirs = image.brokers[node_id].log_dirs
    return log_dirs[0] if len(log_dirs) == 1 else ZERO_UUID
