"""InitProducerId for a transactional id: who writes under it from now on (produce C.3).

Whoever comes without an identity takes the id over and fences its predecessor by a greater epoch.
Whoever tells the one it has goes on as the same producer after an error (KIP-360), if nobody has
come in between. A transaction that is going on is aborted first, and the client asks again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kafkawire.broker.transactions.ending import fence
from kafkawire.broker.transactions.states import PREPARED, TransactionState
from kafkawire.broker.transactions.transaction import (
    EXHAUSTED_EPOCH,
    NO_EPOCH,
    TIMEOUT_MAX_MS,
    Transaction,
    TransactionalId,
)
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError

if TYPE_CHECKING:
    from kafkawire.broker.coordinator import Producer
    from kafkawire.broker.transactions.coordinator import TransactionCoordinator
    from kafkawire.broker.transactions.shard import TransactionShard


class Initialization(NamedTuple):
    """What is asked for; `expected` is the identity that the producer has, if it says so."""

    transactional_id: str
    timeout_ms: int
    expected: Producer | None = None
    is_two_phase: bool = False
    keeps_prepared: bool = False


def initialize(
    coordinator: TransactionCoordinator, wanted: Initialization, now_ms: int
) -> tuple[TransactionShard, Transaction]:
    """The shard, whose commit the answer awaits, and the state with the producer's identity.

    Raises `ApiError`; PRODUCER_FENCED is INVALID_PRODUCER_EPOCH for old clients (C-6).
    """
    timeout_ms = _checked_timeout(coordinator, wanted)
    shard = coordinator.shard_of(wanted.transactional_id)
    held = shard.ids.get(wanted.transactional_id)
    is_new = held is None
    if held is None:
        held = _unheard_of(coordinator, wanted.transactional_id, timeout_ms, now_ms)
    _check(held, wanted.expected)
    if held.transaction.state is TransactionState.ONGOING:
        fence(shard, held, now_ms)
        raise ApiError(ErrorCode.CONCURRENT_TRANSACTIONS)
    initialized = _next(coordinator, held.transaction, wanted.expected, timeout_ms, now_ms)
    if is_new:
        shard.ids[held.name] = held
    try:
        shard.write(held.name, initialized, now_ms)
    except ApiError:
        if is_new:
            del shard.ids[held.name]
        raise
    return shard, initialized


def _checked_timeout(coordinator: TransactionCoordinator, wanted: Initialization) -> int:
    """The timeout to be kept, in the order of Kafka's checks (C-25)."""
    if not wanted.transactional_id:
        raise ApiError(ErrorCode.INVALID_REQUEST)
    settings = coordinator.settings
    if wanted.is_two_phase and not settings.allows_two_phase:
        raise ApiError(ErrorCode.TRANSACTIONAL_ID_AUTHORIZATION_FAILED)
    if wanted.keeps_prepared:
        raise ApiError(ErrorCode.UNSUPPORTED_VERSION)
    if wanted.is_two_phase:
        return TIMEOUT_MAX_MS
    if not 0 < wanted.timeout_ms <= settings.max_timeout_ms:
        raise ApiError(ErrorCode.INVALID_TRANSACTION_TIMEOUT)
    return wanted.timeout_ms


def _unheard_of(
    coordinator: TransactionCoordinator, name: str, timeout_ms: int, now_ms: int
) -> TransactionalId:
    producer_id = coordinator.producer_ids.next_id(now_ms)
    time_ms = coordinator.wall_clock.time_ms(now_ms)
    return TransactionalId(name, Transaction(producer_id, timeout_ms, time_ms))


def _check(held: TransactionalId, expected: Producer | None) -> None:
    """Who may have the id, and when (C-27, C-30)."""
    transaction = held.transaction
    if held.pending is not None:
        raise ApiError(ErrorCode.CONCURRENT_TRANSACTIONS)
    if expected is not None and not _is_known(transaction, expected):
        raise ApiError(ErrorCode.PRODUCER_FENCED)
    if transaction.state in PREPARED:
        raise ApiError(ErrorCode.CONCURRENT_TRANSACTIONS)


def _is_known(transaction: Transaction, expected: Producer) -> bool:
    """Whether the producer id is right; one that was used up may be the one before."""
    if transaction.producer_epoch == NO_EPOCH or expected.producer_id == transaction.producer_id:
        return True
    return (
        expected.producer_id == transaction.previous_producer_id
        and expected.producer_epoch >= EXHAUSTED_EPOCH
    )


def _next(
    coordinator: TransactionCoordinator,
    transaction: Transaction,
    expected: Producer | None,
    timeout_ms: int,
    now_ms: int,
) -> Transaction:
    """The identity that follows (C-28, C-29).

    Kafka fails inside for an older epoch of a producer id that is used up; here it is like others.
    """
    epoch = None if expected is None else expected.producer_epoch
    time_ms = coordinator.wall_clock.time_ms(now_ms)
    if transaction.is_exhausted and epoch in (None, transaction.producer_epoch):
        producer_id = coordinator.producer_ids.next_id(now_ms)
        return transaction.with_next_producer_id(producer_id, epoch, timeout_ms, time_ms)
    known = (None, transaction.producer_epoch, transaction.last_producer_epoch)
    if epoch not in known and transaction.producer_epoch != NO_EPOCH:
        raise ApiError(ErrorCode.PRODUCER_FENCED)
    return transaction.with_next_epoch(epoch, timeout_ms, time_ms)
