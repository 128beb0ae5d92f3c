"""Snapshot files of a metadata log: `<end offset>-<epoch>.checkpoint` in its directory (KIP-630).

Crash safety, in the terms of `partition_files`:

Complete       1. writes to .part 2. a sync of .part 3. a rename to .checkpoint 4. the names
    before 4   the snapshot; a file that has the name .checkpoint is whole in any case
    after 4    nothing

Delete         1. a rename to .deleted (unsynced) 2. later: the file is removed (unsynced)
    any time   nothing; the whole snapshot may come back

A start removes each .part and .deleted, and each snapshot that ends below the log's start (Kafka's
`KafkaRaftLog.recoverSnapshots`). The bootstrap snapshot, which ends at offset 0, is left alone.
"""

from __future__ import annotations

from bisect import insort
from contextlib import suppress
from typing import TYPE_CHECKING

from kafkawire.log.files.disk import write_all
from kafkawire.log.formats.errors import CorruptFile
from kafkawire.log.formats.names import (
    DELETED,
    METADATA_SNAPSHOT,
    PARTIAL,
    SnapshotFile,
    parse_snapshot_file_name,
    snapshot_file_name,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kafkawire.log.files.disk import Disk
    from kafkawire.protocol.buffers import Buffer

CLOSED = -1
OWN = "-own"
"""Part of the name of an incomplete file that this node generates, so that a download of the same
snapshot has another file. Kafka has a random number in this place."""


class SnapshotDirectory:
    """The complete snapshots of `directory`, and the incomplete files of this process.

    Complete snapshots never change, so names and sizes are kept in memory. Methods raise `OSError`.
    """

    __slots__ = ("_directory", "_disk", "_downloads", "_names", "_retired", "_sizes")

    def __init__(self, disk: Disk, directory: str) -> None:
        self._disk = disk
        self._directory = directory
        self._names: list[SnapshotFile] = []
        self._sizes: dict[SnapshotFile, int] = {}
        self._downloads: dict[SnapshotFile, IncompleteSnapshot] = {}
        self._retired: list[str] = []

    # Starting

    def load(self, log_start_offset: int) -> None:
        """Find the complete snapshots, and remove what an earlier process has left over.

        Raises `CorruptFile`, and removes nothing, if the log begins above 0 and no snapshot has
        the records before it.
        """
        names = [each.name for each in self._disk.entries(self._directory) if not each.is_directory]
        kept, leftover = _sorted_out(names, log_start_offset)
        if log_start_offset and not kept:
            raise CorruptFile(
                f"the log begins at offset {log_start_offset}, and no snapshot ends there or later"
            )
        for name in leftover:
            self._disk.remove(self._path(name))
        self._names = sorted(kept)
        self._sizes = {each: self._disk.status(self._path_of(each)).size for each in kept}

    # Looking

    def snapshots(self) -> Sequence[SnapshotFile]:
        """Return the complete snapshots, oldest first."""
        return self._names

    def size(self, which: SnapshotFile) -> int:
        """Return the bytes of a complete snapshot."""
        return self._sizes[which]

    def read_at(self, which: SnapshotFile, position: int, size: int) -> bytes:
        """Return up to `size` bytes of a complete snapshot from `position` on."""
        fd = self._disk.open(self._path_of(which), writable=False)
        try:
            return self._disk.pread(fd, size, position)
        finally:
            self._disk.close(fd)

    # Downloads

    def append_partial(self, which: SnapshotFile, data: bytes) -> None:
        """Append to the incomplete file of a download, which the first piece creates."""
        file = self._downloads.get(which)
        if file is None:
            file = self._downloads[which] = self._incomplete(which, "")
        file.append((data,))

    def complete(self, which: SnapshotFile) -> None:
        """Give the incomplete file of a download its name, so that it survives a power failure."""
        self._downloads.pop(which).freeze()

    def discard_partial(self, which: SnapshotFile) -> None:
        """Remove the incomplete file of a download, if there is one."""
        file = self._downloads.pop(which, None)
        if file is not None:
            file.discard()

    # Snapshots of this node

    def create(self, which: SnapshotFile) -> IncompleteSnapshot | None:
        """Begin a snapshot of the state of this node; None if that snapshot is complete."""
        return None if which in self._sizes else self._incomplete(which, OWN)

    def _incomplete(self, which: SnapshotFile, label: str) -> IncompleteSnapshot:
        assert which.end_offset > 0, "the bootstrap snapshot is written by formatting"
        path = self._path_of(which)
        temporary = path.removesuffix(METADATA_SNAPSHOT) + label + METADATA_SNAPSHOT + PARTIAL
        return IncompleteSnapshot(
            self._disk, temporary, path, lambda size: self._completed(which, size)
        )

    def _completed(self, which: SnapshotFile, size: int) -> None:
        if which not in self._sizes:
            insort(self._names, which)
        self._sizes[which] = size

    # Deletion

    def delete(self, which: SnapshotFile) -> None:
        """Take a snapshot out of the directory; `remove_deleted` frees its space."""
        self._names.remove(which)
        del self._sizes[which]
        path = self._path_of(which)
        self._disk.rename(path, path + DELETED)
        self._retired.append(path + DELETED)

    def remove_deleted(self) -> None:
        """Remove the files of the snapshots that were deleted since the last time."""
        retired, self._retired = self._retired, []
        for path in retired:
            with suppress(FileNotFoundError):
                self._disk.remove(path)

    def _path_of(self, which: SnapshotFile) -> str:
        return self._path(snapshot_file_name(*which))

    def _path(self, name: str) -> str:
        return f"{self._directory}/{name}"


class IncompleteSnapshot:
    """A snapshot until `freeze` gives it its name, which calls `frozen` with the size in bytes."""

    __slots__ = ("_disk", "_fd", "_frozen", "_path", "_temporary", "size")

    def __init__(
        self, disk: Disk, temporary: str, path: str, frozen: Callable[[int], None]
    ) -> None:
        self._disk = disk
        self._temporary = temporary
        self._path = path
        self._frozen = frozen
        self.size = 0
        self._fd = disk.open(temporary)
        try:
            disk.truncate(self._fd, 0)
        except OSError:
            self._close()
            raise

    def append(self, buffers: Sequence[Buffer]) -> None:
        """Write the next bytes. If that fails, the same bytes may be given again."""
        size = self.size
        for each in buffers:
            write_all(self._disk, self._fd, each, size)
            size += len(each)
        self.size = size

    def freeze(self) -> None:
        """Complete the snapshot, so that it survives a power failure. After an error it is lost."""
        try:
            self._disk.sync(self._fd)
        finally:
            self._close()
        self._disk.rename(self._temporary, self._path)
        self._disk.sync_directory(self._path.rpartition("/")[0])
        self._frozen(self.size)

    def discard(self) -> None:
        """Remove the incomplete file; nothing happens if it is gone or complete."""
        if self._fd != CLOSED:
            self._close()
        with suppress(FileNotFoundError):
            self._disk.remove(self._temporary)

    def _close(self) -> None:
        fd, self._fd = self._fd, CLOSED
        self._disk.close(fd)


def _sorted_out(
    names: Sequence[str], log_start_offset: int
) -> tuple[list[SnapshotFile], list[str]]:
    """Return the snapshots to keep, and the names of the files to remove."""
    kept, leftover = [], []
    for name in names:
        found = parse_snapshot_file_name(name)
        if found is None or found == SnapshotFile(0, 0):
            continue
        if found.suffix or found.end_offset < log_start_offset:
            leftover.append(name)
        else:
            kept.append(found)
    return kept, leftover
