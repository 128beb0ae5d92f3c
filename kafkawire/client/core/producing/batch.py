"""A batch of records of one partition, and what became of each record.

A batch that a broker finds too large is split: it has `parts` then, and they end in its place. The
batch that the application's deliveries point to is the root of them all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kafkawire.client.values import RecordMetadata, TopicPartition
from kafkawire.records.batch import HEADER_BYTES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from kafkawire.client.errors import ClientError
    from kafkawire.records.builder import RecordTuple

RECORD_OVERHEAD = 12
"""About what a record takes in a batch besides its key, value and headers."""
RECORD_OVERHEAD_MAX = 21
"""The greatest overhead of a record (Kafka's `DefaultRecord.MAX_RECORD_OVERHEAD`)."""
HEADER_OVERHEAD = 6
"""About what the lengths of one header take."""
MEMORY_OVERHEAD = 32
"""Bytes of buffer.memory for an accepted record besides its key, value and headers."""
BATCH_OVERHEAD = HEADER_BYTES
"""The head of a batch."""


class ProducerId(NamedTuple):
    """A producer id and its epoch."""

    id: int
    epoch: int


NO_PRODUCER = ProducerId(-1, -1)
NO_SEQUENCE = -1
CLOSED = -1
"""The room of a batch that takes no more records: less than any record needs."""


class Batch:
    """Records of one partition that are sent, acknowledged or refused together."""

    __slots__ = (
        "attempts",
        "base_offset",
        "count",
        "created_ms",
        "error",
        "event",
        "first",
        "is_done",
        "is_due",
        "is_rewritten",
        "is_sent",
        "last_failure",
        "leader_epoch",
        "left",
        "limit",
        "log_append_time_ms",
        "looked",
        "memory",
        "partition",
        "parts",
        "producer",
        "record_errors",
        "records",
        "retry_ms",
        "room",
        "root",
        "sequence",
        "timestamps",
        "waiters",
    )

    def __init__(self, partition: TopicPartition, created_ms: int, room: int) -> None:
        self.partition = partition
        self.created_ms = created_ms
        """Time at which the first record was accepted."""
        self.records: list[RecordTuple] = []
        """Timestamp, key, value and headers of each record; empty once the batch is done."""
        self.room = self.limit = room
        """How many bytes of records still fit, and fitted in the beginning, by estimate."""
        self.memory = 0
        """What its records take of buffer.memory, once it takes no more."""
        self.count = 0
        """How many records it has, once it takes no more."""
        self.first = 0
        """The index of its first record in the root."""
        self.root = self
        self.parts: tuple[Batch, ...] = ()
        self.left = 1
        """Of a root: how many of its parts are not done."""
        self.is_due = False
        """Whether it does not wait for more records."""
        self.attempts = 0
        self.retry_ms = 0
        """Before this time it is not sent again, unless the leader has changed meanwhile."""
        self.leader_epoch = -1
        """The leader's epoch at the last attempt."""
        self.last_failure: ClientError | None = None
        self.is_sent = False
        """Whether a request with it waits for its answer."""
        self.producer = NO_PRODUCER
        self.sequence = NO_SEQUENCE
        self.is_rewritten = False
        """Whether producer or sequence have changed since it was sent."""
        self.is_done = False
        self.base_offset = -1
        self.log_append_time_ms = -1
        self.error: ClientError | None = None
        self.record_errors: dict[int, ClientError] | None = None
        """Errors of single records, by index, where the broker told them."""
        self.timestamps: list[int] = []
        """The timestamps of the records, once the batch is done."""
        self.looked: set[int] = set()
        """Indexes, in the root, of failed records whose failure the application has seen."""
        self.event: object | None = None
        """The event that the shell's tasks wait for, if some wait for this batch."""
        self.waiters: list[Callable[[], None]] = []
        """Called when the batch is done or split."""

    @property
    def last_sequence(self) -> int:
        """The sequence of the last record."""
        return (self.sequence + self.count - 1) & 0x7FFFFFFF

    @property
    def size(self) -> int:
        """About how many bytes it has, before compression."""
        if not self.count:
            return BATCH_OVERHEAD + self.limit - self.room
        return BATCH_OVERHEAD + self.memory - self.count * (MEMORY_OVERHEAD - RECORD_OVERHEAD)

    def close(self) -> None:
        """Take no more records."""
        if not self.count:
            self.count = len(self.records)
            more = MEMORY_OVERHEAD - RECORD_OVERHEAD
            self.memory = self.limit - self.room + self.count * more
            self.room = CLOSED

    def leaves(self) -> Iterator[Batch]:
        """Yield the parts that were not split further; the batch itself if it was not split."""
        if not self.parts:
            yield self
        for part in self.parts:
            yield from part.leaves()

    def split(self) -> tuple[Batch, Batch]:
        """Split in halves, which take over the range of sequences."""
        middle = self.count // 2
        halves = self._part(0, middle), self._part(middle, self.count)
        self.parts, self.records = halves, []
        self.root.left += 1
        self.wake()
        return halves

    def _part(self, begin: int, end: int) -> Batch:
        part = Batch(self.partition, self.created_ms, CLOSED)
        part.records = self.records[begin:end]
        part.count, part.memory = end - begin, sum(map(memory_of, part.records))
        part.first, part.root, part.is_due = self.first + begin, self.root, True
        part.producer = self.producer
        if self.sequence != NO_SEQUENCE:
            part.sequence = (self.sequence + begin) & 0x7FFFFFFF
        return part

    def end(self, error: ClientError | None) -> None:
        """End the batch, and call its waiters."""
        self.is_done, self.error = True, error
        self.close()
        self.timestamps = [record[0] for record in self.records]
        self.records = []
        self.wake()

    def wake(self) -> None:
        """Call the waiters of the batch."""
        waiters, self.waiters = self.waiters, []
        for waiter in waiters:
            waiter()

    def part_of(self, index: int) -> Batch:
        """Return the part that has the record of an index of the root."""
        found = self
        while found.parts:
            found = found.parts[index >= found.parts[1].first]
        return found

    def error_of(self, index: int) -> ClientError | None:
        """Return why the record of an index of the root failed; None if it did not."""
        if self.record_errors is not None:
            return self.record_errors.get(index - self.first, self.error)
        return self.error


def memory_of(record: RecordTuple) -> int:
    """Return what a record takes of buffer.memory."""
    return size_of(record) + MEMORY_OVERHEAD - RECORD_OVERHEAD


def size_of(record: RecordTuple) -> int:
    """Return about how many bytes a record takes in a batch, before compression."""
    _, key, value, headers = record
    size = RECORD_OVERHEAD + (len(key) if key else 0) + (len(value) if value else 0)
    return size + headers_size(headers) if headers else size


def headers_size(headers: object) -> int:
    """Return about how many bytes headers take."""
    total = 0
    for name, value in headers:  # type: ignore[attr-defined]
        total += len(name) * 3 if not name.isascii() else len(name)
        total += HEADER_OVERHEAD + (len(value) if value else 0)
    return total


class Delivery:
    """The outcome of one accepted record."""

    __slots__ = ("batch", "index")

    def __init__(self, batch: Batch, index: int) -> None:
        self.batch = batch
        self.index = index

    @property
    def is_done(self) -> bool:
        """Whether the record was acknowledged, or has failed."""
        return self.batch.part_of(self.index).is_done

    @property
    def error(self) -> ClientError | None:
        """Why the record failed; None if it did not, or not yet. Asking counts as looking."""
        part = self.batch.part_of(self.index)
        error = part.error_of(self.index)
        if error is not None:
            self.batch.looked.add(self.index)
        return error

    def metadata(self) -> RecordMetadata:
        """Return where the record is, or raise why it failed. It has to be done."""
        error = self.error
        if error is not None:
            raise error
        part = self.batch.part_of(self.index)
        assert part.is_done, "the record is not done"
        at = self.index - part.first
        offset = part.base_offset + at if part.base_offset >= 0 else -1
        timestamp = part.log_append_time_ms
        topic, partition = part.partition
        return RecordMetadata(
            topic, partition, offset, timestamp if timestamp >= 0 else part.timestamps[at]
        )
