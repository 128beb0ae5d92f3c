"""Cutting the end of a log off, which a follower does to agree with its leader (fetch H-55)."""

from __future__ import annotations

from bisect import bisect_right
from operator import attrgetter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kafkawire.log.partition_log import PartitionLog

_BASE_OFFSET = attrgetter("base_offset")


def truncate(log: PartitionLog, offset: int) -> None:
    """Cut off everything from `offset`, which is below the log's end, on."""
    segments = log.segments
    keep = bisect_right(segments, offset, key=_BASE_OFFSET)
    gone = segments[keep:]
    del segments[keep:]
    log.log_end_offset = offset
    log.recovery_point = min(log.recovery_point, offset)
    log.high_watermark = min(log.high_watermark, offset)
    log.log_start_offset = min(log.log_start_offset, offset)
    if not keep:  # whoever wrote before the first segment is forgotten, too, as Kafka does
        log.producer_state.restore(())
    # The newest first: whenever this ends, what is left has no hole.
    log.store.remove(log, gone[::-1])
    if segments:
        segments[-1].truncate(offset)
    log.store.truncate(log)
    log.leader_epochs.truncate_from_end(offset)
    _record_again(log, log.producer_state.truncate(offset))
    log.producer_state.high_watermark_moved(log.high_watermark)


def _record_again(log: PartitionLog, producer_ids: frozenset[int]) -> None:
    if not producer_ids:
        return
    for header, batch in log.iter_batches():
        if header.producer_id not in producer_ids:
            continue
        log.replay(header, batch)
    log.producer_state.order_transactions()


def restart_at(log: PartitionLog, offset: int) -> None:
    """Remove everything, and let the log begin and end at `offset` (replication A-34).

    A snapshot has the effect of all records below `offset`.
    """
    log.forget_places()
    gone = log.segments[:]
    del log.segments[:]
    log.log_start_offset = log.log_end_offset = log.recovery_point = offset
    log.producer_state.restore(())
    log.leader_epochs.truncate_from_end(0)
    log.store.remove(log, gone[::-1])
    log.move_high_watermark(offset)
