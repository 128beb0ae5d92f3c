"""The metadata log as the quorum sees it."""

from __future__ import annotations

from kafkawire.broker.raft.replicated_log import Divergence, ReplicatedLog
from kafkawire.broker.raft.voter_history import VoterHistory
from kafkawire.broker.raft.voters import ReplicaKey, Voter, VoterSet
from kafkawire.log.formats.names import SnapshotFile
from kafkawire.records.batch import read_header
from kafkawire.records.control import ControlType
from tests.support.broker.raft_disk import RaftDisk
from tests.support.broker.raft_replicas import batch
from tests.support.broker.raft_world import snapshot_of


def voters(*ids: int) -> VoterSet:
    return VoterSet(Voter(ReplicaKey(each, bytes(15) + bytes([each]))) for each in ids)


def log_of(disk: RaftDisk, *epochs: int) -> ReplicatedLog:
    for epoch in epochs:
        records = batch(disk.log.log_end_offset, epoch, b"old")
        disk.log.append_as_follower(records, leader_epoch=epoch, now_ms=0)
    return ReplicatedLog(disk.log, disk, VoterHistory(voters(1, 2)))


def test_batches_have_the_epoch_and_no_producer() -> None:
    """replication A-1."""
    log = log_of(RaftDisk())
    log.append([b"a", b"b"], 7, 0)
    log.append_controls([(ControlType.LEADER_CHANGE, b"\0\0")], 7, 0)
    found = [read_header(bytes(data)) for _, data in log.log.iter_batches()]
    assert [(e.partition_leader_epoch, e.producer_id, e.compression) for e in found] == [
        (7, -1, 0),
        (7, -1, 0),
    ]
    assert [(e.base_offset, e.is_control) for e in found] == [(0, False), (2, True)]


def test_the_end_of_an_epoch() -> None:
    """replication A-12."""
    log = log_of(RaftDisk(), 1, 1, 3)
    assert log.end_of_epoch(1) == Divergence(1, 2)
    assert log.end_of_epoch(2) == Divergence(1, 2)
    assert log.end_of_epoch(3) == Divergence(3, 3)
    assert log.end_of_epoch(9) == Divergence(3, 3)
    assert log.last_epoch == 3


def test_an_empty_log() -> None:
    log = log_of(RaftDisk())
    assert (log.last_epoch, log.end_offset, log.high_watermark) == (0, 0, None)
    assert log.end_of_epoch(4) == Divergence(0, 0)


def test_a_start_reads_the_voters_of_the_log() -> None:
    """replication A-59."""
    disk = RaftDisk()
    log = log_of(disk)
    log.append_controls(
        [
            (ControlType.KRAFT_VERSION, b"\0\0\0\1\0"),
            (ControlType.KRAFT_VOTERS, voters(3).encode()),
        ],
        1,
        0,
    )
    assert (log.voters.latest, log.voters.kraft_version) == (voters(3), 1)
    again = log_of(disk)
    assert (again.voters.latest, again.voters.kraft_version) == (voters(3), 1)
    assert again.voters.entry.offset == 1
    again.truncate(Divergence(0, 0))
    assert again.voters.latest == voters(1, 2)


def test_a_start_reads_the_voters_of_the_snapshot() -> None:
    """replication A-34, A-59: a log that ends below the snapshot begins at its end."""
    disk = RaftDisk()
    which = SnapshotFile(9, 4)
    disk.files[which] = snapshot_of(VoterHistory(voters(3, 4), 1), 4, b"state")
    log = log_of(disk, 1, 1)
    assert (log.start_offset, log.end_offset, log.last_epoch, log.high_watermark) == (9, 9, 4, 9)
    assert log.voters.latest == voters(3, 4)
    assert log.end_of_epoch(4) == Divergence(4, 9)
    log.append([b"x"], 5, 0)
    assert log.end_of_epoch(4) == Divergence(4, 9)
    assert log.check(9, 4) is None
    assert log.check(9, 3) == which
    assert log.check(8, 4) == which


def test_commit_never_goes_back() -> None:
    log = log_of(RaftDisk(), 1, 1, 1)
    assert log.commit(2)
    assert not log.commit(1)
    assert not log.commit(2)
    assert log.high_watermark == 2
    assert log.log.high_watermark == 2


def test_a_flush_moves_the_recovery_point() -> None:
    log = log_of(RaftDisk(), 1, 1)
    assert log.flushed_offset == 0
    log.flush()
    assert log.flushed_offset == 2


def test_older_snapshots_go_with_the_log() -> None:
    """replication A-34: a snapshot that replaces the log replaces those before it, too."""
    disk = RaftDisk()
    for end_offset in (1, 9):
        disk.files[SnapshotFile(end_offset, 1)] = snapshot_of(VoterHistory(voters(3)), 1, b"state")
    log = log_of(disk, 1, 1)
    assert disk.snapshots() == [SnapshotFile(9, 1)]
    newest = SnapshotFile(20, 2)
    disk.files[newest] = snapshot_of(VoterHistory(voters(3)), 2, b"state")
    assert log.restart_from(newest)
    assert disk.snapshots() == [newest]
    assert log.last_epoch == 2
