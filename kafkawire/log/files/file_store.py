"""The directory of one partition, kept in step with its log (fetch H.1 to H.3).

What a crash may leave behind decides what is written when:

    .log            at once, one call for a batch; an acknowledged record survives this process
    indexes         when a segment is sealed or the log is closed. Up to the recovery point they are
                    on disk; beyond it nobody trusts them, they are made anew of the batches
    .snapshot       the producers, where a segment begins and where the log ends when it is closed
    leader epochs   before the batches are synced that they tell of; until then those tell them

`flush` moves the recovery point; what lies below it survives a power failure. The active segment
is always looked through after a crash, so its index files need not be synced with it.

A disk that fails takes this log with it, and nothing else: `failed` tells whoever keeps the data
directory, and every later use is refused with KAFKA_STORAGE_ERROR. A failed fsync is never tried
again, for the kernel forgets what it could not write.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from kafkawire.log.files import swapping
from kafkawire.log.files.file_storage import FileStorage
from kafkawire.log.files.lasting import finish, flush, sync_beside, write_notes
from kafkawire.log.files.loading import fill, load
from kafkawire.log.files.notes import write_epochs, write_snapshot
from kafkawire.log.files.producers import find_aborted, load_producers
from kafkawire.log.formats import partition_metadata
from kafkawire.log.formats.names import (
    CLEANED,
    DELETED,
    LOG,
    OFFSET_INDEX,
    PRODUCER_SNAPSHOT,
    SEGMENT_KINDS,
    TIME_INDEX,
    segment_file_name,
)
from kafkawire.log.segment import Segment
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kafkawire.log.files.shared import Shared
    from kafkawire.log.partition_log import PartitionLog
    from kafkawire.log.read import LatestRead
    from kafkawire.log.topic_partition import TopicPartition
    from kafkawire.log.transaction_index import TransactionIndex
    from kafkawire.protocol.buffers import Buffer


DELETE_DELAY_MS = 60_000


class FileStore:
    """`LogStore` in the directory `path`, which is there.

    `is_clean` says that the log was closed before; `recovery_point` and `log_start_offset` are
    those of the checkpoints. `snapshots` are the offsets of producer snapshots, rising.
    """

    __slots__ = (
        "_log",
        "_shared",
        "cuts",
        "delete_delay_ms",
        "disk",
        "empty_at",
        "epochs_unsynced",
        "epochs_unwritten",
        "failure",
        "files",
        "finished_at",
        "is_changed",
        "is_clean",
        "log_start_offset",
        "names_unsynced",
        "notes_unsynced",
        "parent_unsynced",
        "path",
        "prepared",
        "pwrite",
        "recovery_point",
        "snapshots",
        "tails",
        "topic_partition",
    )

    def __init__(self, topic_partition: TopicPartition, path: str, shared: Shared) -> None:
        self.topic_partition = topic_partition
        self.path = path
        self.disk = shared.disk
        self.files = shared.files
        self.tails = shared.tails
        self.pwrite = shared.disk.pwrite
        self.is_clean = False
        self.recovery_point = 0
        self.log_start_offset = 0
        self.snapshots: list[int] = []
        self.delete_delay_ms = DELETE_DELAY_MS
        """After how long what is removed is to go; the topic's, from the first removal on."""
        self.empty_at: int | None = None
        """Where the empty segment of a log without batches begins."""
        self.failure: OSError | None = None
        self.is_changed = False
        """Whether there is more to be closed than open files."""
        self.finished_at = 0
        """Where the log ended when its files were last complete."""
        self.prepared: Segment | None = None
        """A cleaned segment that is whole and synced."""
        self._shared = shared
        self._log: PartitionLog | None = None
        self.cuts = 0
        """How often the log was truncated."""
        self.names_unsynced = False
        self.notes_unsynced = False
        self.parent_unsynced = False
        self.epochs_unsynced = False
        self.epochs_unwritten = False

    def path_of(self, name: str) -> str:
        """Where a file of that name is."""
        return f"{self.path}/{name}"

    @property
    def producers_since_ms(self) -> int:
        """Producers that have not written since are forgotten when the log is loaded."""
        return self._shared.producers_since_ms

    # Failing

    def failed(self, error: OSError) -> ApiError:
        """The disk has failed; returns what is to be raised."""
        if self.failure is None:
            self.failure = error
            self.pwrite = self._refuse  # for those whose file is open
            self._shared.failed(self.topic_partition, error)
        return ApiError(ErrorCode.KAFKA_STORAGE_ERROR, str(error))

    def notice(self, text: str) -> None:
        """Tell people what was found in the directory."""
        self._shared.noticed(self.topic_partition, text)

    def _refuse(self, fd: int, data: Buffer, position: int) -> int:
        assert self.failure is not None
        raise self.failure

    def check(self) -> None:
        """Raises `ApiError` once the disk has failed."""
        if self.failure is not None:
            raise ApiError(ErrorCode.KAFKA_STORAGE_ERROR, str(self.failure))

    def _doing(self, work: Callable[[], None]) -> None:
        self.check()
        try:
            work()
        except OSError as error:
            raise self.failed(error) from error

    # Beginning

    def create(self, topic_id: bytes) -> None:
        """Make the directory of a log that is new, as Kafka does; raises OSError."""
        self.disk.make_directory(self.path)
        self.disk.write(
            self.path_of(partition_metadata.FILE_NAME), partition_metadata.encode(topic_id)
        )
        self.begin_at(0)
        self.parent_unsynced = True
        self.is_clean = True

    def create_files(self, base_offset: int, suffix: str = "") -> None:
        """The empty files of a segment; raises OSError."""
        for kind in (LOG, OFFSET_INDEX, TIME_INDEX):
            self.disk.write(self.path_of(segment_file_name(base_offset, kind, suffix)), b"")
        self.names_unsynced = True

    def latest_read(self) -> LatestRead:
        """See `LogStore.latest_read`."""
        return self._shared.latest_read

    def load(self, log: PartitionLog, now_ms: int) -> None:
        """See `LogStore.load`."""

        def work() -> None:
            load(log, self, now_ms)

        self._doing(work)
        for active in log.segments[-1:]:
            active.roll_jitter_ms = self._shared.jitter_of(log.config)
        self.finished_at = log.log_end_offset
        self.follow(log)

    def follow(self, log: PartitionLog) -> None:
        """Write the leader epochs of `log` down from now on."""

        def epochs_changed() -> None:
            # A start changes the epochs of all partitions. Those of batches that are not synced
            # are found in them, so there is time until then. A new one has its file at once.
            self.epochs_unwritten = True
            if self.parent_unsynced and not log.segments:
                self.settle_epochs(log)

        self._log = log
        log.leader_epochs.on_change = epochs_changed

    def settle_epochs(self, log: PartitionLog) -> None:
        """Write down the leader epochs if they have changed."""
        if self.epochs_unwritten:
            self._doing(lambda: write_epochs(self, log))
            self.epochs_unsynced = True
            self.epochs_unwritten = False

    def indexes_loaded(self, segment: Segment) -> None:
        """The indexes of a sealed segment have been read."""
        self._shared.indexes_loaded(segment)

    def find_aborted(self, segment: Segment) -> TransactionIndex:
        """Ask the batches for what a broken file should have told; raises OSError, `ApiError`."""
        assert self._log is not None
        return find_aborted(self._log, self, segment)

    # Segments

    def new_segment(self, log: PartitionLog, now_ms: int) -> Segment:
        """See `LogStore.new_segment`."""
        self.is_changed = True
        base_offset = log.log_end_offset
        if log.segments:
            self._doing(lambda: self.create_files(base_offset))
        elif base_offset != self.empty_at:
            self._doing(lambda: self.begin_at(base_offset))
        made = self.segment(base_offset, now_ms)
        made.roll_jitter_ms = self._shared.jitter_of(log.config)
        return made

    def segment(self, base_offset: int, now_ms: int, suffix: str = "") -> Segment:
        """A segment without batches, over files that are there."""
        made = Segment(base_offset, now_ms, FileStorage(self, base_offset, 0, suffix))
        made.fill_with(lambda segment, name: fill(self, segment, name))
        return made

    def begin_at(self, base_offset: int) -> None:
        """Have an empty segment there say where a log without batches ends; raises OSError."""
        old, self.empty_at = self.empty_at, base_offset
        self.create_files(base_offset)
        if old not in (None, base_offset):
            for kind in SEGMENT_KINDS:
                self.discard(segment_file_name(old, kind))

    def seal(self, log: PartitionLog) -> None:
        """See `LogStore.seal`."""
        segment = log.segments[-1]
        self._doing(lambda: write_notes(self, log, segment))
        self._shared.indexes_loaded(segment)
        sync_beside(self, log, segment, self._shared.background)

    def grown(self) -> None:
        """The active segment has grown much since it was synced last: do so beside other work.

        Then a crash leaves little to look through (`resuming`). The batch that is being appended
        belongs to the next time.
        """
        log = self._log
        assert log is not None
        segment = log.segments[-1]
        old = self.snapshots[-1] if self.snapshots else segment.base_offset
        self._doing(lambda: write_notes(self, log, segment))
        if segment.base_offset < old < log.log_end_offset:
            self._doing(lambda: self.discard_snapshot(old))
        sync_beside(self, log, segment, self._shared.background)

    def is_synced(self, log: PartitionLog, end_offset: int) -> None:
        """What lies below `end_offset` would survive a power failure."""
        log.recovery_point = max(log.recovery_point, end_offset)
        self._shared.synced(log)

    def remove(self, log: PartitionLog, segments: Sequence[Segment]) -> None:
        """See `LogStore.remove`."""
        if segments:
            self.delete_delay_ms = log.config.file_delete_delay_ms
            self._doing(lambda: self._remove(log, segments))

    def _remove(self, log: PartitionLog, segments: Sequence[Segment]) -> None:
        if not log.segments:
            self.empty_at = None
            self.begin_at(log.log_end_offset)
            if len(log.producer_state):  # of whom no batch tells any more
                write_snapshot(self, log)
        for segment in segments:
            self.retire(segment)
            offset = segment.base_offset
            if offset in self.snapshots and offset < log.log_end_offset:
                self.discard_snapshot(offset)
            if log.segments and offset >= log.log_end_offset:
                # Else it might come back without the one before it.
                self.disk.sync_directory(self.path)

    def retire(self, segment: Segment) -> None:
        """Rename the files of a segment so that they are to go; raises OSError."""
        storage = segment.storage
        assert isinstance(storage, FileStorage)
        self._shared.indexes_needed(segment)
        storage.close()
        for kind in SEGMENT_KINDS:
            self.discard(segment_file_name(segment.base_offset, kind, storage.suffix))
        storage.suffix += DELETED  # for whoever goes on reading it

    def discard(self, name: str) -> None:
        """Have a file go, if it is there, once nobody can be reading it; raises OSError."""
        path = self.path_of(name)
        with suppress(FileNotFoundError):
            self.disk.rename(path, path + DELETED)
            self._shared.removed(path + DELETED, self.delete_delay_ms)
        self.names_unsynced = True

    def discard_snapshot(self, offset: int) -> None:
        """As `discard`, of the producers that were noted at `offset`."""
        self.snapshots.remove(offset)
        self.discard(segment_file_name(offset, PRODUCER_SNAPSHOT))

    def truncate(self, log: PartitionLog) -> None:
        """See `LogStore.truncate`."""

        def work() -> None:
            for offset in [each for each in self.snapshots if each > log.log_end_offset]:
                self.discard_snapshot(offset)
            load_producers(log, self)
            if not log.segments and self.empty_at != log.log_end_offset:
                self.begin_at(log.log_end_offset)

        self.is_changed = True
        self.cuts += 1
        if log.segments:
            self._shared.indexes_needed(log.segments[-1])
        self._doing(work)
        self._shared.truncated(log)

    # Cleaning

    def cleaned_segment(self, log: PartitionLog, base_offset: int, now_ms: int) -> Segment:
        """See `LogStore.cleaned_segment`."""
        self._doing(lambda: self.create_files(base_offset, CLEANED))
        return self.segment(base_offset, now_ms, CLEANED)

    def prepare(self, log: PartitionLog, segment: Segment) -> Callable[[], bool]:
        """See `LogStore.prepare`."""
        self.check()
        try:
            return swapping.prepare(self, segment, self._shared.background)
        except OSError as error:
            raise self.failed(error) from error

    def replace(self, log: PartitionLog, old: Sequence[Segment], new: Sequence[Segment]) -> None:
        """See `LogStore.replace`."""
        self.delete_delay_ms = log.config.file_delete_delay_ms
        self._doing(lambda: swapping.swap(self, old, new))

    def abandon(self, log: PartitionLog, segments: Sequence[Segment]) -> None:
        """See `LogStore.abandon`."""
        self._doing(lambda: swapping.abandon(self, segments))

    # Lasting

    def flush(self, log: PartitionLog) -> None:
        """See `LogStore.flush`."""
        self._doing(lambda: flush(self, log))
        log.recovery_point = log.log_end_offset
        self._shared.flushed(log)

    def close(self, log: PartitionLog) -> None:
        """See `LogStore.close`."""
        self.check()
        if self.is_changed or log.log_end_offset != self.finished_at:
            self._doing(lambda: finish(self, log))
            log.recovery_point = log.log_end_offset
            self._shared.flushed(log)
            self.is_changed = False
            self.finished_at = log.log_end_offset
        for segment in log.segments:
            assert isinstance(segment.storage, FileStorage)
            segment.storage.close()

    def release(self, log: PartitionLog) -> None:
        """Keep no file of a log that is deleted, and let nothing be done to it any more.

        What is under way for it finds nothing, and tells nobody: another partition may have its
        name by then.
        """
        if self.failure is None:
            self.failure = OSError("the log was deleted")
        self._log = log.leader_epochs.on_change = None
        for segment in log.segments:
            assert isinstance(segment.storage, FileStorage)
            self._shared.indexes_needed(segment)
            segment.storage.close()
