"""The sequences of one partition: how a broker recognizes batches that come twice or out of order.

A batch gets its sequence when it is first sent and keeps it when it is sent again, so that the log
has each record once and in order, with several requests in flight. After a gap the epoch grows,
and the batches that are not acknowledged begin at sequence 0 of the new epoch (KIP-360).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.client.core.producing.batch import NO_PRODUCER, NO_SEQUENCE, Batch, ProducerId

if TYPE_CHECKING:
    from collections.abc import Iterable

MASK = 0x7FFFFFFF
HALF = 1 << 30
IN_FLIGHT_MAX = 5
"""The number of batches of a producer that a broker remembers and does not accept twice."""


class Sequences:
    """What one partition has of the producer."""

    __slots__ = ("acked", "acked_offset", "in_flight", "next", "producer", "unresolved")

    def __init__(self) -> None:
        self.producer = NO_PRODUCER
        self.next = 0
        self.acked = NO_SEQUENCE
        """The last acknowledged sequence."""
        self.acked_offset = -1
        """The last acknowledged offset."""
        self.in_flight: list[Batch] = []
        """Batches that have a sequence and are not done, in the order of their sequences."""
        self.unresolved = NO_SEQUENCE
        """The sequence after a batch that failed and may or may not be in the log."""

    def may_send(self, batch: Batch, producer: ProducerId) -> bool:
        """Return whether the first batch that waits may be sent now."""
        in_flight = self.in_flight
        if batch.sequence != NO_SEQUENCE:
            return in_flight[0] is batch
        if not in_flight:
            return self.unresolved == NO_SEQUENCE
        return (
            len(in_flight) < IN_FLIGHT_MAX
            and self.unresolved == NO_SEQUENCE
            and self.producer == producer
            and not any(each.is_rewritten for each in in_flight)
        )

    def assign(self, batch: Batch, producer: ProducerId) -> None:
        """Give the batch its sequence, if it has none."""
        batch.is_rewritten = False
        if batch.sequence != NO_SEQUENCE:
            return
        if self.producer != producer:
            self.restart(producer)
        batch.producer, batch.sequence = producer, self.next
        self.next = (batch.last_sequence + 1) & MASK
        self.in_flight.append(batch)

    def acknowledge(self, batch: Batch, offset: int) -> bool:
        """Note that the broker has the batch; False if it had it under older sequences."""
        self.forget(batch)
        if offset >= 0:
            self.acked_offset = max(self.acked_offset, offset + batch.count - 1)
        if batch.is_rewritten:
            return False
        last = batch.last_sequence
        if self.acked == NO_SEQUENCE or (last - self.acked) & MASK < HALF:
            self.acked = last
        return True

    def lose(self, batch: Batch) -> None:
        """Note that the batch failed, and that the broker may have it all the same."""
        self.forget(batch)
        self.unresolved = (batch.last_sequence + 1) & MASK

    def forget(self, batch: Batch) -> None:
        """Note that the batch is done, or was split."""
        if batch in self.in_flight:
            self.in_flight.remove(batch)

    def replace(self, batch: Batch, parts: Iterable[Batch]) -> None:
        """Have the parts of a batch in its place."""
        at = self.in_flight.index(batch)
        self.in_flight[at : at + 1] = parts

    def is_next(self, batch: Batch) -> bool:
        """Return whether the batch comes right after what the broker acknowledged."""
        return batch.sequence == (self.acked + 1) & MASK

    def restart(self, producer: ProducerId) -> None:
        """Begin at 0 under a producer id and epoch; batches in flight come first."""
        self.producer, self.acked = producer, NO_SEQUENCE
        self.unresolved = NO_SEQUENCE
        self.next = 0
        for batch in self.in_flight:
            batch.producer, batch.sequence = producer, self.next
            batch.is_rewritten = batch.is_sent
            self.next = (batch.last_sequence + 1) & MASK

    def has_gap(self) -> bool:
        """Resolve what is unresolved once nothing is in flight; True if a batch is missing."""
        if self.unresolved == NO_SEQUENCE or self.in_flight:
            return False
        if (self.acked + 1) & MASK == self.next:
            self.unresolved = NO_SEQUENCE
        return self.unresolved != NO_SEQUENCE
