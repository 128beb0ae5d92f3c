"""Cleaned segments take the place of those they were made of (fetch H-65, H-43).

    1. .cleaned: a new segment's .log and indexes are written beside the log, and synced
    2. the names are synced
    3. .cleaned becomes .swap, the last segment first, of each the .log last    4. names synced
    5. the old segments' files become .deleted                                  6. names synced
    7. .swap becomes the final name, of each segment the .log last              8. names synced

The names are synced between the steps because a file system need not keep renames in order.

    a power failure   leaves                            and a start
    before 3          .cleaned, the old segments        removes .cleaned
    during 3          .cleaned and .swap, the old ones  removes .cleaned and the .swap from the
                                                        lowest .cleaned on: the swap is undone
    during 4 to 6     .swap, some of the old ones       removes the old ones that begin within the
                                                        .swap, and does 7: the swap is completed
    during 7, 8       .swap and final names             does 7

So no record is lost that the cleaning keeps. Old segments behind the end of the .swap stay until
the cleaning has removed them: all of their records are superseded, and may come back until the next
cleaning. What the start does may be interrupted as well: of the files that decide between undoing
and completing, the .cleaned go last, after a sync of the names.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.log.files.file_storage import FileStorage, storage_of
from kafkawire.log.formats.names import (
    CLEANED,
    DELETED,
    LOG,
    SEGMENT_KINDS,
    SWAP,
    SegmentFile,
    segment_file_name,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kafkawire.log.files.index_files import IndexFiles
    from kafkawire.log.files.producer_snapshots import ProducerSnapshots
    from kafkawire.log.files.segment_files import SegmentFiles
    from kafkawire.log.files.store_directory import StoreDirectory
    from kafkawire.log.segment import Segment


class CleanedFiles:
    """The .cleaned and .swap files of one partition. All methods raise OSError."""

    __slots__ = ("_directory", "_indexes", "_prepared", "_segments", "_snapshots")

    def __init__(
        self,
        directory: StoreDirectory,
        indexes: IndexFiles,
        segments: SegmentFiles,
        snapshots: ProducerSnapshots,
    ) -> None:
        self._directory = directory
        self._indexes = indexes
        self._segments = segments
        self._snapshots = snapshots
        self._prepared: Segment | None = None
        """A cleaned segment that is whole and synced."""

    def create(self, base_offset: int, now_ms: int) -> Segment:
        """Return an empty segment of .cleaned files."""
        self._segments.create(base_offset, CLEANED)
        return self._segments.empty(base_offset, now_ms, CLEANED)

    def prepare(self, segment: Segment) -> Callable[[], bool]:
        """Sync a cleaned segment while other work goes on; the result is true when that is done.

        `swap` need not wait for the disk then.
        """
        is_ready = False
        directory = self._directory
        self._indexes.write(segment)

        def done(result: object) -> None:
            nonlocal is_ready
            is_ready = True
            if isinstance(result, OSError):
                directory.failed(result)
            else:
                self._prepared = segment

        directory.shared.background(lambda: directory.sync_files(_cleaned(segment)), done)
        return lambda: is_ready

    def swap(self, old: Sequence[Segment], new: Sequence[Segment]) -> None:
        """Make `new` the log in the place of `old`."""
        disk, path = self._directory.disk, self._directory.path
        for segment in new:
            if segment is not self._prepared:
                segment.seal()
                self._indexes.write(segment)
                self._directory.sync_files(_cleaned(segment))
        # No file system need keep these steps in order: each is made sure of before the next.
        disk.sync_directory(path)
        for segment in reversed(new):
            self._rename(segment, CLEANED, SWAP)
        disk.sync_directory(path)
        for segment in old:
            self._segments.retire(segment)
        disk.sync_directory(path)
        for segment in new:
            self._rename(segment, SWAP, "")
        disk.sync_directory(path)
        self._forget(old, new)

    def _rename(self, segment: Segment, suffix: str, following: str) -> None:
        """Rename a segment's files, the log last: where it has its new name, all have it."""
        base = segment.base_offset
        for kind in reversed(SEGMENT_KINDS):
            self._directory.rename(
                segment_file_name(base, kind, suffix), segment_file_name(base, kind, following)
            )
        storage_of(segment).suffix = following

    def _forget(self, old: Sequence[Segment], new: Sequence[Segment]) -> None:
        """Keep snapshots only where a segment begins, and nothing of sealed ones in memory."""
        self._prepared = None
        gone = {segment.base_offset for segment in old} - {segment.base_offset for segment in new}
        for offset in gone.intersection(self._snapshots.offsets):
            self._snapshots.discard(offset)
        for segment in new:
            storage_of(segment).close()
            self._directory.shared.indexes_loaded(segment)

    def abandon(self, segments: Sequence[Segment]) -> None:
        """Remove cleaned segments that are not wanted after all."""
        for segment in segments:
            storage_of(segment).close()
            for name in _cleaned(segment):
                self._directory.remove(name)

    # What a start finds

    def settle(self, files: list[SegmentFile]) -> None:
        """Complete or undo the swap that a crash has left among `files`, and remove the rest.

        After this no file of the directory has a suffix.
        """
        disk, directory = self._directory.disk, self._directory
        cleaned = [each.base_offset for each in files if each.suffix == CLEANED]
        undone = min(cleaned, default=None)
        swaps = [each for each in files if each.suffix == SWAP]
        # What tells that a swap is undone goes last, so that it still is if this is interrupted.
        for each in [each for each in swaps if undone is not None and each.base_offset >= undone]:
            swaps.remove(each)
            disk.remove(directory.path_of(segment_file_name(*each)))
        disk.sync_directory(directory.path)
        for each in files:
            if each.suffix in (DELETED, CLEANED):
                disk.remove(directory.path_of(segment_file_name(*each)))
        self._remove_covered(files, [each for each in swaps if each.kind == LOG])
        for each in sorted(swaps, key=lambda swap: swap.kind == LOG):
            directory.rename(segment_file_name(*each), segment_file_name(*each[:2]))
        disk.sync_directory(directory.path)

    def _remove_covered(self, files: list[SegmentFile], swaps: list[SegmentFile]) -> None:
        """Remove the old segments that cleaned ones were made of: those that begin within them.

        All of an old segment may have gone, so that none of the new ones covers it.
        """
        start = min((each.base_offset for each in swaps), default=0)
        end = max((self._end_of(each) for each in swaps), default=0)
        for each in files:
            if not each.suffix and each.kind == LOG and start <= each.base_offset < end:
                for kind in SEGMENT_KINDS:
                    self._directory.remove(segment_file_name(each.base_offset, kind))

    def _end_of(self, swap: SegmentFile) -> int:
        """Return the offset behind the last batch of a cleaned segment."""
        path = self._directory.path_of(segment_file_name(*swap))
        size = self._directory.disk.status(path).size
        storage = FileStorage(self._directory, swap.base_offset, size, SWAP)
        end = max((last + 1 for *_, last in storage.walk(0, size)), default=swap.base_offset + 1)
        storage.close()
        return end


def _cleaned(segment: Segment) -> list[str]:
    return [segment_file_name(segment.base_offset, kind, CLEANED) for kind in SEGMENT_KINDS]
