"""What a log does outside of its own memory.

`PartitionLog` decides what happens: when a segment ends, which are removed, where the log is cut.
A `LogStore` makes it so for whoever comes after this process. In memory nobody does, so
`IN_MEMORY` does nothing; `log.files.file_store` keeps a directory in step.

A store whose disk fails raises `ApiError` with KAFKA_STORAGE_ERROR; what the log has in memory is
not changed then, and it is not to be used any more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from kafkawire.log.read import LatestRead
from kafkawire.log.segment import Segment

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kafkawire.log.config import LogConfig
    from kafkawire.log.partition_log import PartitionLog
    from kafkawire.log.topic_partition import TopicPartition

    MakeLog = Callable[[TopicPartition, LogConfig, "LogStore"], PartitionLog]
    """Makes an empty log; `PartitionLog` itself, or what a release of Kafka had in its place."""


class LogStore(Protocol):
    """Where a log is kept."""

    def latest_read(self) -> LatestRead:
        """Where a log that is read from notes what it has read last."""

    def load(self, log: PartitionLog, now_ms: int) -> None:
        """Fill a new log with what is kept of it."""

    def new_segment(self, log: PartitionLog, now_ms: int) -> Segment:
        """An empty segment that begins where the log ends."""

    def seal(self, log: PartitionLog) -> None:
        """The active segment is complete; another one is about to begin where the log ends."""

    def remove(self, log: PartitionLog, segments: Sequence[Segment]) -> None:
        """These are no part of the log any more, in the order in which they are to go.

        If they were all, an empty segment where the log ends is to say where that is.
        """

    def truncate(self, log: PartitionLog) -> None:
        """The log has been cut to where it ends now, its remaining segments with it."""

    def prepare(self, log: PartitionLog, segment: Segment) -> Callable[[], bool]:
        """A segment of `cleaned_segment` is complete: begin to make it last, beside other work.

        The result tells whether that is done; `replace` need not wait then.
        """

    def replace(self, log: PartitionLog, old: Sequence[Segment], new: Sequence[Segment]) -> None:
        """Neighbouring segments were cleaned: `new` has what is left of `old`.

        After this, whatever happens, either all of `old` or all of `new` is the log.
        """

    def cleaned_segment(self, log: PartitionLog, base_offset: int, now_ms: int) -> Segment:
        """A segment that `replace` will put in the place of others; no part of the log yet."""

    def abandon(self, log: PartitionLog, segments: Sequence[Segment]) -> None:
        """Of `cleaned_segment`, and not wanted after all."""

    def flush(self, log: PartitionLog) -> None:
        """See to it that what was appended would survive a power failure.

        Moves the log's `recovery_point` to its end.
        """

    def close(self, log: PartitionLog) -> None:
        """Leave everything as a log wants to be found: flushed, indexed, its producers noted."""

    def release(self, log: PartitionLog) -> None:
        """The log is deleted: keep no file of it, and let nothing be done to it any more."""


class MemoryStore:
    """Nothing is kept; `freed` is called with the bytes of segments that a log lets go."""

    __slots__ = ("_freed",)

    def __init__(self, freed: Callable[[int], None] | None = None) -> None:
        self._freed = freed

    def latest_read(self) -> LatestRead:
        """See `LogStore.latest_read`."""
        return LatestRead()

    def load(self, log: PartitionLog, now_ms: int) -> None:
        """See `LogStore.load`."""

    def new_segment(self, log: PartitionLog, now_ms: int) -> Segment:
        """See `LogStore.new_segment`."""
        return Segment(log.log_end_offset, now_ms)

    def seal(self, log: PartitionLog) -> None:
        """See `LogStore.seal`."""

    def remove(self, log: PartitionLog, segments: Sequence[Segment]) -> None:
        """See `LogStore.remove`."""
        self._tell_freed(segments)

    def truncate(self, log: PartitionLog) -> None:
        """See `LogStore.truncate`."""

    def prepare(self, log: PartitionLog, segment: Segment) -> Callable[[], bool]:
        """See `LogStore.prepare`."""
        return lambda: True

    def replace(self, log: PartitionLog, old: Sequence[Segment], new: Sequence[Segment]) -> None:
        """See `LogStore.replace`."""
        self._tell_freed(old)

    def cleaned_segment(self, log: PartitionLog, base_offset: int, now_ms: int) -> Segment:
        """See `LogStore.cleaned_segment`."""
        return Segment(base_offset, now_ms)

    def abandon(self, log: PartitionLog, segments: Sequence[Segment]) -> None:
        """See `LogStore.abandon`."""

    def flush(self, log: PartitionLog) -> None:
        """See `LogStore.flush`."""
        log.recovery_point = log.log_end_offset

    def close(self, log: PartitionLog) -> None:
        """See `LogStore.close`."""

    def release(self, log: PartitionLog) -> None:
        """See `LogStore.release`."""

    def _tell_freed(self, segments: Sequence[Segment]) -> None:
        if self._freed is not None and segments:
            self._freed(sum(segment.size for segment in segments))


IN_MEMORY = MemoryStore()
