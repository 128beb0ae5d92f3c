"""Outcomes of records that a producer has accepted.

A delivery is a batch and an index. It costs no event, future or task: its waiters share one
event for each batch.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Generator, Sequence
from itertools import accumulate
from typing import TYPE_CHECKING, Any, Self, cast, overload

import trio

from kafkawire.client.core.producing.batch import Batch
from kafkawire.client.core.producing.batch import Delivery as CoreDelivery
from kafkawire.client.core.producing.unfinished import TOLD_MAX
from kafkawire.client.errors import DeliveryFailed

if TYPE_CHECKING:
    from kafkawire.client.core.producing.accumulator import Span
    from kafkawire.client.errors import ClientError
    from kafkawire.client.values import RecordMetadata, TopicPartition


class Delivery(CoreDelivery):
    """One accepted record. `await delivery` returns where it is, or raises why it failed.

    Any number of tasks may await it, or none. Cancelling the wait takes nothing back.
    """

    __slots__ = ()

    def __await__(self) -> Generator[Any, Any, RecordMetadata]:
        yield from ended(self.batch, self.index).__await__()
        return self.metadata()

    def __repr__(self) -> str:
        state = "waiting"
        part = self.batch.part_of(self.index)
        if part.is_done:
            state = "delivered" if part.error_of(self.index) is None else "failed"
        return f"<Delivery to {self.batch.partition}: {state}>"


class Deliveries(Sequence[Delivery]):
    """Records that were accepted together, in their order.

    `await deliveries` waits for all of them and returns the deliveries. It raises DeliveryFailed if
    some failed; that, like awaiting one of them, counts as looking at the failures.
    """

    __slots__ = ("_ends", "_spans")

    def __init__(self, spans: Sequence[Span]) -> None:
        self._spans = spans
        self._ends = list(accumulate(span.length for span in spans))

    def __len__(self) -> int:
        return self._ends[-1] if self._ends else 0

    @overload
    def __getitem__(self, at: int) -> Delivery: ...
    @overload
    def __getitem__(self, at: slice) -> list[Delivery]: ...
    def __getitem__(self, at: int | slice) -> Delivery | list[Delivery]:
        if isinstance(at, slice):
            return [self[each] for each in range(*at.indices(len(self)))]
        index = at + len(self) if at < 0 else at
        if not 0 <= index < len(self):
            raise IndexError(f"there are {len(self)} deliveries")
        place = bisect_right(self._ends, index)
        span = self._spans[place]
        return Delivery(span.batch, span.first + index - self._ends[place] + span.length)

    def __await__(self) -> Generator[Any, Any, Self]:
        yield from self._all_ended().__await__()
        failed = self._failed()
        if failed:
            raise DeliveryFailed(len(failed), failed[:TOLD_MAX])
        return self

    async def _all_ended(self) -> None:
        await trio.lowlevel.checkpoint_if_cancelled()
        for span in self._spans:
            index = span.first
            while index < span.first + span.length:
                await ended(span.batch, index, checks=False)
                part = span.batch.part_of(index)
                index = part.first + part.count

    def _failed(self) -> list[tuple[TopicPartition, ClientError]]:
        """Look at all failures."""
        found: list[tuple[TopicPartition, ClientError]] = []
        for span in self._spans:
            if any(part.error is not None for part in span.batch.leaves()):
                indexes = range(span.first, span.first + span.length)
                deliveries = [Delivery(span.batch, index) for index in indexes]
                errors = (each.error for each in deliveries)
                found += [(span.batch.partition, error) for error in errors if error is not None]
        return found


async def ended(batch: Batch, index: int, *, checks: bool = True) -> None:
    """Wait until the record of an index is acknowledged or has failed.

    Args:
        batch: The batch that accepted the record.
        index: Its index.
        checks: Whether to check for cancellation if there is nothing to wait for.
    """
    part = batch.part_of(index)
    if part.is_done and checks:
        await trio.lowlevel.checkpoint_if_cancelled()
    while not part.is_done:
        await event_of(part).wait()
        part = part.part_of(index)


def event_of(part: Batch) -> trio.Event:
    """Return the event of a batch, which is set when it is done or split."""
    if part.event is None:
        event = trio.Event()
        part.event = event
        part.waiters.append(event.set)
    return cast("trio.Event", part.event)


def called(function: Callable[[Delivery], None]) -> Callable[[Batch], None]:
    """Return what calls a function with each delivery of a batch that has ended."""

    def done(root: Batch) -> None:
        count = sum(part.count for part in root.leaves())
        root.looked.update(range(count))
        for index in range(count):
            function(Delivery(root, index))

    return done
