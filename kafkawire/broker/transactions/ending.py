"""EndTxn: the producer commits or aborts its transaction (produce C.6).

The tables of `states` say what that does in each state. Clients of KIP-890 v2 get their epoch for
the next transaction, and may abort where nothing is going on, to get a fresh one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kafkawire.broker.transactions.states import (
    BUMPING,
    CLASSIC,
    IDLE,
    REPEATED,
    Outcome,
    TransactionState,
    outcome,
)
from kafkawire.broker.transactions.transaction import (
    EXHAUSTED_EPOCH,
    NO_PRODUCER_ID,
)
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError
from kafkawire.protocol.since import EPOCH_BUMPS_SINCE

if TYPE_CHECKING:
    from kafkawire.broker.coordinator import Producer
    from kafkawire.broker.transactions.shard import TransactionShard
    from kafkawire.broker.transactions.transaction import Transaction, TransactionalId

_REFUSALS = {
    Outcome.CONCURRENT: ErrorCode.CONCURRENT_TRANSACTIONS,
    Outcome.INVALID: ErrorCode.INVALID_TXN_STATE,
    Outcome.FENCED: ErrorCode.PRODUCER_FENCED,
}


class EndRequest(NamedTuple):
    """Whose transaction ends how; `bumps` for clients of KIP-890 v2."""

    transactional_id: str
    producer: Producer
    is_commit: bool
    bumps: bool


def end(shard: TransactionShard, asked: EndRequest, now_ms: int) -> tuple[int, int]:
    """Begin to end a transaction; the producer id and epoch for the next. Raises `ApiError`."""
    held = shard.existing(asked.transactional_id)
    found = _bumping(held, asked) if asked.bumps else _classic(held, asked)
    transaction = held.transaction
    if found is Outcome.DONE:
        return transaction.producer_id, transaction.producer_epoch
    if found is not Outcome.BEGIN:
        raise ApiError(_REFUSALS[found])
    if asked.bumps:
        ending = _ended_with_bump(shard, transaction, is_commit=asked.is_commit, now_ms=now_ms)
    else:
        ending = transaction.ending(
            is_commit=asked.is_commit,
            client_version=0,
            time_ms=shard.coordinator.wall_clock.time_ms(now_ms),
        )
    shard.write(held.name, ending, now_ms)
    return ending.next_identity


def fence(shard: TransactionShard, held: TransactionalId, now_ms: int) -> None:
    """Abort an ongoing transaction without its producer (C-31, C-80); raises `ApiError`."""
    if shard.coordinator.transaction_version >= EPOCH_BUMPS_SINCE:
        fenced = _ended_with_bump(shard, held.transaction, is_commit=False, now_ms=now_ms)
    else:
        fenced = held.transaction.fenced(shard.coordinator.wall_clock.time_ms(now_ms))
    shard.write(held.name, fenced, now_ms)


def _ended_with_bump(
    shard: TransactionShard, transaction: Transaction, *, is_commit: bool, now_ms: int
) -> Transaction:
    """The epoch grows; where that was the last one, the next transaction has a new producer id."""
    next_producer_id = NO_PRODUCER_ID
    if transaction.is_exhausted:
        next_producer_id = shard.coordinator.producer_ids.next_id(now_ms)
    return transaction.ending(
        is_commit=is_commit,
        client_version=EPOCH_BUMPS_SINCE,
        time_ms=shard.coordinator.wall_clock.time_ms(now_ms),
        next_producer_id=next_producer_id,
    )


def _classic(held: TransactionalId, asked: EndRequest) -> Outcome:
    """C-61."""
    transaction = held.transaction
    _check_producer_id(transaction, asked.producer)
    if asked.producer.producer_epoch != transaction.producer_epoch:
        return Outcome.FENCED
    if held.pending is not None:
        return Outcome.CONCURRENT
    return outcome(CLASSIC, transaction.state, is_commit=asked.is_commit)


def _bumping(held: TransactionalId, asked: EndRequest) -> Outcome:
    """C-71."""
    if held.pending is not None:
        return Outcome.CONCURRENT
    transaction, epoch = held.transaction, asked.producer.producer_epoch
    has_overflowed = (
        asked.producer.producer_id == transaction.previous_producer_id
        and epoch == EXHAUSTED_EPOCH
        and transaction.producer_epoch == 0
    )
    if not has_overflowed:
        _check_producer_id(transaction, asked.producer)
    elif transaction.state not in IDLE or transaction.state is TransactionState.EMPTY:
        return Outcome.FENCED
    if has_overflowed or epoch == transaction.producer_epoch - 1:
        return outcome(REPEATED, transaction.state, is_commit=asked.is_commit)
    if epoch == transaction.producer_epoch:
        return outcome(BUMPING, transaction.state, is_commit=asked.is_commit)
    return Outcome.FENCED


def _check_producer_id(transaction: Transaction, producer: Producer) -> None:
    if producer.producer_id != transaction.producer_id:
        raise ApiError(ErrorCode.INVALID_PRODUCER_ID_MAPPING)
