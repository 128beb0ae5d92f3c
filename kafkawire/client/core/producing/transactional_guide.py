"""Rules of sending within a transaction."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.client.core.producing.batch import NO_SEQUENCE
from kafkawire.client.core.producing.outcomes import Outcome, outcome_of
from kafkawire.client.core.producing.transaction_errors import Verdict, verdict
from kafkawire.client.core.producing.transaction_states import State
from kafkawire.client.errors import ServerError
from kafkawire.protocol.api_keys import ApiKey
from kafkawire.protocol.error_codes import ErrorCode

if TYPE_CHECKING:
    from kafkawire.client.core.producing.batch import Batch
    from kafkawire.client.core.producing.partition_queue import PartitionQueue
    from kafkawire.client.core.producing.requests import Result
    from kafkawire.client.core.producing.transaction import Transaction
    from kafkawire.client.errors import ClientError

_SENDING = (State.IN_TRANSACTION, State.COMMITTING)


class Transactional:
    """A `Guide`: sequences as without a transaction, but a gap aborts instead of being closed."""

    def __init__(self, transaction: Transaction) -> None:
        self._transaction = transaction

    @property
    def adds_partitions(self) -> bool:
        """As the transaction began."""
        return self._transaction.adds_partitions

    def is_ready(self, now_ms: int) -> bool:
        """Within a transaction that did not fail."""
        if self._transaction.state in _SENDING:
            return True
        self._transaction.abandon_waiting(now_ms)
        return False

    def may_send(self, queue: PartitionQueue, batch: Batch, now_ms: int) -> bool:
        """Once its partition is part of the transaction."""
        transaction, sequences = self._transaction, queue.sequences
        if not sequences.in_flight and sequences.producer != transaction.producer:
            sequences.restart(transaction.producer)
        if not sequences.may_send(batch, transaction.producer):
            return False
        return transaction.may_send(queue.partition, now_ms)

    def assign(self, queue: PartitionQueue, batch: Batch) -> None:
        """Give it a sequence."""
        queue.sequences.assign(batch, self._transaction.producer)

    def outcome(self, queue: PartitionQueue, batch: Batch, result: Result) -> Outcome:
        """Return the outcome by code and sequences; an abort sends no failed batch again."""
        if _is_forgotten(queue, batch, result) and self._transaction.state in _SENDING:
            queue.sequences.restart(self._transaction.producer)
            return Outcome.RETRY
        found = outcome_of(result.code, batch, queue.sequences, result.log_start_offset)
        if found in (Outcome.BUMP, Outcome.RENEW):
            return Outcome.FAIL
        if verdict(ApiKey.PRODUCE, result.code) not in (Verdict.DONE, Verdict.RETRY, Verdict.FIND):
            return found if found in (Outcome.SPLIT, Outcome.RETRY, Outcome.DONE) else Outcome.FAIL
        if found in (Outcome.RETRY, Outcome.REFRESH) and self._transaction.state not in _SENDING:
            return Outcome.FAIL
        return found

    def acknowledged(self, queue: PartitionQueue, batch: Batch, offset: int) -> None:
        """Go on behind it."""
        queue.sequences.acknowledge(batch, offset)

    def failed(self, queue: PartitionQueue, batch: Batch, error: ClientError, now_ms: int) -> None:
        """Have the transaction aborted."""
        queue.sequences.forget(batch)
        code = error.code if isinstance(error, ServerError) else -1
        found = verdict(ApiKey.PRODUCE, code)
        self._transaction.failed(found, error, now_ms, bumps=batch.sequence != NO_SEQUENCE)

    def lost(self, queue: PartitionQueue, batch: Batch, error: ClientError, now_ms: int) -> None:
        """Have the transaction aborted under a new epoch."""
        queue.sequences.lose(batch)
        self._transaction.failed(Verdict.BUMP, error, now_ms, bumps=True)

    def split(self, queue: PartitionQueue, batch: Batch) -> None:
        """Its parts share its sequences."""
        queue.sequences.replace(batch, batch.parts)

    def begin_again(self, queue: PartitionQueue, outcome: Outcome) -> None:
        """A gap aborts instead."""
        raise AssertionError(outcome)

    def settle(self, queue: PartitionQueue) -> None:
        """A gap has aborted the transaction already."""


def _is_forgotten(queue: PartitionQueue, batch: Batch, result: Result) -> bool:
    """Return whether a broker forgot the producer because all its records were deleted.

    Brokers before Kafka 2.5 do so. No record is missing, so the transaction goes on
    (`TransactionManager.canRetry`).
    """
    is_unknown = result.code == ErrorCode.UNKNOWN_PRODUCER_ID and not batch.is_rewritten
    return is_unknown and result.log_start_offset > queue.sequences.acked_offset
