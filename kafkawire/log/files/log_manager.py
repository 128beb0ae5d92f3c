"""All partitions of one data directory (Kafka's `LogManager`).

Each partition has a directory in it, and four files beside those hold an offset for each: up to
where the log is safe, where it starts, what is replicated, what is cleaned. `.kafka_cleanshutdown`
says that everything was left as it should be; it is gone while somebody works here.

Logs are opened as the metadata ask for them, one directory listing each. What the metadata never
asked for is not theirs, a topic's partition that has another topic's id neither: both are renamed
out of the way (`-stray`), as Kafka does. Making a partition's files syncs nothing: the metadata log
is what makes a topic last, and what is not found is made again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.log.files.background import inline
from kafkawire.log.files.checkpoints import OffsetCheckpoint
from kafkawire.log.files.disk import write_atomically
from kafkawire.log.files.file_store import FileStore
from kafkawire.log.files.removal import Removals
from kafkawire.log.files.shared import Shared
from kafkawire.log.formats import clean_shutdown, names, offset_checkpoint, partition_metadata
from kafkawire.log.formats.errors import CorruptFile
from kafkawire.log.topic_partition import CLUSTER_METADATA
from kafkawire.protocol.errors import ApiError

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from kafkawire.log.config import LogConfig
    from kafkawire.log.files.background import Background
    from kafkawire.log.files.disk import Disk, Space
    from kafkawire.log.partition_log import PartitionLog
    from kafkawire.log.store import MakeLog
    from kafkawire.log.topic_partition import TopicPartition

NOT_OURS = frozenset(("remote-log-index-cache", "lost+found"))
"""Directories that may be beside those of partitions: of tiered storage, and of file systems."""
UNIQUE_ID_BYTES = 16
OPEN_FILES_MAX = 512
"""For whoever does not know how many a process may have."""


class ForeignDirectory(Exception):
    """There is a directory that is no partition's, so this may be no data directory at all."""


class LogManager:
    """The logs of a data directory, and their files.

    `on_failure` is told once of each partition whose files failed. Paths are joined by "/".
    """

    __slots__ = (
        "_found",
        "_is_starting",
        "_latest_metadata",
        "_moved",
        "background",
        "cleaner_offsets",
        "directory",
        "disk",
        "failed",
        "flushes",
        "high_watermarks",
        "log_start_offsets",
        "logs",
        "on_failure",
        "on_notice",
        "previous_broker_epoch",
        "random",
        "recovery_points",
        "removals",
        "shared",
        "was_clean",
    )

    def __init__(
        self,
        directory: str,
        *,
        disk: Disk,
        random: Random,
        open_files_max: int = OPEN_FILES_MAX,
        background: Background = inline,
    ) -> None:
        self.directory = directory
        self.disk = disk
        self.random = random
        self.background = background
        self.removals = Removals(disk, background)
        self.shared = Shared(disk, open_files_max=open_files_max, background=background)
        self.shared.failed = self._store_failed
        self.shared.noticed = lambda name, text: self.on_notice(f"{name}: {text}")
        self.shared.flushed = self._flushed
        self.shared.synced = self._synced
        self.shared.truncated = self._truncated
        self.shared.removed = self.removals.add_file
        self.shared.jitter_of = self._jitter_of
        self.logs: dict[TopicPartition, PartitionLog] = {}
        self.failed: dict[TopicPartition, OSError] = {}
        """Partitions whose files failed since the start."""
        self.flushes = 0
        self.was_clean = False
        """Whether whoever worked here before has left everything in order."""
        self.previous_broker_epoch = clean_shutdown.NO_BROKER_EPOCH
        self.on_failure: Callable[[TopicPartition, OSError], None] = lambda *_: None
        self.on_notice: Callable[[str], None] = lambda _: None
        """Told, in a line for people, what a start has found that should not be."""
        self.recovery_points = self._checkpoint(offset_checkpoint.RECOVERY_POINTS)
        self.log_start_offsets = self._checkpoint(offset_checkpoint.LOG_START_OFFSETS)
        self.high_watermarks = self._checkpoint(offset_checkpoint.HIGH_WATERMARKS)
        self.cleaner_offsets = self._checkpoint(offset_checkpoint.CLEANER_OFFSETS)
        self._is_starting = True
        self._found: set[TopicPartition] = set()
        """Directories that nobody has asked for yet."""
        self._latest_metadata: tuple[bytes, bytes | None] = (b"", None)
        self._moved: dict[TopicPartition, PartitionLog] = {}

    def _checkpoint(self, name: str) -> OffsetCheckpoint:
        return OffsetCheckpoint(self.disk, f"{self.directory}/{name}")

    def space(self) -> Space:
        """Where the directory is, and how much room is there. Raises `OSError`."""
        return self.disk.space(self.directory)

    @property
    def checkpoints(self) -> tuple[OffsetCheckpoint, ...]:
        """All four files of offsets."""
        return (
            self.recovery_points,
            self.log_start_offsets,
            self.high_watermarks,
            self.cleaner_offsets,
        )

    # The start

    def find(self, due_ms: int) -> None:
        """See what is there, before anything else; what was about to go does so at `due_ms`.

        Raises ForeignDirectory, OSError.
        """
        is_clean = False
        for name, is_directory in self.disk.entries(self.directory):
            if is_directory:
                self._find_directory(name, due_ms)
            elif name == clean_shutdown.FILE_NAME:
                is_clean = True
        if is_clean:
            self._take_clean_shutdown()
        for checkpoint in self.checkpoints:
            checkpoint.read()

    def _find_directory(self, name: str, due_ms: int) -> None:
        if name in NOT_OURS:
            return
        found = names.parse_directory_name(name)
        if found is None or not (found.suffix or names.directory_name(found[0]) == name):
            raise ForeignDirectory(
                f"{self.directory}/{name} is no partition's directory, and only those may be in a "
                "data directory"
            )
        if found.suffix == names.DELETE:
            self.removals.add(f"{self.directory}/{name}", due_ms, is_directory=True)
        elif not found.suffix and found.topic_partition.topic != CLUSTER_METADATA:
            self._found.add(found.topic_partition)

    def _take_clean_shutdown(self) -> None:
        """Believe it once: from here on only another clean stop makes another."""
        path = f"{self.directory}/{clean_shutdown.FILE_NAME}"
        self.was_clean = True
        try:
            self.previous_broker_epoch = clean_shutdown.decode(self.disk.read(path)).broker_epoch
        except CorruptFile:
            pass  # that it is there is enough
        self.disk.remove(path)
        self.disk.sync_directory(self.directory)

    def set_strays_aside(self) -> None:
        """Everything that belongs to the metadata is open: the rest is nobody's (fetch H-1)."""
        self._is_starting = False
        if self._found:
            self.on_notice(
                f"{len(self._found):,} directories of partitions that no topic has, such as "
                f"{min(self._found)}, are set aside (-stray)"
            )
        while self._found:
            self._set_aside(self._found.pop())

    def _set_aside(self, topic_partition: TopicPartition) -> None:
        self._rename(topic_partition, names.STRAY)
        self._forget(topic_partition)

    def _rename(self, topic_partition: TopicPartition, suffix: str) -> str:
        """Take a partition's directory out of service; returns its path, raises OSError."""
        unique_id = self.random.randbytes(UNIQUE_ID_BYTES)
        name = names.directory_name_with(topic_partition, unique_id, suffix)
        path = f"{self.directory}/{name}"
        self.disk.rename(self._path_of(topic_partition), path)
        return path

    def _path_of(self, topic_partition: TopicPartition) -> str:
        return f"{self.directory}/{topic_partition.topic}-{topic_partition.partition}"

    # Logs come and go: see `LogSource`

    def open(
        self,
        topic_partition: TopicPartition,
        topic_id: bytes,
        config: LogConfig,
        make_log: MakeLog,
        now_ms: int,
    ) -> PartitionLog:
        """See `LogSource.open`."""
        assert topic_partition not in self.logs, f"{topic_partition} is open"
        store = FileStore(topic_partition, self._path_of(topic_partition), self.shared)
        log = make_log(topic_partition, config, store)
        try:
            is_new = self._make_directory(store, topic_id)
        except OSError as error:
            raise store.failed(error) from error
        if is_new:
            store.follow(log)
        else:
            self._load(log, store, now_ms)
        self.logs[topic_partition] = log
        return log

    def _make_directory(self, store: FileStore, topic_id: bytes) -> bool:
        """Whether the partition's directory is new; raises OSError."""
        topic_partition = store.topic_partition
        if topic_partition not in self._found:
            lost = self.recovery_points.get(topic_partition) if self._is_starting else 0
            for checkpoint in self.checkpoints:
                checkpoint.forget_now(topic_partition)
            try:
                store.create(topic_id)
            except FileExistsError:
                pass
            else:
                if lost:
                    store.notice(f"its directory is gone, with the records up to offset {lost:,}")
                return True
        self._found.discard(topic_partition)
        if self._topic_id_in(store.path) == topic_id:
            return False
        store.notice(
            "its directory does not say that it is this topic's, and is set aside (-stray)"
        )
        self._set_aside(topic_partition)
        return self._make_directory(store, topic_id)

    def _topic_id_in(self, path: str) -> bytes | None:
        """Whose directory it is; None where that is not to be read. Raises OSError."""
        try:
            data = self.disk.read(f"{path}/{partition_metadata.FILE_NAME}")
            if data != self._latest_metadata[0]:  # that of the topic's partition before this one
                self._latest_metadata = data, partition_metadata.decode(data).topic_id
            return self._latest_metadata[1]
        except (CorruptFile, FileNotFoundError):
            return None

    def _load(self, log: PartitionLog, store: FileStore, now_ms: int) -> None:
        name = log.topic_partition
        store.is_clean = self.was_clean
        store.recovery_point = self.recovery_points.get(name)
        store.log_start_offset = self.log_start_offsets.get(name)
        store.load(log, now_ms)
        replicated = min(self.high_watermarks.get(name), log.log_end_offset)
        log.move_high_watermark(max(replicated, log.log_start_offset))
        if log.recovery_point < store.recovery_point:  # what is appended now is not safe
            self.recovery_points.set(name, log.recovery_point)
            self.recovery_points.write()
        if log.log_end_offset < store.recovery_point:
            store.notice(
                f"its files end at offset {log.log_end_offset:,}, "
                f"but were complete up to {store.recovery_point:,}"
            )
        self._moved[name] = log

    def delete(self, log: PartitionLog, due_ms: int) -> None:
        """See `LogSource.delete`."""
        topic_partition = log.topic_partition
        self.logs.pop(topic_partition, None)
        if isinstance(log.store, FileStore):
            log.store.release(log)
        try:
            path = self._rename(topic_partition, names.DELETE)
        except FileNotFoundError:
            self.failed.pop(topic_partition, None)
        except OSError as error:
            # It is nobody's from now on, which the next start will see.
            self.failed.setdefault(topic_partition, error)
        else:
            self.failed.pop(topic_partition, None)
            self.removals.add(path, due_ms, is_directory=True)
        self._forget(topic_partition)

    def _forget(self, topic_partition: TopicPartition) -> None:
        self._moved.pop(topic_partition, None)
        for checkpoint in self.checkpoints:
            checkpoint.forget(topic_partition)

    def cleaned_to(self, topic_partition: TopicPartition) -> int:
        """See `LogSource.cleaned_to`."""
        return self.cleaner_offsets.get(topic_partition)

    def note_cleaned(self, topic_partition: TopicPartition, offset: int) -> None:
        """See `LogSource.note_cleaned`; Kafka writes it down after each round, too."""
        self.cleaner_offsets.set(topic_partition, offset)
        self.cleaner_offsets.write(self.background)

    # Told by stores

    def _store_failed(self, topic_partition: TopicPartition, error: OSError) -> None:
        """The files of a partition cannot be worked with any more."""
        self.failed[topic_partition] = error
        self.logs.pop(topic_partition, None)
        self._moved.pop(topic_partition, None)
        self.on_failure(topic_partition, error)

    def moved(self, log: PartitionLog) -> None:
        """Where a log starts, or up to where it is safe, may have moved.

        Nobody's log, or one whose name another one has by now, is none of ours.
        """
        if self.logs.get(log.topic_partition) is log:
            self._moved[log.topic_partition] = log

    def _jitter_of(self, config: LogConfig) -> int:
        """Another one for each segment, so that those of many partitions do not roll at once."""
        most_ms = min(config.segment_jitter_ms, config.segment_ms)
        return self.random.randrange(most_ms) if most_ms else 0

    def _flushed(self, log: PartitionLog) -> None:
        """A log has been synced."""
        self.flushes += 1
        self.moved(log)

    def _synced(self, log: PartitionLog) -> None:
        """As `_flushed`, and much of it: write it down, so that a crash costs as little."""
        self._flushed(log)
        self.checkpoint_recovery_points()

    def _truncated(self, log: PartitionLog) -> None:
        """A log was cut: what it is given from here on is not safe, whatever was there before."""
        self.moved(log)
        self._note_moved()
        self.recovery_points.write()

    # Now and then, and at the end

    def checkpoint_recovery_points(self) -> None:
        """Write down up to where logs are safe, if that has moved."""
        self._note_moved()
        self.recovery_points.write(self.background)

    def checkpoint_log_starts(self) -> None:
        """Write down where logs start, if that has moved (fetch H-50)."""
        self._note_moved()
        self.log_start_offsets.write(self.background)

    def _note_moved(self) -> None:
        moved, self._moved = self._moved, {}
        for topic_partition, log in moved.items():
            self.recovery_points.set(topic_partition, log.recovery_point)
            start = log.log_start_offset
            segments = log.segments
            is_shown = not segments or start <= segments[0].base_offset
            self.log_start_offsets.set(topic_partition, 0 if is_shown else start)

    def close(self, broker_epoch: int) -> bool:
        """Leave everything in order; False if that was not possible.

        Then the next start looks at every log that may be torn.
        """
        for log in list(self.logs.values()):
            try:
                log.store.close(log)
            except ApiError:
                continue  # it is among the failed now
            self._moved[log.topic_partition] = log
        self._note_moved()
        for checkpoint in self.checkpoints:
            checkpoint.write()
        if self.failed or any(each.is_changed or each.is_writing for each in self.checkpoints):
            return False
        path = f"{self.directory}/{clean_shutdown.FILE_NAME}"
        try:
            write_atomically(self.disk, path, clean_shutdown.encode(broker_epoch))
        except OSError:
            return False
        return True
