"""Transactional ids that nobody has used for long are forgotten (produce C-82, C-83).

Kafka looks for them at fixed intervals. Ids are kept in the order of their latest change, so a
look passes over those that go and those that cannot go, and no others.
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
    oldest_kept_ms = now_ms - shard.coordinator.settings.expiration_ms + 1
    expired = []
    for held in shard.ids.values():
        if held.transaction.last_update_ms >= oldest_kept_ms:
            break
        if held.transaction.state in IDLE and held.pending is None:
            expired.append(TransactionRecord(held.name, None))
    with suppress(ApiError):  # then the next look tries again
        shard.log.append_in_parts(expired, now_ms)
    if shard.ids:
        schedule(shard, now_ms)
