"""The segments of a partition: `<base offset>.log`, and the segment's life from made to removed.

    what is written                 when                                 synced
    empty .log and indexes          a segment begins, or a log without   with the segment
                                    batches begins elsewhere
    .log, one call for a batch      each append (`file_storage`)         by flush, roll, growth
    .log cut                        the log is truncated                 with the next append's sync
    .log.deleted, then each index   a segment is removed                 no; cut-off ones: each

An acknowledged batch survives the death of this process at once. A power failure may lose or tear
any batches above the recovery point. A start cuts the log at the first one that is there and not
whole; a segment that ends between two batches, or is gone, leaves a gap before those behind it.

Retention removes the oldest segments, oldest first, without a sync. A power failure may bring any
of them back: deleted records may return, and are removed again by the next retention. Truncation
removes the newest first and syncs each: a segment must not come back behind a gap. If the .log of
a segment is renamed and its indexes are not, a start removes the indexes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.log.files.file_storage import FileStorage, storage_of
from kafkawire.log.files.index_files import INDEX_INTERVAL_BYTES
from kafkawire.log.formats.names import (
    DELETED,
    LOG,
    OFFSET_INDEX,
    SEGMENT_KINDS,
    TIME_INDEX,
    segment_file_name,
)
from kafkawire.log.segment import Segment
from kafkawire.records.errors import RecordsError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kafkawire.log.files.index_files import IndexFiles
    from kafkawire.log.files.producer_snapshots import ProducerSnapshots
    from kafkawire.log.files.store_directory import StoreDirectory
    from kafkawire.log.partition_log import PartitionLog
    from kafkawire.log.transaction_index import TransactionIndex


class SegmentFiles:
    """The segments of one partition. Methods raise OSError unless they say otherwise."""

    __slots__ = ("_directory", "_indexes", "_log", "_snapshots", "empty_at")

    def __init__(
        self, directory: StoreDirectory, indexes: IndexFiles, snapshots: ProducerSnapshots
    ) -> None:
        self._directory = directory
        self._indexes = indexes
        self._snapshots = snapshots
        self._log: PartitionLog | None = None
        self.empty_at: int | None = None
        """Where the empty segment of a log without batches begins."""

    def follow(self, log: PartitionLog) -> None:
        """Take what a broken index lacks from the batches of `log` from now on."""
        self._log = log

    # Beginning

    def create(self, base_offset: int, suffix: str = "") -> None:
        """Make the empty files of a segment."""
        for kind in (LOG, OFFSET_INDEX, TIME_INDEX):
            self._directory.write(segment_file_name(base_offset, kind, suffix), b"")
        self._directory.names_unsynced = True

    def begin_at(self, base_offset: int) -> None:
        """Have an empty segment there show where a log without batches ends."""
        old, self.empty_at = self.empty_at, base_offset
        self.create(base_offset)
        if old not in (None, base_offset):
            for kind in SEGMENT_KINDS:
                self._directory.discard(segment_file_name(old, kind))

    def empty(self, base_offset: int, now_ms: int, suffix: str = "") -> Segment:
        """Return a segment without batches, over files that are there; raises nothing."""
        made = Segment(base_offset, now_ms, FileStorage(self._directory, base_offset, 0, suffix))
        made.fill_with(self._fill)
        return made

    def found(self, base_offset: int, now_ms: int) -> Segment:
        """Return a segment that a start has found; only its size is read."""
        path = self._directory.path_of(segment_file_name(base_offset, LOG))
        size = self._directory.disk.status(path).size
        storage = FileStorage(self._directory, base_offset, size)
        return Segment.found(base_offset, storage, now_ms, self._fill)

    def _fill(self, segment: Segment, name: str) -> None:
        """Fill a slot of a sealed segment that is needed; raises `ApiError`."""
        directory = self._directory
        try:
            if name == "modified_ms":
                path = directory.path_of(segment_file_name(segment.base_offset, LOG))
                segment.modified_ms = directory.disk.status(path).modified_ms
            elif name == "transaction_index":
                segment.transaction_index = self._indexes.read_transactions(
                    segment, self._find_aborted
                )
            elif name in ("offset_index", "time_index"):
                self._indexes.read(segment, INDEX_INTERVAL_BYTES)
                directory.shared.indexes_loaded(segment)
            else:
                segment.fill_notes()
        except RecordsError:
            pass  # what stands before the damage is noted
        except OSError as error:
            raise directory.failed(error) from error

    def _find_aborted(self, segment: Segment) -> TransactionIndex:
        assert self._log is not None
        return self._snapshots.find_aborted(self._log, segment)

    # The end

    def sync(self, segment: Segment) -> None:
        """Sync all files of a segment, not their names."""
        base = segment.base_offset
        self._directory.sync_files(segment_file_name(base, kind) for kind in SEGMENT_KINDS)

    def remove(self, log: PartitionLog, segments: Sequence[Segment]) -> None:
        """Remove segments that are no part of `log` any more, in the order given.

        If they were all, an empty segment shows where the log ends, and a snapshot has the
        producers: no batch does any more. A segment's snapshot goes with it.
        """
        directory, snapshots = self._directory, self._snapshots
        if not segments:
            return
        directory.delete_delay_ms = log.config.file_delete_delay_ms
        if not log.segments:
            self.empty_at = None
            self.begin_at(log.log_end_offset)
            if len(log.producer_state):
                snapshots.write(log)
        for segment in segments:
            self.retire(segment)
            offset = segment.base_offset
            if offset in snapshots.offsets and offset < log.log_end_offset:
                snapshots.discard(offset)
            if log.segments and offset >= log.log_end_offset:
                # Else it might come back without the one before it.
                directory.disk.sync_directory(directory.path)

    def retire(self, segment: Segment) -> None:
        """Discard the files of a segment; responses that read it go on."""
        storage = storage_of(segment)
        self._directory.shared.indexes_needed(segment)
        storage.close()
        for kind in SEGMENT_KINDS:
            self._directory.discard(segment_file_name(segment.base_offset, kind, storage.suffix))
        storage.suffix += DELETED  # for responses that go on reading it
