"""Looking for offsets and times across the segments of a log."""

from __future__ import annotations

from bisect import bisect_right
from operator import attrgetter
from typing import TYPE_CHECKING

from kafkawire.log.read import TimestampedOffset
from kafkawire.records.batch import MAGIC, MAGIC_AT
from kafkawire.records.errors import InvalidRecords
from kafkawire.records.lazy import records_in_turn
from kafkawire.records.record import decode_records

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kafkawire.log.read import LogRead
    from kafkawire.log.segment import Segment
    from kafkawire.log.storage import BatchPlace
    from kafkawire.protocol.buffers import Buffer
    from kafkawire.records.message_set import Message
    from kafkawire.records.record import Record

    FoundPlace = tuple[Segment, BatchPlace]

_BASE_OFFSET = attrgetter("base_offset")


def place_of(segments: Sequence[Segment], first: int, offset: int) -> FoundPlace | None:
    """The first batch, from segment number `first` on, whose last offset reaches `offset`.

    A segment may end in a gap, so that the batch is in a later one (fetch B-27).
    """
    for at in range(first, len(segments)):
        place = segments[at].locate(offset)
        if place is not None:
            return segments[at], place
    return None


def end_position(segments: Sequence[Segment], segment: Segment, upper_bound: int) -> int:
    """The byte position in `segment` behind its last batch below the offset `upper_bound`.

    A bound in a later segment leaves all of this one, whatever its heads have (fetch H-31).
    """
    if segment is not segments[-1]:
        following = segments[bisect_right(segments, segment.base_offset, key=_BASE_OFFSET)]
        if upper_bound >= following.base_offset:
            return segment.size
    return segment.position_of(upper_bound)


def aborted_between(
    segments: Sequence[Segment], first: int, start: int, end: int
) -> list[tuple[int, int]]:
    """(producer id, first offset) of what was aborted in [start, end), from segment `first` on."""
    found: list[tuple[int, int]] = []
    for segment in segments[first:]:
        index = segment.transaction_index
        if index is not None and index.collect(start, end, found):
            break
    return found


def indexed_after(segments: Sequence[Segment], at: int, read: LogRead) -> int | None:
    """The offset of the first index entry behind what was read of segment number `at`.

    The next segment begins with one; None at the end of the log.
    """
    index = segments[at].offset_index
    bound = index.offset_at_or_after(read.position.byte_position + read.size)
    if bound is None and at + 1 < len(segments):
        return segments[at + 1].base_offset
    return bound


def first_not_older(
    segments: Sequence[Segment], timestamp: int, *, start: int, end: int
) -> TimestampedOffset | None:
    """Return the first record from `start` on whose timestamp is at least `timestamp`.

    None if that record lies at `end` or behind it. As in Kafka's `UnifiedLog`, only the first
    segment with such a timestamp is searched. If all of it lies below `start` and has not been
    removed yet, the result is None; likewise if that segment has no timestamp at all, which
    happens where compaction has emptied it.

    Batches below `start` are searched too: a record of an uncompressed batch may claim an offset
    behind its batch, which Kafka stores and finds here.
    """
    segment = next((each for each in segments if each.largest_timestamp >= timestamp), None)
    if segment is None:
        return None
    for header, batch in segment.batches_not_before(timestamp, start):
        for record in _records(batch):
            if record.timestamp >= timestamp and record.offset >= start:
                found = TimestampedOffset(
                    record.timestamp, record.offset, header.partition_leader_epoch
                )
                return found if record.offset < end else None
    return None


def newest(segments: Sequence[Segment]) -> TimestampedOffset | None:
    """The first record with the greatest timestamp, in the first segment that has it."""
    if not segments:
        return None
    segment = max(segments, key=lambda each: each.max_timestamp)
    found = segment.newest_batch()
    if found is None:
        return None
    header, batch = found
    for record in _records(batch):
        if record.timestamp == header.max_timestamp:
            return TimestampedOffset(record.timestamp, record.offset, header.partition_leader_epoch)
    return None


def _records(batch: Buffer) -> Iterable[Record | Message]:
    """The records of a batch, up to the first that cannot be read, which raises InvalidRecords.

    Kafka skims compressed records when they are produced, so that broken ones may be stored; who
    finds what it looks for before them does not meet them.
    """
    if batch[MAGIC_AT] != MAGIC:
        from kafkawire.records.message_set import iter_deep

        return iter_deep(batch)
    try:
        return decode_records(batch)
    except InvalidRecords:
        return records_in_turn(batch)
