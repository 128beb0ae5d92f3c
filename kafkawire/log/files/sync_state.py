"""What of a partition's directory is synced, and up to which offset: the recovery point.

The recovery point may move only when everything below it survives a power failure. Three ways lead
there, each with its order of writes and syncs:

    flush            1. leader epochs, unsynced (if they have changed)
    (flush.messages, 2. each sealed segment from the recovery point on: .log, indexes
    flush.ms, close) 3. the active segment's .log
                     4. the newest snapshot and the active segment's indexes (if written since)
                     5. leader epochs, atomically, with all names (if written since)
                     6. names (if changed); 7. the directory itself (if new)
                     8. the recovery point moves to the log's end

    a roll, or much  1. .index, .timeindex, .txnindex of the active segment
    growth           2. a snapshot at the log's end   3. leader epochs, unsynced (if changed)
                     4. in the background: the segment's files, snapshot, leader epochs are synced,
                        then names, then the directory itself (if new)
                     5. the recovery point moves to where the log ended at step 1

    close            1. the time index ends with the newest timestamp; .index, .timeindex, .txnindex
                     2. a snapshot at the log's end   3. all of flush

A power failure before the last step of each leaves the old recovery point: the batches above it are
looked through, what is whole stays, and everything beside them is made anew. What was acknowledged
but not flushed may be lost: Kafka's default too, which relies on replicas.

A background sync moves nothing if the log was cut meanwhile (`cuts`), if its segment is gone, or if
the recovery point lies below the segment: an older segment is not synced yet.

The recovery point in memory reaches `recovery-point-offset-checkpoint` later: after a background
sync, each minute, at a stop. A power failure between both costs a longer start and no record. The
one exception is a cut: it is written before the next append, because batches that are appended
below an old recovery point are not synced.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.log.files.background import inline
from kafkawire.log.files.file_storage import storage_of
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
    from kafkawire.log.files.epoch_file import EpochFile
    from kafkawire.log.files.index_files import IndexFiles
    from kafkawire.log.files.producer_snapshots import ProducerSnapshots
    from kafkawire.log.files.segment_files import SegmentFiles
    from kafkawire.log.files.store_directory import StoreDirectory
    from kafkawire.log.partition_log import PartitionLog


class SyncState:
    """What was written and not synced, and the three ways to sync it.

    `is_changed` is set when a close has more to do than to close open files. All methods raise
    OSError, or `ApiError` if the failure is reported already.
    """

    __slots__ = (
        "_cuts",
        "_directory",
        "_epochs",
        "_finished_at",
        "_indexes",
        "_notes_unsynced",
        "_segments",
        "_snapshots",
        "is_changed",
    )

    def __init__(
        self,
        directory: StoreDirectory,
        indexes: IndexFiles,
        segments: SegmentFiles,
        snapshots: ProducerSnapshots,
        epochs: EpochFile,
    ) -> None:
        self._directory = directory
        self._indexes = indexes
        self._segments = segments
        self._snapshots = snapshots
        self._epochs = epochs
        self.is_changed = False
        self._finished_at = 0
        """Where the log ended when its files were last complete."""
        self._notes_unsynced = False
        """True if the active segment's indexes and the newest snapshot are not synced."""
        self._cuts = 0
        """How often the log was truncated."""

    def found(self, log: PartitionLog) -> None:
        """Take the files of a log that was just loaded as complete, unless `distrust` came."""
        self._finished_at = log.log_end_offset

    def distrust(self) -> None:
        """Sync everything next time: what the killed process had not synced is unknown."""
        self.is_changed = True
        self._notes_unsynced = self._epochs.is_unsynced = True
        self._directory.names_unsynced = self._directory.is_unsynced = True

    def cut(self) -> None:
        """Ignore background syncs that run: what they sync may be cut off."""
        self.is_changed = True
        self._cuts += 1

    def write_notes(self, log: PartitionLog) -> None:
        """Write the active segment's indexes, the producers at the log's end, and the epochs."""
        self._indexes.write(log.segments[-1])
        self._snapshots.write(log)
        self._epochs.settle(log)
        self._directory.names_unsynced = self._notes_unsynced = True

    def sync_beside(self, log: PartitionLog) -> None:
        """Sync the active segment while other work goes on; then the recovery point moves."""
        directory, background = self._directory, self._directory.shared.background
        segment, end_offset, cuts = log.segments[-1], log.log_end_offset, self._cuts
        names = [segment_file_name(segment.base_offset, kind) for kind in SEGMENT_KINDS]
        names += segment_file_name(end_offset, PRODUCER_SNAPSHOT), leader_epochs.FILE_NAME
        disk, path, is_new = directory.disk, directory.path, directory.is_unsynced
        if log.recovery_point >= end_offset:
            # Its batches are safe already: after a crash no start looks at what is beside them.
            background = inline

        def work() -> None:
            sync_files(disk, path, names)
            sync_names(disk, path)
            if is_new:
                sync_existence(disk, path)

        def done(result: object) -> None:
            if isinstance(result, OSError):
                directory.failed(result)
                return
            if is_new:
                directory.is_unsynced = False
            is_there = cuts == self._cuts and segment in log.segments
            if is_there and log.recovery_point >= segment.base_offset:
                log.recovery_point = max(log.recovery_point, end_offset)
                directory.shared.observer.log_synced(log)

        background(work, done)

    def flush(self, log: PartitionLog) -> None:
        """Sync everything from the recovery point on, and move it to the log's end."""
        directory = self._directory
        self._epochs.settle(log)
        for segment in log.segments[:-1]:
            if segment.next_offset > log.recovery_point:
                self._segments.sync(segment)
        for segment in log.segments[-1:]:
            storage_of(segment).sync()
        if self._notes_unsynced:
            directory.sync_files(self._notes_of(log))
            self._notes_unsynced = False
        self._epochs.sync(log)
        if directory.names_unsynced:
            directory.sync_names()
        if directory.is_unsynced:
            directory.sync_existence()
        log.recovery_point = log.log_end_offset
        directory.shared.observer.log_flushed(log)

    def _notes_of(self, log: PartitionLog) -> list[str]:
        latest = self._snapshots.latest
        names = [] if latest is None else [segment_file_name(latest, PRODUCER_SNAPSHOT)]
        for segment in log.segments[-1:]:
            base = segment.base_offset
            names += [segment_file_name(base, kind) for kind in FILE_KINDS if kind != LOG]
        return names

    def close(self, log: PartitionLog) -> None:
        """Complete what is beside the batches, and sync all of it, if anything has changed."""
        if not self.is_changed and log.log_end_offset == self._finished_at:
            return
        for segment in log.segments[-1:]:
            segment.seal()
            self._indexes.write(segment)
        if log.log_end_offset > (self._snapshots.latest or 0):
            self._snapshots.write(log)
        self._directory.names_unsynced = self._notes_unsynced = True
        self.flush(log)
        self.is_changed = False
        self._finished_at = log.log_end_offset
