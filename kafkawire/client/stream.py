"""One assigned partition in the hands of its handler; `Consumer.serve` makes streams.

    async def handle(stream: PartitionStream) -> None:
        async for batch in stream:
            await store(batch)
            await stream.commit(batch)

A request for the next batch marks the batch before as done.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from typing import Any, Generic, Protocol, Self, TypeVar

import trio

from kafkawire.client.batch import Batch
from kafkawire.client.codecs import K, V
from kafkawire.client.errors import ClientError, NotAssigned
from kafkawire.client.held import Held, done_upto
from kafkawire.client.record import ConsumerRecord
from kafkawire.client.values import OffsetAndMetadata, TopicPartition

T = TypeVar("T")


class Wait(Protocol):
    """A wait of one handler: an `Asking` of the shell."""

    def wake(self) -> None:
        """Let the waiter look again."""

    async def until(self, look: Callable[[], T | None]) -> T | None:
        """Return what `look` finds, looking again after each `wake`."""


class Desk(Protocol[K, V]):
    """The server of partitions: gives records to streams, and takes what is done."""

    def next_of(self, partition: TopicPartition) -> Batch[Any, Any] | None:
        """Return the next batch, as it was fetched; None if there is none yet."""

    def through(self, batch: Batch[Any, Any]) -> Batch[K, V]:
        """Return the batch with keys and values deserialized."""

    def took(self, stream: PartitionStream[K, V]) -> None:
        """Note that the handler holds records from now on."""

    def gave_back(self, stream: PartitionStream[K, V], batch: Batch[Any, Any] | None) -> None:
        """Take back a batch, None if there is none, of a handler that holds no records now."""

    def done(self, partition: TopicPartition, offset: OffsetAndMetadata) -> None:
        """Note that all records before an offset are done."""

    async def commit(self, offsets: dict[TopicPartition, OffsetAndMetadata]) -> None:
        """Commit offsets."""

    def seek(self, partition: TopicPartition, offset: int | OffsetAndMetadata) -> None:
        """Read on from an offset."""

    def position(self, partition: TopicPartition) -> int | None:
        """Return the offset that is read next; None before it is known."""


class PartitionStream(AsyncIterator["Batch[K, V]"], Generic[K, V]):
    """The batches of one partition, until it is revoked or lost, or the consumer is closed.

    Attributes:
        partition: The partition.
    """

    def __init__(self, partition: TopicPartition, desk: Desk[K, V], wait: Wait) -> None:
        self.partition = partition
        self._desk = desk
        self._wait = wait
        self._ending = trio.Event()
        self._why_lost: ClientError | None = None
        self._held: Held | None = None
        """The batch in hand."""
        self._done: int | None = None
        """The offset up to which the batch in hand is done already, None for nothing of it."""

    # Records

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Batch[K, V]:
        self._ask()
        batch = await self._wait.until(self._look)
        if not isinstance(batch, Batch):
            raise StopAsyncIteration
        return batch

    def _ask(self) -> None:
        """Mark the batch in hand as done, since the handler requests the next."""
        held = self._held
        if held is not None and not held.is_void:
            behind = done_upto(held.given)
            if behind.offset != held.raw.next_offset and not self.is_ending:
                self._desk.seek(self.partition, behind.offset)
            self._mark(behind)
        self._held = None
        self._desk.gave_back(self, None if held is None else held.raw)

    def _look(self) -> Batch[K, V] | bool | None:
        if self.is_ending:
            return False
        batch = self._desk.next_of(self.partition)
        if batch is None:
            return None
        self._held = held = Held(batch, self._desk.through(batch))
        self._done = None
        self._desk.took(self)
        return held.given

    @property
    def position(self) -> int | None:
        """The offset that is read next; None before it is known. Raises NotAssigned."""
        return self._desk.position(self.partition)

    def seek(self, offset: int | OffsetAndMetadata) -> None:
        """Read on from this offset; the next request does not mark the batch in hand as done."""
        if self.is_ending:
            raise NotAssigned(f"{self.partition} is being taken away")
        if self._held is not None:
            self._held.sought([self.partition])
        self._desk.seek(self.partition, offset)

    # What is done

    def done(self, upto: Batch[K, V] | ConsumerRecord[K, V] | None = None) -> None:
        """Note that records are done: up to a batch, up to a record, or all that were given out.

        Of a partition that was lost nothing is noted.
        """
        if upto is None:
            if self._held is not None:
                self._mark(done_upto(self._held.given))
        elif isinstance(upto, Batch):
            self._mark(done_upto(upto))
        else:
            self._mark(OffsetAndMetadata(upto.offset + 1, upto.leader_epoch))

    async def commit(self, upto: Batch[K, V] | ConsumerRecord[K, V] | None = None) -> None:
        """Note that records are done, as `done` does, and commit that.

        Raises:
            CommitFailed: The partition was lost, or the group refuses.
            TimedOut: The offset was not acknowledged within default.api.timeout.ms.
        """
        if self._why_lost is not None:
            raise self._why_lost
        self.done(upto)
        if self._marked is not None:
            await self._desk.commit({self.partition: self._marked})

    _marked: OffsetAndMetadata | None = None
    """The newest offset that is done."""

    def _mark(self, offset: OffsetAndMetadata) -> None:
        if self._why_lost is None:
            self._done = offset.offset
            self._marked = offset
            self._desk.done(self.partition, offset)

    # The end

    @property
    def is_ending(self) -> bool:
        """Whether the next ask ends the stream: now is the time to finish, and to commit."""
        return self._ending.is_set()

    async def ending(self) -> None:
        """Wait until the partition is revoked or lost, or the consumer is closed."""
        await self._ending.wait()

    @property
    def was_lost(self) -> bool:
        """Whether the partition may be another member's already; committing raises CommitFailed."""
        return self._why_lost is not None

    # For what serves the partitions

    def wake(self) -> None:
        """Let the handler look again."""
        self._wait.wake()

    def end(self, why_lost: ClientError | None = None) -> None:
        """End the stream at the next ask; `why_lost` if the partition is lost."""
        self._why_lost = self._why_lost or why_lost
        self._ending.set()
        self.wake()

    def let_go(self) -> int | None:
        """End the stream after its handler has returned; return the offset at which to read again.

        None: the handler finished all batches, so reading continues at the position.
        """
        held, self._held = self._held, None
        self._desk.gave_back(self, None if held is None else held.raw)
        if held is None or held.is_void or self.is_ending:
            return None
        offset = held.raw.first_offset if self._done is None else self._done
        return None if offset == held.raw.next_offset else offset
