"""Which task reads which bytes of which segment."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from kafkawire.log.transaction_index import AbortedTransaction
from kafkawire.spark.log.boundaries import stretches
from kafkawire.spark.log.finding import (
    NO_END,
    PartitionPlace,
    SegmentPlace,
    find_partitions,
)
from kafkawire.spark.log.options import LogOptions
from kafkawire.spark.log.transactions import aborted_transactions, last_stable_offset


class Split(NamedTuple):
    """What one task reads: rows with start <= offset < stop of these bytes of a segment.

    The segment had `segment_bytes` then; `first_offset` is that of the first batch, and `is_tail`
    says that the file may end in whatever a broker was about to write.
    """

    topic: str
    partition: int
    path: str
    segment_bytes: int
    begin: int
    end: int
    first_offset: int
    start: int
    stop: int
    is_tail: bool
    aborted: tuple[AbortedTransaction, ...] = ()


def plan(options: LogOptions) -> list[Split]:
    """All splits, partition by partition, in the order of offsets.

    Raises NothingThere, OSError, CorruptFile, and CorruptRecord as `last_stable_offset`.
    """
    return [split for place in find_partitions(options) for split in _splits(place, options)]


def _splits(place: PartitionPlace, options: LogOptions) -> Iterator[Split]:
    start, stop = place.log_start_offset, place.high_watermark
    aborted: list[AbortedTransaction] = []
    if options.is_committed:
        stop = last_stable_offset(place, checks_crcs=options.checks_crcs)
        aborted = aborted_transactions(place)
    bounds = [*(segment.base_offset for segment in place.segments), NO_END]
    for segment, (low, high) in zip(place.segments, pairwise(bounds), strict=True):
        if low >= stop or high <= start:
            continue
        yield from _of_segment(place, segment, options, _Rows(start, stop, high == NO_END), aborted)


class _Rows(NamedTuple):
    start: int
    stop: int
    is_last: bool


def _of_segment(
    place: PartitionPlace,
    segment: SegmentPlace,
    options: LogOptions,
    rows: _Rows,
    aborted: list[AbortedTransaction],
) -> Iterator[Split]:
    found = stretches(segment, options.split_bytes)
    firsts = [*(each.first_offset for each in found[1:]), NO_END]
    for stretch, following in zip(found, firsts, strict=True):
        if stretch.first_offset >= rows.stop or following <= rows.start:
            continue
        yield Split(
            place.topic,
            place.partition,
            segment.path,
            segment.size,
            stretch.begin,
            stretch.end,
            stretch.first_offset,
            rows.start,
            rows.stop,
            rows.is_last and following == NO_END,
            tuple(
                each
                for each in aborted
                if each.last_offset >= stretch.first_offset and each.first_offset < following
            ),
        )
