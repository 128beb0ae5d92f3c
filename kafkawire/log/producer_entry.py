"""What one producer has written to one partition.

A producer with an id numbers its records per partition. The partition remembers the numbers of
the last five batches, so that a batch that is sent again after a lost answer is recognised, and a
gap or a step back is refused (KIP-98). Numbers are 32 bits and wrap from 2**31 - 1 to 0.
"""

from __future__ import annotations

from typing import NamedTuple

BATCHES_KEPT = 5
"""Batches remembered per producer; it is also how many requests an idempotent client pipelines."""
NO_EPOCH = -1
NO_SEQUENCE = -1
NO_TRANSACTION = -1
SEQUENCES = 2**31


def sequence_after(sequence: int) -> int:
    """The sequence number that follows `sequence`."""
    return (sequence + 1) % SEQUENCES


class ProducedBatch(NamedTuple):
    """A batch as its producer numbered it, and where it went.

    `timestamp` is the batch's maximum timestamp in milliseconds.
    """

    first_sequence: int
    last_sequence: int
    first_offset: int
    last_offset: int
    timestamp: int


class ProducerEntry:
    """A producer id's state in a partition (produce B-1).

    `producer_epoch`, `coordinator_epoch` and `transaction_first_offset` are -1 when there is
    none; `last_offset` is that of the producer's newest batch or marker.
    """

    __slots__ = (
        "batches",
        "coordinator_epoch",
        "last_offset",
        "last_timestamp",
        "producer_epoch",
        "producer_id",
        "transaction_first_offset",
    )

    def __init__(self, producer_id: int) -> None:
        self.producer_id = producer_id
        self.producer_epoch = NO_EPOCH
        self.coordinator_epoch = -1
        self.last_timestamp = -1
        self.last_offset = -1
        self.transaction_first_offset = NO_TRANSACTION
        self.batches: list[ProducedBatch] = []

    @property
    def last_sequence(self) -> int:
        """The last sequence number under the current epoch, or -1."""
        return self.batches[-1].last_sequence if self.batches else NO_SEQUENCE

    @property
    def has_open_transaction(self) -> bool:
        """Whether a transaction of this producer waits for its marker here."""
        return self.transaction_first_offset != NO_TRANSACTION

    def find_batch(self, *, first_sequence: int, last_sequence: int) -> ProducedBatch | None:
        """The remembered batch with exactly these sequence numbers."""
        for batch in reversed(self.batches):
            if batch.first_sequence == first_sequence and batch.last_sequence == last_sequence:
                return batch
        return None

    def add_batch(self, producer_epoch: int, batch: ProducedBatch) -> None:
        """Remember `batch`; a change of epoch empties the window first (produce B-15)."""
        self.begin_epoch(producer_epoch)
        self.batches.append(batch)
        if len(self.batches) > BATCHES_KEPT:
            del self.batches[0]
        self.last_timestamp = batch.timestamp
        self.last_offset = batch.last_offset

    def begin_epoch(self, producer_epoch: int) -> None:
        """Take over `producer_epoch`; what was numbered under another one is forgotten."""
        if producer_epoch != self.producer_epoch:
            self.producer_epoch = producer_epoch
            self.batches.clear()
