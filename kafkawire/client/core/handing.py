"""Handing out records: partitions that have some take turns, one batch each.

A position moves when its records are handed out. What a batch holds of the memory is free when the
batch is released; the rest when the buffer it came from is over.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.client.core.positions import Partition, Position
from kafkawire.client.errors import ClientError

if TYPE_CHECKING:
    from collections.abc import Callable

    from kafkawire.client.batch import Batch
    from kafkawire.client.core.buffers import Buffer
    from kafkawire.client.core.fetching import Fetcher
    from kafkawire.client.core.memory import Hold
    from kafkawire.client.core.surroundings import Surroundings
    from kafkawire.client.values import TopicPartition
    from kafkawire.timers import Timer

PAUSED_KEPT_MS = 30_000
"""Time that a paused partition keeps its records while others wait for memory."""


class Shelf:
    """What may be handed out, in turn."""

    def __init__(
        self, surroundings: Surroundings, fetcher: Fetcher, on_ready: Callable[[], None]
    ) -> None:
        self._with = surroundings
        self._fetcher = fetcher
        self._on_ready = on_ready
        self.on_ready_of: Callable[[TopicPartition], None] | None = None
        """Called with each partition that has something, in place of `on_ready`, if set."""
        self._ready: dict[TopicPartition, Partition] = {}
        """Partitions with records or an error; whose turn it is comes first."""
        self._holds: dict[int, tuple[Batch, Hold]] = {}
        """Batches that were handed out and not released, by id()."""
        self._aside: dict[TopicPartition, tuple[Partition, int]] = {}
        """Paused partitions with records, and since when; the oldest comes first."""
        self._timer: Timer | None = None
        fetcher.sources.on_starved = self.starving

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to hand out."""
        return not self._ready

    def put(self, partition: Partition) -> None:
        """Let the partition have its turn, after those that wait already."""
        if partition.is_ready:
            was_empty = not self._ready
            self._ready[partition.key] = partition
            if self.on_ready_of is not None:
                self.on_ready_of(partition.key)
            elif was_empty:
                self._on_ready()

    def came(self, partition: Partition, now_ms: int) -> None:
        """Take what came for a partition, even if it was paused meanwhile."""
        if partition.is_ready:
            self.put(partition)
        else:
            self.set_aside(partition, now_ms)

    # Handing out

    def next(self, max_records: int, now_ms: int) -> Batch | None:
        """Return the next batch of the partition whose turn it is, None if there is none.

        Raises what came instead of records, one partition at a time.
        """
        for _ in range(len(self._ready)):
            batch = self._turn(next(iter(self._ready)), max_records, now_ms)
            if batch is not None:
                return batch
        return None

    def next_of(self, key: TopicPartition, max_records: int, now_ms: int) -> Batch | None:
        """Return the next batch of one partition, out of turn."""
        return self._turn(key, max_records, now_ms) if key in self._ready else None

    def _turn(self, key: TopicPartition, max_records: int, now_ms: int) -> Batch | None:
        partition = self._ready.pop(key)
        if not partition.is_ready:
            return None
        if partition.error is not None:
            raise self._raised(partition, partition.error, now_ms)
        buffer = partition.buffer
        assert buffer is not None
        try:
            batch = buffer.records.next_batch(max_records)
        except ClientError:
            self._moved(partition, buffer)
            self._ready[key] = partition
            raise
        self._moved(partition, buffer)
        if batch is None:
            self.clear(partition, now_ms)
            self._fetcher.place(partition, now_ms)
            return None
        partition.is_sought = False
        buffer.hold.keep()
        self._holds[id(batch)] = (batch, buffer.hold)
        self._fetcher.meter.handed_out(key.topic, len(batch), now_ms)
        if buffer.records.is_exhausted:
            self.clear(partition, now_ms)
            self._fetcher.place(partition, now_ms)
        else:
            self._fetcher.drained(partition, buffer, now_ms, is_over=False)
            self._ready[key] = partition
        return batch

    def _raised(self, partition: Partition, error: ClientError, now_ms: int) -> ClientError:
        if not partition.is_sticky:
            partition.error = None
            self._fetcher.place(partition, now_ms)
        if partition.is_ready:
            self._ready[partition.key] = partition
        return error

    @staticmethod
    def _moved(partition: Partition, buffer: Buffer) -> None:
        records, before = buffer.records, partition.position
        if before is None or records.next_offset != before.offset:
            partition.position = Position(records.next_offset, records.leader_epoch)

    def inflation(self, key: TopicPartition | None = None) -> Callable[[], None] | None:
        """Return the work for a thread before the next batch is requested, or None.

        Args:
            key: The partition of the next request; None: the partition whose turn it is.
        """
        if key is None:
            key = next(iter(self._ready), None)
        partition = None if key is None else self._ready.get(key)
        if partition is None or partition.error is not None or partition.buffer is None:
            return None
        return partition.buffer.records.inflation()

    # Giving back

    def release(self, batch: Batch) -> bool:
        """Give back what a batch holds; returns whether memory became free."""
        _, hold = self._holds.pop(id(batch))
        return hold.drop()

    def clear(self, partition: Partition, now_ms: int) -> None:
        """Drop the records of a partition that were not handed out."""
        buffer, partition.buffer = partition.buffer, None
        self._ready.pop(partition.key, None)
        self._aside.pop(partition.key, None)
        if buffer is not None:
            buffer.records.drop()
            buffer.hold.drop()
            self._fetcher.drained(partition, buffer, now_ms, is_over=True)

    # Paused partitions

    def set_aside(self, partition: Partition, now_ms: int) -> None:
        """Keep the records of a partition that was paused or hidden."""
        self._ready.pop(partition.key, None)
        if partition.buffer is not None:
            self._fetcher.drained(partition, partition.buffer, now_ms, is_over=True)
            self._aside[partition.key] = (partition, now_ms)
            if self._fetcher.sources.is_starved:
                self.starving(now_ms)

    def bring_back(self, partition: Partition) -> None:
        """Let a partition have its turn again that was resumed or shown."""
        self._aside.pop(partition.key, None)
        self.put(partition)

    def starving(self, now_ms: int) -> None:
        """Fetches wait for memory: drop what was set aside long ago, now or in time."""
        if self._timer is None and self._aside:
            _, since_ms = next(iter(self._aside.values()))
            due_ms = max(now_ms, since_ms + PAUSED_KEPT_MS)
            self._timer = self._with.timers.at(due_ms, self._make_room)

    def _make_room(self, now_ms: int) -> None:
        self._timer = None
        sources = self._fetcher.sources
        while self._aside and sources.is_starved:
            partition, since_ms = next(iter(self._aside.values()))
            if now_ms < since_ms + PAUSED_KEPT_MS:
                self.starving(now_ms)
                return
            self.clear(partition, now_ms)
            sources.memory_freed(now_ms)
