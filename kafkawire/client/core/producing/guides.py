"""Rules by which a producer sends batches: none, sequences, or a transaction.

The sender calls its guide before it sends a batch, and passes it the outcome of each batch. A
transaction has its own guide (`transactional_guide`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from kafkawire.client.core.producing.batch import NO_PRODUCER, NO_SEQUENCE
from kafkawire.client.core.producing.outcomes import Outcome, outcome_of

if TYPE_CHECKING:
    from kafkawire.client.core.producing.batch import Batch
    from kafkawire.client.core.producing.partition_queue import PartitionQueue
    from kafkawire.client.core.producing.producer_ids import ProducerIds
    from kafkawire.client.core.producing.requests import Result
    from kafkawire.client.errors import ClientError


class Guide(Protocol):
    """See the module's docstring."""

    @property
    def adds_partitions(self) -> bool:
        """Whether producing adds partitions to a transaction, if there is one."""

    def is_ready(self, now_ms: int) -> bool:
        """Return whether batches may be sent at all; obtain what is missing."""

    def may_send(self, queue: PartitionQueue, batch: Batch, now_ms: int) -> bool:
        """Return whether the first batch of a partition may be sent."""

    def assign(self, queue: PartitionQueue, batch: Batch) -> None:
        """Give a batch what it needs; it is sent next."""

    def outcome(self, queue: PartitionQueue, batch: Batch, result: Result) -> Outcome:
        """Return what becomes of a batch that was answered."""

    def acknowledged(self, queue: PartitionQueue, batch: Batch, offset: int) -> None:
        """Note that a batch is in the log."""

    def failed(self, queue: PartitionQueue, batch: Batch, error: ClientError, now_ms: int) -> None:
        """Note that a batch failed, and is not in the log."""

    def lost(self, queue: PartitionQueue, batch: Batch, error: ClientError, now_ms: int) -> None:
        """Note that a batch failed, and may be in the log."""

    def split(self, queue: PartitionQueue, batch: Batch) -> None:
        """Note that a batch has parts now."""

    def begin_again(self, queue: PartitionQueue, outcome: Outcome) -> None:
        """Begin the sequences of a partition anew: `outcome` is BUMP or RENEW."""

    def settle(self, queue: PartitionQueue) -> None:
        """Find out whether a batch is missing, once the rest of a partition is answered."""


class Plain:
    """Without idempotence: a batch that is sent again may come twice, or behind others."""

    adds_partitions = True

    def __init__(self, *, keeps_order: bool) -> None:
        self._keeps_order = keeps_order
        """Whether one batch of a partition is in flight at most."""

    def is_ready(self, now_ms: int) -> bool:
        """Always."""
        return True

    def may_send(self, queue: PartitionQueue, batch: Batch, now_ms: int) -> bool:
        """Unless another one is in flight and order is kept."""
        return not (self._keeps_order and queue.in_flight)

    def assign(self, queue: PartitionQueue, batch: Batch) -> None:
        """Nothing is needed."""

    def outcome(self, queue: PartitionQueue, batch: Batch, result: Result) -> Outcome:
        """Return the outcome by the error code."""
        return outcome_of(result.code, batch, queue.sequences, result.log_start_offset)

    def acknowledged(self, queue: PartitionQueue, batch: Batch, offset: int) -> None:
        """Nothing follows."""

    def failed(self, queue: PartitionQueue, batch: Batch, error: ClientError, now_ms: int) -> None:
        """Nothing follows."""

    def lost(self, queue: PartitionQueue, batch: Batch, error: ClientError, now_ms: int) -> None:
        """Nothing follows."""

    def split(self, queue: PartitionQueue, batch: Batch) -> None:
        """Nothing follows."""

    def begin_again(self, queue: PartitionQueue, outcome: Outcome) -> None:
        """There are no sequences."""
        raise AssertionError(outcome)

    def settle(self, queue: PartitionQueue) -> None:
        """Nothing follows."""


class Idempotent:
    """With sequences: each batch is in the log once, and in order."""

    adds_partitions = True

    def __init__(self, ids: ProducerIds) -> None:
        self._ids = ids
        self._restarting: dict[PartitionQueue, None] = {}
        """Partitions that begin anew once there is a new producer id."""

    def is_ready(self, now_ms: int) -> bool:
        """Once there is a producer id."""
        if self._ids.current == NO_PRODUCER:
            self._ids.obtain(now_ms)
            return False
        for queue in self._restarting:
            queue.sequences.restart(self._ids.current)
        self._restarting.clear()
        return True

    def may_send(self, queue: PartitionQueue, batch: Batch, now_ms: int) -> bool:
        """Return whether the sequences of the partition allow it; the first batch goes alone.

        A broker without state of the producer accepts any sequence: if the first batch failed
        and the second one did not, the first could never be appended.
        """
        sequences = queue.sequences
        is_new = batch.sequence == NO_SEQUENCE
        if is_new and sequences.in_flight and sequences.acked == NO_SEQUENCE:
            return False
        return sequences.may_send(batch, self._ids.current)

    def assign(self, queue: PartitionQueue, batch: Batch) -> None:
        """Give it a sequence."""
        queue.sequences.assign(batch, self._ids.current)

    def outcome(self, queue: PartitionQueue, batch: Batch, result: Result) -> Outcome:
        """Return the outcome by the error code and the sequences."""
        return outcome_of(result.code, batch, queue.sequences, result.log_start_offset)

    def acknowledged(self, queue: PartitionQueue, batch: Batch, offset: int) -> None:
        """Go on behind it. Under older sequences it leaves a hole in the newer ones."""
        if not queue.sequences.acknowledge(batch, offset):
            self.begin_again(queue, Outcome.BUMP)

    def failed(self, queue: PartitionQueue, batch: Batch, error: ClientError, now_ms: int) -> None:
        """Leave no hole where it was: those behind it get new sequences."""
        queue.sequences.forget(batch)
        if batch.sequence >= 0:
            self.begin_again(queue, Outcome.BUMP)

    def lost(self, queue: PartitionQueue, batch: Batch, error: ClientError, now_ms: int) -> None:
        """Wait for what is in flight, which shows whether there is a hole."""
        queue.sequences.lose(batch)

    def split(self, queue: PartitionQueue, batch: Batch) -> None:
        """Its parts share its sequences."""
        queue.sequences.replace(batch, batch.parts)

    def begin_again(self, queue: PartitionQueue, outcome: Outcome) -> None:
        """Begin anew under the next epoch, or under a new id."""
        if outcome is Outcome.BUMP and self._ids.current != NO_PRODUCER:
            self._ids.bump()
        else:
            self._ids.reset()
        if self._ids.current == NO_PRODUCER:
            self._restarting[queue] = None
        else:
            queue.sequences.restart(self._ids.current)

    def settle(self, queue: PartitionQueue) -> None:
        """Begin anew if a batch is missing."""
        if queue.sequences.has_gap():
            self.begin_again(queue, Outcome.BUMP)
