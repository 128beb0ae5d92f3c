"""Transactions that take too long are aborted by their coordinator.

Kafka looks for them at fixed intervals, so one is aborted at the first look after its time is up
(produce C-80). Here each has a timer for just that moment. The start of a transaction is a wall
time, its timeout is not: moving the wall clock neither shortens nor extends a transaction whose
timer runs.
"""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from kafkawire.broker.transactions.ending import fence
from kafkawire.broker.transactions.states import TransactionState
from kafkawire.protocol.errors import ApiError

if TYPE_CHECKING:
    from kafkawire.broker.transactions.shard import TransactionShard
    from kafkawire.broker.transactions.transaction import TransactionalId


def watch(shard: TransactionShard, held: TransactionalId) -> None:
    """Abort an ongoing transaction when its time is up; two-phase commits have no such time."""
    if held.timer is None and not held.transaction.is_two_phase:
        times_out_at_ms = held.transaction.times_out_at_ms
        _look_at(shard, held, shard.coordinator.wall_clock.now_ms_at(times_out_at_ms) + 1)


def next_look_ms(started_ms: int, interval_ms: int, not_before_ms: int) -> int:
    """The first of the looks at each interval after the start, no earlier than given."""
    looks = max(1, -((started_ms - not_before_ms) // interval_ms))
    return started_ms + looks * interval_ms


def _look_at(shard: TransactionShard, held: TransactionalId, not_before_ms: int) -> None:
    coordinator = shard.coordinator
    at_ms = next_look_ms(
        coordinator.started_ms, coordinator.settings.abort_interval_ms, not_before_ms
    )
    held.timer = coordinator.timers.at(at_ms, partial(_look, shard, held))


def _look(shard: TransactionShard, held: TransactionalId, now_ms: int) -> None:
    _look_at(shard, held, now_ms + 1)  # once more, if it cannot be aborted now
    if held.pending is None:
        assert held.transaction.state is TransactionState.ONGOING
        with suppress(ApiError):
            fence(shard, held, now_ms)
