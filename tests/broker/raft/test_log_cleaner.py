"""Deletion of old snapshots and of the log before them."""

from __future__ import annotations

import pytest

from kafkawire.broker.raft.log_cleaner import LogCleaner
from kafkawire.broker.raft.replicated_log import ReplicatedLog
from kafkawire.broker.raft.settings import RaftSettings
from kafkawire.broker.raft.voter_history import VoterHistory
from kafkawire.broker.raft.voters import ReplicaKey, Voter, VoterSet
from kafkawire.log.config import LogConfig
from kafkawire.log.formats.names import SnapshotFile
from kafkawire.log.partition_log import PartitionLog
from kafkawire.log.topic_partition import TopicPartition
from kafkawire.records.control import ControlType
from tests.support.broker.raft_disk import RaftDisk

MINUTE_MS = 60_000
DAY_MS = 86_400_000
START_MS = 100 * DAY_MS
VOTERS = VoterSet([Voter(ReplicaKey(1))])


class Cleaned:
    """A log of a record and a segment per offset, whose snapshots are written by a test."""

    def __init__(self, records: int, **limits: int) -> None:
        self.disk = RaftDisk()
        config = LogConfig.from_mapping({"internal.segment.bytes": "150"})
        self.disk.log = PartitionLog(TopicPartition("__cluster_metadata", 0), config)
        self.log = ReplicatedLog(self.disk.log, self.disk, VoterHistory(VOTERS))
        for _ in range(records):
            self.log.append([bytes(100)], 1, START_MS)
        self.log.commit(records)
        self.cleaner = LogCleaner(self.log, RaftSettings(**limits))  # type: ignore[arg-type]
        self.cleaner.start(START_MS)

    def snapshot(self, end_offset: int, *, timestamp: int = START_MS, size: int = 1000) -> None:
        writer = self.log.create_snapshot(SnapshotFile(end_offset, 1), timestamp, START_MS)
        assert writer is not None
        writer.append([bytes(size)])
        writer.freeze()

    def ends(self) -> list[int]:
        return [each.end_offset for each in self.disk.snapshots()]

    def clean(self, now_ms: int = START_MS + MINUTE_MS) -> None:
        self.cleaner.advance(now_ms)


def test_the_oldest_go_while_log_and_snapshots_are_too_large() -> None:
    """replication A-30: each with the segments wholly below the one that is the oldest then."""
    cleaned = Cleaned(10, retention_bytes=4500)
    size = cleaned.disk.log.size // 10
    for end_offset in (2, 4, 7, 9):
        cleaned.snapshot(end_offset)
    assert 4500 - size < 10 * size + 3 * 1100 < 5500
    cleaned.clean()
    assert cleaned.ends() == [7, 9]
    assert cleaned.log.start_offset == 7
    assert cleaned.disk.log.segments[0].base_offset == 7
    assert cleaned.log.end_offset == 10


def test_the_newest_stays_however_small_the_limits() -> None:
    """replication A-30: and every record behind it."""
    cleaned = Cleaned(10, retention_bytes=0, retention_ms=0)
    cleaned.clean()
    assert (cleaned.log.start_offset, cleaned.ends()) == (0, [])
    cleaned.snapshot(4, timestamp=0)
    cleaned.clean(START_MS + 2 * MINUTE_MS)
    assert (cleaned.log.start_offset, cleaned.ends()) == (0, [4])
    cleaned.snapshot(8, timestamp=0)
    cleaned.clean(START_MS + 3 * MINUTE_MS)
    assert (cleaned.log.start_offset, cleaned.ends()) == (8, [8])
    assert [header.base_offset for header, _ in cleaned.disk.log.iter_batches(8)] == [8, 9]


def test_snapshots_go_by_the_age_of_their_records() -> None:
    """replication A-30: by the timestamp in their header, not by that of the file."""
    cleaned = Cleaned(10, retention_ms=7 * DAY_MS)
    now_ms = START_MS + MINUTE_MS
    cleaned.snapshot(2, timestamp=now_ms - 9 * DAY_MS)
    cleaned.snapshot(4, timestamp=now_ms - 7 * DAY_MS - 1)
    cleaned.snapshot(6, timestamp=now_ms - 7 * DAY_MS)
    cleaned.snapshot(8, timestamp=now_ms)
    cleaned.clean(now_ms)
    assert (cleaned.ends(), cleaned.log.start_offset) == ([6, 8], 6)


@pytest.mark.parametrize(("size", "age"), [(-1, -1), (1 << 40, DAY_MS)])
def test_without_limits_all_stays(size: int, age: int) -> None:
    """replication A-30: -1 is no limit."""
    cleaned = Cleaned(10, retention_bytes=size, retention_ms=age)
    cleaned.snapshot(3, timestamp=0 if age < 0 else START_MS)
    cleaned.snapshot(6, timestamp=0 if age < 0 else START_MS)
    cleaned.clean()
    assert (cleaned.ends(), cleaned.log.start_offset) == ([3, 6], 0)


def test_cleaning_comes_once_a_minute() -> None:
    """replication A-30: the file of a deleted snapshot is removed a minute later."""
    cleaned = Cleaned(10, retention_bytes=0)
    cleaned.snapshot(3)
    cleaned.snapshot(6)
    cleaned.clean(START_MS + MINUTE_MS - 1)
    assert (cleaned.ends(), cleaned.disk.removals) == ([3, 6], 0)
    cleaned.clean(START_MS + MINUTE_MS)
    assert (cleaned.ends(), cleaned.disk.removals) == ([6], 1)
    assert cleaned.cleaner.deadline_ms == START_MS + 2 * MINUTE_MS
    cleaned.snapshot(9)
    cleaned.clean(START_MS + 2 * MINUTE_MS - 1)
    assert (cleaned.ends(), cleaned.disk.removals) == ([6, 9], 1)
    cleaned.clean(START_MS + 2 * MINUTE_MS)
    assert (cleaned.ends(), cleaned.disk.removals) == ([9], 2)


def test_a_follower_of_deleted_records_gets_the_newest_snapshot() -> None:
    """replication A-12, A-30."""
    cleaned = Cleaned(10, retention_bytes=0)
    cleaned.snapshot(3)
    cleaned.snapshot(6)
    cleaned.clean()
    assert cleaned.log.check(5, 1) == SnapshotFile(6, 1)
    assert cleaned.log.check(6, 1) is None
    assert cleaned.log.check(8, 1) is None


def test_voters_that_no_snapshot_needs_are_forgotten() -> None:
    """replication A-59: the history is as long as the log."""
    cleaned = Cleaned(2, retention_bytes=0)
    for count in range(2, 6):
        some = VoterSet(Voter(ReplicaKey(each)) for each in range(count))
        cleaned.log.append_controls([(ControlType.KRAFT_VOTERS, some.encode())], 1, START_MS)
    cleaned.log.commit(6)
    cleaned.snapshot(3)
    cleaned.snapshot(5)
    cleaned.clean()
    history = cleaned.log.voters
    assert [len(history.at(end).voters) for end in (5, 6)] == [4, 5]
    history.truncate(5)
    history.truncate(0)
    assert len(history.latest) == 4
