"""Serving partitions: a handler in a task of its own for each partition that is assigned.

The task that called `serve` manages: it performs what the group wishes, and starts handlers. A
handler asks for batches of its partition only, so one that does not ask keeps nothing else waiting.

    waiting    as many handlers run as may; the partition is paused meanwhile
    running    the handler has been started and has not returned
    finished   the handler returned early; the partition stays paused until `resume`

A partition that is taken away, and comes back before its handler has returned, waits for that.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Iterable
from typing import TYPE_CHECKING, Any, Generic, NamedTuple

import trio

from kafkawire.client.batch import Batch
from kafkawire.client.codecs import K, V
from kafkawire.client.core.metrics.polls import Poller, Polls
from kafkawire.client.errors import ClientError, ConfigurationError
from kafkawire.client.shell.asking import Asking
from kafkawire.client.stream import PartitionStream
from kafkawire.client.values import OffsetAndMetadata, TopicPartition

if TYPE_CHECKING:
    from kafkawire.client.core.reading import Reader
    from kafkawire.client.shell.grouping import Grouping
    from kafkawire.client.shell.runtime import Runtime

Handler = Callable[[PartitionStream[K, V]], Awaitable[None]]
_log = logging.getLogger("kafkawire.client.consumer")


class Served(NamedTuple, Generic[K, V]):
    """The parts of a consumer that serving needs.

    Attributes:
        runtime: Its runtime.
        reader: Its reader.
        group: Its group, None without one.
        asking: Where the manager waits; woken by the group, and by failures of the reader.
        through: Returns a batch with keys and values deserialized.
        max_records: How many records a batch has at most.
        polls: The metrics of asks, which the handlers make here.
    """

    runtime: Runtime
    reader: Reader
    group: Grouping | None
    asking: Asking
    through: Callable[[Batch[Any, Any]], Batch[K, V]]
    max_records: int
    polls: Polls


class Running(NamedTuple):
    """A handler that has not returned."""

    stream: PartitionStream[Any, Any]
    scope: trio.CancelScope
    poller: Poller


class Serving(Generic[K, V]):
    """One call of `serve`. It is the `Desk` of its streams and the `Holder` of the group."""

    def __init__(
        self, served: Served[K, V], handler: Handler[K, V], concurrency: int | None
    ) -> None:
        if concurrency is not None and concurrency < 1:
            raise ValueError(f"concurrency={concurrency}: at least one handler has to run")
        self._served = served
        self._reader = served.reader
        self._handler = handler
        self._concurrency = concurrency
        self._nursery: trio.Nursery | None = None
        self._running: dict[TopicPartition, Running] = {}
        self._waiting: dict[TopicPartition, bool] = {}
        """Partitions without a handler, eldest first, and whether they were paused for that."""
        self._finished: set[TopicPartition] = set()
        self._since_ms: dict[PartitionStream[K, V], int] = {}
        """The streams whose handlers hold records, eldest first."""
        self._errors: list[BaseException] = []
        self._is_over = False
        self._ended = trio.Event()

    async def run(self) -> None:
        """Serve until `stop`; raise what a handler, a hook or the consumer raises first."""
        group = self._served.group
        self._reader.tell(self._ready_of)
        if group is not None:
            group.hold(self)
            group.asked()
        try:
            async with trio.open_nursery() as self._nursery:
                await self._collecting(self._manage)
        finally:
            self._reader.tell(None)
            if group is not None:
                group.hold(None)
            for partition, is_paused in self._waiting.items():
                self._resume(partition, is_paused=is_paused)
            self._served.runtime.pump()
            self._ended.set()
            if self._errors:
                raise self._first_error()

    def stop(self) -> None:
        """End all streams; `run` returns when the handlers have, and the group was left."""
        self._is_over = True
        self.look()
        self._served.asking.wake()

    async def ended(self, limit_ms: int) -> None:
        """Wait until `run` is over after `stop`; handlers are cancelled when time is over."""
        with trio.move_on_after(limit_ms / 1000):
            await self._ended.wait()
        self.interrupt(list(self._running))
        await self._ended.wait()

    async def _manage(self) -> None:
        group = self._served.group
        while await self._served.asking.until(self._has_work):
            assert group is not None
            await group.perform()

    def _has_work(self) -> bool | None:
        """Return whether the group has; False: it is all over."""
        group = self._served.group
        self._reader.check()
        self.look()
        if group is not None and group.has_work:
            return True
        has_left = group is None or group.has_left
        return False if self._is_over and has_left and not self._running else None

    def _first_error(self) -> BaseException:
        first, *others = self._errors
        for each in others:
            first.add_note(f"another handler failed meanwhile: {each!r}")
        return first

    # Handlers

    def look(self) -> None:
        """End streams whose partitions are gone, and start handlers of those that came."""
        shown = set() if self._is_over else self._reader.shown
        for partition, running in self._running.items():
            if partition not in shown:
                running.stream.end()
        self._finished &= shown
        for partition in self._waiting.keys() - shown:
            del self._waiting[partition]
        for partition in sorted(shown - self._finished - self._waiting.keys()):
            running_one = self._running.get(partition)
            if running_one is None or running_one.stream.is_ending:
                self._waiting[partition] = self._pause(partition)
        self._start()
        self._served.runtime.pump()

    def resumed(self, partitions: Iterable[TopicPartition]) -> None:
        """Start handlers anew that returned early: the application resumes their partitions."""
        self._finished.difference_update(partitions)
        self.look()

    def _start(self) -> None:
        """Start as many handlers as may run."""
        if self._nursery is None or self._errors:
            return
        for partition in list(self._waiting):
            if self._concurrency is not None and len(self._running) >= self._concurrency:
                return
            if partition not in self._running:
                self._resume(partition, is_paused=self._waiting.pop(partition))
                stream = PartitionStream(partition, self, Asking())
                running = Running(stream, trio.CancelScope(), Poller(self._served.polls))
                self._running[partition] = running
                self._nursery.start_soon(self._run, running, name=f"handler of {partition}")

    async def _run(self, running: Running) -> None:
        stream, scope = running.stream, running.scope

        async def handle() -> None:
            with scope:
                await self._handler(stream)
            if not (scope.cancelled_caught or stream.is_ending):
                self._ended_early(stream.partition)

        try:
            await self._collecting(handle)
        finally:
            self._returned(stream)
        self.look()

    def _returned(self, stream: PartitionStream[Any, Any]) -> None:
        """Take back the batches of a handler that has returned; read again what is not done."""
        del self._running[stream.partition]
        again_at = stream.let_go()
        if again_at is not None and stream.partition in self._reader.assignment:
            self._reader.seek(stream.partition, again_at, self._served.runtime.now_ms())
        if self._served.group is not None:
            self._served.group.released()
        self._served.asking.wake()

    async def _collecting(self, work: Callable[[], Awaitable[None]]) -> None:
        """Run work; what it raises ends everything, and comes out of `run`."""
        assert self._nursery is not None
        try:
            await work()
        except trio.Cancelled:
            raise
        except BaseExceptionGroup as group:
            cancelled, others = group.split(trio.Cancelled)
            if others is not None:
                self._failed(others)
            if cancelled is not None:
                raise cancelled from None
        except BaseException as error:  # noqa: BLE001 - raised again by `run`
            self._failed(error)

    def _failed(self, error: BaseException) -> None:
        assert self._nursery is not None
        self._errors.append(error)
        self._nursery.cancel_scope.cancel()

    def _ended_early(self, partition: TopicPartition) -> None:
        self._finished.add(partition)
        self._pause(partition)
        _log.warning(
            "the handler of %s returned though its stream had not ended: the partition is paused; "
            "resume() starts another handler",
            partition,
        )

    def _pause(self, partition: TopicPartition) -> bool:
        """Pause a partition; returns whether it was not paused before."""
        if partition in self._reader.paused:
            return False
        self._reader.pause([partition], self._served.runtime.now_ms())
        return True

    def _resume(self, partition: TopicPartition, *, is_paused: bool) -> None:
        if is_paused and partition in self._reader.assignment:
            self._reader.resume([partition], self._served.runtime.now_ms())

    # What the group does with the partitions that handlers hold

    def end(self, partitions: Iterable[TopicPartition], why_lost: ClientError | None) -> None:
        """End the streams of partitions; `why_lost` if they are lost."""
        for partition in partitions:
            running = self._running.get(partition)
            if running is not None:
                running.stream.end(why_lost)

    def holds(self, partitions: frozenset[TopicPartition]) -> bool:
        """Return whether a handler of these partitions has not returned."""
        return not partitions.isdisjoint(self._running)

    def interrupt(self, partitions: Iterable[TopicPartition]) -> None:
        """Cancel the handlers of partitions."""
        for partition in partitions:
            running = self._running.get(partition)
            if running is not None:
                running.scope.cancel()

    # What streams ask for

    def _ready_of(self, partition: TopicPartition) -> None:
        running = self._running.get(partition)
        if running is not None:
            running.stream.wake()

    def next_of(self, partition: TopicPartition) -> Batch[Any, Any] | None:
        """Return the next batch of a partition, None if there is none yet."""
        if partition not in self._reader.assignment:
            self.end([partition], None)
            return None
        served = self._served
        batch = self._reader.next_of(partition, served.max_records, served.runtime.now_ms())
        served.runtime.pump()
        return batch

    def through(self, batch: Batch[Any, Any]) -> Batch[K, V]:
        """Return the batch with keys and values deserialized."""
        return self._served.through(batch)

    def took(self, stream: PartitionStream[K, V]) -> None:
        """Note since when a handler holds records."""
        now_ms = self._served.runtime.now_ms()
        self._running[stream.partition].poller.ended(now_ms)
        self._since_ms[stream] = now_ms
        if self._served.group is not None:
            self._served.group.holding(next(iter(self._since_ms.values())))

    def gave_back(self, stream: PartitionStream[K, V], batch: Batch[Any, Any] | None) -> None:
        """Free the memory of a batch; note that the handler holds no records."""
        now_ms = self._served.runtime.now_ms()
        running = self._running.get(stream.partition)
        if running is not None and running.stream is stream:
            running.poller.began(now_ms)
        if batch is not None:
            self._reader.release(batch, now_ms)
            del self._since_ms[stream]
        group = self._served.group
        if group is not None:
            eldest_ms = next(iter(self._since_ms.values()), None)
            if eldest_ms is None:
                group.asked()
            else:
                group.holding(eldest_ms)

    def done(self, partition: TopicPartition, offset: OffsetAndMetadata) -> None:
        """Note that all records before an offset are done."""
        if self._served.group is not None:
            self._served.group.done(partition, offset)

    async def commit(self, offsets: dict[TopicPartition, OffsetAndMetadata]) -> None:
        """Commit offsets."""
        if self._served.group is None:
            raise ConfigurationError("this needs a group: give the consumer a group_id")
        await self._served.group.committing.commit(offsets)

    def seek(self, partition: TopicPartition, offset: int | OffsetAndMetadata) -> None:
        """Read on from an offset."""
        now_ms = self._served.runtime.now_ms()
        if self._served.group is not None:
            self._served.group.offsets.moved([partition])
        where = OffsetAndMetadata(offset) if isinstance(offset, int) else offset
        self._reader.seek(partition, where.offset, now_ms, leader_epoch=where.leader_epoch)
        self._served.runtime.pump()

    def position(self, partition: TopicPartition) -> int | None:
        """Return the offset that is read next; None before it is known."""
        found = self._reader.position(partition)
        return None if found is None else found.offset
