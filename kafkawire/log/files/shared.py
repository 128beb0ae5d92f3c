"""What all logs of a data directory share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.log.files.background import Background, inline
from kafkawire.log.files.open_files import OpenFiles
from kafkawire.log.files.tails import Tails
from kafkawire.log.read import LatestRead

if TYPE_CHECKING:
    from collections.abc import Callable

    from kafkawire.log.config import LogConfig
    from kafkawire.log.files.disk import Disk
    from kafkawire.log.partition_log import PartitionLog
    from kafkawire.log.segment import Segment
    from kafkawire.log.topic_partition import TopicPartition

INDEXES_LOADED_MAX = 64
"""Sealed segments whose indexes are in memory; each may take some megabytes."""
EVER = -(1 << 63)


class Shared:
    """The disk, the open files and the memory of many stores.

    `removed` is told of files that were renamed to go, and after how many milliseconds, `flushed`
    of logs that were synced, `synced` of those that were in the background, `truncated` of those
    that were cut, `failed` of partitions whose files could not be read or written. All are set by
    whoever keeps the directory.
    """

    __slots__ = (
        "_indexed",
        "background",
        "disk",
        "failed",
        "files",
        "flushed",
        "jitter_of",
        "latest_read",
        "noticed",
        "producers_since_ms",
        "removed",
        "synced",
        "tails",
        "truncated",
    )

    def __init__(self, disk: Disk, *, open_files_max: int, background: Background = inline) -> None:
        self.disk = disk
        self.files = OpenFiles(disk, open_files_max)
        self.tails = Tails()
        self.latest_read = LatestRead()
        self.background = background
        self.removed: Callable[[str, int], None] = lambda path, _: disk.remove(path)
        self.flushed: Callable[[PartitionLog], None] = lambda _: None
        self.jitter_of: Callable[[LogConfig], int] = lambda _: 0
        self.synced: Callable[[PartitionLog], None] = lambda _: None
        self.truncated: Callable[[PartitionLog], None] = lambda _: None
        self.failed: Callable[[TopicPartition, OSError], None] = lambda *_: None
        self.noticed: Callable[[TopicPartition, str], None] = lambda *_: None
        self.producers_since_ms = EVER
        """Producers that have not written since are not taken from snapshots."""
        self._indexed: dict[Segment, None] = {}

    def indexes_loaded(self, segment: Segment) -> None:
        """The indexes of a sealed segment are in memory; those of another one may have to go."""
        self._indexed[segment] = None
        while len(self._indexed) > INDEXES_LOADED_MAX:
            oldest = next(iter(self._indexed))
            del self._indexed[oldest]
            oldest.forget_indexes()

    def indexes_needed(self, segment: Segment) -> None:
        """The indexes of a segment have to stay: it is appended to, or gone."""
        self._indexed.pop(segment, None)
