"""What the stores of a data directory report, and to whom.

A store is made with one observer. The observer of a broker is its `LogManager`, which keeps the
directory's checkpoints in step and removes what was retired. A `LogManager` in turn has a
`DirectoryObserver`: the broker, which takes failed partitions offline and reports problems.
All calls come from the thread of everything else, never from a background one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from kafkawire.log.files.disk import Disk
    from kafkawire.log.partition_log import PartitionLog
    from kafkawire.log.topic_partition import TopicPartition


class StoreObserver(Protocol):
    """Receives the events of all stores of one data directory."""

    def store_failed(self, topic_partition: TopicPartition, error: OSError) -> None:
        """Handle the first failure of a partition's files. The store refuses every later use."""

    def store_found(self, topic_partition: TopicPartition, text: str) -> None:
        """Report, in one line for people, a fault that was found in a partition's directory."""

    def file_retired(self, path: str, delay_ms: int) -> None:
        """Remove a file after `delay_ms`; the store has renamed it, and readers may have it open.

        Raises OSError.
        """

    def log_flushed(self, log: PartitionLog) -> None:
        """Record the log's recovery point: it has moved to the log's end."""

    def log_synced(self, log: PartitionLog) -> None:
        """Record the log's recovery point: a background sync has moved it."""

    def log_truncated(self, log: PartitionLog) -> None:
        """Record the log's recovery point before the next append: it may have moved back."""


class DirectoryObserver(Protocol):
    """Receives what a `LogManager` cannot handle itself."""

    def partition_failed(self, topic_partition: TopicPartition, error: OSError) -> None:
        """Take a partition offline: its files failed. Called once for each failure."""

    def directory_found(self, text: str) -> None:
        """Report, in one line for people, a fault that a start has found."""


class Unobserved:
    """The observer of stores without a `LogManager`: removes retired files at once."""

    __slots__ = ("_disk",)

    def __init__(self, disk: Disk) -> None:
        self._disk = disk

    def store_failed(self, topic_partition: TopicPartition, error: OSError) -> None:
        """See `StoreObserver.store_failed`."""

    def store_found(self, topic_partition: TopicPartition, text: str) -> None:
        """See `StoreObserver.store_found`."""

    def file_retired(self, path: str, delay_ms: int) -> None:
        """See `StoreObserver.file_retired`."""
        self._disk.remove(path)

    def log_flushed(self, log: PartitionLog) -> None:
        """See `StoreObserver.log_flushed`."""

    def log_synced(self, log: PartitionLog) -> None:
        """See `StoreObserver.log_synced`."""

    def log_truncated(self, log: PartitionLog) -> None:
        """See `StoreObserver.log_truncated`."""


class UnobservedDirectory:
    """The observer of a `LogManager` without a broker: ignores everything."""

    __slots__ = ()

    def partition_failed(self, topic_partition: TopicPartition, error: OSError) -> None:
        """See `DirectoryObserver.partition_failed`."""

    def directory_found(self, text: str) -> None:
        """See `DirectoryObserver.directory_found`."""
