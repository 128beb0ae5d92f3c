"""What operators are told of transactional ids (KIP-664; produce C.11).

An id with a change that is not committed yet is told as it was before.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kafkawire.broker.patterns import BadPattern, compile_pattern
from kafkawire.broker.transactions.states import STATES_BY_NAME
from kafkawire.java_order import java_hash_order
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator

    from kafkawire.broker.patterns import Pattern
    from kafkawire.broker.transactions.coordinator import TransactionCoordinator
    from kafkawire.broker.transactions.shard import TransactionShard
    from kafkawire.broker.transactions.transaction import Transaction, TransactionalId


class Filters(NamedTuple):
    """What is wanted; an empty collection, a negative duration, an empty pattern want all."""

    states: Collection[str] = ()
    producer_ids: Collection[int] = ()
    duration_ms: int = -1
    pattern: str | None = None


def described(coordinator: TransactionCoordinator, name: str) -> Transaction:
    """The state of one id, with the partitions that lack a marker; raises `ApiError` (C-120)."""
    held = coordinator.shard_for(name).ids.get(name)
    if held is None:
        raise ApiError(ErrorCode.TRANSACTIONAL_ID_NOT_FOUND)
    if held.unmarked is None:
        return held.transaction
    return held.transaction._replace(partitions=held.unmarked)


def listed(
    coordinator: TransactionCoordinator, filters: Filters, now_ms: int
) -> Iterator[TransactionalId]:
    """All ids that pass all filters.

    Raises `ApiError` while a partition is still being read, and for a pattern that is none.
    """
    passes = _test_of(filters, coordinator.wall_clock.time_ms(now_ms))
    for shard in sorted(coordinator.active_shards(), key=_index_of):
        for name in java_hash_order(shard.ids):
            held = shard.ids[name]
            if passes(held):
                yield held


def _index_of(shard: TransactionShard) -> int:
    return shard.partition.topic_partition.partition


def _test_of(filters: Filters, time_ms: int) -> Callable[[TransactionalId], bool]:
    states = {STATES_BY_NAME.get(name) for name in filters.states}
    producer_ids = frozenset(filters.producer_ids)
    pattern = _compiled(filters.pattern)

    def passes(held: TransactionalId) -> bool:
        transaction = held.transaction
        return (
            (not states or transaction.state in states)
            and (not producer_ids or transaction.producer_id in producer_ids)
            and (filters.duration_ms < 0 or time_ms - transaction.start_ms > filters.duration_ms)
            and (pattern is None or pattern.fullmatch(held.name) is not None)
        )

    return passes


def _compiled(text: str | None) -> Pattern | None:
    if not text:
        return None
    try:
        return compile_pattern(text)
    except BadPattern as error:
        raise ApiError(ErrorCode.INVALID_REGULAR_EXPRESSION) from error
