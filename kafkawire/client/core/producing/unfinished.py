"""Batches that are accepted and not done: their time-outs, flushes, and failures to be told.

delivery.timeout.ms is the same for all batches, so the batch that began first is the first to time
out, and one timer serves all of them.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, NamedTuple

from kafkawire.timers import Timer, Timers

if TYPE_CHECKING:
    from collections.abc import Callable

    from kafkawire.client.core.producing.batch import Batch
    from kafkawire.client.core.producing.memory import Memory
    from kafkawire.client.errors import ClientError
    from kafkawire.client.values import TopicPartition

FAILED_MAX = 1000
"""The number of failed batches that are kept until the application takes the failures."""
TOLD_MAX = 100
"""The number of failures that are reported one by one."""


class Flush:
    """Waits until all batches that were there in the beginning are done. `wake` is called then."""

    __slots__ = ("left", "wake")

    def __init__(self, left: set[Batch], wake: Callable[[], None]) -> None:
        self.left = left
        self.wake = wake

    @property
    def is_done(self) -> bool:
        """Whether all of them are done."""
        return not self.left


class Failures(NamedTuple):
    """Failed records that the application has not looked at; the first of them one by one."""

    total: int
    first: list[tuple[TopicPartition, ClientError]]


class Unfinished:
    """The batches, in the order of their first records. Parts stand under their root."""

    def __init__(self, delivery_timeout_ms: int, timers: Timers, memory: Memory) -> None:
        self.roots: dict[Batch, None] = {}
        self.on_expired: Callable[[Batch, int], None] = lambda batch, now_ms: None
        """Called with each batch whose time is over; it ends the batch."""
        self.on_done: Callable[[Batch], None] = lambda root: None
        """Called when all parts of a batch are done."""
        self._timeout_ms = delivery_timeout_ms
        self._timers = timers
        self._timer: Timer | None = None
        self._memory = memory
        self._flushes: list[Flush] = []
        self._failed: deque[Batch] = deque()
        self._dropped = 0
        """Failed records for which `_failed` had no room."""

    def add(self, batch: Batch, now_ms: int) -> None:
        """Note a batch that begins."""
        self.roots[batch] = None
        if self._timer is None:
            self._timer = self._timers.at(now_ms + self._timeout_ms, self._expire)

    def finish(self, batch: Batch, error: ClientError | None) -> None:
        """End a batch, or a part of one; its memory is free again."""
        batch.end(error)
        self._memory.release(batch.memory)
        root = batch.root
        root.left -= 1
        if root.left:
            return
        del self.roots[root]
        if any(part.error is not None for part in root.leaves()):
            self._keep_failed(root)
        self.on_done(root)
        for flush in [each for each in self._flushes if root in each.left]:
            flush.left.remove(root)
            if flush.is_done:
                self._flushes.remove(flush)
                flush.wake()

    def flush(self, wake: Callable[[], None]) -> Flush:
        """Call `wake` once all batches that are there now are done, unless they are already."""
        flush = Flush(set(self.roots), wake)
        if not flush.is_done:
            self._flushes.append(flush)
        return flush

    def forget_flush(self, flush: Flush) -> None:
        """Call nothing for a flush any more."""
        if flush in self._flushes:
            self._flushes.remove(flush)

    def take_failures(self) -> Failures:
        """Return the failures that the application has not looked at, and forget them."""
        failed, self._failed = self._failed, deque()
        count, self._dropped = self._dropped, 0
        first: list[tuple[TopicPartition, ClientError]] = []
        for root in failed:
            for part in root.leaves():
                seen = sum(part.first <= at < part.first + part.count for at in root.looked)
                if part.error is None or seen == part.count:
                    continue
                count += part.count - seen
                first += _unseen(part, TOLD_MAX - len(first))
        return Failures(count, first)

    def _keep_failed(self, root: Batch) -> None:
        self._failed.append(root)
        if len(self._failed) > FAILED_MAX:
            dropped = self._failed.popleft()
            lost = sum(part.count for part in dropped.leaves() if part.error is not None)
            self._dropped += lost - len(dropped.looked)

    def _expire(self, now_ms: int) -> None:
        self._timer = None
        while self.roots:
            first = next(iter(self.roots))
            due_ms = first.created_ms + self._timeout_ms
            if due_ms > now_ms:
                self._timer = self._timers.at(due_ms, self._expire)
                return
            for part in list(first.leaves()):
                if not part.is_done:
                    self.on_expired(part, now_ms)
            assert first not in self.roots, "a batch whose time is over is done"


def _unseen(part: Batch, count_max: int) -> list[tuple[TopicPartition, ClientError]]:
    """The failures of a part that were not looked at, `count_max` at most."""
    found: list[tuple[TopicPartition, ClientError]] = []
    for index in range(part.first, part.first + part.count):
        if len(found) == count_max:
            break
        error = part.error_of(index)
        if index not in part.root.looked and error is not None:
            found.append((part.partition, error))
    return found
