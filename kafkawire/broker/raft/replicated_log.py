"""The metadata log as a replica of the quorum sees it: epochs, divergence, snapshots, voters.

It wraps the `PartitionLog`, whose batches agree byte by byte on all replicas below the high
watermark. Control records of appended batches go into the voter history (Kafka's `KafkaRaftLog`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

from kafkawire.broker.raft.log_gaps import close_gaps
from kafkawire.broker.raft.quorum import QuorumFailure
from kafkawire.broker.raft.snapshot_writer import HEAD_BYTES_MAX, SnapshotWriter, read_head
from kafkawire.broker.raft.voter_history import VoterHistory
from kafkawire.broker.raft.voters import VoterSet
from kafkawire.log.append import AppendOrigin
from kafkawire.log.truncation import restart_at
from kafkawire.protocol.messages.kraft_version_record import KRaftVersionRecord
from kafkawire.records.builder import encode_batch
from kafkawire.records.control import ControlType, decode_control_key, encode_control_key
from kafkawire.records.record import decode_records
from kafkawire.records.snapshot_batches import SnapshotBatches

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kafkawire.broker.raft.snapshot_writer import IncompleteFile
    from kafkawire.log.formats.names import SnapshotFile
    from kafkawire.log.partition_log import PartitionLog
    from kafkawire.protocol.buffers import Buffer, Sendable
    from kafkawire.records.batch import BatchHeader

    Control = tuple[ControlType, bytes]


class SnapshotFiles(Protocol):
    """Snapshots of the log on disk, the bootstrap snapshot left out. Methods raise `OSError`.

    `log.files.snapshot_directory.SnapshotDirectory` is one.
    """

    def snapshots(self) -> Sequence[SnapshotFile]:
        """Return the complete snapshots, oldest first."""

    def size(self, which: SnapshotFile) -> int:
        """Return the bytes of a snapshot."""

    def read_at(self, which: SnapshotFile, position: int, size: int) -> bytes:
        """Return up to `size` bytes of a snapshot from `position` on."""

    def append_partial(self, which: SnapshotFile, data: bytes) -> None:
        """Append to the incomplete file of a snapshot."""

    def complete(self, which: SnapshotFile) -> None:
        """Give the incomplete file its name, so that it survives a power failure."""

    def discard_partial(self, which: SnapshotFile) -> None:
        """Remove the incomplete file, if there is one."""

    def create(self, which: SnapshotFile) -> IncompleteFile | None:
        """Begin a snapshot of the state of this node; None if that snapshot is complete."""

    def delete(self, which: SnapshotFile) -> None:
        """Take a complete snapshot out of the directory; `remove_deleted` frees its space."""

    def remove_deleted(self) -> None:
        """Remove the files of the snapshots that were deleted since the last time."""


class Divergence(NamedTuple):
    """The log of the replica differs from here: an epoch that the leader has, and its end."""

    epoch: int
    end_offset: int


class ReplicatedLog:
    """The log, its snapshots and the voters in both."""

    __slots__ = ("high_watermark", "log", "snapshots", "voters")

    def __init__(self, log: PartitionLog, snapshots: SnapshotFiles, voters: VoterHistory) -> None:
        self.log = log
        self.snapshots = snapshots
        self.voters = voters
        self.high_watermark: int | None = None
        """Every record below it is committed; None until that is known."""
        self._load()

    def _load(self) -> None:
        latest = self.latest_snapshot
        if latest is not None:
            self._take_voters_of(latest)
            if self._is_beyond(latest):
                self._restart(latest)
        snapshot_end = 0 if latest is None else latest.end_offset
        close_gaps(self.log, snapshot_end)
        if latest is not None:
            self.commit(snapshot_end)
        self._find_controls(snapshot_end)

    # Looking

    @property
    def start_offset(self) -> int:
        """The first offset that the log has."""
        return self.log.log_start_offset

    @property
    def end_offset(self) -> int:
        """The offset of the next record."""
        return self.log.log_end_offset

    @property
    def flushed_offset(self) -> int:
        """Records below it survive a power failure."""
        return self.log.recovery_point

    @property
    def last_epoch(self) -> int:
        """The epoch of the last record, also if only a snapshot contains it; 0 if there is none."""
        if self.log.leader_epochs.latest >= 0:
            return self.log.leader_epochs.latest
        latest = self.latest_snapshot
        return 0 if latest is None else latest.epoch

    @property
    def latest_snapshot(self) -> SnapshotFile | None:
        """The newest snapshot."""
        found = self.snapshots.snapshots()
        return found[-1] if found else None

    def end_of_epoch(self, epoch: int) -> Divergence:
        """Return the largest epoch of this log that is not above `epoch`, and its end offset."""
        found = self.log.leader_epochs.end_offset_for(epoch, self.end_offset)
        earliest = next(iter(self.snapshots.snapshots()), None)
        if found[0] < 0:
            return Divergence(self.last_epoch, self.end_offset)
        if earliest is not None and (found[1], epoch) == (earliest.end_offset, found[0]):
            return Divergence(earliest.epoch, earliest.end_offset)
        return Divergence(*found)

    def check(self, offset: int, epoch: int) -> Divergence | SnapshotFile | None:
        """Compare the end of a follower's log with this log; None if the follower may go on.

        `epoch` is the epoch of the follower's last record (replication A-12).
        """
        if offset == 0 and self.start_offset == 0:
            return None
        snapshots = self.snapshots.snapshots()
        if snapshots:
            earliest = snapshots[0]
            joins = offset != self.start_offset or offset != earliest.end_offset
            if offset < self.start_offset or epoch < earliest.epoch:
                return snapshots[-1]
            if not joins and epoch != earliest.epoch:
                return snapshots[-1]
        end = self.end_of_epoch(epoch)
        return end if end.epoch != epoch or end.end_offset < offset else None

    def read(self, offset: int, max_bytes: int) -> list[Sendable]:
        """Return the batches from `offset` on, committed or not; at least one if there is one."""
        read = self.log.read(
            offset, max_bytes=max_bytes, upper_bound=self.end_offset, minimum_one=True
        )
        return list(read.buffers)

    # Appending

    def append(self, values: Sequence[bytes], epoch: int, now_ms: int) -> None:
        """Append one batch of data records as the leader of `epoch`."""
        records = [(now_ms, None, value, ()) for value in values]
        batch = encode_batch(records, base_offset=self.end_offset, leader_epoch=epoch)
        self._append_own(batch, epoch, now_ms)

    def append_controls(self, controls: Sequence[Control], epoch: int, now_ms: int) -> None:
        """Append one batch of control records as the leader of `epoch`."""
        records = [(now_ms, encode_control_key(kind), value, ()) for kind, value in controls]
        start = self.end_offset
        batch = encode_batch(records, base_offset=start, leader_epoch=epoch, control=True)
        self._append_own(batch, epoch, now_ms)
        self._find_controls(start)

    def _append_own(self, batch: Buffer, epoch: int, now_ms: int) -> None:
        self.log.append_as_leader(
            batch, leader_epoch=epoch, now_ms=now_ms, origin=AppendOrigin.RAFT
        )

    def append_fetched(self, records: Buffer, epoch: int, now_ms: int) -> None:
        """Append what the leader of `epoch` has sent. Raises `ApiError` as `append_as_follower`."""
        start = self.end_offset
        try:
            self.log.append_as_follower(records, leader_epoch=epoch, now_ms=now_ms)
        finally:
            self._find_controls(start)

    def flush(self) -> None:
        """Let everything that was appended survive a power failure."""
        if self.flushed_offset < self.end_offset:
            self.log.store.flush(self.log)

    def commit(self, offset: int) -> bool:
        """Move the high watermark, never back; return True if it has moved."""
        if self.high_watermark is not None and offset <= self.high_watermark:
            return False
        self.high_watermark = offset
        self.log.move_high_watermark(offset)
        return True

    # Changing the end and the start

    def truncate(self, leader_end: Divergence) -> None:
        """Cut the log where it leaves the leader's. Raises `QuorumFailure` below the watermark."""
        own = self.end_of_epoch(leader_end.epoch)
        end = own.end_offset
        if own.epoch == leader_end.epoch:
            end = min(end, leader_end.end_offset)
        if end < (self.high_watermark or 0):
            raise QuorumFailure(
                f"the leader requires truncation to offset {end}, below the high watermark "
                f"{self.high_watermark}: committed records would be lost"
            )
        self.log.truncate_to(end)
        self.voters.truncate(end)

    def restart_from(self, which: SnapshotFile) -> bool:
        """Replace the whole log by a complete snapshot, unless the log is beyond the snapshot."""
        if not self._is_beyond(which):
            return False
        self._restart(which)
        self._take_voters_of(which)
        self.commit(which.end_offset)
        return True

    def _restart(self, which: SnapshotFile) -> None:
        """Let the log begin and end where the snapshot ends; older snapshots go with the records.

        A start that follows a crash in between finds `which`, and does the same again.
        """
        restart_at(self.log, which.end_offset)
        for older in [each for each in self.snapshots.snapshots() if each < which]:
            self.snapshots.delete(older)

    def _is_beyond(self, which: SnapshotFile) -> bool:
        """Return True if the snapshot has records that the log lacks."""
        last_epoch = max(self.log.leader_epochs.latest, 0)
        return (which.epoch, which.end_offset) > (last_epoch, self.end_offset)

    # Snapshots of this replica

    def create_snapshot(
        self, which: SnapshotFile, last_timestamp: int, now_ms: int
    ) -> SnapshotWriter | None:
        """Begin a snapshot that contains all records below `which.end_offset`, which are committed.

        Return None if the log begins behind them, or if that snapshot is complete. Raises `OSError`
        (Kafka's `KafkaRaftLog.createNewSnapshot`).
        """
        end_offset = which.end_offset
        if end_offset < max(self.start_offset, 1):
            return None
        assert end_offset <= (self.high_watermark or 0), f"{which} is beyond the high watermark"
        assert self.check(end_offset, which.epoch) is None, f"the log has no {which}"
        header, _ = next(self.log.iter_batches(end_offset), (None, b""))
        assert header is None or header.base_offset == end_offset, f"{which} cuts a batch"
        file = self.snapshots.create(which)
        if file is None:
            return None
        batches = SnapshotBatches(which.epoch, now_ms)
        return SnapshotWriter(file, batches, self.voters.at(end_offset), last_timestamp)

    def delete_before(self, which: SnapshotFile) -> None:
        """Let the log begin where a snapshot ends, and delete older snapshots and whole segments.

        A crash in between leaves older snapshots, or a log that begins before `which`: both are
        whole, and are deleted again.
        """
        log = self.log
        log.delete_records_before(which.end_offset)
        for older in [each for each in self.snapshots.snapshots() if each < which]:
            self.snapshots.delete(older)
        below = sum(each.base_offset <= which.end_offset for each in log.segments[1:])
        if below:
            log.drop_segments(below)
        self.voters.forget_below(which.end_offset)

    # Control records

    def _find_controls(self, start: int) -> None:
        for header, batch in self.log.iter_batches(start):
            if header.is_control and header.base_offset >= start:
                for offset, kind, value in _controls(batch, header):
                    self._take_control(offset, kind, value)

    def _take_control(self, offset: int, kind: int, value: bytes) -> None:
        if kind == ControlType.KRAFT_VOTERS:
            self.voters.add_voters(offset, VoterSet.decode(value))
        elif kind == ControlType.KRAFT_VERSION:
            level = KRaftVersionRecord.decode(value, 0).kraft_version
            self.voters.add_version(offset, level)

    def _take_voters_of(self, which: SnapshotFile) -> None:
        """Begin the voter history anew if the snapshot has voters; else they are configured."""
        head = read_head(self.snapshots.read_at(which, 0, HEAD_BYTES_MAX))
        if head.voters is not None:
            self.voters.restart(which.end_offset, head.voters, head.kraft_version)


def _controls(batch: Buffer, header: BatchHeader) -> list[tuple[int, int, bytes]]:
    """Offset, type and value of the records of a control batch."""
    records = decode_records(batch, 0, header)
    return [(each.offset, decode_control_key(each.key), each.value or b"") for each in records]
