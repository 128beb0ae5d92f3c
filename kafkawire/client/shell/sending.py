"""Waits of a producer's tasks: metadata, memory, flushes, the end of transactions.

Records, batches and requests belong to the core. Here tasks only wait, so cancelling one takes
back nothing that was accepted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

import trio

from kafkawire.client.core.metrics.call_times import TimedCall
from kafkawire.client.core.producing.accumulator import Span, Wait
from kafkawire.client.core.producing.batch import Delivery as CoreDelivery
from kafkawire.client.errors import BufferFull, Closed, DeliveryFailed, TimedOut, refusal

if TYPE_CHECKING:
    from kafkawire.client.core.producing.memory import Ticket
    from kafkawire.client.core.producing.producer import ProducerCore
    from kafkawire.client.shell.runtime import Runtime
    from kafkawire.records.builder import RecordTuple

R = TypeVar("R", CoreDelivery, bool)


class Sending:
    """Between the tasks of a producer and its core."""

    def __init__(self, core: ProducerCore, runtime: Runtime, max_block_ms: int) -> None:
        self._core = core
        self._runtime = runtime
        self._max_block_ms = max_block_ms
        self.is_due = False
        """True if the core has new work, so that a task that accepts records lets others run."""
        core.tell(self._scheduled, runtime.pump)

    def _scheduled(self) -> None:
        self.is_due = True
        self._runtime.pump()

    async def rest(self) -> None:
        """Let batches be sent, and answers be read."""
        self.is_due = False
        await trio.lowlevel.checkpoint()

    @contextmanager
    def timed(self, call: TimedCall) -> Iterator[None]:
        """Measure a call of the application, unless it raises."""
        began = trio.current_time()
        yield
        self._core.meter.calls.took(call, trio.current_time() - began)

    # Accepting

    async def send(self, topic: str, partition: int | None, record: RecordTuple) -> CoreDelivery:
        """Accept a record, after waiting for metadata and memory."""

        def accept(ticket: Ticket | None) -> CoreDelivery | Wait:
            now_ms = self._runtime.now_ms()
            return self._core.append(topic, partition, record, now_ms, ticket)

        return await self._accepted(topic, lambda: record, accept)

    async def send_all(
        self, topic: str, partition: int | None, records: Sequence[RecordTuple], spans: list[Span]
    ) -> None:
        """Accept records, a batch at a time; `spans` has those that are accepted."""

        def accept(ticket: Ticket | None) -> bool | Wait:
            now_ms = self._runtime.now_ms()
            return self._core.append_many(topic, partition, records, spans, now_ms, ticket) or True

        await self._accepted(topic, lambda: records[sum(each.length for each in spans)], accept)

    async def _accepted(
        self,
        topic: str,
        record: Callable[[], RecordTuple],
        accept: Callable[[Ticket | None], R | Wait],
    ) -> R:
        """Return what `accept` returns once it does not have to wait."""
        end = trio.current_time() + self._max_block_ms / 1000
        ticket: Ticket | None = None
        while True:
            try:
                found = accept(ticket)
            finally:
                if ticket is not None:
                    self._core.give_up_memory(ticket)
            if not isinstance(found, Wait):
                return found
            ticket = None
            self._core.check(topic)
            if found is Wait.METADATA:
                await self.metadata(topic, end)
            else:
                ticket = await self._memory(record(), end)

    async def metadata(self, topic: str, end: float) -> None:
        """Wait for news of a topic until the time `end`."""
        event = trio.Event()
        wake = event.set
        self._core.wait_for_metadata(topic, wake, self._runtime.now_ms())
        self._runtime.pump()
        try:
            with (
                self._runtime.while_open(),
                trio.move_on_at(end),
                self.timed(TimedCall.METADATA_WAIT),
            ):
                await event.wait()
                return
        finally:
            self._core.give_up_metadata(topic, wake)
        metadata = self._runtime.metadata
        known = metadata.view.topics.get(topic)
        why: Exception | None = metadata.last_failure
        if why is None and known is not None and known.error:
            why = refusal(known.error, f"topic {topic}")
        what = f"no metadata of topic {topic} within max.block.ms ({self._max_block_ms})"
        raise TimedOut(what, why)

    async def _memory(self, record: RecordTuple, end: float) -> Ticket:
        """Wait for memory until the time `end`."""
        event = trio.Event()
        ticket = self._core.wait_for_memory(record, event.set, self._runtime.now_ms())
        self._runtime.pump()
        try:
            with self._runtime.while_open(), trio.move_on_at(end):
                await event.wait()
        except BaseException:
            self._core.give_up_memory(ticket)
            raise
        if not ticket.is_granted:
            self._core.give_up_memory(ticket)
            raise BufferFull(
                f"buffer.memory did not become free within max.block.ms ({self._max_block_ms})"
            )
        return ticket

    # Flushing and closing

    async def flush(self) -> None:
        """Send all that is accepted, and wait until it is answered."""
        event = trio.Event()
        flush = self._core.flush(event.set, self._runtime.now_ms())
        self._runtime.pump()
        if flush.is_done:
            await trio.lowlevel.checkpoint_if_cancelled()
            return
        try:
            with self._runtime.while_open():
                await event.wait()
        finally:
            self._core.give_up_flush(flush)

    def raise_failures(self) -> None:
        """Raise DeliveryFailed if records failed at which the application did not look."""
        failures = self._core.take_failures()
        if failures.total:
            raise DeliveryFailed(failures.total, failures.first)

    async def close(self, end: float, *, sends_rest: bool) -> None:
        """Accept no more, and send what was accepted until a time; the rest fails.

        Args:
            end: The time until which closing may take.
            sends_rest: Whether batches that wait are sent, too, not only those in flight.
        """
        runtime, core = self._runtime, self._core
        closed = Closed("the producer was closed before the record was acknowledged")
        core.close(runtime.now_ms())
        if not sends_rest:
            core.abandon(closed, runtime.now_ms(), only_waiting=True)
        with trio.move_on_at(end):
            await self.flush()
        core.abandon(closed, runtime.now_ms())
