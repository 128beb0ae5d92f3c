"""The disk of a simulated quorum replica: log, quorum-state, snapshots, and what a crash loses.

A crash keeps the records that were flushed, and any number of those behind them.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from kafkawire.log.config import LogConfig
from kafkawire.log.formats import quorum_state
from kafkawire.log.formats.names import SnapshotFile
from kafkawire.log.formats.quorum_state import QuorumState
from kafkawire.log.partition_log import PartitionLog
from kafkawire.log.topic_partition import TopicPartition
from kafkawire.log.truncation import restart_at
from kafkawire.protocol.buffers import Buffer

LAST_EPOCH = (1 << 31) - 1


def new_log(start: int = 0) -> PartitionLog:
    """An empty metadata log in memory that begins at `start`."""
    log = PartitionLog(TopicPartition("__cluster_metadata", 0), LogConfig.from_mapping({}))
    if start:
        restart_at(log, start)
    return log


class WritingFile:
    """A snapshot that is being written."""

    def __init__(self, disk: RaftDisk, which: SnapshotFile) -> None:
        self.disk = disk
        self.which = which
        self.data = b""

    def append(self, buffers: Sequence[Buffer]) -> None:
        if self.disk.is_full:
            raise OSError("the disk is full")
        self.data += b"".join(buffers)

    def freeze(self) -> None:
        self.disk.files[self.which] = self.data

    def discard(self) -> None:
        self.disk.discarded.append(self.which)


class RaftDisk:
    """`QuorumFiles` and `SnapshotFiles` of a replica, and its log."""

    def __init__(self) -> None:
        self.log = new_log()
        self.state: bytes | None = None
        self.writes = 0
        self.files: dict[SnapshotFile, bytes] = {}
        self.partial: dict[SnapshotFile, bytes] = {}
        self.removals = 0
        self.is_full = False
        self.discarded: list[SnapshotFile] = []

    # QuorumFiles

    def quorum_state(self) -> QuorumState | None:
        return None if self.state is None else quorum_state.decode(self.state)

    def write_quorum_state(self, state: QuorumState) -> None:
        self.state = quorum_state.encode(state)
        self.writes += 1

    # SnapshotFiles

    def snapshots(self) -> Sequence[SnapshotFile]:
        return sorted(self.files)

    def size(self, which: SnapshotFile) -> int:
        return len(self.files[which])

    def read_at(self, which: SnapshotFile, position: int, size: int) -> bytes:
        return self.files[which][position : position + size]

    def append_partial(self, which: SnapshotFile, data: bytes) -> None:
        self.partial[which] = self.partial.get(which, b"") + data

    def complete(self, which: SnapshotFile) -> None:
        self.files[which] = self.partial.pop(which)

    def discard_partial(self, which: SnapshotFile) -> None:
        self.partial.pop(which, None)

    def create(self, which: SnapshotFile) -> WritingFile | None:
        return None if which in self.files else WritingFile(self, which)

    def delete(self, which: SnapshotFile) -> None:
        del self.files[which]

    def remove_deleted(self) -> None:
        self.removals += 1

    # Crashes

    def crash(self, random: Random) -> None:
        """Lose what was not flushed, or some of it; the log is read anew."""
        old = self.log
        start, safe = old.log_start_offset, old.recovery_point
        log = new_log(start)
        lost = False
        for header, batch in old.iter_batches(start):
            if header.base_offset < start:
                continue
            lost = lost or (header.next_offset > safe and random.random() < 0.5)
            if lost:
                break
            log.append_as_follower(bytes(batch), leader_epoch=LAST_EPOCH, now_ms=0)
        log.recovery_point = min(safe, log.log_end_offset)
        self.log = log
        self.partial.clear()
