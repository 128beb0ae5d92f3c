"""What is left of a log after a crash (fetch H-41, H-44; Kafka's `LogLoader.recoverLog`).

Below the recovery point everything was synced. From the segment that holds it on, the batches are
read one by one: each must be whole, its checksum right, its offsets behind those before it. At the
first that is not, the file is cut, and later segments go: a torn tail costs the torn batch only.
What was noted of the batches (indexes, aborted transactions, producers, leader epochs) is made anew
on the way, from the newest producer snapshot that was written before.
"""

from __future__ import annotations

from bisect import bisect_right
from itertools import pairwise
from operator import attrgetter
from typing import TYPE_CHECKING

from kafkawire.log.entries import whole_header_of
from kafkawire.log.files.notes import write_indexes, write_snapshot
from kafkawire.log.files.producers import (
    load_producers,
    remove_snapshots_beyond,
    restore_producers,
)
from kafkawire.log.files.resuming import resume
from kafkawire.log.placing import RELATIVE_OFFSET_MAX

if TYPE_CHECKING:
    from kafkawire.log.files.file_store import FileStore
    from kafkawire.log.partition_log import PartitionLog
    from kafkawire.log.segment import Segment

_BASE_OFFSET = attrgetter("base_offset")


def recover(log: PartitionLog, store: FileStore, recovery_point: int) -> None:
    """Find out where `log` ends, and cut off what is not whole; raises OSError.

    What lies below `recovery_point` is known to have been synced.
    """
    segments = log.segments
    if not segments:
        return
    first = max(0, bisect_right(segments, recovery_point, key=_BASE_OFFSET) - 1)
    log.log_end_offset = segments[first].base_offset
    known_from = _restore_producers(log, store, first, recovery_point)
    resumed_at = resume(store, segments[first], recovery_point, known_from)
    if not resumed_at and known_from > segments[first].base_offset:
        # Read from its beginning, so that its aborted transactions are found again.
        known_from = _restore_producers(log, store, first, segments[first].base_offset)
    for at in range(first, len(segments)):
        segment = segments[at]
        if segment.base_offset < log.log_end_offset:  # it overlaps with the one before it
            _cut(log, store, at - 1, segments[at - 1].size)
            break
        end = _recover(log, segment, resumed_at if at == first else 0, known_from)
        if end < segment.size:
            _cut(log, store, at, end)
            break
        if at + 1 < len(segments):
            write_indexes(store, segment)
            log.log_end_offset = max(log.log_end_offset, segments[at + 1].base_offset)
            write_snapshot(store, log)
    if log.log_end_offset < known_from:
        # What was synced is broken: then the producers cannot be trusted either.
        remove_snapshots_beyond(store, log.log_end_offset)
        load_producers(log, store)
    log.recovery_point = min(recovery_point, log.log_end_offset)
    store.is_changed = True
    # What whoever was killed had still to sync is not known.
    store.names_unsynced = store.notes_unsynced = True
    store.epochs_unsynced = store.parent_unsynced = True


def _cut(log: PartitionLog, store: FileStore, last: int, size: int) -> None:
    """Cut segment number `last` to `size` bytes, and let those behind it go.

    The newest go first: whenever this ends, what is left has no hole.
    """
    segments = log.segments
    gone = segments[last + 1 :][::-1]
    lost = sum(each.size for each in gone) + segments[last].size - size
    store.notice(
        f"{lost:,} bytes from offset {log.log_end_offset:,} on were torn or broken, and are cut off"
    )
    del segments[last + 1 :]
    store.remove(log, gone)
    if size < segments[last].size:
        segments[last].storage.truncate(size)


def _restore_producers(log: PartitionLog, store: FileStore, first: int, end_offset: int) -> int:
    """Know the producers as they were where segment number `first` begins, or later on in it.

    No snapshot beyond `end_offset` is used, and none stays. Returns from which offset on batches
    are to be taken in.
    """
    end_offset = max(end_offset, log.segments[first].base_offset)
    remove_snapshots_beyond(store, end_offset)
    start = restore_producers(log, store, end_offset)
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


def make_indexes(segment: Segment, index_interval_bytes: int) -> None:
    """Make the sparse indexes of a segment anew, of its batches."""
    aborted = segment.transaction_index
    segment.forget_notes()
    segment.transaction_index = aborted
    for position, header, batch in segment.batches():
        segment.take_note(header, position, len(batch), index_interval_bytes=index_interval_bytes)
    segment.seal()
