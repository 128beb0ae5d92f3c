"""The files beside the metadata log in its directory: snapshots, and who leads the quorum.

A snapshot gets its name when it is whole and safe; `quorum-state` is replaced at one stroke (admin
F-36, F-37). What a process left unfinished is removed when the next one begins.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.broker.metadata import snapshot
from kafkawire.log.files.disk import write_atomically
from kafkawire.log.formats import quorum_state
from kafkawire.log.formats.errors import CorruptFile
from kafkawire.log.formats.names import (
    BOOTSTRAP_SNAPSHOT,
    DELETED,
    METADATA_SNAPSHOT,
    PARTIAL,
    SnapshotFile,
    parse_snapshot_file_name,
    snapshot_file_name,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kafkawire.broker.metadata.snapshot import Snapshot
    from kafkawire.log.files.disk import Disk, FileStatus
    from kafkawire.log.formats.quorum_state import QuorumState
    from kafkawire.protocol.buffers import Buffer

BOOTSTRAP = SnapshotFile(0, 0)
"""What formatting wrote: no state of a log, but what a new one begins with."""


class MetadataFiles:
    """The files in `directory`. Methods raise `OSError`, and `CorruptFile` for bad contents."""

    __slots__ = ("_directory", "_disk", "_parent")

    def __init__(self, disk: Disk, directory: str) -> None:
        self._disk = disk
        self._directory = directory
        self._parent = directory.rpartition("/")[0]

    def quorum_state(self) -> QuorumState | None:
        """Who led the quorum last; None if nobody ever did."""
        try:
            data = self._disk.read(self._path(quorum_state.FILE_NAME))
        except FileNotFoundError:
            return None
        try:
            return quorum_state.decode(data)
        except CorruptFile as error:
            raise CorruptFile(f"{quorum_state.FILE_NAME}: {error}") from None

    def write_quorum_state(self, state: QuorumState) -> None:
        """Say who leads the quorum, for good."""
        path = self._path(quorum_state.FILE_NAME)
        write_atomically(self._disk, path, quorum_state.encode(state))

    def bootstrap(self) -> Snapshot | None:
        """What a new log is to begin with; None if this directory was formatted by nobody."""
        try:
            return self.read(BOOTSTRAP)
        except FileNotFoundError:
            pass
        try:
            return self._decoded(BOOTSTRAP_SNAPSHOT, f"{self._parent}/{BOOTSTRAP_SNAPSHOT}")
        except FileNotFoundError:
            return None

    def snapshots(self) -> list[SnapshotFile]:
        """The snapshots of the log that there are, oldest first; the bootstrap one is none."""
        found = [each for each in self._all() if not each.suffix and each != BOOTSTRAP]
        return sorted(found)

    def read(self, which: SnapshotFile) -> Snapshot:
        """What is in a snapshot."""
        name = snapshot_file_name(which.end_offset, which.epoch)
        return self._decoded(name, self._path(name))

    def _decoded(self, name: str, path: str) -> Snapshot:
        try:
            return snapshot.decode(self._disk.read(path))
        except CorruptFile as error:
            raise CorruptFile(f"{name}: {error}") from None

    def status(self, which: SnapshotFile) -> FileStatus:
        """Size and age of a snapshot."""
        return self._disk.status(self._path_of(which))

    def write(self, which: SnapshotFile, batches: Sequence[Buffer]) -> None:
        """Write a snapshot; it has its name once it is whole and would survive a power failure."""
        write_atomically(self._disk, self._path_of(which), b"".join(batches), suffix=PARTIAL)

    def remove(self, which: SnapshotFile) -> None:
        """Remove a snapshot that nobody reads any more."""
        self._disk.remove(self._path_of(which))

    def tidy(self) -> None:
        """Remove what was begun and never finished, and what was to go."""
        for name, is_directory in self._disk.entries(self._directory):
            stem = name.partition(METADATA_SNAPSHOT)[0]
            unfinished = name.removeprefix(stem).startswith(
                (METADATA_SNAPSHOT + PARTIAL, METADATA_SNAPSHOT + DELETED)
            )
            if unfinished and not is_directory:
                self._disk.remove(self._path(name))

    def _all(self) -> list[SnapshotFile]:
        entries = self._disk.entries(self._directory)
        parsed = (parse_snapshot_file_name(each.name) for each in entries)
        return [each for each in parsed if each is not None]

    def _path_of(self, which: SnapshotFile) -> str:
        return self._path(snapshot_file_name(*which))

    def _path(self, name: str) -> str:
        return f"{self._directory}/{name}"
