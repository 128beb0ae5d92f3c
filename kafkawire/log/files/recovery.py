"""What is left of a log after a crash (fetch H-41, H-44; Kafka's `LogLoader.recoverLog`).

Below the recovery point everything was synced. From the segment that holds it on, the batches are
read one by one: each must be whole, its checksum right, its offsets behind those before it. At the
first that is not, the file is cut, and later segments go: a torn tail costs the torn batch only.
What was noted of the batches (indexes, aborted transactions, producers, leader epochs) is made anew
on the way, from the newest producer snapshot that was written before.

What is written, in this order: snapshots beyond the recovery point are removed; of each sealed
segment that was read, the indexes and a snapshot at its end are written; if there is a torn batch,
the segments behind it are removed, newest first, each with a sync of the names, and then the file
is cut. Nothing else is synced here, but all is marked as unsynced, so that the next flush syncs
it. A power failure before that leaves the batches that were whole, and a longer log at most: the
next start finds the same end.
"""

from __future__ import annotations

from bisect import bisect_right
from itertools import pairwise
from operator import attrgetter
from typing import TYPE_CHECKING

from kafkawire.log.entries import whole_header_of
from kafkawire.log.files.resuming import resume
from kafkawire.log.placing import RELATIVE_OFFSET_MAX

if TYPE_CHECKING:
    from kafkawire.log.files.partition_files import PartitionFiles
    from kafkawire.log.partition_log import PartitionLog
    from kafkawire.log.segment import Segment

_BASE_OFFSET = attrgetter("base_offset")


def recover(log: PartitionLog, files: PartitionFiles, recovery_point: int) -> None:
    """Find out where `log` ends, and cut off what is not whole; raises OSError.

    What lies below `recovery_point` is known to have been synced.
    """
    segments = log.segments
    if not segments:
        return
    first = max(0, bisect_right(segments, recovery_point, key=_BASE_OFFSET) - 1)
    log.log_end_offset = segments[first].base_offset
    known_from = _restore_producers(log, files, first, recovery_point)
    resumed_at = resume(files.directory, segments[first], recovery_point, known_from)
    if not resumed_at and known_from > segments[first].base_offset:
        # Read from its beginning, so that its aborted transactions are found again.
        known_from = _restore_producers(log, files, first, segments[first].base_offset)
    for at in range(first, len(segments)):
        segment = segments[at]
        if segment.base_offset < log.log_end_offset:  # it overlaps with the one before it
            _cut(log, files, at - 1, segments[at - 1].size)
            break
        end = _recover(log, segment, resumed_at if at == first else 0, known_from)
        if end < segment.size:
            _cut(log, files, at, end)
            break
        if at + 1 < len(segments):
            files.indexes.write(segment)
            log.log_end_offset = max(log.log_end_offset, segments[at + 1].base_offset)
            files.snapshots.write(log)
    if log.log_end_offset < known_from:
        # What was synced is broken: then the producers cannot be trusted either.
        files.snapshots.remove_beyond(log.log_end_offset)
        files.snapshots.load(log)
    log.recovery_point = min(recovery_point, log.log_end_offset)
    files.sync.distrust()


def _cut(log: PartitionLog, files: PartitionFiles, last: int, size: int) -> None:
    """Cut segment number `last` to `size` bytes, and let those behind it go.

    The newest go first: whenever this ends, what is left has no hole.
    """
    segments = log.segments
    gone = segments[last + 1 :][::-1]
    lost = sum(each.size for each in gone) + segments[last].size - size
    files.directory.notice(
        f"{lost:,} bytes from offset {log.log_end_offset:,} on were torn or broken, and are cut off"
    )
    del segments[last + 1 :]
    files.segments.remove(log, gone)
    if size < segments[last].size:
        segments[last].storage.truncate(size)


def _restore_producers(
    log: PartitionLog, files: PartitionFiles, first: int, end_offset: int
) -> int:
    """Know the producers as they were where segment number `first` begins, or later on in it.

    No snapshot beyond `end_offset` is used, and none stays. Returns from which offset on batches
    are to be taken in.
    """
    end_offset = max(end_offset, log.segments[first].base_offset)
    files.snapshots.remove_beyond(end_offset)
    start = files.snapshots.restore(log, end_offset)
    if start is None:
        start = log.segments[0].base_offset
    for segment, following in pairwise(log.segments[: first + 1]):
        if following.base_offset > start:
            for _, header, batch in segment.batches():
                if header.base_offset >= start:
                    log.replay(header, batch)
    return start


def _recover(log: PartitionLog, segment: Segment, end: int, known_from: int) -> int:
    """Look through a segment from position `end` on; up to which position it is whole.

    Producers are known up to the offset `known_from`.
    """
    epochs = log.leader_epochs
    interval = log.config.index_interval_bytes
    if not end:
        segment.forget_notes()
    for position, batch in segment.storage.batches(end):
        header = whole_header_of(batch)
        if header is None or not _follows(header.base_offset, header.last_offset, log, segment):
            break
        segment.take_note(header, position, len(batch), index_interval_bytes=interval)
        # The file may be of another time: what the batches deny is not kept.
        if epochs.latest_start > header.base_offset:
            epochs.truncate_from_end(header.base_offset + 1)
        if header.partition_leader_epoch != epochs.latest:
            epochs.assign(header.partition_leader_epoch, header.base_offset)
        log.log_end_offset = header.last_offset + 1
        if header.producer_id >= 0 and header.base_offset >= known_from:
            log.fold(header, batch)
        end = position + len(batch)
    return end


def _follows(base_offset: int, last_offset: int, log: PartitionLog, segment: Segment) -> bool:
    """Whether a batch may stand where the log ends, in this segment."""
    return (
        log.log_end_offset <= base_offset <= last_offset
        and last_offset - segment.base_offset <= RELATIVE_OFFSET_MAX
    )
