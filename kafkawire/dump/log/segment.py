"""Files of batches, one after another as the log they are, and the indexes beside them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from kafkawire.dump.log.batches import Batch, Entry, Fault, entries_in
from kafkawire.dump.log.describing import batch_item, message_item, record_items
from kafkawire.dump.log.files import Window, entries_of
from kafkawire.dump.log.hiding import hiding_for
from kafkawire.dump.log.items import Item, problem
from kafkawire.dump.log.segment_checks import (
    Complaints,
    IndexCheck,
    OffsetIndexCheck,
    TimeIndexCheck,
)
from kafkawire.log.formats.errors import CorruptFile
from kafkawire.log.formats.indexes import OFFSET_ENTRY, TIME_ENTRY, OffsetEntry, TimeEntry

Follower = Callable[[Batch], str | None]
"""Sees each sound batch in its turn; may say what is wrong with it."""


class Options(NamedTuple):
    """What is shown: records, entries of indexes and checkpoints, batches at all.

    `topic` is whose records these are where no directory says so. Without `secrets` passwords in
    the metadata log are masked.
    """

    records: bool = False
    entries: bool = False
    batches: bool = True
    topic: str | None = None
    secrets: bool = False


class Totals:
    """What a walk came across."""

    def __init__(self) -> None:
        self.partitions = 0
        self.segments = 0
        self.batches = 0
        self.records = 0
        self.bytes = 0


class Log:
    """The batches of one or more files, in order, as they are walked over.

    Offsets are -1 while there is no batch. `is_thinned` if a segment lacks offsets between its
    batches or within one, and no damage explains it: then compaction has removed records.
    """

    def __init__(self, topic: str | None, options: Options, totals: Totals) -> None:
        self.first_offset = -1
        self.end_offset = -1
        self.gaps = 0
        self.faults = 0
        self.batches = 0
        self.records = 0
        self.is_thinned = False
        self._is_amid = False
        self._topic = options.topic or topic
        self._hide = None if options.secrets else hiding_for(topic, options.topic)
        self._options = options
        self._totals = totals

    def walk(
        self,
        path: str,
        shown: str,
        base_offset: int,
        checks: Sequence[IndexCheck] = (),
        follow: Follower = lambda batch: None,
    ) -> Iterator[Item]:
        """What is in a file whose offsets begin at `base_offset`, and what is wrong with it."""
        with Window(path) as window:
            self._totals.bytes += window.size
            self._is_amid = False
            for entry in entries_in(window):
                if isinstance(entry, Fault):
                    self.faults += 1
                    yield problem(shown, entry.what, entry.position)
                    continue
                yield from self._described(entry, shown)
                for check in checks:
                    check.batch(entry)
                for what in self._judged(entry, base_offset, follow):
                    yield problem(shown, what, entry.position)

    def _described(self, entry: Entry, shown: str) -> Iterator[Item]:
        count = entry.header.records_count if isinstance(entry, Batch) else len(entry.inner)
        self.batches += 1
        self.records += max(count, 0)
        self._totals.batches += 1
        self._totals.records += max(count, 0)
        if self._options.batches:
            if isinstance(entry, Batch):
                yield batch_item(shown, entry)
            else:
                yield message_item(shown, entry)
        if self._options.records:
            yield from record_items(shown, entry, self._topic, self._hide)

    def _judged(self, entry: Entry, base_offset: int, follow: Follower) -> Iterator[str]:
        is_amid, self._is_amid = self._is_amid, True
        if isinstance(entry, Batch) and entry.fault:
            self.faults += 1
            self._is_amid = False
            yield entry.fault.what
            return
        first = entry.first_offset
        if first < base_offset:
            yield f"offset {first} is below {base_offset}, where the file begins"
        elif first < self.end_offset:
            yield f"offset {first} comes behind offset {self.end_offset - 1}"
        elif self.end_offset >= 0 and first > self.end_offset:
            self.gaps += 1
            self.is_thinned |= is_amid
        if isinstance(entry, Batch):
            header = entry.header
            self.is_thinned |= header.records_count <= header.last_offset_delta
        if self.first_offset < 0:
            self.first_offset = first
        what = follow(entry) if isinstance(entry, Batch) else None
        if what is not None:
            yield what
        self.end_offset = max(self.end_offset, entry.last_offset + 1)


class Index:
    """The offset or time index of a segment."""

    def __init__(self, window: Window, shown: str, base_offset: int, *, is_time: bool) -> None:
        self.window = window
        self.shown = shown
        self._base_offset = base_offset
        self._is_time = is_time

    def check(self) -> IndexCheck:
        """A check that is to go along with the segment. Raises CorruptFile."""
        return TimeIndexCheck(self._times()) if self._is_time else OffsetIndexCheck(self._offsets())

    def items(self, check: IndexCheck, options: Options) -> Iterator[Item]:
        """The index, after its check has seen the whole segment."""
        facts = {"file": self.shown, "bytes": self.window.size, "entries": check.count}
        yield Item("timeIndex" if self._is_time else "offsetIndex", facts)
        if options.entries:
            yield from self._entry_items()
        yield from complaint_items(self.shown, check.complaints)

    def _entry_items(self) -> Iterator[Item]:
        file = {"file": self.shown}
        if self._is_time:
            for time_entry in self._times():
                yield Item("timeEntry", file | time_entry._asdict())
        else:
            for offset_entry in self._offsets():
                yield Item("offsetEntry", file | offset_entry._asdict())

    def _offsets(self) -> Iterator[OffsetEntry]:
        pairs = entries_of(self.window, OFFSET_ENTRY)
        return (OffsetEntry(self._base_offset + offset, position) for offset, position in pairs)

    def _times(self) -> Iterator[TimeEntry]:
        pairs = entries_of(self.window, TIME_ENTRY)
        return (TimeEntry(timestamp, self._base_offset + offset) for timestamp, offset in pairs)


def complaint_items(shown: str, complaints: Complaints) -> Iterator[Item]:
    """The problems of one file, and how many more there are."""
    for position, what in complaints.shown:
        yield problem(shown, what, position)
    more = complaints.count - len(complaints.shown)
    if more:
        yield problem(shown, f"{more:,} more of this kind")


def opened_index(path: str, shown: str, base_offset: int, *, is_time: bool) -> Index | None:
    """The index at `path`, None where there is none."""
    if not os.path.exists(path):
        return None
    return Index(Window(path), shown, base_offset, is_time=is_time)


def check_of(index: Index) -> tuple[IndexCheck | None, Iterator[Item]]:
    """A check, or None and what is wrong."""
    try:
        return index.check(), iter(())
    except CorruptFile as error:
        return None, iter((problem(index.shown, str(error)),))
