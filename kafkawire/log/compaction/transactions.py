"""Which batches belong to aborted transactions, and which markers are of no use any more.

A walk over batches in the order of the log (Kafka's `CleanedTransactionMetadata`). A marker has to
stay as long as a batch of its transaction does, and an aborted transaction stays in the index for
as long as its marker has something to mark (fetch H-61, H-62, H-65).
"""

from __future__ import annotations

from heapq import heappop, heappush
from typing import TYPE_CHECKING

from kafkawire.log.transaction_index import TransactionIndex
from kafkawire.records.control import ControlType, read_control_record

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from kafkawire.log.segment import Segment
    from kafkawire.log.transaction_index import AbortedTransaction
    from kafkawire.protocol.buffers import Buffer
    from kafkawire.records.batch import BatchHeader


class OpenAborted:
    """An aborted transaction that the walk is in; `was_seen` if a batch of it still was there."""

    __slots__ = ("transaction", "was_seen")

    def __init__(self, transaction: AbortedTransaction) -> None:
        self.transaction = transaction
        self.was_seen = False


class TransactionWalk:
    """What a walk over the batches of a log knows of transactions.

    `index` collects the aborted transactions whose markers stay; None if nobody wants them.
    """

    __slots__ = ("_aborted", "_coming", "_committed", "index")

    def __init__(self) -> None:
        self._coming: list[tuple[int, AbortedTransaction]] = []
        self._aborted: dict[int, OpenAborted] = {}
        self._committed: set[int] = set()
        self.index: TransactionIndex | None = None

    def expect(self, aborted: Iterable[AbortedTransaction]) -> None:
        """These may begin in what is walked over next."""
        for each in aborted:
            heappush(self._coming, (each.first_offset, each))

    def is_aborted(self, header: BatchHeader) -> bool:
        """Whether the data batch that is met now belongs to an aborted transaction."""
        self._begin_up_to(header.last_offset)
        if not header.is_transactional:
            return False
        aborted = self._aborted.get(header.producer_id)
        if aborted is None:
            self._committed.add(header.producer_id)
            return False
        aborted.was_seen = True
        return True

    def marks_nothing(self, header: BatchHeader, batch: Buffer) -> bool:
        """Whether the control batch that is met now has no batch left that needs it."""
        self._begin_up_to(header.last_offset)
        if not header.records_count:
            return True  # Its record went in an earlier round.
        kind = read_control_record(batch, 0, header).type
        if kind == ControlType.COMMIT:
            marks = header.producer_id in self._committed
            self._committed.discard(header.producer_id)
            return not marks
        return kind == ControlType.ABORT and not self._ends_seen(header.producer_id)

    def _ends_seen(self, producer_id: int) -> bool:
        aborted = self._aborted.pop(producer_id, None)
        if aborted is None or not aborted.was_seen:
            return False
        if self.index is not None:
            self.index.append(aborted.transaction)
        return True

    def _begin_up_to(self, offset: int) -> None:
        coming = self._coming
        while coming and coming[0][0] <= offset:
            transaction = heappop(coming)[1]
            self._aborted.setdefault(transaction.producer_id, OpenAborted(transaction))


def aborted_before(segments: Sequence[Segment], end: int) -> Iterator[list[AbortedTransaction]]:
    """The aborted transactions that begin before `end`, segment by segment.

    A transaction is in the index of the segment that has its marker, which may be far behind `end`.
    """
    for segment in segments[:]:
        index = segment.transaction_index
        entries = [] if index is None else index.entries
        yield [each for each in entries if each.first_offset < end]
        if any(each.last_stable_offset >= end for each in entries):
            return
