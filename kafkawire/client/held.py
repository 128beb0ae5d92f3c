"""The batch that an application has in hand, and what becomes of it when it asks for the next."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from kafkawire.client.batch import Batch
from kafkawire.client.values import OffsetAndMetadata, TopicPartition


class Held:
    """One batch: `raw` as the reader handed it out, `given` as the application has it.

    Attributes:
        is_void: Whether the application sought another place in the partition meanwhile, so that
            asking for more does not make the batch done.
    """

    __slots__ = ("given", "is_void", "raw")

    def __init__(self, raw: Batch, given: Batch[Any, Any]) -> None:
        self.raw = raw
        self.given = given
        self.is_void = False

    def sought(self, partitions: Collection[TopicPartition]) -> None:
        """Note that the application sought other places in these partitions."""
        self.is_void = self.is_void or self.raw.partition in partitions

    def stopped_at(self, partition: TopicPartition) -> int | None:
        """Return the offset of the partition's record that could not be given out, if any."""
        is_its = self.raw.partition == partition and not self.is_void
        return self.given.stopped_at if is_its else None


def done_upto(batch: Batch[Any, Any]) -> OffsetAndMetadata:
    """Return where a batch that is done ends: at a record that could not be given out, if any."""
    offset = batch.next_offset if batch.stopped_at is None else batch.stopped_at
    return OffsetAndMetadata(offset, batch.leader_epoch)
