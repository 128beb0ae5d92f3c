"""When a log is safe from a power failure, and its recovery point moves.

`flush` waits for the disk; `sync_beside` has a segment synced while other work goes on; `finish`
leaves a log as a clean start wants to find it. What has been written and not synced yet is noted in
the store: names in the directory, the directory's own name, leader epochs, indexes of the active
segment. All functions raise OSError, or `ApiError` where the store has heard of it already.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.log.files.background import inline
from kafkawire.log.files.disk import write_atomically
from kafkawire.log.files.file_storage import FileStorage
from kafkawire.log.files.notes import write_indexes, write_snapshot
from kafkawire.log.files.syncing import sync_existence, sync_files, sync_names
from kafkawire.log.formats import leader_epochs
from kafkawire.log.formats.names import (
    FILE_KINDS,
    LOG,
    PRODUCER_SNAPSHOT,
    SEGMENT_KINDS,
    segment_file_name,
)

if TYPE_CHECKING:
    from kafkawire.log.files.background import Background
    from kafkawire.log.files.file_store import FileStore
    from kafkawire.log.partition_log import PartitionLog
    from kafkawire.log.segment import Segment


def write_notes(store: FileStore, log: PartitionLog, segment: Segment) -> None:
    """Write the indexes of the newest segment, and the producers where the log ends."""
    write_indexes(store, segment)
    write_snapshot(store, log)
    store.settle_epochs(log)
    store.names_unsynced = store.notes_unsynced = True


def sync_beside(
    store: FileStore, log: PartitionLog, segment: Segment, background: Background
) -> None:
    """Have a segment synced in the background; the store then hears up to where, by `is_synced`.

    It does not if the log was cut meanwhile.
    """
    end_offset, cuts = log.log_end_offset, store.cuts
    names = [segment_file_name(segment.base_offset, kind) for kind in SEGMENT_KINDS]
    names += segment_file_name(end_offset, PRODUCER_SNAPSHOT), leader_epochs.FILE_NAME
    disk, path, is_new = store.disk, store.path, store.parent_unsynced
    if log.recovery_point >= end_offset:
        # Its batches are safe already, so after a crash nobody would look at what is beside them.
        background = inline

    def work() -> None:
        sync_files(disk, path, names)
        sync_names(disk, path)
        if is_new:
            sync_existence(disk, path)

    def done(result: object) -> None:
        if isinstance(result, OSError):
            store.failed(result)
            return
        if is_new:
            store.parent_unsynced = False
        is_there = cuts == store.cuts and segment in log.segments
        if is_there and log.recovery_point >= segment.base_offset:
            store.is_synced(log, end_offset)

    background(work, done)


def flush(store: FileStore, log: PartitionLog) -> None:
    """Sync everything from the recovery point on."""
    store.settle_epochs(log)
    disk, path = store.disk, store.path
    for segment in log.segments[:-1]:
        if segment.next_offset > log.recovery_point:
            names = [segment_file_name(segment.base_offset, kind) for kind in SEGMENT_KINDS]
            sync_files(disk, path, names)
    for segment in log.segments[-1:]:
        assert isinstance(segment.storage, FileStorage)
        segment.storage.sync()
    if store.notes_unsynced:
        sync_files(disk, path, _notes_of(store, log))
        store.notes_unsynced = False
    if store.epochs_unsynced:
        data = leader_epochs.encode(log.leader_epochs.entries)
        write_atomically(disk, store.path_of(leader_epochs.FILE_NAME), data)
        store.epochs_unsynced = store.names_unsynced = False
    if store.names_unsynced:
        disk.sync_directory(path)
        store.names_unsynced = False
    if store.parent_unsynced:
        sync_existence(disk, path)
        store.parent_unsynced = False


def _notes_of(store: FileStore, log: PartitionLog) -> list[str]:
    names = [segment_file_name(offset, PRODUCER_SNAPSHOT) for offset in store.snapshots[-1:]]
    for segment in log.segments[-1:]:
        base = segment.base_offset
        names += [segment_file_name(base, kind) for kind in FILE_KINDS if kind != LOG]
    return names


def finish(store: FileStore, log: PartitionLog) -> None:
    """Complete what is beside the batches, and sync all of it."""
    for segment in log.segments[-1:]:
        segment.seal()
        write_indexes(store, segment)
    if log.log_end_offset > (store.snapshots[-1] if store.snapshots else 0):
        write_snapshot(store, log)
    store.names_unsynced = store.notes_unsynced = True
    flush(store, log)
