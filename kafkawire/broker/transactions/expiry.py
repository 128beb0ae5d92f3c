"""Transactional ids that nobody has used for long are forgotten (produce C-82, C-83).

Kafka looks for them at fixed intervals, and so does this broker. A look passes over all ids: their
latest changes are wall times, whose order is not that of the changes if the clock was moved.
"""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from kafkawire.broker.transactions.records import TransactionRecord
from kafkawire.broker.transactions.states import IDLE
from kafkawire.broker.transactions.timeouts import next_look_ms
from kafkawire.protocol.errors import ApiError

if TYPE_CHECKING:
    from kafkawire.broker.transactions.shard import TransactionShard


def schedule(shard: TransactionShard, now_ms: int) -> None:
    """Look for forgotten ids at the next interval."""
    coordinator = shard.coordinator
    at_ms = next_look_ms(
        coordinator.started_ms, coordinator.settings.expiry_interval_ms, now_ms + 1
    )
    shard.expiry_timer = coordinator.timers.at(at_ms, partial(_look, shard))


def _look(shard: TransactionShard, now_ms: int) -> None:
    shard.expiry_timer = None
    coordinator = shard.coordinator
    until_ms = coordinator.wall_clock.time_ms(now_ms) - coordinator.settings.expiration_ms
    expired = [
        TransactionRecord(held.name, None)
        for held in shard.ids.values()
        if held.transaction.last_update_ms <= until_ms
        and held.transaction.state in IDLE
        and held.pending is None
    ]
    with suppress(ApiError):  # then the next look tries again
        shard.log.append_in_parts(expired, now_ms)
    if shard.ids:
        schedule(shard, now_ms)
