"""The leader epochs of a partition, in `leader-epoch-checkpoint`.

    what is written                        when                              synced
    the whole file, as .tmp, then renamed  before the batches of its epochs  no
                                           are synced (a roll, a flush)
    the same, by `sync`                    in a flush                        .tmp, then the names

An unsynced file may be lost or torn by a power failure, old entries included, since the rename may
reach the disk before the bytes. Nothing is lost by that: each batch has its epoch, so a start that
recovers and finds no entry makes them from the batches. A file that is older than the batches
lacks epochs above the recovery point only; the start reads these batches anyway. A file that is
newer than the batches (a power failure took these) is cut where the log ends.

The file of a log without batches is written in place, without .tmp: it has no epoch to lose.

The first entry moves up with the log start. The file has it only after the next roll, flush or
close, so after a crash it may still begin below the first segment. Only after a clean stop do both
agree; then a file that begins below the first segment shows that a segment is lost
(`lost_start`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.log.files.disk import TEMPORARY_SUFFIX, write_atomically
from kafkawire.log.formats import leader_epochs
from kafkawire.log.formats.errors import CorruptFile

if TYPE_CHECKING:
    from kafkawire.log.files.store_directory import StoreDirectory
    from kafkawire.log.formats.leader_epochs import EpochStart
    from kafkawire.log.partition_log import PartitionLog


class EpochFile:
    """The file of one partition.

    It is the listener of its log's leader epochs: an object that is there anyway takes less memory
    than a function for each partition.

    `is_unwritten` is set when the entries in memory have changed since they were written,
    `is_unsynced` when the file was written since it was synced.
    """

    __slots__ = ("_directory", "_log", "is_unsynced", "is_unwritten")

    def __init__(self, directory: StoreDirectory) -> None:
        self._directory = directory
        self._log: PartitionLog | None = None
        self.is_unsynced = False
        self.is_unwritten = False

    def read(self) -> list[EpochStart] | None:
        """Return the entries of the file, None if it is missing or broken; raises OSError."""
        try:
            return leader_epochs.decode(self._directory.read(leader_epochs.FILE_NAME))
        except (FileNotFoundError, CorruptFile):
            return None

    def follow(self, log: PartitionLog) -> None:
        """Notice from now on when the entries of `log` change."""
        self._log = log
        log.leader_epochs.listener = self

    def epochs_changed(self) -> None:
        """See `EpochListener`.

        A start changes the entries of all partitions, so writing waits for a roll or a flush. A new
        partition has its file at once, as in Kafka.
        """
        self.is_unwritten = True
        log = self._log
        assert log is not None
        if self._directory.is_unsynced and not log.segments:
            self.settle(log)

    def unfollow(self, log: PartitionLog) -> None:
        """Ignore later changes: the log is deleted."""
        self._log = log.leader_epochs.listener = None

    def settle(self, log: PartitionLog) -> None:
        """Write the file if the entries have changed; raises `ApiError`."""
        if self.is_unwritten:
            self._directory.doing(lambda: self.write(log))
            self.is_unsynced = True
            self.is_unwritten = False

    def write(self, log: PartitionLog) -> None:
        """Write the file, without a sync; raises OSError."""
        name = leader_epochs.FILE_NAME
        data = leader_epochs.encode(log.leader_epochs.entries)
        if log.segments:
            self._directory.write(name + TEMPORARY_SUFFIX, data)
            self._directory.rename(name + TEMPORARY_SUFFIX, name)
        else:  # there is nothing whose epoch could be lost
            self._directory.write(name, data)

    def sync(self, log: PartitionLog) -> None:
        """Write and sync the file if it is not synced, with all names; raises OSError."""
        if self.is_unsynced:
            directory = self._directory
            data = leader_epochs.encode(log.leader_epochs.entries)
            write_atomically(directory.disk, directory.path_of(leader_epochs.FILE_NAME), data)
            self.is_unsynced = directory.names_unsynced = False
