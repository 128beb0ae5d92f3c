"""Consequences of a broker's error code for a batch."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from kafkawire.client.errors import RefreshError, RetriableError, refusal
from kafkawire.protocol.error_codes import ErrorCode

if TYPE_CHECKING:
    from kafkawire.client.core.producing.batch import Batch
    from kafkawire.client.core.producing.sequences import Sequences


class Outcome(Enum):
    """The outcome of a batch."""

    DONE = "acknowledged"
    RETRY = "sent again"
    REFRESH = "sent again, once metadata are newer"
    BUMP = "sent again under a new epoch"
    RENEW = "sent again under a new producer id"
    SPLIT = "sent again in halves"
    FAIL = "failed"


def outcome_of(code: int, batch: Batch, sequences: Sequences, log_start: int) -> Outcome:
    """Return what becomes of a batch of an idempotent or plain producer.

    Args:
        code: The broker's error code.
        batch: The batch.
        sequences: The sequences of its partition.
        log_start: The first offset of the partition, -1 if the broker did not tell.
    """
    if code in (ErrorCode.NONE, ErrorCode.DUPLICATE_SEQUENCE_NUMBER):
        return Outcome.DONE
    if code == ErrorCode.MESSAGE_TOO_LARGE and batch.count > 1:
        return Outcome.SPLIT
    if batch.sequence >= 0:
        if code == ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER:
            return _out_of_order(batch, sequences)
        if code == ErrorCode.UNKNOWN_PRODUCER_ID:
            is_known = log_start == -1 or batch.is_rewritten
            return Outcome.RETRY if is_known else Outcome.BUMP
        if code == ErrorCode.INVALID_PRODUCER_EPOCH:
            return Outcome.RETRY if batch.is_rewritten else Outcome.RENEW
    return passing(code)


def passing(code: int) -> Outcome:
    """Return whether the condition of an error code may pass."""
    error = refusal(code)
    if isinstance(error, RefreshError):
        return Outcome.REFRESH
    return Outcome.RETRY if isinstance(error, RetriableError) else Outcome.FAIL


def _out_of_order(batch: Batch, sequences: Sequences) -> Outcome:
    """A batch before it may have failed; else a batch is missing in the log."""
    if batch.is_rewritten:
        return Outcome.RETRY
    if sequences.unresolved >= 0:
        return Outcome.BUMP if batch.sequence == sequences.unresolved else Outcome.RETRY
    return Outcome.BUMP if sequences.is_next(batch) else Outcome.RETRY
