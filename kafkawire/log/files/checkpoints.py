"""The files that hold an offset for each of many partitions, kept in step with what changes.

`OffsetCheckpoint` has in memory what the file is to contain; it is written whole, and only if that
has changed since (fetch H-4, H-5). An offset of 0 is not written: a partition that is not in the
file has it, for Kafka too. So ten thousand partitions that were never written to are an empty file.

    what is written    1. <name>.tmp, whole   2. a sync of it   3. the rename   4. names, synced

A power failure before 4 leaves the old file, or after 3 perhaps the new one; never a part of one.
A missing or broken file counts as empty, as in Kafka: each log is then read from its beginning
after a crash, and starts at its first segment.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.log.files.background import inline
from kafkawire.log.files.disk import write_atomically
from kafkawire.log.formats import offset_checkpoint
from kafkawire.log.formats.errors import CorruptFile

if TYPE_CHECKING:
    from kafkawire.log.files.background import Background
    from kafkawire.log.files.disk import Disk
    from kafkawire.log.topic_partition import TopicPartition


class OffsetCheckpoint:
    """One file; `error` is what kept it from being written the last time, if anything did."""

    __slots__ = (
        "_disk",
        "_is_wanted_again",
        "_offsets",
        "_path",
        "_stale",
        "error",
        "is_changed",
        "is_writing",
    )

    def __init__(self, disk: Disk, path: str) -> None:
        self._disk = disk
        self._path = path
        self._offsets: dict[TopicPartition, int] = {}
        self._stale: set[TopicPartition] = set()
        """Forgotten, and in the file still."""
        self.is_changed = False
        """The file says something else, and nobody is about to change that."""
        self.is_writing = False
        self._is_wanted_again = False
        self.error: OSError | None = None

    def read(self) -> None:
        """Take up what the file says; as in Kafka, nothing if it is missing or broken.

        Raises OSError.
        """
        try:
            self._offsets = offset_checkpoint.decode(self._disk.read(self._path))
        except FileNotFoundError:
            self.is_changed = True  # Kafka has the file from the start
        except CorruptFile:
            self.is_changed = True

    def get(self, topic_partition: TopicPartition) -> int:
        """A partition's offset; 0 if there is none."""
        return self._offsets.get(topic_partition, 0)

    def set(self, topic_partition: TopicPartition, offset: int) -> None:
        """Note a partition's offset."""
        if self._offsets.get(topic_partition, 0) == offset:
            return
        self.is_changed = True
        if offset:
            self._offsets[topic_partition] = offset
        else:
            del self._offsets[topic_partition]

    def forget(self, topic_partition: TopicPartition) -> None:
        """The partition is gone."""
        if self._offsets.pop(topic_partition, None) is not None:
            self._stale.add(topic_partition)
            self.is_changed = True

    def forget_now(self, topic_partition: TopicPartition) -> None:
        """A new partition has the name of one that is gone: the file must not speak of that one.

        Else a crash would make the new one inherit where its log starts, or is safe.
        """
        if topic_partition in self._offsets or topic_partition in self._stale:
            self.forget(topic_partition)
            self.write()

    def write(self, background: Background | None = None) -> None:
        """Write the file if it is to say something else now; at once if not in the background."""
        if not self.is_changed:
            return
        if self.is_writing:
            self._is_wanted_again = True
            return
        data = offset_checkpoint.encode(self._offsets)
        stale, self._stale = self._stale, set()
        self.is_changed = False
        self.is_writing = True

        def done(result: object) -> None:
            self.is_writing = False
            self.error = result if isinstance(result, OSError) else None
            if self.error is not None:
                self.is_changed = True
                self._stale |= stale
            elif self._is_wanted_again:
                self._is_wanted_again = False
                self.write(background)

        (background or inline)(lambda: write_atomically(self._disk, self._path, data), done)
