"""What belongs to a transaction: partitions are added to it, and looked up in it.

Clients add partitions themselves (AddPartitionsToTxn up to 3, AddOffsetsToTxn); since KIP-890 the
partitions' leaders do it for them, or only ask whether it was done (produce C.4, C.5).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kafkawire.broker.coordinator import Producer
from kafkawire.broker.transactions.states import PREPARED, TransactionState
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError
from kafkawire.protocol.since import EPOCH_BUMPS_SINCE

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from kafkawire.broker.replicas.verification import Claim
    from kafkawire.broker.transactions.coordinator import TransactionCoordinator
    from kafkawire.broker.transactions.shard import TransactionShard
    from kafkawire.broker.transactions.transaction import Transaction
    from kafkawire.log.topic_partition import TopicPartition

CLIENTS_OWN = 0
"""The transaction.version of those who add partitions themselves (produce C-45)."""


class Addition(NamedTuple):
    """Partitions to add to the transaction of a producer; `client_version` as in `Transaction`."""

    transactional_id: str
    producer: Producer
    partitions: Collection[TopicPartition]
    client_version: int


def add(shard: TransactionShard, addition: Addition, now_ms: int) -> None:
    """Have the partitions in the ongoing transaction, or in one that begins; raises `ApiError`.

    Nothing is written if they are all in it (C-43, C-107).
    """
    name, producer, partitions, client_version = addition
    held = shard.existing(name)
    if held.pending is not None:
        raise ApiError(ErrorCode.CONCURRENT_TRANSACTIONS)
    transaction = held.transaction
    _check(transaction, producer)
    if transaction.state is TransactionState.ONGOING and transaction.partitions.issuperset(
        partitions
    ):
        return
    time_ms = shard.coordinator.wall_clock.time_ms(now_ms)
    shard.write(name, transaction.with_partitions(partitions, client_version, time_ms), now_ms)


def verify(
    shard: TransactionShard, name: str, producer: Producer, partition: TopicPartition
) -> ErrorCode:
    """Whether a partition is in the transaction of now: NONE, or why it is not (C-47).

    A pending change is not looked at: the append decides in the end.
    """
    try:
        transaction = shard.existing(name).transaction
        _check(transaction, producer)
    except ApiError as error:
        return ErrorCode(error.code)
    if partition in transaction.partitions:
        return ErrorCode.NONE
    return ErrorCode.TRANSACTION_ABORTABLE


def verify_claims(coordinator: TransactionCoordinator, claims: Sequence[Claim]) -> list[ErrorCode]:
    """See `verification.TransactionVerifier`; what is to be added is added by one record.

    An addition that is not committed yet is CONCURRENT_TRANSACTIONS, which is tried again.
    """
    first = claims[0]
    producer = Producer(first.producer_id, first.producer_epoch)
    name = first.transactional_id
    try:
        shard = coordinator.shard_for(name)
        if not first.adds:
            return [verify(shard, name, producer, claim.topic_partition) for claim in claims]
        partitions = [claim.topic_partition for claim in claims]
        add(shard, Addition(name, producer, partitions, EPOCH_BUMPS_SINCE), first.now_ms)
    except ApiError as error:
        return [ErrorCode(error.code)] * len(claims)
    is_pending = shard.ids[name].pending is not None
    return [ErrorCode.CONCURRENT_TRANSACTIONS if is_pending else ErrorCode.NONE] * len(claims)


def _check(transaction: Transaction, producer: Producer) -> None:
    """Whose transaction it is, and whether it can still grow."""
    if producer.producer_id != transaction.producer_id:
        raise ApiError(ErrorCode.INVALID_PRODUCER_ID_MAPPING)
    if producer.producer_epoch != transaction.producer_epoch:
        raise ApiError(ErrorCode.PRODUCER_FENCED)
    if transaction.state in PREPARED:
        raise ApiError(ErrorCode.CONCURRENT_TRANSACTIONS)
