"""The `LogStore` of a partition whose log lies in files (fetch H.1 to H.3).

`FileStore` turns what a log does into calls of the owners of its files (`partition_files`, which
also has the order of all writes and syncs). It translates their OSError into KAFKA_STORAGE_ERROR,
and contains no knowledge of any file.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.log.files.file_storage import storage_of
from kafkawire.log.files.loading import NOTHING_LEFT, load
from kafkawire.log.files.partition_files import PartitionFiles
from kafkawire.log.files.store_directory import StoreDirectory

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kafkawire.log.files.shared import Shared
    from kafkawire.log.partition_log import PartitionLog
    from kafkawire.log.read import LatestRead
    from kafkawire.log.segment import Segment
    from kafkawire.log.topic_partition import TopicPartition


class FileStore:
    """`LogStore` in the directory `path`, which `create` makes or `load` reads.

    `left` is what the previous process has left behind; it is set before `load`.
    """

    __slots__ = ("_log", "files", "left")

    def __init__(self, topic_partition: TopicPartition, path: str, shared: Shared) -> None:
        self.files = PartitionFiles(StoreDirectory(topic_partition, path, shared, self))
        self.left = NOTHING_LEFT
        self._log: PartitionLog | None = None

    @property
    def directory(self) -> StoreDirectory:
        """The partition's directory."""
        return self.files.directory

    # Beginning

    def create(self, topic_id: bytes) -> None:
        """Make the directory of a log that is new, as Kafka does; raises OSError."""
        self.directory.create(topic_id)
        self.files.segments.begin_at(0)

    def latest_read(self) -> LatestRead:
        """See `LogStore.latest_read`."""
        return self.directory.shared.latest_read

    def load(self, log: PartitionLog, now_ms: int) -> None:
        """See `LogStore.load`."""
        left, self.left = self.left, NOTHING_LEFT
        self.directory.doing(lambda: load(log, self.files, left, now_ms))
        for active in log.segments[-1:]:
            active.roll_jitter_ms = self.directory.shared.roll_jitter_ms(log.config)
        self.files.sync.found(log)
        self.follow(log)

    def follow(self, log: PartitionLog) -> None:
        """Keep the files in step with `log` from now on."""
        self._log = log
        self.files.segments.follow(log)
        self.files.epochs.follow(log)

    # Segments

    def new_segment(self, log: PartitionLog, now_ms: int) -> Segment:
        """See `LogStore.new_segment`."""
        segments, base_offset = self.files.segments, log.log_end_offset
        self.files.sync.is_changed = True
        if log.segments:
            self.directory.doing(lambda: segments.create(base_offset))
        elif base_offset != segments.empty_at:
            self.directory.doing(lambda: segments.begin_at(base_offset))
        made = segments.empty(base_offset, now_ms)
        made.roll_jitter_ms = self.directory.shared.roll_jitter_ms(log.config)
        return made

    def seal(self, log: PartitionLog) -> None:
        """See `LogStore.seal`."""
        self.directory.doing(lambda: self.files.sync.write_notes(log))
        self.directory.shared.indexes_loaded(log.segments[-1])
        self.files.sync.sync_beside(log)

    def grown(self) -> None:
        """See `Growing.grown`: sync the active segment beside other work.

        Then a crash leaves little to look through (`resuming`). The batch that is being appended
        belongs to the next time.
        """
        log, sync = self._log, self.files.sync
        assert log is not None
        base_offset, old = log.segments[-1].base_offset, self.files.snapshots.latest
        self.directory.doing(lambda: sync.write_notes(log))
        if old is not None and base_offset < old < log.log_end_offset:
            self.directory.doing(lambda: self.files.snapshots.discard(old))
        sync.sync_beside(log)

    def remove(self, log: PartitionLog, segments: Sequence[Segment]) -> None:
        """See `LogStore.remove`."""
        self.files.sync.is_changed = True  # a stop must write where the leader epochs begin now
        self.directory.doing(lambda: self.files.segments.remove(log, segments))

    def truncate(self, log: PartitionLog) -> None:
        """See `LogStore.truncate`."""
        files = self.files

        def work() -> None:
            files.snapshots.discard_beyond(log.log_end_offset)
            files.snapshots.load(log)
            if not log.segments and files.segments.empty_at != log.log_end_offset:
                files.segments.begin_at(log.log_end_offset)

        files.sync.cut()
        if log.segments:
            self.directory.shared.indexes_needed(log.segments[-1])
        self.directory.doing(work)
        self.directory.shared.observer.log_truncated(log)

    # Cleaning

    def cleaned_segment(self, log: PartitionLog, base_offset: int, now_ms: int) -> Segment:
        """See `LogStore.cleaned_segment`."""
        self.directory.check()
        try:
            return self.files.cleaned.create(base_offset, now_ms)
        except OSError as error:
            raise self.directory.failed(error) from error

    def prepare(self, log: PartitionLog, segment: Segment) -> Callable[[], bool]:
        """See `LogStore.prepare`."""
        self.directory.check()
        try:
            return self.files.cleaned.prepare(segment)
        except OSError as error:
            raise self.directory.failed(error) from error

    def replace(self, log: PartitionLog, old: Sequence[Segment], new: Sequence[Segment]) -> None:
        """See `LogStore.replace`."""
        self.directory.delete_delay_ms = log.config.file_delete_delay_ms
        self.directory.doing(lambda: self.files.cleaned.swap(old, new))

    def abandon(self, log: PartitionLog, segments: Sequence[Segment]) -> None:
        """See `LogStore.abandon`."""
        self.directory.doing(lambda: self.files.cleaned.abandon(segments))

    # Lasting

    def flush(self, log: PartitionLog) -> None:
        """See `LogStore.flush`."""
        self.directory.doing(lambda: self.files.sync.flush(log))

    def close(self, log: PartitionLog) -> None:
        """See `LogStore.close`."""
        self.directory.doing(lambda: self.files.sync.close(log))
        for segment in log.segments:
            storage_of(segment).close()

    def release(self, log: PartitionLog) -> None:
        """Keep no file of a log that is deleted, and let nothing be done to it any more.

        What still runs in the background for it finds no file, and reports nothing: another
        partition may have its name by then.
        """
        self.directory.close()
        self._log = None
        self.files.epochs.unfollow(log)
        for segment in log.segments:
            self.directory.shared.indexes_needed(segment)
            storage_of(segment).close()
