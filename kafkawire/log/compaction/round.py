"""One round of cleaning a log, in steps.

First the keys of the dirty stretch are mapped to their latest offsets, then all segments from the
log's beginning up to the end of the map are read, group after group, and each group is replaced by
one new segment when it is done. A step is the work on one batch; between two steps the log goes on
living. What a step finds changed under its hands ends the round: nothing is lost by that but work.

The rules of what stays are those of Kafka's `Cleaner` (fetch H-61 to H-63).
"""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

from kafkawire.log.compaction.cleanable import count_before, index_of
from kafkawire.log.compaction.grouping import groups
from kafkawire.log.compaction.offset_map import OffsetMap
from kafkawire.log.compaction.rewriting import emptied, rebuilt, split, split_in_parts
from kafkawire.log.compaction.transactions import TransactionWalk, aborted_before
from kafkawire.log.transaction_index import TransactionIndex
from kafkawire.records.batch import MAGIC, crc_is_valid, read_header
from kafkawire.records.errors import CorruptRecord

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator, Sequence

    from kafkawire.log.compaction.cleanable import Cleanable
    from kafkawire.log.compaction.rewriting import Span, SplitBatch
    from kafkawire.log.partition_log import PartitionLog
    from kafkawire.log.segment import Segment
    from kafkawire.log.transaction_index import AbortedTransaction
    from kafkawire.protocol.buffers import Buffer
    from kafkawire.records.batch import BatchHeader


INDEX_COST = 4096
"""What counts as read where a segment was asked for its aborted transactions."""
PART_COST = 64 * 1024
"""What counts as read where a part of a large batch was."""
WAITING = 0
"""The size of a step that could only wait for a disk."""


class CleaningAborted(Exception):
    """The log has changed so that this round must not go on."""


class CleaningStats:
    """What a round has done so far, in bytes and records."""

    __slots__ = ("bytes_mapped", "bytes_read", "bytes_written", "utilization")

    def __init__(self) -> None:
        self.bytes_mapped = 0
        self.bytes_read = 0
        self.bytes_written = 0
        self.utilization = 0.0

    @property
    def bytes_moved(self) -> int:
        """All that was read or written."""
        return self.bytes_mapped + self.bytes_read + self.bytes_written


class CleaningRound:
    """Cleans `log` once; `steps` does it, and `end_offset` then says how far the log is clean.

    `now_ms` is the time of the whole round: delete horizons are set and judged by it.
    """

    __slots__ = (
        "_aborted",
        "_horizon_ms",
        "_last",
        "_last_facts",
        "_map",
        "_walk",
        "log",
        "now_ms",
        "plan",
        "stats",
    )

    def __init__(
        self, log: PartitionLog, plan: Cleanable, *, now_ms: int, map_bytes_max: int
    ) -> None:
        self.log = log
        self.now_ms = now_ms
        self.stats = CleaningStats()
        self._horizon_ms = now_ms + log.config.delete_retention_ms
        self.plan = plan
        self._map = OffsetMap(map_bytes_max)
        self._walk = TransactionWalk()
        self._aborted: list[AbortedTransaction] = []
        self._last = log.segments[count_before(log.segments, plan.end_offset) - 1]
        self._last_facts = _facts(self._last)

    @property
    def end_offset(self) -> int:
        """The first offset that the map does not speak of."""
        return self._map.latest_offset + 1

    def steps(self) -> Generator[int]:
        """Do the work; yields the bytes that each step has read.

        Raises CleaningAborted, `RecordsError` for what cannot be read, and `ApiError` for a disk
        that fails. What is not finished when the iterator is closed is taken back.
        """
        yield from self._checked(self._find_aborted())
        yield from self._checked(self._map_dirty())
        self.stats.utilization = self._map.utilization
        segments = self.log.segments
        mapped = segments[: count_before(segments, self.end_offset)]
        self._walk.expect(self._aborted)
        for group in groups(mapped, self.log.config, self.plan.end_offset):
            yield from self._checked(self._clean(group))

    def _checked(self, steps: Generator[int]) -> Iterator[int]:
        """As `steps`, but the log is looked at whenever it had time to change."""
        with closing(steps):
            for size in steps:
                yield size
                if not self._may_go_on():
                    raise CleaningAborted

    def _may_go_on(self) -> bool:
        """Whether nothing was cut off that the map speaks of, and the log is still compacted."""
        log, last = self.log, self._last
        found = count_before(log.segments, last.base_offset)
        return (
            found + 1 < len(log.segments)
            and log.segments[found] is last
            and _facts(last) == self._last_facts
            and log.config.is_compacted
        )

    def _find_aborted(self) -> Generator[int]:
        """The aborted transactions that begin before the end of the round."""
        for found in aborted_before(self.log.segments, self.plan.end_offset):
            self._aborted += found
            yield INDEX_COST

    # The map

    def _map_dirty(self) -> Generator[int]:
        plan, segments = self.plan, self.log.segments
        start, end = plan.first_dirty_offset, plan.end_offset
        first = index_of(segments, start)
        walk = TransactionWalk()
        walk.expect(each for each in self._aborted if each.last_offset >= start)
        dirty = segments[first : count_before(segments, end)]
        for at, segment in enumerate(dirty):
            position = segment.position_of(start)
            for _, header, batch in segment.checked_batches(position, may_be_torn=False):
                source = yield from _source(header, batch)
                if not self._map_batch(header, batch, source, walk):
                    return
                self.stats.bytes_mapped += header.size
                yield header.size
            # The segment may end in a gap, of which everything is known.
            after = dirty[at + 1].base_offset if at + 1 < len(dirty) else end
            self._map.latest_offset = after - 1

    def _map_batch(
        self, header: BatchHeader, batch: Buffer, source: SplitBatch | None, walk: TransactionWalk
    ) -> bool:
        """Take in the keys of one batch; False if the map is full."""
        if header.is_control:
            walk.marks_nothing(header, batch)
        elif not walk.is_aborted(header) and source is not None and not self._map_keys(source):
            return False
        self._map.latest_offset = header.last_offset
        return True

    def _map_keys(self, source: SplitBatch) -> bool:
        base, start = source.header.base_offset, self.plan.first_dirty_offset
        put = self._map.put
        for _, _, _, _, offset_delta, key, _ in source.spans:
            offset = base + offset_delta
            if key is not None and offset >= start and not put(key, offset):
                return False
        return True

    # Cleaning

    def _clean(self, group: Sequence[Segment]) -> Generator[int]:
        log = self.log
        target = log.store.cleaned_segment(log, group[0].base_offset, self.now_ms)
        try:
            self._walk.index = TransactionIndex()
            for segment in group:
                yield from self._clean_into(target, segment)
            if self._walk.index.entries:
                target.transaction_index = self._walk.index
            target.seal()
            target.modified_ms = group[-1].modified_ms
            is_ready = log.store.prepare(log, target)
            while not is_ready():
                yield WAITING
            first = count_before(log.segments, group[0].base_offset)
            if log.segments[first : first + len(group)] != list(group):
                raise CleaningAborted
            old, group = group, ()
            log.replace_segments(old, [target])
        finally:
            if group:
                log.store.abandon(log, [target])

    def _clean_into(self, target: Segment, segment: Segment) -> Generator[int]:
        interval = self.log.config.index_interval_bytes
        for _, header, batch in segment.checked_batches(may_be_torn=False):
            source = yield from _source(header, batch)
            kept = self._kept(header, batch, source)
            self.stats.bytes_read += header.size
            if kept is not None:
                if kept is not batch:
                    header = read_header(kept)
                target.append(kept, header, now_ms=self.now_ms, index_interval_bytes=interval)
                self.stats.bytes_written += header.size
            yield header.size

    def _kept(self, header: BatchHeader, batch: Buffer, source: SplitBatch | None) -> Buffer | None:
        """What stays of a batch: `batch` itself, or one with fewer records, or nothing.

        Messages of before magic 2 all stay.
        """
        if header.magic != MAGIC:
            return batch
        if header.is_control:
            is_idle = self._walk.marks_nothing(header, batch)
            is_past = header.has_delete_horizon and header.base_timestamp <= self.now_ms
            if header.records_count and not (is_idle and is_past):
                needs_horizon = is_idle and not header.has_delete_horizon
                return self._with_horizon(header, batch) if needs_horizon else batch
        elif not self._walk.is_aborted(header):
            kept = self._kept_records(batch, source)
            if kept is not None:
                return kept
        if not self.must_leave_a_trace(header):
            return None
        return emptied(header) if header.records_count else batch

    def _kept_records(self, batch: Buffer, source: SplitBatch | None) -> Buffer | None:
        """The batch with those records that stay, None if there is none."""
        assert source is not None
        header = source.header
        kept = self._latest(source)
        if not kept:
            return None
        has_tombstone = not all(has_value for *_, has_value in kept)
        needs_horizon = has_tombstone and not header.has_delete_horizon
        if needs_horizon:
            return rebuilt(source, kept, self._horizon_ms)
        return batch if len(kept) == len(source.spans) else rebuilt(source, kept)

    def _latest(self, source: SplitBatch) -> list[Span]:
        """The records that have the latest offset of their key, as far as the map knows."""
        header = source.header
        base, latest, get = header.base_offset, self._map.latest_offset, self._map.get
        keeps_tombstones = not header.has_delete_horizon or self.now_ms < header.base_timestamp
        kept: list[Span] = []
        for span in source.spans:
            _, _, _, _, offset_delta, key, has_value = span
            offset = base + offset_delta
            if offset <= latest:
                if key is None or offset < get(key):
                    continue
                if not has_value and not keeps_tombstones:
                    continue
            kept.append(span)
        return kept

    def _with_horizon(self, header: BatchHeader, batch: Buffer) -> Buffer:
        source = split(batch, header)
        return rebuilt(source, source.spans, self._horizon_ms)

    def must_leave_a_trace(self, header: BatchHeader) -> bool:
        """Whether the batch stays although it is empty.

        It is the last of its producer, whose sequence or epoch it tells, or of all that is
        replicated: then it tells where the log goes on. (Up to 4.3 that was the last of the round,
        which need not be known: the segment behind it begins there.)
        """
        if header.next_offset == self.log.high_watermark:
            return True
        if header.producer_id < 0:
            return False
        producer = self.log.producer_state.get(header.producer_id)
        if producer is None:
            return False
        if producer.batches:
            return producer.batches[-1].last_offset == header.last_offset
        return header.is_control and header.producer_epoch == producer.producer_epoch


def _source(header: BatchHeader, batch: Buffer) -> Generator[int, None, SplitBatch | None]:
    """The records of a batch of data, found in some steps if it is large.

    Raises CorruptRecord before a damaged batch is judged, or rebuilt with a checksum that is right.
    (Kafka's cleaner does not look at checksums.)
    """
    if header.magic == MAGIC and not crc_is_valid(batch, 0, header):
        raise CorruptRecord(f"the batch at offset {header.base_offset} is damaged")
    if header.is_control or header.magic != MAGIC:
        return None
    for source in split_in_parts(batch, header):
        if source is not None:
            return source
        yield PART_COST
    return None


def _facts(segment: Segment) -> tuple[int, int, int]:
    """What changes where a segment is cut or appended to."""
    return segment.size, segment.next_offset, segment.modified_ms
