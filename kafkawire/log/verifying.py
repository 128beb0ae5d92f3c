"""Producers whose transaction is being verified for a partition, and where they began (KIP-890).

Verification fails for reasons that pass. Its producer then sends the batch again, and with it those
that it had sent behind; if one of these got into the log first, the earlier could never follow.
So the lowest sequence that was seen is remembered until a batch of the transaction has been
appended, and what begins above it is refused (produce A-108; Kafka's `VerificationStateEntry`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kafkawire.records.batch import BatchHeader


class Verifying:
    """A producer's unfinished verification.

    `adds`: it was begun by a client that knows KIP-890's second part, whose partitions are added
    to transactions by what it sends, and whose markers have the epoch of the *next* transaction.
    """

    __slots__ = ("adds", "lowest_sequence", "producer_epoch", "since_ms")

    def __init__(self, header: BatchHeader, now_ms: int, *, adds: bool) -> None:
        self.producer_epoch = header.producer_epoch
        self.lowest_sequence = header.base_sequence
        self.since_ms = now_ms
        self.adds = adds


class VerifyingProducers:
    """The unfinished verifications of a partition, by producer id."""

    __slots__ = ("_by_id",)

    def __init__(self) -> None:
        self._by_id: dict[int, Verifying] = {}

    def __len__(self) -> int:
        return len(self._by_id)

    def start(self, header: BatchHeader, now_ms: int, *, adds: bool) -> None:
        """Note that the batch is being verified; a newer epoch begins anew."""
        known = self._by_id.get(header.producer_id)
        if known is None:
            self._by_id[header.producer_id] = Verifying(header, now_ms, adds=adds)
        elif header.producer_epoch > known.producer_epoch:
            known.producer_epoch = header.producer_epoch
            known.lowest_sequence = header.base_sequence
        elif header.producer_epoch == known.producer_epoch:
            known.lowest_sequence = min(known.lowest_sequence, header.base_sequence)

    def must_wait(self, header: BatchHeader, *, is_known: bool) -> bool:
        """Whether an earlier batch of the producer is expected before this one.

        A producer that is not known to have written here yet, and adds partitions, begins at 0
        (produce A-109); so it is even with what it sends outside of the transaction (observed).
        """
        known = self._by_id.get(header.producer_id)
        if known is None:
            return False
        if known.adds and not is_known and header.base_sequence != 0:
            return True
        return header.base_sequence > known.lowest_sequence

    def transaction_written(self, producer_id: int) -> None:
        """A batch of its transaction is in the log: from here on that stands for the proof."""
        self._by_id.pop(producer_id, None)

    def marker_written(self, producer_id: int, producer_epoch: int) -> None:
        """Its transaction has ended, unless what is being verified is the next one already."""
        known = self._by_id.get(producer_id)
        if known is not None and not (known.adds and known.producer_epoch == producer_epoch):
            del self._by_id[producer_id]

    def expire(self, now_ms: int, expiration_ms: int) -> None:
        """Forget what nobody has finished in that time."""
        self._by_id = {
            producer_id: each
            for producer_id, each in self._by_id.items()
            if now_ms - each.since_ms < expiration_ms
        }
