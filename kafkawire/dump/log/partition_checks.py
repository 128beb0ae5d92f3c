"""Whether what is kept beside the batches of a partition says the truth about them.

Leader epochs: the checkpoint's columns rise, and each batch was written in the epoch that the
checkpoint has for its offset.

Producers: what the batches say is played back, from the snapshot at the first segment if there is
one. A snapshot at some offset must agree with what was played back up to there, and an index of
aborted transactions with the markers. Producers expire and compaction removes batches; so only
what contradicts the batches that are there is wrong.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from kafkawire.dump.log.batches import Batch
from kafkawire.dump.log.segment_checks import Complaints
from kafkawire.log.formats.leader_epochs import FILE_NAME, EpochStart
from kafkawire.log.formats.producer_snapshot import ProducerRow
from kafkawire.log.formats.transaction_index import ENTRY_BYTES
from kafkawire.log.transaction_index import AbortedTransaction

PRODUCERS_MAX = 200_000
"""So many are played back; of a partition with more, producers are not compared."""


class EpochCheck:
    """The leader epochs of a partition, beside its batches."""

    def __init__(self, entries: Sequence[EpochStart]) -> None:
        self.complaints = Complaints()
        self._entries = entries
        self._starts = [entry.start_offset for entry in entries]
        self._wrong: tuple[int, int | None] | None = None
        for line, (before, after) in enumerate(pairwise(entries), 4):
            if after.epoch <= before.epoch or after.start_offset <= before.start_offset:
                self.complaints.add(None, f"line {line}: epochs and their offsets do not rise")

    def wrong_epoch(self, batch: Batch) -> str | None:
        """What is wrong with the batch's epoch, unless the same was wrong with the one before.

        What lies below the first epoch was deleted, though a segment still has it.
        """
        epoch = batch.header.partition_leader_epoch
        at = bisect_right(self._starts, batch.first_offset) - 1
        known = self._entries[at].epoch if at >= 0 else None
        is_deleted = at < 0 and self._entries
        if epoch < 0 or epoch == known or is_deleted:
            self._wrong = None
            return None
        before, self._wrong = self._wrong, (epoch, known)
        if before == self._wrong:
            return None
        here = "none" if known is None else f"epoch {known} here"
        return f"it is of leader epoch {epoch}, but {FILE_NAME} has {here}"

    def end(self, log_end_offset: int) -> None:
        """The log ends there."""
        for line, entry in enumerate(self._entries, 3):
            if entry.start_offset > log_end_offset:
                where = f"epoch {entry.epoch} begins at {entry.start_offset}"
                self.complaints.add(None, f"line {line}: {where}, beyond the log")


class Played(NamedTuple):
    """What batches say of a producer; -1 is none."""

    epoch: int
    last_sequence: int
    last_offset: int
    transaction_first_offset: int


class Producers:
    """The producers of a partition, played back batch by batch."""

    def __init__(self, seed: Sequence[ProducerRow] | None, first_offset: int) -> None:
        self.is_complete = seed is not None or first_offset == 0
        """Whether everything about the producers is known, as it is from the first offset on."""
        self.is_compared = True
        self.has_gaps = False
        self._played = {row.producer_id: _played(row) for row in seed or ()}
        self._open = {
            producer_id: played.transaction_first_offset
            for producer_id, played in self._played.items()
            if played.transaction_first_offset >= 0
        }

    def __len__(self) -> int:
        return len(self._played)

    def batch(self, batch: Batch, is_commit: bool | None) -> AbortedTransaction | None:
        """Play a batch; the transaction that it aborted. `is_commit` is of markers only."""
        header = batch.header
        if header.producer_id < 0 or not self.is_compared:
            return None
        known = self._played.get(header.producer_id)
        if known is None and len(self._played) >= PRODUCERS_MAX:
            self.is_compared = False
            return None
        if header.is_control:
            return self._marker(batch, known, is_commit)
        first = self._open.get(header.producer_id, -1)
        if header.is_transactional and first < 0:
            first = self._open[header.producer_id] = batch.first_offset
        played = Played(header.producer_epoch, header.last_sequence, batch.last_offset, first)
        self._played[header.producer_id] = played
        return None

    def _marker(
        self, batch: Batch, known: Played | None, is_commit: bool | None
    ) -> AbortedTransaction | None:
        header = batch.header
        first = self._open.pop(header.producer_id, None)
        if known is None or known.epoch != header.producer_epoch:
            known = Played(header.producer_epoch, -1, -1, -1)
        self._played[header.producer_id] = known._replace(transaction_first_offset=-1)
        if first is None or is_commit is not False:
            return None
        stable = min(self._open.values(), default=batch.last_offset + 1)
        return AbortedTransaction(header.producer_id, first, batch.last_offset, stable)

    def contradictions(self, rows: Sequence[ProducerRow]) -> Iterator[str]:
        """What a snapshot says that the batches before it do not."""
        for row in rows if self.is_compared else ():
            what = self._contradiction(row)
            if what:
                yield f"producer {row.producer_id}: {what}"

    def _contradiction(self, row: ProducerRow) -> str | None:
        played = self._played.get(row.producer_id)
        if played is None:
            is_missing = self.is_complete and not self.has_gaps and row.last_offset >= 0
            return "no batch is its own" if is_missing else None
        said = _played(row)
        if self.has_gaps and said.last_offset > played.last_offset:
            return None  # Compaction leaves the newest batch of a producer only.
        for name, here, there in zip(Played._fields, said, played, strict=True):
            if here != there and self._is_known(name, said):
                return f"{name.replace('_', ' ')} {here}, but the batches say {there}"
        return None

    def _is_known(self, name: str, said: Played) -> bool:
        """Whether batches prove that; a producer that expired is known by a marker alone."""
        if name == "transaction_first_offset":
            return self.is_complete and not self.has_gaps  # It may have begun in a gap.
        return name == "epoch" or said.last_offset >= 0


def _played(row: ProducerRow) -> Played:
    has_batch = row.last_offset >= 0
    return Played(
        row.producer_epoch,
        row.last_sequence if has_batch else -1,
        row.last_offset,
        row.transaction_first_offset,
    )


class AbortedCheck:
    """The index of a segment's aborted transactions, beside its markers."""

    def __init__(self, entries: Sequence[AbortedTransaction]) -> None:
        self.complaints = Complaints()
        self.count = len(entries)
        self._entries = entries
        self._at = 0
        self._unsure = Complaints()

    def ended(self, ended: AbortedTransaction) -> None:
        """The next marker that aborted something."""
        at, self._at = self._at, self._at + 1
        if at >= len(self._entries):
            what = f"the transaction aborted at offset {ended.last_offset} is missing"
            self._unsure.add(ENTRY_BYTES * at, what)
        elif self._entries[at] != ended:
            said, found = tuple(self._entries[at]), tuple(ended)
            self._unsure.add(ENTRY_BYTES * at, f"it has {said}, but the batches say {found}")

    def end(self, *, first_offset: int, end_offset: int, is_sure: bool) -> None:
        """The segment ends; `is_sure` if all of its batches and their past were there."""
        for at, entry in enumerate(self._entries):
            if not first_offset <= entry.last_offset < end_offset:
                what = f"the marker at offset {entry.last_offset} is not in the segment"
                self.complaints.add(ENTRY_BYTES * at, what)
        if is_sure:
            self.complaints = self._unsure if self._unsure.count else self.complaints
            if self._at < len(self._entries) and not self.complaints.count:
                what = f"no marker at offset {self._entries[self._at].last_offset} aborted anything"
                self.complaints.add(ENTRY_BYTES * self._at, what)
