"""The four checkpoint files of a data directory, which hold an offset for each partition.

    recovery-point-offset-checkpoint      up to where a partition's files are synced
    log-start-offset-checkpoint           where a log starts, if that is within its first segment
    replication-offset-checkpoint         high watermarks
    cleaner-offset-checkpoint             up to where compaction has cleaned a log

When each is written, and what an older one costs after a crash:

    recovery points       each minute, after a background sync, at a stop: reading more batches.
                          Before the first append that follows a cut: an older one would declare
                          batches synced that are not, so that write does not wait.
    log starts            each minute, at a stop: deleted records come back.
    high watermarks       every 5 seconds, at a stop: nothing, with one replica.
    cleaner offsets       after each round, at a stop: cleaning a stretch again.

Before a new partition takes a name, all files are rid of the old partition's offsets: else a crash
would make the new one inherit them.

`moved` collects the logs whose first two offsets may have changed; they are read when the files are
written. So work follows what changed, whatever the number of partitions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.log.files.checkpoints import OffsetCheckpoint
from kafkawire.log.formats import offset_checkpoint

if TYPE_CHECKING:
    from kafkawire.log.files.background import Background
    from kafkawire.log.files.disk import Disk
    from kafkawire.log.partition_log import PartitionLog
    from kafkawire.log.topic_partition import TopicPartition


class PartitionCheckpoints:
    """The checkpoint files of the data directory `directory`."""

    __slots__ = (
        "_moved",
        "cleaner_offsets",
        "high_watermarks",
        "log_start_offsets",
        "recovery_points",
    )

    def __init__(self, disk: Disk, directory: str) -> None:
        def checkpoint(name: str) -> OffsetCheckpoint:
            return OffsetCheckpoint(disk, f"{directory}/{name}")

        self.recovery_points = checkpoint(offset_checkpoint.RECOVERY_POINTS)
        self.log_start_offsets = checkpoint(offset_checkpoint.LOG_START_OFFSETS)
        self.high_watermarks = checkpoint(offset_checkpoint.HIGH_WATERMARKS)
        self.cleaner_offsets = checkpoint(offset_checkpoint.CLEANER_OFFSETS)
        self._moved: dict[TopicPartition, PartitionLog] = {}

    @property
    def all(self) -> tuple[OffsetCheckpoint, ...]:
        """The four files, in the order in which a stop writes them."""
        return (
            self.recovery_points,
            self.log_start_offsets,
            self.high_watermarks,
            self.cleaner_offsets,
        )

    def read(self) -> None:
        """Read all files; raises OSError."""
        for checkpoint in self.all:
            checkpoint.read()

    def moved(self, log: PartitionLog) -> None:
        """Have the next write look at where the log starts, and up to where it is safe."""
        self._moved[log.topic_partition] = log

    def unmoved(self, topic_partition: TopicPartition) -> None:
        """Write the offsets of a failed partition no more."""
        self._moved.pop(topic_partition, None)

    def forget(self, topic_partition: TopicPartition) -> None:
        """Remove a partition from all files at their next write."""
        self.unmoved(topic_partition)
        for checkpoint in self.all:
            checkpoint.forget(topic_partition)

    def forget_now(self, topic_partition: TopicPartition) -> None:
        """Remove a partition from all files before a new one takes its name."""
        for checkpoint in self.all:
            checkpoint.forget_now(topic_partition)

    def write_recovery_points(self, background: Background | None = None) -> None:
        """Write up to where logs are safe, if that has moved."""
        self._note_moved()
        self.recovery_points.write(background)

    def write_log_starts(self, background: Background | None = None) -> None:
        """Write where logs start, if that has moved (fetch H-50)."""
        self._note_moved()
        self.log_start_offsets.write(background)

    def write_all(self) -> bool:
        """Write what has changed, at once; True if all files are up to date."""
        self._note_moved()
        for checkpoint in self.all:
            checkpoint.write()
        return not any(each.is_changed or each.is_writing for each in self.all)

    def _note_moved(self) -> None:
        moved, self._moved = self._moved, {}
        for topic_partition, log in moved.items():
            self.recovery_points.set(topic_partition, log.recovery_point)
            start = log.log_start_offset
            segments = log.segments
            is_shown = not segments or start <= segments[0].base_offset
            self.log_start_offsets.set(topic_partition, 0 if is_shown else start)
