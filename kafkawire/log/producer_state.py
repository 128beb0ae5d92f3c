"""The producers of a partition: duplicates, sequence errors, open transactions.

The state follows from the batches in the log, in their order; `record_batch` and `record_marker`
are the fold. A leader asks `find_duplicate` and `check` before it appends (produce B.2, B.3);
replay asks nothing.

A transaction is open from its first batch here to its marker. The last stable offset may not pass
the first offset of an open transaction, nor that of a completed one whose marker has not been
replicated (produce C-110); `first_unstable_offset` is the lower of both.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kafkawire.log.append import Verification
from kafkawire.log.producer_entry import (
    NO_EPOCH,
    NO_TRANSACTION,
    ProducedBatch,
    ProducerEntry,
    sequence_after,
)
from kafkawire.log.verifying import VerifyingProducers
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from kafkawire.records.batch import BatchHeader


EPOCH_MAX = 2**15 - 1
"""The last epoch of a producer id, which only markers have."""


class CompletedTransaction(NamedTuple):
    """A transaction whose marker lies at `last_offset`."""

    producer_id: int
    first_offset: int
    last_offset: int
    is_aborted: bool


class EndTransactionMarker(NamedTuple):
    """The marker that ends a producer's transaction; `offset` is its own."""

    producer_id: int
    producer_epoch: int
    coordinator_epoch: int
    is_commit: bool
    offset: int
    timestamp: int


class ProducerState:
    """All producers that a partition remembers.

    Raises `ApiError` with INVALID_PRODUCER_EPOCH, OUT_OF_ORDER_SEQUENCE_NUMBER,
    INVALID_TXN_STATE or TRANSACTION_COORDINATOR_FENCED where an append must be refused.
    """

    __slots__ = ("_entries", "_open", "_unreplicated", "_verifying")

    def __init__(self) -> None:
        self._entries: dict[int, ProducerEntry] = {}
        # First offsets rise with the log, so the dictionary's own order is theirs.
        self._open: dict[int, int] = {}
        self._unreplicated: dict[int, int] = {}
        self._verifying: VerifyingProducers | None = None

    def __len__(self) -> int:
        return len(self._entries)

    def __bool__(self) -> bool:
        """Whether anything is remembered that can expire."""
        return bool(self._entries or self._verifying)

    def __iter__(self) -> Iterator[ProducerEntry]:
        return iter(self._entries.values())

    def get(self, producer_id: int) -> ProducerEntry | None:
        """The state of `producer_id`, if the partition remembers it."""
        return self._entries.get(producer_id)

    @property
    def first_unstable_offset(self) -> int | None:
        """Where the earliest undecided, or decided but unreplicated, transaction begins."""
        if not self._open and not self._unreplicated:
            return None
        candidates = list(self._unreplicated)
        if self._open:
            candidates.append(next(iter(self._open)))
        return min(candidates)

    def has_open_transaction(self, producer_id: int, producer_epoch: int) -> bool:
        """Whether exactly this producer and epoch has a transaction open here."""
        entry = self._entries.get(producer_id)
        return (
            entry is not None
            and entry.has_open_transaction
            and entry.producer_epoch == producer_epoch
        )

    def start_verification(self, header: BatchHeader, now_ms: int, *, adds: bool) -> None:
        """A transaction's first batch here is being verified (produce A-108).

        `adds`: the partition is added to the transaction on the way (KIP-890).
        """
        if self._verifying is None:
            self._verifying = VerifyingProducers()
        self._verifying.start(header, now_ms, adds=adds)

    def find_duplicate(self, header: BatchHeader) -> ProducedBatch | None:
        """The remembered batch that `header` repeats (produce B-10)."""
        entry = self._entries.get(header.producer_id)
        if entry is None or entry.producer_epoch != header.producer_epoch:
            return None
        return entry.find_batch(
            first_sequence=header.base_sequence, last_sequence=header.last_sequence
        )

    def check_client(self, header: BatchHeader, verification: Verification) -> None:
        """As `check`; also refuse a transactional batch that was not verified (produce A-103)."""
        if header.is_transactional and not self.has_open_transaction(
            header.producer_id, header.producer_epoch
        ):
            entry = self.get(header.producer_id)
            if entry is not None and header.producer_epoch < entry.producer_epoch:
                raise ApiError(ErrorCode.INVALID_PRODUCER_EPOCH)
            if verification is Verification.MISSING:
                raise ApiError(ErrorCode.INVALID_TXN_STATE)
        self.check(header)

    def check(self, header: BatchHeader) -> None:
        """Refuse a client's batch that does not continue what its producer wrote."""
        entry = self._entries.get(header.producer_id)
        must_wait = self._verifying is not None and self._verifying.must_wait(
            header, is_known=entry is not None
        )
        if entry is None:
            if must_wait:
                raise ApiError(ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER)
            return
        if header.producer_epoch < entry.producer_epoch:
            raise ApiError(ErrorCode.INVALID_PRODUCER_EPOCH)
        if must_wait or not _continues(entry, header):
            raise ApiError(ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER)
        if entry.has_open_transaction and not header.is_transactional:
            raise ApiError(ErrorCode.INVALID_TXN_STATE)

    def check_marker(self, marker: EndTransactionMarker, *, raises_epoch: bool = False) -> None:
        """Refuse a marker of a producer or coordinator that has been replaced (produce C-94).

        `raises_epoch`: the transaction is of a client for whom each marker raises the epoch
        (KIP-890), so that one of the known epoch is late, unless it repeats the last one or there
        is no higher epoch.
        """
        entry = self._entries.get(marker.producer_id)
        if entry is None:
            return
        is_late = marker.producer_epoch < entry.producer_epoch
        if raises_epoch and marker.producer_epoch == entry.producer_epoch < EPOCH_MAX:
            is_late = entry.has_open_transaction
        if is_late:
            raise ApiError(ErrorCode.INVALID_PRODUCER_EPOCH)
        if marker.coordinator_epoch < entry.coordinator_epoch:
            raise ApiError(ErrorCode.TRANSACTION_COORDINATOR_FENCED)

    def record_batch(self, header: BatchHeader) -> None:
        """Take note of a data batch that is in the log now, at its final offsets."""
        entry = self._entry(header.producer_id)
        entry.add_batch(
            header.producer_epoch,
            ProducedBatch(
                header.base_sequence,
                header.last_sequence,
                header.base_offset,
                header.last_offset,
                header.max_timestamp,
            ),
        )
        if header.is_transactional:
            if self._verifying is not None:
                self._verifying.transaction_written(header.producer_id)
            if not entry.has_open_transaction:
                entry.transaction_first_offset = header.base_offset
                self._open[header.base_offset] = header.producer_id

    def record_marker(self, marker: EndTransactionMarker) -> CompletedTransaction | None:
        """Take note of a marker; returns the transaction it ended, if one was open."""
        entry = self._entry(marker.producer_id)
        entry.begin_epoch(marker.producer_epoch)
        entry.coordinator_epoch = marker.coordinator_epoch
        entry.last_timestamp = marker.timestamp
        entry.last_offset = marker.offset
        if self._verifying is not None:
            self._verifying.marker_written(marker.producer_id, marker.producer_epoch)
        first_offset = entry.transaction_first_offset
        if first_offset == NO_TRANSACTION:
            return None
        entry.transaction_first_offset = NO_TRANSACTION
        del self._open[first_offset]
        self._unreplicated[first_offset] = marker.offset
        return CompletedTransaction(
            marker.producer_id, first_offset, marker.offset, not marker.is_commit
        )

    def last_stable_offset_after(self, completed: CompletedTransaction) -> int:
        """What the last stable offset is once `completed` is out of the way."""
        return next(iter(self._open), completed.last_offset + 1)

    def high_watermark_moved(self, high_watermark: int) -> None:
        """Forget the completed transactions whose markers are replicated."""
        if self._unreplicated:
            self._unreplicated = {
                first: last for first, last in self._unreplicated.items() if last >= high_watermark
            }

    def expire(self, now_ms: int, expiration_ms: int) -> None:
        """Forget producers whose newest timestamp is that old and who have nothing open."""
        expired = [
            entry.producer_id
            for entry in self._entries.values()
            if not entry.has_open_transaction and now_ms - entry.last_timestamp >= expiration_ms
        ]
        for producer_id in expired:
            del self._entries[producer_id]
        if self._verifying is not None:
            self._verifying.expire(now_ms, expiration_ms)

    def truncate(self, end_offset: int) -> frozenset[int]:
        """Forget the producers that wrote at `end_offset` or later; returns their ids.

        What they wrote before it must be recorded again, and the transactions be ordered.
        """
        gone = frozenset(
            entry.producer_id for entry in self._entries.values() if entry.last_offset >= end_offset
        )
        for producer_id in gone:
            del self._entries[producer_id]
        self._open = {first: id_ for first, id_ in self._open.items() if id_ not in gone}
        self._unreplicated = {
            first: last for first, last in self._unreplicated.items() if last < end_offset
        }
        return gone

    def restore(self, entries: Iterable[ProducerEntry], end_offset: int = 0) -> None:
        """Know just these producers, and the transactions that they have open.

        Those that ended before `end_offset`, where the log does, may still wait to be replicated.
        """
        self._entries = {entry.producer_id: entry for entry in entries}
        self._unreplicated = {
            first: last for first, last in self._unreplicated.items() if last < end_offset
        }
        self._open = {
            entry.transaction_first_offset: entry.producer_id
            for entry in self._entries.values()
            if entry.has_open_transaction
        }
        self.order_transactions()

    def order_transactions(self) -> None:
        """Put the open transactions back into the order of the log, after a replay of some."""
        self._open = dict(sorted(self._open.items()))

    def _entry(self, producer_id: int) -> ProducerEntry:
        entry = self._entries.get(producer_id)
        if entry is None:
            entry = self._entries[producer_id] = ProducerEntry(producer_id)
        return entry


def _continues(entry: ProducerEntry, header: BatchHeader) -> bool:
    if entry.producer_epoch == NO_EPOCH:
        return True
    if header.producer_epoch != entry.producer_epoch:
        return header.base_sequence == 0
    return header.base_sequence == sequence_after(entry.last_sequence)
