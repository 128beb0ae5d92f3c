"""Batches in the hand of an application: from the moment it gets one until it is done."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Any

from kafkawire.client.batch import Batch
from kafkawire.client.core.view import NO_EPOCH
from kafkawire.client.held import Held, done_upto
from kafkawire.client.values import OffsetAndMetadata, TopicPartition

if TYPE_CHECKING:
    from kafkawire.client.core.reading import Reader
    from kafkawire.client.shell.grouping import Grouping
    from kafkawire.client.shell.runtime import Runtime


class Hand:
    """The batch in the hand of the application of one consumer, or none.

    Args:
        runtime: The consumer's runtime, for the time.
        reader: Its reader, which gets the memory of a batch back.
        group: Its group, which records what is done; None without one.
    """

    def __init__(self, runtime: Runtime, reader: Reader, group: Grouping | None) -> None:
        self._runtime = runtime
        self._reader = reader
        self._group = group
        self._held: Held | None = None

    def take(self, raw: Batch, given: Batch[Any, Any]) -> None:
        """Hold a batch, of which the application gets `given`."""
        self._held = Held(raw, given)

    def release(self) -> None:
        """Note that the batch in hand is done, and give its memory back."""
        self.note_done()
        self.drop()

    def drop(self) -> None:
        """Give back the memory of the batch in hand, which is not done."""
        held, self._held = self._held, None
        if held is not None:
            self._reader.release(held.raw, self._runtime.now_ms())

    def note_done(self) -> None:
        """Note that the batch in hand is done, unless its partition was sought elsewhere.

        What is before a sought position is done, too, as in Kafka's consumer. A commit that the
        application did not ask for must not cover the batch in hand, so this waits until now.
        """
        self._note_sought()
        if self._held is not None and not self._held.is_void:
            self.done(self._held.given)

    def _note_sought(self) -> None:
        for partition, position in self._reader.sought.take().items():
            if self._group is not None:
                epoch = None if position.epoch == NO_EPOCH else position.epoch
                self._group.done(partition, OffsetAndMetadata(position.offset, epoch))

    def committing(self, group: Grouping, offsets: Mapping[TopicPartition, object] | None) -> None:
        """Note that the batch in hand is done if no offsets are named; raise what was lost."""
        if offsets is not None:
            group.refuse_lost(offsets)
            return
        if self._held is not None:
            group.refuse_lost([self._held.raw.partition])
        self.note_done()

    def done(self, upto: Batch[Any, Any] | Mapping[TopicPartition, int]) -> None:
        """Note that a batch is done, or records before offsets."""
        if isinstance(upto, Batch):
            self._is_done(upto)
        elif self._group is not None:
            for partition, offset in upto.items():
                self._group.done(partition, OffsetAndMetadata(offset))

    def _is_done(self, batch: Batch[Any, Any]) -> None:
        """Read again what the batch could not give out."""
        upto = done_upto(batch)
        if batch.stopped_at is not None and batch.partition in self._reader.assignment:
            self._reader.seek(batch.partition, upto.offset, self._runtime.now_ms())
        if self._group is not None:
            self._group.done(batch.partition, upto)

    def sought(self, partitions: Collection[TopicPartition]) -> None:
        """Note that the application sought other places in these partitions."""
        if self._held is not None:
            self._held.sought(partitions)
        self._reader.sought.add(partitions)
        if self._group is not None:
            self._group.offsets.moved(partitions)

    def stopped_at(self, partition: TopicPartition) -> int | None:
        """Return the offset of the partition's record that could not be given out, if any."""
        return None if self._held is None else self._held.stopped_at(partition)
