"""The partition of a record: given, by the hash of its key, or sticky (KIP-794).

Records without a key stay with one partition until a batch's worth of bytes went to it, so that
batches fill. The next one is drawn at random; partitions where many batches wait for their broker
are drawn less often.
"""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

from kafkawire.client.core.producing.partition_queue import NO_LEADER, PartitionQueue

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence
    from random import Random

    from kafkawire.client.core.producing.batch import Batch
    from kafkawire.client.core.producing.options import ProducerOptions


class Choice(NamedTuple):
    """The conditions of a choice among partitions.

    Attributes:
        random: Draws the partition.
        is_adaptive: Whether long queues are drawn less often.
        is_slow: Returns whether a broker has taken no batch for too long; gets its id and now_ms.
    """

    random: Random
    is_adaptive: bool
    is_slow: Callable[[int, int], bool]


class TopicQueues:
    """The partitions of one topic, and the sticky one among them."""

    __slots__ = ("_bytes", "_last", "_limit", "available", "queues", "ratio", "sticky", "used_ms")

    def __init__(self, options: ProducerOptions) -> None:
        self.queues: list[PartitionQueue] = []
        """By number."""
        self.available: Sequence[PartitionQueue] = ()
        """Partitions with a leader, those with a near one if there are such."""
        self.sticky: PartitionQueue | None = None
        """The partition of records without a key; None: it has to be chosen."""
        self.ratio = 1.0
        """Size of compressed batches over that of their records, by estimate."""
        self.used_ms = 0
        """Approximate time of the last accepted record."""
        self._limit = options.batch_size
        self._bytes = 0
        """Bytes for the sticky partition in batches that were sent before they were full."""
        self._last: Batch | None = None
        """The newest batch of the sticky partition."""

    def find_available(self, near: Collection[int] = ()) -> None:
        """Look anew which partitions have a leader; `near` are brokers that are preferred."""
        led = [queue for queue in self.queues if queue.leader != NO_LEADER]
        self.available = [queue for queue in led if queue.leader in near] or led
        if self.sticky is not None and self.sticky.leader == NO_LEADER:
            self.sticky = None

    def choose(self, choice: Choice, now_ms: int) -> PartitionQueue:
        """Choose the sticky partition."""
        self._bytes, self._last = 0, None
        self.sticky = self._drawn(choice, now_ms)
        return self.sticky

    def opened(self, queue: PartitionQueue, batch: Batch) -> None:
        """Note that a partition has a new batch."""
        if queue is self.sticky:
            if self._last is not None:
                self._bytes += self._last.size
            self._last = batch

    def is_over(self, *, is_full: bool) -> bool:
        """Return whether the sticky partition has had its share, now that it needs a batch.

        Args:
            is_full: Whether the last batch could not take the record.
        """
        last = self._last
        if last is None:
            return False
        self._bytes += last.size
        self._last = None
        return is_full or self._bytes >= self._limit

    def _drawn(self, choice: Choice, now_ms: int) -> PartitionQueue:
        found = self.available or self.queues
        quick = [queue for queue in found if not choice.is_slow(queue.leader, now_ms)]
        found = quick or found
        lengths = [len(queue.batches) for queue in found] if choice.is_adaptive else [0]
        longest = max(lengths)
        if longest == min(lengths):
            return found[choice.random.randrange(len(found))]
        weights = list(accumulate(longest + 1 - length for length in lengths))
        drawn = choice.random.randrange(weights[-1])
        return next(queue for queue, upto in zip(found, weights, strict=True) if drawn < upto)
