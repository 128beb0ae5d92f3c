"""The metadata log on disk: epochs, snapshots, and what goes when."""

from __future__ import annotations

import pytest

from kafkawire.broker.config import BrokerConfig
from kafkawire.broker.metadata import snapshot
from kafkawire.broker.metadata.image import MetadataImage
from kafkawire.broker.metadata.metadata_files import BOOTSTRAP, MetadataFiles
from kafkawire.broker.metadata.records import written_version
from kafkawire.broker.metadata.snapshot import Voting
from kafkawire.broker.metadata.stored_metadata_log import (
    SnapshotLimits,
    StoredMetadataLog,
    log_config,
)
from kafkawire.broker.storage import open_metadata_log
from kafkawire.log.files.data_directory import Unusable
from kafkawire.log.formats.names import SnapshotFile
from kafkawire.log.formats.quorum_state import QuorumState
from kafkawire.protocol.errors import DecodeError
from kafkawire.protocol.message import Message
from kafkawire.protocol.messages.abort_transaction_record import AbortTransactionRecord
from kafkawire.protocol.messages.begin_transaction_record import BeginTransactionRecord
from kafkawire.protocol.messages.topic_record import TopicRecord
from tests.broker.metadata.test_snapshot import KRAFT_VERSION, VOTERS
from tests.support.broker.metadata import contents, topic
from tests.support.log.simulated_disk import SimulatedDisk
from tests.support.log.stored import DATA, METADATA, manager_of, start, take_over

SNAPSHOT_AT_STOP_BYTES = 1 << 20

SMALL = {
    "metadata.log.max.record.bytes.between.snapshots": "1000",
    "metadata.max.retention.bytes": "100000",
    "internal.metadata.log.segment.bytes": "1500",
}


class Written:
    """A log of a formatted directory, and the image that has applied all of it."""

    def __init__(self, disk: SimulatedDisk, overrides: dict[str, str] | None = None) -> None:
        self.disk = disk
        take_over(disk).close()
        config = BrokerConfig(SMALL if overrides is None else overrides)
        self.log: StoredMetadataLog = open_metadata_log(DATA, manager_of(disk), config, 1)
        self.files = MetadataFiles(disk, METADATA)
        self.image = MetadataImage("cluster")
        for offset, record, version in self.log.read():
            self.apply(record, version, offset)

    def apply(self, record: Message, version: int, offset: int) -> None:
        self.image.apply(record, version)
        self.image.applied_offset = offset

    def write(self, *records: Message, now_ms: int = 5) -> None:
        """One operation."""
        last = self.log.append(records, now_ms)
        for record in records:
            self.apply(record, written_version(record), last)
        self.log.take_snapshot_if_due(self.image, now_ms)


def names(disk: SimulatedDisk, ending: str) -> list[str]:
    return sorted(each.name for each in disk.entries(METADATA) if each.name.endswith(ending))


def test_it_is_cut_as_the_broker_says() -> None:
    config = log_config(BrokerConfig({"metadata.log.segment.ms": "7"}))
    assert (config.segment_bytes, config.segment_ms) == (1 << 30, 7)
    assert log_config(BrokerConfig(SMALL)).segment_bytes == 1500
    limits = SnapshotLimits(BrokerConfig({}))
    assert (limits.log_bytes, limits.interval_ms) == (20 << 20, 3_600_000)
    assert (limits.retention_bytes, limits.retention_ms) == (100 << 20, 604_800_000)


def test_an_operation_is_safe_before_it_takes_effect() -> None:
    """admin F-1: it is synced, unless somebody wants several to be so together."""
    written = Written(SimulatedDisk())
    written.log.begin_epoch(1, 2)
    assert written.log.log.recovery_point == written.log.end_offset
    written.log.defers_flush = True
    written.write(TopicRecord(name="t"))
    assert written.log.log.recovery_point == 1
    assert written.log.log.high_watermark == 1
    written.log.flush()
    assert written.log.log.recovery_point == written.log.log.high_watermark == 2


def test_a_snapshot_is_taken_after_so_many_bytes() -> None:
    """admin F-36, replication A-29: named by where the log goes on, and its epoch."""
    disk = SimulatedDisk()
    written = Written(disk)
    written.log.begin_epoch(1, 2)
    while not names(disk, "1.checkpoint"):
        written.write(*topic("t", [1]))
    end = written.log.end_offset
    assert names(disk, "1.checkpoint") == [f"{end:020}-0000000001.checkpoint"]
    assert sum(each.size for each in written.log.log.segments) >= 1000
    again = Written(disk)
    assert contents(again.image) == contents(written.image)
    again.log.begin_epoch(1, 3)
    assert again.log.epoch == 2


def test_a_snapshot_is_taken_after_so_long() -> None:
    """replication A-29: counted from the start; 0 is never."""
    for interval_ms, taken in (("600000", 1), ("0", 0)):
        disk = SimulatedDisk()
        written = Written(disk, {"metadata.log.max.snapshot.interval.ms": interval_ms})
        written.log.begin_epoch(1, 2)
        written.write(TopicRecord(name="t"), now_ms=600_001)
        assert len(names(disk, "1.checkpoint")) == 0
        written.write(TopicRecord(name="t"), now_ms=600_002)
        assert len(names(disk, "1.checkpoint")) == taken


def test_none_is_taken_in_a_transaction() -> None:
    """replication A-29: half of a transaction is no state."""
    disk = SimulatedDisk()
    written = Written(disk, {**SMALL, "metadata.log.max.record.bytes.between.snapshots": "1"})
    written.log.begin_epoch(1, 2)
    written.write(BeginTransactionRecord())
    written.write(TopicRecord(name="t"))
    assert names(disk, "1.checkpoint") == []
    written.write(AbortTransactionRecord())
    assert len(names(disk, "1.checkpoint")) == 1
    assert written.image.topics == {}


def test_old_snapshots_and_segments_go() -> None:
    """admin F-39, replication A-30: but never the newest, nor what it does not stand for."""
    disk = SimulatedDisk()
    written = Written(disk, {**SMALL, "metadata.max.retention.bytes": "6000"})
    written.log.begin_epoch(1, 2)
    for number in range(200):
        written.write(TopicRecord(name=f"t{number}", topic_id=number.to_bytes(16, "big")))
        assert written.log.log.size < 12_000
    assert written.log.log.log_start_offset > 0
    found = written.files.snapshots()
    assert found
    assert written.log.log.log_start_offset <= found[0].end_offset
    written.log.close()
    again = Written(disk)
    assert contents(again.image) == contents(written.image)
    assert len(again.image.topics) == 200


def test_snapshots_go_when_they_are_old() -> None:
    """replication A-30."""
    disk = SimulatedDisk()
    written = Written(disk, {"metadata.max.retention.ms": "1000"})
    written.log.begin_epoch(1, 2)
    for now_ms in (10_000, 11_000, 12_000):
        disk.set_time(now_ms)
        written.write(TopicRecord(name=f"t{now_ms}", topic_id=now_ms.to_bytes(16, "big")))
        written.log.take_snapshot(written.image, now_ms)
    assert [each.end_offset for each in written.files.snapshots()] == [3, 4]


def test_the_newest_epoch_of_all_is_gone_beyond() -> None:
    """admin F-9, F-37: log, snapshot, election, whichever is the newest."""
    disk = SimulatedDisk()
    written = Written(disk)
    written.log.begin_epoch(1, 2)
    assert written.log.known_epoch() == 1
    written.files.write_quorum_state(QuorumState(0, 1, 6, current_voters=(1,)))
    assert Written(disk).log.known_epoch() == 6
    which = SnapshotFile(written.log.end_offset, 8)
    batches = snapshot.encode([], metadata_version=33, epoch=8, last_timestamp=0, now_ms=1)
    written.files.write(which, batches)
    assert Written(disk).log.known_epoch() == 8


def test_a_log_without_its_beginning_wants_a_snapshot() -> None:
    """replication A-30: what was dropped cannot be guessed."""
    disk = SimulatedDisk()
    written = Written(disk, {**SMALL, "metadata.max.retention.bytes": "6000"})
    written.log.begin_epoch(1, 2)
    for number in range(200):
        written.write(TopicRecord(name=f"t{number}", topic_id=number.to_bytes(16, "big")))
    written.log.close()
    for which in written.files.snapshots():
        written.files.remove(which)
    with pytest.raises(DecodeError, match="does not begin at 0, and there is no snapshot"):
        Written(disk)


def test_a_snapshot_has_to_join_the_log() -> None:
    """replication A-30: it must not end behind the log, nor within a batch."""
    disk = SimulatedDisk()
    written = Written(disk)
    written.log.begin_epoch(1, 2)
    written.write(*topic("t", [1], [1]))
    batches = snapshot.encode([], metadata_version=33, epoch=1, last_timestamp=0, now_ms=1)
    for end_offset, reason in ((2, "begins before 2"), (9, "the newest snapshot ends at 9")):
        written.files.write(SnapshotFile(end_offset, 1), batches)
        with pytest.raises(DecodeError, match=reason):
            Written(disk)


def test_a_stop_leaves_little_to_read() -> None:
    """A start should not read again what a snapshot says in less."""
    disk = SimulatedDisk()
    disk.note_calls = False
    written = Written(disk, {})
    written.log.begin_epoch(1, 2)
    written.log.take_snapshot_at_stop(written.image, 3)
    assert written.files.snapshots() == []
    name = "t" * 200
    while written.log.log.size < SNAPSHOT_AT_STOP_BYTES:
        written.write(*[TopicRecord(name=name)] * 1000)
    written.log.take_snapshot_at_stop(written.image, 3)
    assert written.files.snapshots() == [SnapshotFile(written.log.end_offset, 1)]


def test_voters_that_formatting_has_named_are_written_with_the_first_leader() -> None:
    """admin F-30, F-37, replication A-53: and quorum-state has its other form from then on."""
    disk = SimulatedDisk()
    take_over(disk).close()
    voting = Voting(KRAFT_VERSION, VOTERS)
    batches = snapshot.encode(
        [], metadata_version=33, epoch=0, last_timestamp=0, now_ms=1, voting=voting
    )
    MetadataFiles(disk, METADATA).write(BOOTSTRAP, batches)
    written = Written(disk)
    assert written.log.bootstrap() == []
    assert written.log.voters() == {7}
    written.log.begin_epoch(7, 2)
    [(header, _)] = written.log.log.iter_batches()
    assert (header.is_control, header.last_offset) == (True, 2)
    assert disk.read(f"{METADATA}/quorum-state") == (
        b'{"leaderId":7,"leaderEpoch":1,"votedId":-1,'
        b'"votedDirectoryId":"AAAAAAAAAAAAAAAAAAAAAA","data_version":1}'
    )
    again = Written(disk)
    again.log.begin_epoch(7, 3)
    assert again.log.voting == voting
    assert [header.last_offset for header, _ in again.log.log.iter_batches()] == [2, 3]
    again.log.take_snapshot(again.image, 4)
    assert Written(disk).log.voting == voting


def test_quorum_state_names_the_voters_of_a_fixed_quorum() -> None:
    """admin F-37."""
    disk = SimulatedDisk()
    written = Written(disk)
    assert written.log.voters() == set()
    written.log.begin_epoch(1, 2)
    assert Written(disk).log.voters() == {1}


def test_a_torn_operation_never_was() -> None:
    """admin B-3, F-1: a batch that is not whole is cut off when the log is opened."""
    disk = SimulatedDisk()
    broker = start(disk)
    broker.controller.commit(topic("t", [1], [1]), 2)
    broker.close()
    path = f"{METADATA}/00000000000000000000.log"
    fd = disk.open(path)
    disk.truncate(fd, disk.status(path).size - 1)
    disk.close(fd)
    found = start(disk)
    assert found.metadata.topics == {}
    assert found.controller.log.epoch == 2


@pytest.mark.parametrize(
    ("at", "said"),
    [
        (91 + 30, "the batch at offset 1 is broken"),
        (91 + 8, "what follows byte 91 of the segment from offset 0 on is no batch"),
        (-20, "is broken"),
    ],
)
def test_a_byte_that_has_changed_is_not_believed(at: int, said: str) -> None:
    """admin F-1: nor does a start change anything then, although the stop was clean."""
    disk = SimulatedDisk()
    broker = start(disk)
    broker.controller.commit(topic("t", [1], [1]), 2)
    assert broker.stop(3)
    path = f"{METADATA}/00000000000000000000.log"
    content = bytearray(disk.read(path))
    content[at] ^= 0x40
    disk.write(path, bytes(content))
    with pytest.raises(Unusable, match=said):
        start(disk)
    assert disk.read(path) == content
