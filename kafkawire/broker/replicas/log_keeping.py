"""What has to be done now and then where logs lie on a disk.

Their offsets are written down, each kind at Kafka's interval; what was removed is unlinked when
its time has come; and whoever asks for it by `flush.ms` has logs synced. All of it follows what
has changed: partitions that are appended to are noted in `ReplicaManager.touched`, which is emptied
here (fetch G-19, H-23, H-50, H-53).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.protocol.errors import ApiError
from kafkawire.timers import NEVER

if TYPE_CHECKING:
    from collections.abc import Callable

    from kafkawire.broker.replicas.partition import Partition
    from kafkawire.broker.replicas.replica_manager import ReplicaManager
    from kafkawire.log.files.log_manager import LogManager
    from kafkawire.log.topic_partition import TopicPartition
    from kafkawire.timers import Timers

FLUSHES_PER_SLICE = 4
"""Logs synced in a row; one takes a disk about a millisecond."""

_HIGH_WATERMARKS = "replica.high.watermark.checkpoint.interval.ms"
_RECOVERY_POINTS = "log.flush.offset.checkpoint.interval.ms"
_LOG_STARTS = "log.flush.start.offset.checkpoint.interval.ms"
_FLUSHES = "log.flush.scheduler.interval.ms"


class LogKeeping:
    """The periodic work on the data directory of a `ReplicaManager`, which has its logs from there.

    A partition whose files fail is offline from then on.
    """

    __slots__ = (
        "_flushed_ms",
        "_logs",
        "_replicas",
        "_started_ms",
        "_timers",
        "_unflushed",
    )

    def __init__(self, replicas: ReplicaManager, logs: LogManager) -> None:
        self._replicas = replicas
        self._logs = logs
        self._unflushed: dict[TopicPartition, Partition] = {}
        """Changed since they were last synced, or looked at whether they must be."""
        self._flushed_ms: dict[TopicPartition, int] = {}
        replicas.logs = logs
        replicas.touched = {}

    def start(self, timers: Timers, now_ms: int) -> None:
        """Begin; each task comes back by itself from now on."""
        self._timers = timers
        self._started_ms = now_ms
        self._logs.removals.start(timers.at)
        delay_ms = self._replicas.config.int("log.initial.task.delay.ms")
        self._repeat(self._keep_high_watermarks, _HIGH_WATERMARKS, now_ms)
        self._repeat(self._keep_recovery_points, _RECOVERY_POINTS, now_ms + delay_ms)
        self._repeat(self._keep_log_starts, _LOG_STARTS, now_ms + delay_ms)
        self._repeat(self._flush_due, _FLUSHES, now_ms + delay_ms)

    def close(self, broker_epoch: int) -> bool:
        """Leave the data directory in order; False if that was not possible."""
        self._note_touched()
        return self._logs.close(broker_epoch)

    def partition_failed(self, topic_partition: TopicPartition) -> None:
        """Take a partition offline whose files have failed."""
        self._replicas.fail(topic_partition)

    def _repeat(self, work: Callable[[int], None], interval: str, first_ms: int) -> None:
        def run(now_ms: int) -> None:
            interval_ms = max(1, self._replicas.config.int(interval))
            self._repeat(work, interval, now_ms + interval_ms)
            work(now_ms)

        if first_ms < NEVER and self._replicas.config.int(interval) < NEVER:
            self._timers.at(first_ms, run)

    # Offsets

    def _note_touched(self) -> None:
        """Look at what has changed since the last time."""
        touched, self._replicas.touched = self._replicas.touched, {}
        high_watermarks = self._logs.checkpoints.high_watermarks
        for topic_partition, partition in touched.items():
            high_watermarks.set(topic_partition, partition.high_watermark)
            self._logs.moved(partition.log)
        if self._replicas.config.int(_FLUSHES) < NEVER:
            self._unflushed.update(touched)

    def _keep_high_watermarks(self, _: int) -> None:
        self._note_touched()
        self._logs.checkpoints.high_watermarks.write(self._logs.background)

    def _keep_recovery_points(self, _: int) -> None:
        self._note_touched()
        self._logs.checkpoint_recovery_points()

    def _keep_log_starts(self, _: int) -> None:
        self._note_touched()
        self._logs.checkpoint_log_starts()

    # Syncing by time

    def _flush_due(self, now_ms: int) -> None:
        """Sync what was not for as long as its topic allows, a slice at a time."""
        self._note_touched()
        due = [each for each in self._unflushed.values() if self._is_due(each, now_ms)]

        def go_on(now_ms: int) -> None:
            for partition in due[:FLUSHES_PER_SLICE]:
                self._flush(partition, now_ms)
            del due[:FLUSHES_PER_SLICE]
            if due:
                self._timers.at(now_ms + 1, go_on)

        go_on(now_ms)

    def _is_due(self, partition: Partition, now_ms: int) -> bool:
        last_ms = self._flushed_ms.get(partition.topic_partition, self._started_ms)
        return now_ms - last_ms >= partition.log.config.flush_ms

    def _flush(self, partition: Partition, now_ms: int) -> None:
        topic_partition, log = partition.topic_partition, partition.log
        self._unflushed.pop(topic_partition, None)
        if partition.deleted:
            self._flushed_ms.pop(topic_partition, None)
            return
        self._flushed_ms[topic_partition] = now_ms
        if log.recovery_point < log.log_end_offset:
            try:
                log.store.flush(log)
            except ApiError:
                return  # it is offline now
