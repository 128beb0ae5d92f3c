"""Takes records into the batches of their partitions.

A record is one tuple in a list. Everything else happens once for each batch. A batch is due when it
is full, when linger.ms is over, when memory is waited for, and when the application flushes.
"""

from __future__ import annotations

from collections import deque
from enum import Enum
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from kafkawire.client.core.producing.batch import (
    BATCH_OVERHEAD,
    HEADER_OVERHEAD,
    MEMORY_OVERHEAD,
    RECORD_OVERHEAD,
    RECORD_OVERHEAD_MAX,
    Batch,
    Delivery,
    headers_size,
    size_of,
)
from kafkawire.client.core.producing.memory import Memory, Ticket
from kafkawire.client.core.producing.murmur2 import positive_hash
from kafkawire.client.core.producing.partition_queue import PartitionQueue
from kafkawire.client.core.producing.partitioner import Choice, TopicQueues
from kafkawire.client.core.producing.unfinished import Unfinished
from kafkawire.client.errors import RecordTooLarge
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.timers import Timer, Timers

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from kafkawire.client.core.producing.options import ProducerOptions
    from kafkawire.client.values import TopicPartition
    from kafkawire.records.builder import RecordTuple

MORE = MEMORY_OVERHEAD - RECORD_OVERHEAD
COMPRESSION_SLACK = 1.05
"""Batches are compressed so much worse than estimated, now and then."""


class Wait(Enum):
    """Why a record was not accepted yet."""

    METADATA = "the topic or the partition is not known"
    MEMORY = "buffer.memory is used up"


class Span(NamedTuple):
    """Records that follow each other in a batch."""

    batch: Batch
    first: int
    length: int


class Accumulator:
    """All accepted records that are not answered yet."""

    def __init__(
        self,
        options: ProducerOptions,
        timers: Timers,
        choice: Choice,
        find: Callable[[TopicPartition], PartitionQueue],
    ) -> None:
        self.memory = Memory(options.buffer_memory)
        self.topics: Mapping[str, TopicQueues] = {}
        """Topics that records are accepted for."""
        self.unfinished = Unfinished(options.delivery_timeout_ms, timers, self.memory)
        self.delivery: type[Delivery] = Delivery
        """The class of what `append` returns."""
        self.on_due: Callable[[PartitionQueue, int], None] = lambda queue, now_ms: None
        """Called when a batch of a queue is due."""
        self.on_armed: Callable[[], None] = lambda: None
        """Called when `append` has set a timer."""
        self._hashes_keys = not options.partitioner_ignore_keys
        self._options = options
        self._timers = timers
        self._choice = choice
        self._find = find
        self._lingering: deque[tuple[Batch, PartitionQueue]] = deque()
        self._timer: Timer | None = None

    # Accepting

    def add(self, topic: str, partition: int | None, record: RecordTuple) -> Delivery | None:
        """Accept a record if its partition has an open batch with room, as is mostly so.

        None: `append` the record. The time matters only there, where a batch begins. All in one
        function: this is most of what accepting a record costs.
        """
        found = self.topics.get(topic)
        if found is None:
            return None
        _, key, value, headers = record
        size = RECORD_OVERHEAD
        if key is not None:
            size += len(key)
        if value is not None:
            size += len(value)
        if headers:
            size += headers_size(headers)
        if partition is None:
            if key is None or not self._hashes_keys:
                queue = found.sticky
            else:
                queue = found.queues[positive_hash(key) % len(found.queues)]
        elif 0 <= partition < len(found.queues):
            queue = found.queues[partition]
        else:
            return None
        batch = None if queue is None else queue.open
        memory = self.memory
        if batch is None or size > batch.room or size + MORE > memory.free or memory.waiting:
            return None
        batch.room -= size
        memory.free -= size + MORE
        records = batch.records
        records.append(record)
        return self.delivery(batch, len(records) - 1)

    def append(
        self,
        topic: str,
        partition: int | None,
        record: RecordTuple,
        now_ms: int,
        ticket: Ticket | None = None,
    ) -> Delivery | Wait:
        """Accept a record, or return what it has to wait for.

        Args:
            topic: The topic.
            partition: The partition; None: by the key, or the sticky one.
            record: Timestamp, key, value and headers.
            now_ms: The time.
            ticket: The memory granted to the record when it waited; used up if it is accepted.

        Raises:
            RecordTooLarge: It exceeds max.request.size or buffer.memory.
        """
        found = self.topics.get(topic)
        queue = None if found is None else self._queue(found, partition, record[1], now_ms)
        if found is None or queue is None:
            return Wait.METADATA
        size = size_of(record)
        if not self._has_memory(record, size, ticket):
            return Wait.MEMORY
        is_bound = partition is not None or (record[1] is not None and self._hashes_keys)
        batch = self._batch_for(found, queue, size, now_ms, is_bound=is_bound)
        batch.room -= size
        self.memory.free -= size + MORE
        batch.records.append(record)
        return self.delivery(batch, len(batch.records) - 1)

    def _queue(
        self, topic: TopicQueues, partition: int | None, key: bytes | None, now_ms: int
    ) -> PartitionQueue | None:
        """Return the queue of a record's partition; None if there is no such partition."""
        if partition is not None:
            return topic.queues[partition] if 0 <= partition < len(topic.queues) else None
        if key is None or not self._hashes_keys:
            return topic.sticky or topic.choose(self._choice, now_ms)
        return topic.queues[positive_hash(key) % len(topic.queues)]

    def append_many(
        self,
        topic: str,
        partition: int | None,
        records: Sequence[RecordTuple],
        accepted: list[Span],
        now_ms: int,
        ticket: Ticket | None = None,
    ) -> Wait | None:
        """Accept as many of the records as there is room for.

        Args:
            topic: The topic.
            partition: The partition of all of them; None: by their keys, or sticky ones.
            records: Timestamp, key, value and headers of each.
            accepted: Where accepted records are added, as spans; those that are there are
                skipped.
            now_ms: The time.
            ticket: The memory granted to the first record when it waited.

        Raises:
            RecordTooLarge: The first record that is not in `accepted` is too large.
        """
        at = sum(span.length for span in accepted)
        by_key = partition is None and self._hashes_keys
        while at < len(records):
            delivery = self.append(topic, partition, records[at], now_ms, ticket)
            if isinstance(delivery, Wait):
                return delivery
            ticket = None
            more = self._fill(delivery.batch, records, at + 1, by_key=by_key)
            accepted.append(Span(delivery.batch, delivery.index, 1 + more))
            at += 1 + more
        return None

    def _fill(self, batch: Batch, records: Sequence[RecordTuple], at: int, *, by_key: bool) -> int:
        """Accept records of the same partition that fit; return how many."""
        room, free = batch.room, self.memory.free
        add, before = batch.records.append, len(batch.records)
        for record in islice(records, at, None):
            _, key, value, headers = record
            if headers or value is None:
                break
            size = RECORD_OVERHEAD + len(value)
            if key is not None:
                if by_key:
                    break
                size += len(key)
            if size > room or size + MORE > free:
                break
            room -= size
            free -= size + MORE
            add(record)
        batch.room, self.memory.free = room, free
        return len(batch.records) - before

    # Batches

    def due(self, queue: PartitionQueue, now_ms: int) -> None:
        """Let the batches of a queue wait no longer for records."""
        if queue.open is not None:
            queue.open.is_due = True
            self.on_due(queue, now_ms)

    def all_due(self, now_ms: int) -> None:
        """Let no batch wait for records: memory is waited for, or the application flushes."""
        for root in self.unfinished.roots:
            if not root.is_due:
                self.due(self._find(root.partition), now_ms)

    def _has_memory(self, record: RecordTuple, size: int, ticket: Ticket | None) -> bool:
        """Whether there is memory for a record now."""
        headers = record[3]
        names = len(headers) * HEADER_OVERHEAD if headers else 0
        most = size - RECORD_OVERHEAD + RECORD_OVERHEAD_MAX + BATCH_OVERHEAD + names
        options = self._options
        if most > options.max_request_size or size + MORE > self.memory.total:
            name, bound = (
                ("max.request.size", options.max_request_size)
                if most > options.max_request_size
                else ("buffer.memory", self.memory.total)
            )
            raise RecordTooLarge(
                ErrorCode.MESSAGE_TOO_LARGE, f"a record of {most} bytes exceeds {name} ({bound})"
            )
        if ticket is not None and ticket.is_granted:
            self.memory.use(ticket)
            return True
        return not self.memory.waiting and size + MORE <= self.memory.free

    def _batch_for(
        self, topic: TopicQueues, queue: PartitionQueue, size: int, now_ms: int, *, is_bound: bool
    ) -> Batch:
        """Return the batch that a record goes to; `is_bound`: its partition is fixed."""
        batch = queue.open
        if batch is not None and size <= batch.room:
            return batch
        if not is_bound and topic.is_over(is_full=batch is not None):
            if batch is not None:
                queue.close()
                self.on_due(queue, now_ms)
            queue = topic.choose(self._choice, now_ms)
            batch = queue.open
            if batch is not None and size <= batch.room:
                return batch
        return self._opened(topic, queue, size, now_ms)

    def _opened(self, topic: TopicQueues, queue: PartitionQueue, size: int, now_ms: int) -> Batch:
        """Begin a batch."""
        options = self._options
        limit = min(options.batch_size, options.max_request_size)
        if options.compression:
            limit = int(limit / (topic.ratio * COMPRESSION_SLACK))
        batch = Batch(queue.partition, now_ms, max(0, limit - BATCH_OVERHEAD))
        was_open = queue.open is not None
        queue.add(batch)
        topic.opened(queue, batch)
        topic.used_ms = now_ms
        self.unfinished.add(batch, now_ms)
        batch.is_due = options.linger_ms <= 0 or size >= batch.room or bool(self.memory.waiting)
        if batch.is_due or was_open:
            self.on_due(queue, now_ms)
        if not batch.is_due:
            self._linger(batch, queue, now_ms)
        return batch

    def _linger(self, batch: Batch, queue: PartitionQueue, now_ms: int) -> None:
        lingering = self._lingering
        while lingering and lingering[0][0].count:
            lingering.popleft()
        lingering.append((batch, queue))
        if self._timer is None:
            self._timer = self._timers.at(now_ms + self._options.linger_ms, self._linger_over)
            self.on_armed()

    def _linger_over(self, now_ms: int) -> None:
        lingering, linger_ms = self._lingering, self._options.linger_ms
        while lingering and lingering[0][0].created_ms + linger_ms <= now_ms:
            batch, queue = lingering.popleft()
            if batch is queue.open:
                self.due(queue, now_ms)
        self._timer = None
        if lingering:
            due_ms = lingering[0][0].created_ms + linger_ms
            self._timer = self._timers.at(due_ms, self._linger_over)
