"""Snapshots that a replica writes of its state machine."""

from __future__ import annotations

import pytest

from kafkawire.broker.metadata import snapshot
from kafkawire.broker.raft.replicated_log import ReplicatedLog
from kafkawire.broker.raft.snapshot_writer import read_head
from kafkawire.broker.raft.voter_history import VoterHistory
from kafkawire.broker.raft.voters import ReplicaKey, Voter, VoterSet
from kafkawire.log.formats.names import SnapshotFile
from kafkawire.records.control import ControlType
from tests.support.broker.raft_disk import RaftDisk

TOPIC_RECORD = bytes.fromhex("01020002" + "74" + "00" * 16 + "00")
"""A TopicRecord with the name "t"."""


def voters(*ids: int) -> VoterSet:
    return VoterSet(Voter(ReplicaKey(each, bytes([each] * 16))) for each in ids)


def log_of(disk: RaftDisk, level: int = 1) -> ReplicatedLog:
    """Batches of offsets 0 and 1 (level and voters), 2 to 4, 5 to 7; 8 (other voters); 9 to 11."""
    log = ReplicatedLog(disk.log, disk, VoterHistory(voters(1), 0))
    first = voters(1, 2)
    log.append_controls(
        [
            (ControlType.KRAFT_VERSION, b"\0\0\0" + bytes([level]) + b"\0"),
            (ControlType.KRAFT_VOTERS, first.encode()),
        ],
        1,
        10,
    )
    log.append([b"a", b"b", b"c"], 1, 11)
    log.append([b"d", b"e", b"f"], 2, 12)
    log.append_controls([(ControlType.KRAFT_VOTERS, voters(1, 2, 3).encode())], 2, 13)
    log.append([b"g", b"h", b"i"], 2, 14)
    log.commit(9)
    return log


def write(log: ReplicatedLog, end_offset: int, epoch: int, *values: bytes) -> SnapshotFile:
    which = SnapshotFile(end_offset, epoch)
    writer = log.create_snapshot(which, 77, 99)
    assert writer is not None
    for each in values:
        writer.append([each])
    writer.freeze()
    return which


def test_a_snapshot_has_the_voters_of_its_end() -> None:
    """replication A-27, A-59: those that a later record names are none of its own."""
    disk = RaftDisk()
    log = log_of(disk)
    which = write(log, 8, 2, TOPIC_RECORD, TOPIC_RECORD)
    head = read_head(disk.files[which])
    assert (head.last_timestamp, head.kraft_version) == (77, 1)
    assert head.voters == voters(1, 2)
    assert read_head(disk.files[write(log, 9, 2)]).voters == voters(1, 2, 3)
    assert len(snapshot.decode(disk.files[which]).records) == 2


def test_a_snapshot_has_no_voters_before_they_are_in_the_log() -> None:
    """replication A-27: at kraft.version 0."""
    disk = RaftDisk()
    which = write(log_of(disk, level=0), 5, 1)
    assert read_head(disk.files[which]) == (77, 0, None)


def test_a_snapshot_counts_when_it_is_complete() -> None:
    disk = RaftDisk()
    log = log_of(disk)
    writer = log.create_snapshot(SnapshotFile(5, 1), 77, 99)
    assert writer is not None
    writer.append([TOPIC_RECORD])
    assert disk.snapshots() == []
    writer.freeze()
    assert log.latest_snapshot == SnapshotFile(5, 1)
    assert log.create_snapshot(SnapshotFile(5, 1), 77, 99) is None


@pytest.mark.parametrize(
    ("end_offset", "epoch", "match"),
    [
        (12, 2, "beyond the high watermark"),
        (8, 1, "the log has no"),
        (8, 3, "the log has no"),
        (4, 1, "cuts a batch"),
    ],
)
def test_a_snapshot_ends_at_a_batch_that_is_committed(
    end_offset: int, epoch: int, match: str
) -> None:
    """replication A-25: anything else is a bug of the state machine."""
    log = log_of(RaftDisk())
    with pytest.raises(AssertionError, match=match):
        log.create_snapshot(SnapshotFile(end_offset, epoch), 77, 99)


def test_no_snapshot_is_begun_below_the_log() -> None:
    log = log_of(RaftDisk())
    log.delete_before(write(log, 8, 2))
    assert log.create_snapshot(SnapshotFile(5, 1), 77, 99) is None
    assert log.create_snapshot(SnapshotFile(0, 0), 77, 99) is None


def test_a_snapshot_whose_head_cannot_be_written_is_discarded() -> None:
    disk = RaftDisk()
    log = log_of(disk)
    disk.is_full = True
    with pytest.raises(OSError, match="full"):
        log.create_snapshot(SnapshotFile(5, 1), 77, 99)
    assert disk.discarded == [SnapshotFile(5, 1)]
