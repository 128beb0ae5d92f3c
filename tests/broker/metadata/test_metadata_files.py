"""The files beside the metadata log."""

from __future__ import annotations

import errno
from itertools import cycle
from random import Random

import pytest

from kafkawire.broker.metadata import snapshot
from kafkawire.broker.metadata.metadata_files import BOOTSTRAP, MetadataFiles
from kafkawire.log.formats.errors import CorruptFile
from kafkawire.log.formats.names import SnapshotFile
from kafkawire.log.formats.quorum_state import QuorumState
from kafkawire.protocol.messages.feature_level_record import FeatureLevelRecord
from kafkawire.protocol.messages.topic_record import TopicRecord
from tests.support.log.simulated_disk import SimulatedDisk
from tests.support.log.stored import DATA, METADATA
from tests.support.log.volume import NAMES, NOTHING, ZEROS, Luck

STATE = QuorumState(0, 1, 4, current_voters=(1,))


def batches(name: str) -> list[bytearray]:
    return snapshot.encode(
        [TopicRecord(name=name)], metadata_version=33, epoch=1, last_timestamp=2, now_ms=3
    )


@pytest.fixture
def disk() -> SimulatedDisk:
    disk = SimulatedDisk()
    disk.make_directory(DATA)
    disk.make_directory(METADATA)
    disk.sync_directory("/")
    disk.sync_directory(DATA)
    return disk


@pytest.fixture
def files(disk: SimulatedDisk) -> MetadataFiles:
    return MetadataFiles(disk, METADATA)


def names(disk: SimulatedDisk) -> set[str]:
    return {each.name for each in disk.entries(METADATA)}


def test_who_leads_is_written_at_one_stroke(disk: SimulatedDisk, files: MetadataFiles) -> None:
    """admin F-37: at every moment there is the old state or the new one."""
    assert files.quorum_state() is None
    files.write_quorum_state(STATE)
    written = len(disk.changes)
    files.write_quorum_state(STATE._replace(leader_epoch=5))
    assert files.quorum_state() == STATE._replace(leader_epoch=5)
    random = Random(3)
    for moment in disk.moments():
        if moment.number >= written:
            found = MetadataFiles(moment.power_failed(random), METADATA).quorum_state()
            assert found in (STATE, STATE._replace(leader_epoch=5))


def test_a_broken_state_is_named(disk: SimulatedDisk, files: MetadataFiles) -> None:
    disk.write(f"{METADATA}/quorum-state", b"{")
    with pytest.raises(CorruptFile, match="quorum-state: it is no JSON"):
        files.quorum_state()


def test_a_snapshot_has_its_name_once_it_is_whole(
    disk: SimulatedDisk, files: MetadataFiles
) -> None:
    """admin F-36: until then it is a part, and goes at the next start."""
    begun = len(disk.changes)
    which = SnapshotFile(1234, 5)
    files.write(which, batches("t"))
    assert names(disk) == {"00000000000000001234-0000000005.checkpoint"}
    assert files.snapshots() == [which]
    assert [record.name for record, _ in files.read(which).records] == ["t"]  # type: ignore[attr-defined]
    random = Random(3)
    lucks: cycle[Luck | Random] = cycle((NOTHING, ZEROS, NAMES, random))
    for moment in disk.moments():
        if moment.number < begun:
            continue
        survivor = moment.power_failed(next(lucks))
        found = MetadataFiles(survivor, METADATA)
        found.tidy()
        assert names(survivor) in (set(), {"00000000000000001234-0000000005.checkpoint"})
        for each in found.snapshots():
            assert len(found.read(each).records) == 1
    assert MetadataFiles(moment.power_failed(NOTHING), METADATA).snapshots() == [which]


def test_snapshots_come_oldest_first_and_can_go(disk: SimulatedDisk, files: MetadataFiles) -> None:
    """admin F-36."""
    for which in (SnapshotFile(20, 2), SnapshotFile(3, 1), SnapshotFile(20, 1)):
        files.write(which, batches("t"))
    assert files.snapshots() == [SnapshotFile(3, 1), SnapshotFile(20, 1), SnapshotFile(20, 2)]
    assert files.status(SnapshotFile(3, 1)).size == sum(map(len, batches("t")))
    files.remove(SnapshotFile(3, 1))
    assert files.snapshots() == [SnapshotFile(20, 1), SnapshotFile(20, 2)]


def test_the_bootstrap_snapshot_is_no_state_of_a_log(
    disk: SimulatedDisk, files: MetadataFiles
) -> None:
    """admin F-35: 4.4 has it beside the log, 3.9 in the data directory itself."""
    assert files.bootstrap() is None
    level = FeatureLevelRecord(name="metadata.version", feature_level=21)
    old = snapshot.encode([level], metadata_version=21, epoch=0, last_timestamp=0, now_ms=1)
    disk.write(f"{DATA}/bootstrap.checkpoint", b"".join(old))
    found = files.bootstrap()
    assert found is not None
    assert [record for record, _ in found.records] == [level]
    files.write(BOOTSTRAP, batches("t"))
    found = files.bootstrap()
    assert found is not None
    assert [record.name for record, _ in found.records] == ["t"]  # type: ignore[attr-defined]
    assert files.snapshots() == []


def test_what_was_left_behind_goes(disk: SimulatedDisk, files: MetadataFiles) -> None:
    """admin F-36: parts and what was about to be deleted, of Kafka's as of ours."""
    keep = {
        "00000000000000000000.log",
        "00000000000000000005-0000000001.checkpoint",
        "quorum-state",
    }
    gone = {
        "00000000000000000009-0000000001.checkpoint.part",
        "00000000000000000009-0000000001-17301735.checkpoint.part",
        "00000000000000000001-0000000001.checkpoint.deleted",
    }
    for name in keep | gone:
        disk.write(f"{METADATA}/{name}", b"")
    files.tidy()
    assert names(disk) == keep


def test_a_full_disk_leaves_no_snapshot(disk: SimulatedDisk, files: MetadataFiles) -> None:
    disk.fail("sync", errno.ENOSPC)
    with pytest.raises(OSError, match="No space left"):
        files.write(SnapshotFile(7, 1), batches("t"))
    assert files.snapshots() == []
    assert disk.open_files == []
