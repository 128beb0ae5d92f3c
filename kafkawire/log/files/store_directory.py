"""The directory of one partition: its names, its failure, and whether its names are synced.

All files of a partition are reached through its `StoreDirectory`. Each kind of file has one owner
(`partition_files` lists them); the directory itself owns only its own existence:

    what is written            when                              synced
    the directory              a partition is created            with the first sync of its files
    partition.metadata         right after the directory         with the directory
    a name ending .deleted     a file is discarded               with the next sync of names

Between the directory and its sync a power failure may lose both, or leave a directory without a
readable partition.metadata. A start then sets that directory aside and makes a new one. No record
is lost: a batch is safe only once its directory is.

A discarded file is renamed first and removed later, since a response may still read it. A power
failure may bring the old name back. A start removes what ends with .deleted.

A failure of the disk ends the use of this directory, and of no other: `failed` reports it once,
and every later use raises KAFKA_STORAGE_ERROR. A failed fsync is never tried again: the kernel
drops the pages that it could not write.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Protocol

from kafkawire.log.files.syncing import sync_existence, sync_files
from kafkawire.log.formats import partition_metadata
from kafkawire.log.formats.names import DELETED
from kafkawire.log.topic_defaults import TOPIC_DEFAULTS
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from kafkawire.log.files.shared import Shared
    from kafkawire.log.topic_partition import TopicPartition
    from kafkawire.protocol.buffers import Buffer

DELETE_DELAY_MS = int(TOPIC_DEFAULTS["file.delete.delay.ms"])


class Growing(Protocol):
    """A store whose active segment grows."""

    def grown(self) -> None:
        """The active segment has grown much since it was synced last."""


class StoreDirectory:
    """The directory `path` of a partition.

    `disk` and `pwrite` are those of all partitions; `pwrite` raises after a failure.
    """

    __slots__ = (
        "_store",
        "delete_delay_ms",
        "disk",
        "failure",
        "is_unsynced",
        "names_unsynced",
        "path",
        "pwrite",
        "shared",
        "topic_partition",
    )

    def __init__(
        self,
        topic_partition: TopicPartition,
        path: str,
        shared: Shared,
        store: Growing | None = None,
    ) -> None:
        self.topic_partition = topic_partition
        self.path = path
        self.shared = shared
        self._store = store
        self.disk = shared.disk
        self.pwrite = shared.disk.pwrite
        self.delete_delay_ms = DELETE_DELAY_MS
        """The topic's `file.delete.delay.ms`, from its first removal on."""
        self.failure: OSError | None = None
        self.names_unsynced = False
        """True while a file that was made, renamed or removed may come back or go."""
        self.is_unsynced = False
        """True while the directory itself may be lost."""

    def create(self, topic_id: bytes) -> None:
        """Make the directory as Kafka does; raises OSError, FileExistsError among them."""
        self.disk.make_directory(self.path)
        self.write(partition_metadata.FILE_NAME, partition_metadata.encode(topic_id))
        self.is_unsynced = True

    # Files by name: all raise OSError

    def path_of(self, name: str) -> str:
        """Return the path of a file of that name."""
        return f"{self.path}/{name}"

    def read(self, name: str) -> bytes:
        """Return a small file."""
        return self.disk.read(self.path_of(name))

    def write(self, name: str, data: bytes) -> None:
        """Make or overwrite a small file; neither atomic nor synced."""
        self.disk.write(self.path_of(name), data)

    def rename(self, name: str, new: str) -> None:
        """Rename a file if it is there."""
        with suppress(FileNotFoundError):
            self.disk.rename(self.path_of(name), self.path_of(new))

    def remove(self, name: str) -> None:
        """Remove a file that no response can be reading, if it is there."""
        with suppress(FileNotFoundError):
            self.disk.remove(self.path_of(name))

    def discard(self, name: str) -> None:
        """Rename a file, if it is there, so that it is removed after `delete_delay_ms`."""
        path = self.path_of(name)
        with suppress(FileNotFoundError):
            self.disk.rename(path, path + DELETED)
            self.shared.observer.file_retired(path + DELETED, self.delete_delay_ms)
        self.names_unsynced = True

    # Syncing: all raise OSError

    def sync_files(self, names: Iterable[str]) -> None:
        """Sync the bytes of these files, not their names."""
        sync_files(self.disk, self.path, names)

    def sync_names(self) -> None:
        """Sync the names in the directory, whether they have changed or not."""
        self.disk.sync_directory(self.path)
        self.names_unsynced = False

    def sync_existence(self) -> None:
        """Sync the directory's own name, and partition.metadata."""
        sync_existence(self.disk, self.path)
        self.is_unsynced = False

    def grown(self) -> None:
        """Have the store sync its active segment, which has grown much."""
        if self._store is not None:
            self._store.grown()

    # Failing

    def failed(self, error: OSError) -> ApiError:
        """Report a failure of the disk, if it is the first; return what the caller raises."""
        if self.failure is None:
            self.failure = error
            self.pwrite = self._refuse  # for storages whose file is open
            self.shared.observer.store_failed(self.topic_partition, error)
        return ApiError(ErrorCode.KAFKA_STORAGE_ERROR, str(error))

    def close(self) -> None:
        """Refuse every later use and report nothing any more: the log is deleted."""
        if self.failure is None:
            self.failure = OSError("the log was deleted")

    def notice(self, text: str) -> None:
        """Report a fault that was found in the directory."""
        self.shared.observer.store_found(self.topic_partition, text)

    def _refuse(self, fd: int, data: Buffer, position: int) -> int:
        assert self.failure is not None
        raise self.failure

    def check(self) -> None:
        """Raises `ApiError` once the disk has failed."""
        if self.failure is not None:
            raise ApiError(ErrorCode.KAFKA_STORAGE_ERROR, str(self.failure))

    def doing(self, work: Callable[[], None]) -> None:
        """Do `work`, which raises OSError; raises `ApiError` instead."""
        self.check()
        try:
            work()
        except OSError as error:
            raise self.failed(error) from error
