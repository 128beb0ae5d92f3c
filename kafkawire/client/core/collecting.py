"""One partition's answer to a Fetch, handed out in batches.

    completed = Completed(partition, data, fetch_offset, ...)
    while (batch := completed.next_batch(500)) is not None: ...

A fetch core keeps a `Completed` for each partition that an answer had records of. `next_batch`
returns at most so many records and moves `next_offset` behind them: over gaps, markers, aborted
transactions and records before the offset that was asked for. None means that all was handed out.
The checksum of a record batch is verified once, before its first record.

What cannot be read raises CorruptRecords, after what was good before it. The position stays, and
the next call raises the same; a consumer that seeks drops the whole answer.

No call reads a record: work is done for each record batch. If a batch has more
records than a call requests, the rest is skipped by the lengths of the records.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, NamedTuple

from kafkawire.client.batch import Batch, Bounds
from kafkawire.client.core.inflating import Inflating
from kafkawire.client.errors import CorruptRecords
from kafkawire.records.aborted import AbortedFilter, AbortedSince
from kafkawire.records.batch import (
    HEADER_BYTES,
    MAGIC,
    BatchHeader,
    crc_is_valid,
    iter_frames,
    read_header,
)
from kafkawire.records.compression import NONE
from kafkawire.records.errors import CorruptRecord, RecordsError
from kafkawire.records.message_set import open_message, read_message
from kafkawire.records.record import plain_section
from kafkawire.records.stretch import MessageStretch, Stretch

if TYPE_CHECKING:
    from kafkawire.client.batch import Part
    from kafkawire.client.values import TopicPartition
    from kafkawire.protocol.buffers import Buffer

INFLATED_MAX = 1 << 20
"""A `Batch` with so many inflated bytes takes no further compressed record batch."""


class CollectOptions(NamedTuple):
    """check.crcs, and whether isolation.level is read_committed."""

    check_crcs: bool = True
    read_committed: bool = False


class _Entry(NamedTuple):
    """A record batch or message whose records are to be handed out.

    Attributes:
        end: Where it ends in the data.
        next_offset: The offset behind it.
        leader_epoch: The epoch of the leader that appended it, -1 if unknown.
        is_hidden: Whether it has no records that are wanted.
        ready: Its records, if they are not compressed, or are messages.
        inflating: Its records, if they are a compressed record batch.
    """

    end: int
    next_offset: int
    leader_epoch: int
    is_hidden: bool
    ready: Stretch | MessageStretch | None = None
    inflating: Inflating | None = None

    def records(self) -> Stretch | MessageStretch:
        """All its records. Raises RecordsError."""
        if self.ready is not None:
            return self.ready
        assert self.inflating is not None
        return self.inflating.records()


class Completed:
    """The records of one partition in one answer.

    Attributes:
        partition: The partition.
        next_offset: The position: the offset of the next record to hand out, or behind all.
        leader_epoch: That of the last batch that was handed out or stepped over; -1 if unknown.
        high_watermark: As answered.
        last_stable_offset: As answered.
    """

    __slots__ = (
        "_aborted",
        "_at",
        "_data",
        "_entry",
        "_is_exhausted",
        "_options",
        "_rest",
        "high_watermark",
        "last_stable_offset",
        "leader_epoch",
        "next_offset",
        "partition",
    )

    def __init__(  # noqa: PLR0913 - the fields of an answer
        self,
        partition: TopicPartition,
        data: Buffer,
        fetch_offset: int,
        *,
        aborted: Iterable[AbortedSince] | None = None,
        high_watermark: int = -1,
        last_stable_offset: int = -1,
        options: CollectOptions = CollectOptions(),  # noqa: B008 - immutable
    ) -> None:
        self.partition = partition
        self.next_offset = fetch_offset
        self.leader_epoch = -1
        self.high_watermark = high_watermark
        self.last_stable_offset = last_stable_offset
        self._data = data
        self._at = 0
        self._options = options
        self._aborted = AbortedFilter((aborted or ()) if options.read_committed else ())
        self._entry: _Entry | None = None
        self._rest: Stretch | MessageStretch | None = None
        self._is_exhausted = False

    @property
    def is_exhausted(self) -> bool:
        """Whether nothing is left to hand out, as far as was looked."""
        return self._is_exhausted

    def next_batch(self, max_records: int) -> Batch | None:
        """Return the next records, `max_records` at most and at least one; None without any left.

        Raises CorruptRecords.
        """
        parts: list[Part] = []
        try:
            self._collect(parts, max_records)
        except RecordsError as error:
            if not parts:
                raise self._corrupt(error) from error
        if not parts:
            return None
        first = parts[0].first_offset
        bounds = Bounds(first, self.next_offset, self.high_watermark, self.last_stable_offset)
        return Batch(self.partition, parts, bounds)

    def inflation(self) -> Callable[[], None] | None:
        """Return what is worth doing in a thread before `next_batch`; None if nothing is.

        The function raises nothing. If it is not called, `next_batch` does its work.
        """
        try:
            self._find()
        except RecordsError:
            return None  # `next_batch` raises it
        inflating = None if self._entry is None else self._entry.inflating
        return inflating.inflate if inflating is not None and inflating.is_large else None

    def drop(self) -> None:
        """Forget what is left, as after a seek. Batches that were handed out stay readable."""
        self._data, self._at = b"", 0
        self._entry = self._rest = None
        self._is_exhausted = True

    def _collect(self, parts: list[Part], left: int) -> None:
        """Take parts until there are enough records, and go on to the next that are wanted."""
        inflated = 0
        while self._find() and left:
            entry = self._entry
            assert entry is not None
            inflating = entry.inflating
            if parts and inflating and (inflating.is_large or inflated >= INFLATED_MAX):
                return
            part = self._take(entry, left)
            if len(part):
                parts.append(part)
                left -= len(part)
            inflated += part.size if inflating else 0

    def _take(self, entry: _Entry, left: int) -> Stretch | MessageStretch:
        """Return the next records of the entry, and move behind them; there may be none."""
        rest = self._rest
        if rest is None:
            rest = entry.records().since(self.next_offset)
        if len(rest) <= left:
            if len(rest):
                rest.first_offset  # noqa: B018 - raises if it cannot be read
            self._pass(entry)
            return rest
        part, self._rest, last_offset = rest.cut(left)
        self.next_offset = max(self.next_offset, last_offset + 1)
        self.leader_epoch = entry.leader_epoch
        return part

    def _find(self) -> bool:
        """Step over what is not handed out; return whether anything follows."""
        while self._entry is None:
            entry = self._next_entry()
            if entry is None:
                self._is_exhausted = True
                return False
            if entry.is_hidden:
                self._pass(entry)
            else:
                self._entry = entry
        return True

    def _next_entry(self) -> _Entry | None:
        """Return the entry at hand, verified. Raises RecordsError."""
        data, at = self._data, self._at
        header = _header_at(data, at)
        if header is not None:
            return self._batch_entry(header)
        frame = next(iter_frames(data, at), None)
        if frame is not None and frame[2] != MAGIC:
            return self._message_entry(frame[1])
        if frame is not None or (at == 0 and len(data)):
            raise CorruptRecord(f"{len(data) - at} bytes hold no whole record batch")
        return None

    def _batch_entry(self, header: BatchHeader) -> _Entry:
        data, at = self._data, self._at
        if self._options.check_crcs and not crc_is_valid(data, at, header):
            raise CorruptRecord("the checksum of the record batch is wrong")
        is_hidden = header.is_control or not header.records_count
        is_hidden |= header.last_offset < self.next_offset
        is_hidden |= self._aborted.is_at_work and self._aborted.hides(data, at, header)
        place = at + header.size, header.next_offset, header.partition_leader_epoch, is_hidden
        if is_hidden or header.compression != NONE:
            return _Entry(*place, inflating=Inflating(data, at, header))
        section, start, end = plain_section(data, at, header)
        return _Entry(*place, Stretch(section, start, end, header.records_count, header))

    def _message_entry(self, size: int) -> _Entry:
        messages = open_message(read_message(self._data, self._at))
        next_offset = messages[-1].offset + 1
        return _Entry(
            self._at + size,
            next_offset,
            -1,
            next_offset <= self.next_offset,
            MessageStretch(messages),
        )

    def _pass(self, entry: _Entry) -> None:
        """Move behind the entry."""
        self._at = entry.end
        self._entry = self._rest = None
        self.next_offset = max(self.next_offset, entry.next_offset)
        self.leader_epoch = entry.leader_epoch

    def _corrupt(self, error: RecordsError) -> CorruptRecords:
        """What is wrong at the position, and where the record batch ends."""
        header = _header_at(self._data, self._at)
        next_offset = None if header is None else header.next_offset
        return CorruptRecords(self.partition, self.next_offset, str(error), next_offset)


def _header_at(data: Buffer, at: int) -> BatchHeader | None:
    """The head of the record batch at `at`; None unless it is whole and of magic 2."""
    left = len(data) - at
    if left < HEADER_BYTES:
        return None
    header = read_header(data, at)
    is_whole = header.magic == MAGIC and HEADER_BYTES <= header.size <= left
    return header if is_whole else None
