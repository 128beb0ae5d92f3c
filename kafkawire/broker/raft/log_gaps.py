"""Gaps that a power failure has left in the metadata log (replication A-34).

A log that was replaced or cut at its start removes segments without a sync, so any of them may come
back. An append that began a segment may survive without the end of the segment before it. A voter
acknowledges only what it has flushed, and a flush leaves no gap, so nothing behind a gap counts
unless a snapshot has the records of the gap.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from kafkawire.log.truncation import restart_at

if TYPE_CHECKING:
    from kafkawire.log.partition_log import PartitionLog


def close_gaps(log: PartitionLog, snapshot_end: int) -> None:
    """Leave one run of offsets, with a snapshot of all records below `snapshot_end` before it.

    A gap above `snapshot_end` ends the log. The log begins behind any other gap. Metadata logs are
    never compacted, so each segment ends where the next one begins.
    """
    removed = 0
    for number, (segment, following) in enumerate(pairwise(log.segments), start=1):
        end = segment.next_offset
        if end == following.base_offset:
            continue
        if following.base_offset > snapshot_end:
            log.truncate_to(end)
            break
        removed = number
    if log.log_end_offset < snapshot_end:
        restart_at(log, snapshot_end)
    elif removed:
        log.move_high_watermark(log.segments[removed].base_offset)
        log.drop_segments(removed)
