"""What was sent, what was acknowledged, and whether a log agrees with it.

Every batch has a number, counted over all producers and carried as its first timestamp; so each
batch that is found tells which one it is. A batch that was acknowledged must be found once, where
the broker said, with the same checksum. One that was sent and not acknowledged when the broker died
is in doubt: it may be found, once and whole, or never. A producer's batches lie in the order in
which they were sent.
"""

from __future__ import annotations

import itertools
import threading
import time
from typing import NamedTuple

from kafkawire.records.batch import BatchHeader


class Place(NamedTuple):
    """A partition."""

    topic: str
    partition: int


class Batch:
    """A batch that was sent. `offset` is None until it is known."""

    __slots__ = ("absent", "acknowledged", "crc", "number", "offset", "place", "records", "sender")

    def __init__(self, number: int, place: Place, sender: str, header: BatchHeader) -> None:
        self.number = number
        self.place = place
        self.sender = sender
        self.crc = header.crc
        self.records = header.records_count
        self.offset: int | None = None
        self.acknowledged = False
        self.absent = False
        """It was in doubt, was not found, and will not be sent again."""

    def __repr__(self) -> str:
        return f"batch {self.number} of {self.sender} in {self.place.topic}-{self.place.partition}"


class Ledger:
    """All batches by number; findings as text."""

    def __init__(self) -> None:
        self.findings: list[str] = []
        self.kept = 0
        """Batches that were in doubt and found."""
        self.dropped = 0
        """Batches that were in doubt and not found."""
        self._numbers = itertools.count(int(time.time() * 1000))
        self._batches: dict[int, Batch] = {}
        self._by_place: dict[Place, list[Batch]] = {}
        self._producer_ids: set[int] = set()
        self._lock = threading.Lock()

    def number(self) -> int:
        """The next one; also a timestamp that is neither old nor far in the future."""
        return next(self._numbers)

    def sent(self, batch: Batch) -> None:
        """Before it goes out."""
        with self._lock:
            self._batches[batch.number] = batch
            self._by_place.setdefault(batch.place, []).append(batch)

    def acknowledge(self, batch: Batch, offset: int) -> None:
        """The broker has it at `offset`."""
        if batch.offset not in (None, offset):
            self.note(f"{batch} was at {batch.offset} and is acknowledged at {offset}")
        batch.offset = offset
        batch.acknowledged = True

    @property
    def acknowledged(self) -> int:
        """How many batches were."""
        return sum(batch.acknowledged for batch in self._batches.values())

    @property
    def places(self) -> list[Place]:
        """Partitions that something was sent to."""
        return list(self._by_place)

    def knows_producer(self, producer_id: int) -> None:
        """Each id is given away once."""
        if producer_id in self._producer_ids:
            self.note(f"the producer id {producer_id} was given away twice")
        self._producer_ids.add(producer_id)

    def note(self, finding: str) -> None:
        """Something is wrong."""
        with self._lock:
            self.findings.append(finding)

    # Comparing

    def compare(self, place: Place, start: int, end: int, found: list[BatchHeader]) -> None:
        """`found` are the batches of a log from `start` on, which ends at `end`."""
        offset = start
        latest: dict[str, int] = {}
        seen: set[int] = set()
        for header in found:
            if header.base_offset != offset:
                self.note(f"{place}: {header.base_offset} follows where {offset} should")
            offset = header.next_offset
            batch = self._batches.get(header.base_timestamp)
            if batch is None or not self._is_as_sent(batch, place, header):
                self.note(f"{place}: nobody sent what is at {header.base_offset}")
                continue
            if batch.number in seen or latest.get(batch.sender, 0) > batch.number:
                self.note(f"{batch} comes again, or too late, at {header.base_offset}")
            seen.add(batch.number)
            latest[batch.sender] = batch.number
            self._settle(batch, header.base_offset)
        if offset != end:
            self.note(f"{place}: ends at {end}, and its batches at {offset}")
        self._miss(place, start, seen)

    @staticmethod
    def _is_as_sent(batch: Batch, place: Place, header: BatchHeader) -> bool:
        return (batch.place, batch.crc, batch.records) == (
            place,
            header.crc,
            header.records_count,
        )

    def _settle(self, batch: Batch, offset: int) -> None:
        if batch.offset is None:
            batch.offset = offset
            self.kept += 1
        elif batch.offset != offset:
            self.note(f"{batch} was at {batch.offset} and is at {offset}")
        if batch.absent:
            self.note(f"{batch} came back at {offset}")

    def _miss(self, place: Place, start: int, seen: set[int]) -> None:
        for batch in self._by_place.get(place, []):
            if batch.number in seen or batch.absent:
                continue
            if batch.offset is None:
                batch.absent = not batch.sender.startswith("idempotent")
                self.dropped += 1
            elif batch.acknowledged and batch.offset >= start:
                self.note(f"{batch} is lost; it was acknowledged at {batch.offset}")
            elif batch.offset >= start:
                self.note(f"{batch} was found at {batch.offset} once, and is not any more")
