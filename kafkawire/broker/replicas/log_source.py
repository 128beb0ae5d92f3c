"""Where the logs of hosted partitions come from: memory, or a data directory."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from kafkawire.log.store import MemoryStore

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from kafkawire.log.config import LogConfig
    from kafkawire.log.files.disk import Space
    from kafkawire.log.partition_log import PartitionLog
    from kafkawire.log.store import MakeLog
    from kafkawire.log.topic_partition import TopicPartition

MEMORY = "/memory"
"""The log directory of a broker without one: clients want the path of some."""
UNKNOWN_BYTES = -1


class LogSource(Protocol):
    """Makes logs and takes them back; `directory` is where they lie, "" in memory.

    `flushes` counts how often some of a log was synced, `failed` are the partitions whose files
    could not be worked with.
    """

    directory: str
    flushes: int

    @property
    def failed(self) -> Mapping[TopicPartition, OSError]:
        """By partition, the first thing that went wrong."""

    def space(self) -> Space:
        """Where the logs lie, and how much room is there. Raises `OSError`."""

    def open(
        self,
        topic_partition: TopicPartition,
        topic_id: bytes,
        config: LogConfig,
        make_log: MakeLog,
        now_ms: int,
    ) -> PartitionLog:
        """The log of a partition, as it was left; a new one if there is none.

        Raises `ApiError` with KAFKA_STORAGE_ERROR.
        """

    def delete(self, log: PartitionLog, due_ms: int) -> None:
        """It is hosted no more, and what it holds is to go once `due_ms` has come."""

    def cleaned_to(self, topic_partition: TopicPartition) -> int:
        """Up to where compaction has come; 0 if it has not begun."""

    def note_cleaned(self, topic_partition: TopicPartition, offset: int) -> None:
        """Compaction has come up to `offset`."""


class LogsInMemory:
    """Every log is new.

    `freed` is called with the bytes of segments that logs have let go.
    """

    __slots__ = ("_cleaned", "_store", "directory", "failed", "flushes", "freed")

    def __init__(self) -> None:
        self.directory = ""
        self.flushes = 0
        self.failed: Mapping[TopicPartition, OSError] = {}
        self._cleaned: dict[TopicPartition, int] = {}
        self._store = MemoryStore(self._tell_freed)
        self.freed: Callable[[int], None] | None = None

    def space(self) -> Space:
        """See `LogSource.space`; how much room there is nobody knows."""
        from kafkawire.log.files.disk import Space

        return Space(MEMORY, UNKNOWN_BYTES, UNKNOWN_BYTES)

    def open(
        self,
        topic_partition: TopicPartition,
        topic_id: bytes,
        config: LogConfig,
        make_log: MakeLog,
        now_ms: int,
    ) -> PartitionLog:
        """See `LogSource.open`."""
        return make_log(topic_partition, config, self._store)

    def delete(self, log: PartitionLog, due_ms: int) -> None:
        """See `LogSource.delete`."""
        # Sessions and requests that wait may keep the log for long, but not what it held.
        gone = log.segments.copy()
        log.segments.clear()
        log.forget_places()
        log.store.remove(log, gone)
        log.store.release(log)
        self._cleaned.pop(log.topic_partition, None)

    def cleaned_to(self, topic_partition: TopicPartition) -> int:
        """See `LogSource.cleaned_to`."""
        return self._cleaned.get(topic_partition, 0)

    def note_cleaned(self, topic_partition: TopicPartition, offset: int) -> None:
        """See `LogSource.note_cleaned`."""
        self._cleaned[topic_partition] = offset

    def _tell_freed(self, size: int) -> None:
        if self.freed is not None:
            self.freed(size)
