"""The batches of one partition that wait to be sent, in order.

The last one may take more records. Those that are sent again stand before all others, in the order
of their sequences.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from kafkawire.client.core.producing.batch import NO_SEQUENCE, Batch
from kafkawire.client.core.producing.sequences import Sequences

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kafkawire.client.values import TopicPartition

NO_LEADER = -1


class PartitionQueue:
    """One partition. `leader` is NO_LEADER as long as there is none."""

    __slots__ = ("batches", "in_flight", "leader", "leader_epoch", "open", "partition", "sequences")

    def __init__(self, partition: TopicPartition) -> None:
        self.partition = partition
        self.batches: deque[Batch] = deque()
        self.open: Batch | None = None
        """The last batch, if it may take more records."""
        self.sequences = Sequences()
        self.in_flight = 0
        """The number of its batches in flight."""
        self.leader = NO_LEADER
        self.leader_epoch = -1

    def add(self, batch: Batch) -> None:
        """Begin a batch; the one before takes no more records."""
        self.close()
        self.batches.append(batch)
        self.open = batch

    def close(self) -> None:
        """Let the last batch take no more records."""
        if self.open is not None:
            self.open.close()
            self.open.is_due = True
            self.open = None

    def head(self) -> Batch | None:
        """Return the batch to be sent next, None if there is none or it waits for records."""
        batches = self.batches
        return batches[0] if batches and batches[0].is_due else None

    def take(self) -> Batch:
        """Take the first batch, to be sent."""
        batch = self.batches.popleft()
        if batch is self.open:
            self.close()
        return batch

    def put_back(self, again: Sequence[Batch]) -> None:
        """Have batches sent again: in the order of sequences, before those that have none."""
        sequenced = [each for each in self.batches if each.sequence != NO_SEQUENCE]
        if not sequenced or again[0].sequence == NO_SEQUENCE:
            self.batches.extendleft(reversed(again))
            return
        order = {id(each): at for at, each in enumerate(self.sequences.in_flight)}
        first = sorted([*sequenced, *again], key=lambda each: order.get(id(each), 0))
        rest = [each for each in self.batches if each.sequence == NO_SEQUENCE]
        self.batches = deque([*first, *rest])

    def drop(self, batch: Batch) -> None:
        """Take out a batch that failed while it waited."""
        if batch is self.open:
            self.close()
        self.batches.remove(batch)
