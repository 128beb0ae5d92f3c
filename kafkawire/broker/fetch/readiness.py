"""How much a parked fetch has at hand in one partition (fetch D.2; Kafka's `DelayedFetch`).

Nothing is read: the place where the fetch stood when it was parked is compared with the present
end of what it may see. The unit is bytes between places in a segment, whatever offsets say.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.records.errors import CorruptRecord

if TYPE_CHECKING:
    from kafkawire.broker.fetch.cached_partition import CachedPartition
    from kafkawire.broker.fetch.view import View
    from kafkawire.broker.replicas.partition import Partition
    from kafkawire.log.read import LogPosition

ENOUGH = 1 << 40
"""More than any `min_bytes`: what ends the wait of a fetch by itself."""


def bytes_ready(cached: CachedPartition, view: View) -> int:
    """Return the bytes that a parked fetch may count, or ENOUGH to complete it now.

    A partition that was refused before reading counts nothing and wakes no fetch (fetch B-10).
    """
    if cached.rejected:
        return 0
    partition = cached.partition
    if partition is None or partition.deleted or not _may_read(cached, partition, view):
        return ENOUGH
    position = cached.position
    if position is None:
        return 0
    if diverging_epoch(cached, partition) is not None:
        return ENOUGH
    return _bytes_between(cached, position, partition, view)


def diverging_epoch(cached: CachedPartition, partition: Partition) -> tuple[int, int] | None:
    """Where the fetcher's history leaves the log, as (epoch, end offset); None if it does not.

    (-1, -1) when the fetcher's epoch is not known here (KIP-595, fetch B-34 and B-36).
    """
    asked = cached.asked
    if asked.last_fetched_epoch < 0:
        return None
    log = partition.log
    found = log.leader_epochs.end_offset_for(asked.last_fetched_epoch, log.log_end_offset)
    epoch, end_offset = found
    if epoch < asked.last_fetched_epoch or end_offset < asked.fetch_offset:
        return found
    return None


def _may_read(cached: CachedPartition, partition: Partition, view: View) -> bool:
    asked_epoch = cached.asked.current_leader_epoch
    if 0 <= asked_epoch != partition.leader_epoch:
        return False
    return partition.is_leader or not view.leader_required


def _bytes_between(
    cached: CachedPartition, position: LogPosition, partition: Partition, view: View
) -> int:
    log = partition.log
    bound = view.upper_bound(log)
    if position.offset == bound:
        return 0
    if position.offset > bound and partition.answers_beyond_bound:
        return ENOUGH
    try:
        end = log.position_of(bound)
    except CorruptRecord:  # the read that follows answers so
        return ENOUGH
    if position.offset > bound:
        return ENOUGH if end.segment_base_offset < position.segment_base_offset else 0
    if position.segment_base_offset < end.segment_base_offset:
        return ENOUGH
    return min(end.byte_position - position.byte_position, cached.asked.partition_max_bytes)
