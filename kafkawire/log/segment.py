"""A stretch of a log: its batches, and the indexes over them.

A segment begins at `base_offset` and is appended to until the log rolls. What Kafka's rules ask
of a segment later (the first timestamp for rolling by time, the greatest timestamp for retention
and for lookups by time) is noted as batches arrive, so nothing has to be read again.

A segment that was found on disk knows its size only. The other notes are slots that stay empty
until somebody asks for them; `__getattr__`, which Python calls for empty slots alone, then has them
filled from the files. So a topic of 20 GB opens as fast as an empty one, and a segment that is
appended to pays nothing for it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.log.entries import header_of
from kafkawire.log.offset_index import OffsetIndex
from kafkawire.log.storage import BatchPlace, MemoryStorage, SegmentStorage
from kafkawire.log.time_index import TimeIndex
from kafkawire.log.transaction_index import TransactionIndex
from kafkawire.records.errors import CorruptRecord

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from kafkawire.protocol.buffers import Buffer
    from kafkawire.records.batch import BatchHeader

NO_TIMESTAMP = -1
NO_MORE_ENTRIES = 1 << 62
"""An interval of the indexes that no segment is as large as."""


class Segment:
    """Batches from `base_offset` up to, not including, `next_offset`.

    `first_timestamp` is the maximum timestamp of the first batch, None while the segment is
    empty; `index_entries` counts those of the offset index, of which the time index never has more;
    `max_timestamp` is -1 until a batch has a greater one; `modified_ms` is the broker's
    time of the last append. `roll_jitter_ms` is how much earlier than `segment.ms` it rolls.
    """

    __slots__ = (
        "_bytes_since_index",
        "_fill",
        "_max_timestamp_offset",
        "base_offset",
        "created_ms",
        "first_timestamp",
        "index_entries",
        "max_timestamp",
        "modified_ms",
        "next_offset",
        "offset_index",
        "roll_jitter_ms",
        "storage",
        "time_index",
        "transaction_index",
    )

    _fill: Callable[[Segment, str], None]

    def __init__(
        self, base_offset: int, now_ms: int, storage: SegmentStorage | None = None
    ) -> None:
        self.base_offset = base_offset
        self.storage: SegmentStorage = MemoryStorage() if storage is None else storage
        self.created_ms = now_ms
        self.modified_ms = now_ms
        self.roll_jitter_ms = 0
        self.forget_notes()

    @classmethod
    def found(
        cls,
        base_offset: int,
        storage: SegmentStorage,
        now_ms: int,
        fill: Callable[[Segment, str], None],
    ) -> Segment:
        """A segment that lies in files; `fill` is called with the name of a slot that is needed."""
        segment = cls.__new__(cls)
        segment.base_offset = base_offset
        segment.storage = storage
        segment.created_ms = now_ms
        segment.roll_jitter_ms = 0
        segment._fill = fill
        segment._bytes_since_index = 0
        return segment

    def fill_with(self, fill: Callable[[Segment, str], None]) -> None:
        """Have `fill` called with the name of a slot that is needed and empty."""
        self._fill = fill

    def __getattr__(self, name: str) -> object:
        """Called where a slot is empty."""
        if name in ("_fill", "storage", "base_offset"):
            raise AttributeError(name)
        self._fill(self, name)
        return object.__getattribute__(self, name)

    def forget_notes(self) -> None:
        """Know nothing of any batch."""
        base_offset = self.base_offset
        self.next_offset = base_offset
        self.offset_index = OffsetIndex(base_offset)
        self.time_index = TimeIndex(base_offset)
        self.transaction_index: TransactionIndex | None = None
        self.first_timestamp: int | None = None
        self.max_timestamp = NO_TIMESTAMP
        self.index_entries = 0
        self._max_timestamp_offset = base_offset
        self._bytes_since_index = 0

    def forget_indexes(self) -> None:
        """Leave the indexes of a sealed segment to its files, until somebody asks for them."""
        del self.offset_index, self.time_index

    def fill_notes(self) -> None:
        """Make what is noted of batches, from the indexes and the batches behind their end."""
        for at, header, _ in self.batches(self.begin_notes()):
            self.take_note(header, at, 0, index_interval_bytes=NO_MORE_ENTRIES)

    def begin_notes(self) -> int:
        """Know what the indexes say; where the batch of their last entry begins.

        It and those behind it are still to be noted.
        """
        self.max_timestamp, self._max_timestamp_offset = self.time_index.last
        self.index_entries = len(self.offset_index)
        _, position = self.offset_index.last
        self.first_timestamp = None
        self.next_offset = self.base_offset
        if position:
            for _, first, _ in self.batches():
                self.first_timestamp = first.max_timestamp
                break
        return position

    @property
    def size(self) -> int:
        """Bytes of batches."""
        return self.storage.size

    @property
    def largest_timestamp(self) -> int:
        """The greatest timestamp; when it was last written to, where no batch has one."""
        return self.max_timestamp if self.max_timestamp >= 0 else self.modified_ms

    def append(
        self, batch: Buffer, header: BatchHeader, *, now_ms: int, index_interval_bytes: int
    ) -> None:
        """Add `batch`, whose final header is `header`."""
        storage = self.storage
        position = storage.size
        storage.append(batch, header.base_offset + header.last_offset_delta)
        self.take_note(header, position, len(batch), index_interval_bytes=index_interval_bytes)
        self.modified_ms = now_ms

    def take_note(
        self, header: BatchHeader, position: int, size: int, *, index_interval_bytes: int
    ) -> None:
        """Enter a batch that lies at `position` into notes and indexes."""
        last_offset = header.base_offset + header.last_offset_delta
        if position == 0:
            self.first_timestamp = header.max_timestamp
        if header.max_timestamp > self.max_timestamp:
            self.max_timestamp = header.max_timestamp
            self._max_timestamp_offset = last_offset
        self.next_offset = last_offset + 1
        if self._bytes_since_index > index_interval_bytes:
            self.offset_index.append(last_offset, position)
            self.time_index.append(self.max_timestamp, self._max_timestamp_offset)
            self.index_entries += 1
            self._bytes_since_index = 0
        self._bytes_since_index += size

    def seal(self) -> None:
        """No more is appended: the time index ends with the newest timestamp (fetch H-13)."""
        self.time_index.append(self.max_timestamp, self._max_timestamp_offset)

    def locate(self, offset: int) -> BatchPlace | None:
        """The first batch whose last offset is not below `offset`.

        Raises CorruptRecord where the search ends at bytes that are no batch.
        """
        return self.storage.locate(offset, self.offset_index.position_before(offset))

    def position_of(self, offset: int) -> int:
        """The byte position of the batch that holds `offset`.

        It is the segment's size where `offset` is beyond all batches, or all that can be read.
        """
        try:
            place = None if offset >= self.next_offset else self.locate(offset)
        except CorruptRecord:
            place = None
        return self.storage.size if place is None else place.position

    def batches(self, position: int = 0) -> Iterator[tuple[int, BatchHeader, Buffer]]:
        """Batches with position and header, from the one that begins at `position`."""
        for at, batch in self.storage.batches(position):
            yield at, header_of(batch), batch

    def checked_batches(
        self, position: int = 0, *, may_be_torn: bool = True
    ) -> Iterator[tuple[int, BatchHeader, Buffer]]:
        """As `batches`, but raises CorruptRecord at the end if that was too early.

        See `SegmentStorage.check_end`.
        """
        for at, header, batch in self.batches(position):
            yield at, header, batch
            position = at + len(batch)
        self.storage.check_end(position, may_be_torn=may_be_torn)

    def batches_not_before(
        self, timestamp: int, offset: int
    ) -> Iterator[tuple[BatchHeader, Buffer]]:
        """Yield the batches whose maximum timestamp is at least `timestamp`, in order.

        Batches before the last entry of the offset index up to `offset` are left out.
        """
        if timestamp > self.max_timestamp:
            return
        offset = max(offset, self.time_index.offset_before(timestamp))
        for _, header, batch in self.checked_batches(self.offset_index.position_before(offset)):
            if header.max_timestamp >= timestamp:
                yield header, batch

    def newest_batch(self) -> tuple[BatchHeader, Buffer] | None:
        """The first batch that has the segment's greatest timestamp."""
        start = self.offset_index.position_before(self._max_timestamp_offset)
        for _, header, batch in self.checked_batches(start):
            if header.max_timestamp == self.max_timestamp:
                return header, batch
        return None

    def truncate(self, offset: int) -> None:
        """Drop the first batch whose last offset is not below `offset`, and all behind it."""
        position = self.position_of(offset)
        self.storage.truncate(position)
        self.offset_index.truncate(position)
        self.time_index.truncate(offset)
        if self.transaction_index is not None:
            self.transaction_index.truncate(offset)
        self._bytes_since_index = 0
        self.fill_notes()
