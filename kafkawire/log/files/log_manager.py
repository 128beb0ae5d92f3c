"""All partitions of one data directory (Kafka's `LogManager`).

Each partition has a directory in it, and four files beside those hold an offset for each
(`partition_checkpoints`). `.kafka_cleanshutdown` says that everything was left as it should be; it
is gone while somebody works here.

Logs are opened as the metadata ask for them, one directory listing each. What the metadata never
asked for is not theirs, a topic's partition that has another topic's id neither: both are renamed
out of the way (`-stray`), as Kafka does. Making a partition's files syncs nothing: the metadata log
is what makes a topic last, and what is not found is made again.

A start removes `.kafka_cleanshutdown` and syncs that before it opens a log; a stop writes it
atomically after all logs and checkpoint files, and only if none has failed. So a power failure at
any moment makes the next start recover, or finds everything complete. A deleted partition's
directory becomes `-delete`, unsynced; one that comes back is set aside as a stray.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kafkawire.log.files.background import Background, inline
from kafkawire.log.files.disk import write_atomically
from kafkawire.log.files.file_store import FileStore
from kafkawire.log.files.loading import LeftBehind
from kafkawire.log.files.observer import UnobservedDirectory
from kafkawire.log.files.partition_checkpoints import PartitionCheckpoints
from kafkawire.log.files.removal import Removals
from kafkawire.log.files.sealed_segments import contradictions
from kafkawire.log.files.shared import Shared
from kafkawire.log.formats import clean_shutdown, names, partition_metadata
from kafkawire.log.formats.errors import CorruptFile
from kafkawire.log.topic_partition import CLUSTER_METADATA
from kafkawire.protocol.errors import ApiError

if TYPE_CHECKING:
    from random import Random

    from kafkawire.log.config import LogConfig
    from kafkawire.log.files.disk import Disk, Space
    from kafkawire.log.files.observer import DirectoryObserver
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


class Means(NamedTuple):
    """What a process grants its logs: open files, and work that is done beside everything else."""

    open_files_max: int = OPEN_FILES_MAX
    background: Background = inline


class LogManager:
    """The logs of a data directory, and their files; the `StoreObserver` of their stores.

    Paths are joined by "/".
    """

    __slots__ = (
        "_found",
        "_is_starting",
        "_latest_metadata",
        "_observer",
        "checkpoints",
        "directory",
        "disk",
        "failed",
        "flushes",
        "logs",
        "previous_broker_epoch",
        "random",
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
        observer: DirectoryObserver | None = None,
        means: Means | None = None,
    ) -> None:
        means = means or Means()
        self._observer: DirectoryObserver = observer or UnobservedDirectory()
        self.directory = directory
        self.disk = disk
        self.random = random
        self.removals = Removals(disk, means.background)
        self.shared = Shared(
            disk,
            observer=self,
            random=random,
            open_files_max=means.open_files_max,
            background=means.background,
        )
        self.logs: dict[TopicPartition, PartitionLog] = {}
        self.failed: dict[TopicPartition, OSError] = {}
        """Partitions whose files failed since the start."""
        self.flushes = 0
        self.was_clean = False
        """Whether whoever worked here before has left everything in order."""
        self.previous_broker_epoch = clean_shutdown.NO_BROKER_EPOCH
        self.checkpoints = PartitionCheckpoints(disk, directory)
        self._is_starting = True
        self._found: set[TopicPartition] = set()
        """Directories that nobody has asked for yet."""
        self._latest_metadata: tuple[bytes, bytes | None] = (b"", None)

    @property
    def background(self) -> Background:
        """Where work is done that waits for the disk."""
        return self.shared.background

    def space(self) -> Space:
        """Where the directory is, and how much room is there. Raises `OSError`."""
        return self.disk.space(self.directory)

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
        self.checkpoints.read()

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
            self._observer.directory_found(
                f"{len(self._found):,} directories of partitions that no topic has, such as "
                f"{min(self._found)}, are set aside (-stray)"
            )
        while self._found:
            self._set_aside(self._found.pop())

    def _set_aside(self, topic_partition: TopicPartition) -> None:
        self._rename(topic_partition, names.STRAY)
        self.checkpoints.forget(topic_partition)

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
            raise store.directory.failed(error) from error
        if is_new:
            store.follow(log)
        else:
            self._load(log, store, now_ms)
        self.logs[topic_partition] = log
        return log

    def _make_directory(self, store: FileStore, topic_id: bytes) -> bool:
        """Whether the partition's directory is new; raises OSError."""
        directory = store.directory
        topic_partition = directory.topic_partition
        if topic_partition not in self._found:
            points = self.checkpoints.recovery_points
            lost = points.get(topic_partition) if self._is_starting else 0
            self.checkpoints.forget_now(topic_partition)
            try:
                store.create(topic_id)
            except FileExistsError:
                pass
            else:
                if lost:
                    directory.notice(
                        f"its directory is gone, with the records up to offset {lost:,}"
                    )
                return True
        self._found.discard(topic_partition)
        if self._topic_id_in(directory.path) == topic_id:
            return False
        directory.notice(
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
        name, checkpoints = log.topic_partition, self.checkpoints
        recovery_point = checkpoints.recovery_points.get(name)
        log_start_offset = checkpoints.log_start_offsets.get(name)
        store.left = LeftBehind(self.was_clean, recovery_point, log_start_offset)
        store.load(log, now_ms)
        directory, cleaned_to = store.directory, checkpoints.cleaner_offsets.get(name)
        for line in contradictions(log, directory, cleaned_to):
            directory.notice(line)
        replicated = min(checkpoints.high_watermarks.get(name), log.log_end_offset)
        log.move_high_watermark(max(replicated, log.log_start_offset))
        if log.recovery_point < recovery_point:  # what is appended now is not safe
            checkpoints.recovery_points.set(name, log.recovery_point)
            checkpoints.recovery_points.write()
        if log.log_end_offset < recovery_point:
            directory.notice(
                f"its files end at offset {log.log_end_offset:,}, "
                f"but were complete up to {recovery_point:,}"
            )
        checkpoints.moved(log)

    def delete(self, log: PartitionLog, due_ms: int) -> None:
        """See `LogSource.delete`."""
        topic_partition = log.topic_partition
        self.logs.pop(topic_partition, None)
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
        self.checkpoints.forget(topic_partition)

    def cleaned_to(self, topic_partition: TopicPartition) -> int:
        """See `LogSource.cleaned_to`."""
        return self.checkpoints.cleaner_offsets.get(topic_partition)

    def note_cleaned(self, topic_partition: TopicPartition, offset: int) -> None:
        """See `LogSource.note_cleaned`; Kafka writes it down after each round, too."""
        self.checkpoints.cleaner_offsets.set(topic_partition, offset)
        self.checkpoints.cleaner_offsets.write(self.background)

    def moved(self, log: PartitionLog) -> None:
        """Write down where a log starts, and up to where it is safe: either may have moved.

        A log that is closed, or whose name is in use by a newer topic's log, is ignored.
        """
        if self.logs.get(log.topic_partition) is log:
            self.checkpoints.moved(log)

    def checkpoint_recovery_points(self) -> None:
        """Write down up to where logs are safe, if that has moved."""
        self.checkpoints.write_recovery_points(self.background)

    def checkpoint_log_starts(self) -> None:
        """Write down where logs start, if that has moved (fetch H-50)."""
        self.checkpoints.write_log_starts(self.background)

    # The observer of the stores

    def store_failed(self, topic_partition: TopicPartition, error: OSError) -> None:
        """See `StoreObserver.store_failed`."""
        self.failed[topic_partition] = error
        self.logs.pop(topic_partition, None)
        self.checkpoints.unmoved(topic_partition)
        self._observer.partition_failed(topic_partition, error)

    def store_found(self, topic_partition: TopicPartition, text: str) -> None:
        """See `StoreObserver.store_found`."""
        self._observer.directory_found(f"{topic_partition}: {text}")

    def file_retired(self, path: str, delay_ms: int) -> None:
        """See `StoreObserver.file_retired`."""
        self.removals.add_file(path, delay_ms)

    def log_flushed(self, log: PartitionLog) -> None:
        """See `StoreObserver.log_flushed`."""
        self.flushes += 1
        self.moved(log)

    def log_synced(self, log: PartitionLog) -> None:
        """See `StoreObserver.log_synced`; written at once, so that a start has less to read."""
        self.log_flushed(log)
        self.checkpoint_recovery_points()

    def log_truncated(self, log: PartitionLog) -> None:
        """See `StoreObserver.log_truncated`: new batches below the old point are not synced."""
        self.moved(log)
        self.checkpoints.write_recovery_points()

    # The stop

    def close(self, broker_epoch: int) -> bool:
        """Leave everything in order; False if that was not possible.

        Then the next start looks at every log that may be torn.
        """
        for log in list(self.logs.values()):
            try:
                log.store.close(log)
            except ApiError:
                continue  # it is among the failed now
            self.checkpoints.moved(log)
        if not self.checkpoints.write_all() or self.failed:
            return False
        path = f"{self.directory}/{clean_shutdown.FILE_NAME}"
        try:
            write_atomically(self.disk, path, clean_shutdown.encode(broker_epoch))
        except OSError:
            return False
        return True
