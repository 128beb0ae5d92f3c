"""Whether the indexes of a segment say the truth about its batches.

Batches come in the order of their positions, and so do the entries of each index. A check walks
along with them and holds no more than one entry at a time.

Offset index (fetch H-10, H-11): both columns rise strictly; at each position a batch begins, whose
first offset is not above that of the entry. The entry's offset is the last one of that batch, or
of a later one that was appended together with it, as followers and compaction do.

Time index (fetch H-13): both columns rise; the greatest timestamp of all batches up to the one
with the entry's offset is the entry's timestamp.

Transaction index (fetch H-14): one entry for each marker that aborted something.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from kafkawire.dump.log.batches import Entry
from kafkawire.log.formats.indexes import OFFSET_ENTRY, TIME_ENTRY, OffsetEntry, TimeEntry

PROBLEMS_SHOWN_MAX = 10
"""Of one file; a broken index is rarely wrong in one place only."""


class Complaints:
    """What is wrong with one file: the first few things, and how many they are."""

    def __init__(self) -> None:
        self.shown: list[tuple[int | None, str]] = []
        self.count = 0

    def add(self, position: int | None, what: str) -> None:
        """Note that `what` is wrong, at a byte of the file if that is known."""
        self.count += 1
        if len(self.shown) < PROBLEMS_SHOWN_MAX:
            self.shown.append((position, what))


class IndexCheck(Protocol):
    """One index beside its log."""

    complaints: Complaints
    count: int
    """Entries read."""

    def batch(self, entry: Entry) -> None:
        """The next batch of the log."""

    def end(self) -> None:
        """The log has no more."""


class OffsetIndexCheck:
    """See the module. `entries` are those of the file, in order."""

    def __init__(self, entries: Iterator[OffsetEntry]) -> None:
        self.complaints = Complaints()
        self.count = 0
        self._entries = entries
        self._previous = OffsetEntry(-1, -1)
        self._within: tuple[int, int] | None = None
        """An offset behind the batch that its entry, at a byte of the file, points at: some batch
        must end with it."""
        self._next: OffsetEntry | None = None
        self._advance()

    def batch(self, entry: Entry) -> None:
        """See `IndexCheck`."""
        if self._within is not None and entry.last_offset >= self._within[0]:
            offset, at = self._within
            if entry.last_offset != offset:
                self.complaints.add(at, f"no batch ends with offset {offset}")
            self._within = None
        while self._next is not None and self._next.position <= entry.position:
            self._compare(self._next, entry)
            self._advance()

    def end(self) -> None:
        """See `IndexCheck`."""
        if self._within is not None:
            offset, at = self._within
            self.complaints.add(at, f"offset {offset} is beyond the log")
        while self._next is not None:
            self._complain(f"position {self._next.position:,} is beyond the log")
            self._advance()

    def _compare(self, index: OffsetEntry, entry: Entry) -> None:
        if index.position < entry.position:
            self._complain(f"at position {index.position:,} no batch begins")
        elif index.offset < entry.first_offset:
            first = entry.first_offset
            self._complain(f"offset {index.offset} is not at {index.position:,}: {first} is")
        elif index.offset > entry.last_offset:
            self._within = index.offset, self._at
        elif index.offset < entry.last_offset:
            last = entry.last_offset
            self._complain(f"offset {index.offset} is not the last of its batch: {last} is")

    def _advance(self) -> None:
        self._next = next(self._entries, None)
        if self._next is None:
            return
        self.count += 1
        before, self._previous = self._previous, self._next
        if self._next.offset <= before.offset or self._next.position <= before.position:
            self._complain("offset and position do not rise")

    @property
    def _at(self) -> int:
        """Where the entry that was read last is."""
        return (self.count - 1) * OFFSET_ENTRY.size

    def _complain(self, what: str) -> None:
        self.complaints.add(self._at, what)


class TimeIndexCheck:
    """See the module. `entries` are those of the file, in order."""

    def __init__(self, entries: Iterator[TimeEntry]) -> None:
        self.complaints = Complaints()
        self.count = 0
        self._entries = entries
        self._greatest = -1
        self._previous = TimeEntry(-2, -1)
        self._next: TimeEntry | None = None
        self._advance()

    def batch(self, entry: Entry) -> None:
        """See `IndexCheck`."""
        while self._next is not None and self._next.offset < entry.first_offset:
            self._compare(self._next)
        self._greatest = max(self._greatest, entry.max_timestamp)
        while self._next is not None and self._next.offset <= entry.last_offset:
            self._compare(self._next)

    def end(self) -> None:
        """See `IndexCheck`."""
        while self._next is not None:
            self._complain(f"offset {self._next.offset} is beyond the log")
            self._advance()

    def _compare(self, index: TimeEntry) -> None:
        if index.timestamp != self._greatest:
            what = f"up to offset {index.offset} the greatest timestamp is {self._greatest}"
            self._complain(f"{what}, not {index.timestamp}")
        self._advance()

    def _advance(self) -> None:
        self._next = next(self._entries, None)
        if self._next is None:
            return
        self.count += 1
        before, self._previous = self._previous, self._next
        if self._next.timestamp <= before.timestamp or self._next.offset < before.offset:
            self._complain("timestamp and offset do not rise")

    def _complain(self, what: str) -> None:
        self.complaints.add((self.count - 1) * TIME_ENTRY.size, what)
