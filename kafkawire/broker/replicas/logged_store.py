"""What logs do with their segments, as lines of the logger `kafkawire.log`.

A `LoggedStore` stands before the store of each log. It is asked when a segment begins or ends, and
never on the way of a batch.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kafkawire.broker.loggers import Logger
    from kafkawire.log.config import LogConfig
    from kafkawire.log.partition_log import PartitionLog
    from kafkawire.log.read import LatestRead
    from kafkawire.log.segment import Segment
    from kafkawire.log.store import LogStore, MakeLog
    from kafkawire.log.topic_partition import TopicPartition


def with_lines(make_log: MakeLog, logger: Logger) -> MakeLog:
    """Make logs as `make_log` does, and have `logger` write what they do with their segments."""

    def make(topic_partition: TopicPartition, config: LogConfig, store: LogStore) -> PartitionLog:
        return make_log(topic_partition, config, LoggedStore(store, logger))

    return make


class LoggedStore:
    """A `LogStore` that does what another does, and writes lines about it."""

    __slots__ = ("_logger", "_store")

    def __init__(self, store: LogStore, logger: Logger) -> None:
        self._store = store
        self._logger = logger

    def latest_read(self) -> LatestRead:
        """See `LogStore.latest_read`."""
        return self._store.latest_read()

    def load(self, log: PartitionLog, now_ms: int) -> None:
        """See `LogStore.load`."""
        self._store.load(log, now_ms)

    def new_segment(self, log: PartitionLog, now_ms: int) -> Segment:
        """See `LogStore.new_segment`."""
        write = self._logger.debug
        if write is not None:
            write(f"{log.topic_partition}: a segment begins at offset {log.log_end_offset}")
        return self._store.new_segment(log, now_ms)

    def seal(self, log: PartitionLog) -> None:
        """See `LogStore.seal`."""
        write = self._logger.debug
        if write is not None:
            write(f"{log.topic_partition}: {_named(log.segments[-1:])} is complete")
        self._store.seal(log)

    def remove(self, log: PartitionLog, segments: Sequence[Segment]) -> None:
        """See `LogStore.remove`."""
        write = self._logger.debug
        if write is not None and segments:
            write(
                f"{log.topic_partition}: removes {_named(segments)}; the log is from "
                f"{log.log_start_offset} to {log.log_end_offset} now"
            )
        self._store.remove(log, segments)

    def truncate(self, log: PartitionLog) -> None:
        """See `LogStore.truncate`."""
        write = self._logger.debug
        if write is not None:
            write(f"{log.topic_partition}: is cut off at offset {log.log_end_offset}")
        self._store.truncate(log)

    def prepare(self, log: PartitionLog, segment: Segment) -> Callable[[], bool]:
        """See `LogStore.prepare`."""
        return self._store.prepare(log, segment)

    def replace(self, log: PartitionLog, old: Sequence[Segment], new: Sequence[Segment]) -> None:
        """See `LogStore.replace`."""
        write = self._logger.debug
        if write is not None:
            write(f"{log.topic_partition}: cleaned {_named(old)}, of which {_named(new)} is left")
        self._store.replace(log, old, new)

    def cleaned_segment(self, log: PartitionLog, base_offset: int, now_ms: int) -> Segment:
        """See `LogStore.cleaned_segment`."""
        return self._store.cleaned_segment(log, base_offset, now_ms)

    def abandon(self, log: PartitionLog, segments: Sequence[Segment]) -> None:
        """See `LogStore.abandon`."""
        self._store.abandon(log, segments)

    def flush(self, log: PartitionLog) -> None:
        """See `LogStore.flush`."""
        self._store.flush(log)

    def close(self, log: PartitionLog) -> None:
        """See `LogStore.close`."""
        self._store.close(log)

    def release(self, log: PartitionLog) -> None:
        """See `LogStore.release`."""
        write = self._logger.debug
        if write is not None:
            write(f"{log.topic_partition}: the log is deleted")
        self._store.release(log)


def _named(segments: Sequence[Segment]) -> str:
    """Segments by their first offsets, and the bytes of all."""
    size = sum(segment.size for segment in segments)
    offsets = ", ".join(str(segment.base_offset) for segment in segments)
    plural = "" if len(segments) == 1 else "s"
    return f"segment{plural} {offsets or 'none'} ({size:,} bytes)"
