"""Snapshots of a metadata log as files."""

from __future__ import annotations

import errno
from itertools import cycle
from random import Random

import pytest

from kafkawire.log.files.snapshot_directory import SnapshotDirectory
from kafkawire.log.formats.errors import CorruptFile
from kafkawire.log.formats.names import SnapshotFile
from tests.support.log.simulated_disk import SimulatedDisk
from tests.support.log.volume import NAMES, NOTHING, ZEROS, Luck

METADATA = "/data"
SEVENTH = SnapshotFile(7, 2)
SEVENTH_NAME = "00000000000000000007-0000000002.checkpoint"
STEPS = 40


@pytest.fixture
def disk() -> SimulatedDisk:
    disk = SimulatedDisk()
    disk.make_directory(METADATA)
    disk.sync_directory("/")
    return disk


@pytest.fixture
def files(disk: SimulatedDisk) -> SnapshotDirectory:
    return SnapshotDirectory(disk, METADATA)


def names(disk: SimulatedDisk) -> set[str]:
    return {each.name for each in disk.entries(METADATA)}


def loaded(disk: SimulatedDisk, log_start_offset: int = 0) -> SnapshotDirectory:
    files = SnapshotDirectory(disk, METADATA)
    files.load(log_start_offset)
    return files


def content(which: SnapshotFile) -> bytes:
    """Bytes of three sectors or so, which no other snapshot has."""
    return Random(repr(which)).randbytes(1300 + which.end_offset)


def write(files: SnapshotDirectory, which: SnapshotFile) -> None:
    file = files.create(which)
    assert file is not None
    file.append([content(which)])
    file.freeze()


def read(files: SnapshotDirectory, which: SnapshotFile) -> bytes:
    return files.read_at(which, 0, files.size(which) + 1)


def test_a_download_has_its_name_when_it_is_complete(
    disk: SimulatedDisk, files: SnapshotDirectory
) -> None:
    """replication A-25: until then it is a part, which no reader finds."""
    files.append_partial(SEVENTH, b"abc")
    files.append_partial(SEVENTH, b"defg")
    assert names(disk) == {SEVENTH_NAME + ".part"}
    assert list(files.snapshots()) == []
    files.complete(SEVENTH)
    assert names(disk) == {SEVENTH_NAME}
    assert list(files.snapshots()) == [SEVENTH]
    assert files.size(SEVENTH) == 7
    assert files.read_at(SEVENTH, 2, 3) == b"cde"
    assert files.read_at(SEVENTH, 5, 100) == b"fg"
    assert disk.open_files == []


def test_a_download_begins_anew_after_it_was_discarded(
    disk: SimulatedDisk, files: SnapshotDirectory
) -> None:
    """replication A-34: the next leader may have other bytes."""
    files.discard_partial(SEVENTH)
    files.append_partial(SEVENTH, b"old bytes")
    files.discard_partial(SEVENTH)
    assert names(disk) == set()
    files.append_partial(SEVENTH, b"new")
    files.complete(SEVENTH)
    assert read(files, SEVENTH) == b"new"
    assert disk.open_files == []


def test_what_an_earlier_process_left_is_no_part_of_a_download(disk: SimulatedDisk) -> None:
    """replication A-25: also if the file could not be removed at the start."""
    disk.write(f"{METADATA}/{SEVENTH_NAME}.part", b"longer than what comes")
    files = SnapshotDirectory(disk, METADATA)
    files.append_partial(SEVENTH, b"new")
    files.complete(SEVENTH)
    assert disk.read(f"{METADATA}/{SEVENTH_NAME}") == b"new"


def test_a_snapshot_of_this_node_is_written_beside_a_download_of_the_same(
    disk: SimulatedDisk, files: SnapshotDirectory
) -> None:
    """replication A-25: neither is in the other's file, and one of them remains."""
    own = files.create(SEVENTH)
    assert own is not None
    files.append_partial(SEVENTH, b"down")
    own.append([b"ow", b"n"])
    files.append_partial(SEVENTH, b"load")
    files.complete(SEVENTH)
    assert read(files, SEVENTH) == b"download"
    own.freeze()
    assert names(disk) == {SEVENTH_NAME}
    assert list(files.snapshots()) == [SEVENTH]
    assert read(files, SEVENTH) == b"own"
    assert files.create(SEVENTH) is None


def test_an_abandoned_snapshot_leaves_nothing(
    disk: SimulatedDisk, files: SnapshotDirectory
) -> None:
    file = files.create(SEVENTH)
    assert file is not None
    file.append([b"half"])
    file.discard()
    file.discard()
    assert names(disk) == set()
    assert disk.open_files == []


def test_snapshots_come_oldest_first(disk: SimulatedDisk, files: SnapshotDirectory) -> None:
    order = [SnapshotFile(3, 1), SnapshotFile(20, 1), SnapshotFile(20, 2), SnapshotFile(100, 2)]
    for index in (3, 0, 2, 1):
        write(files, order[index])
    assert list(files.snapshots()) == order
    assert list(loaded(disk).snapshots()) == order
    assert [loaded(disk).size(each) for each in order] == [1303, 1320, 1320, 1400]


def test_a_deleted_snapshot_is_renamed_and_removed_later(
    disk: SimulatedDisk, files: SnapshotDirectory
) -> None:
    """replication A-25, A-30."""
    write(files, SEVENTH)
    write(files, SnapshotFile(9, 2))
    files.delete(SEVENTH)
    assert list(files.snapshots()) == [SnapshotFile(9, 2)]
    newer = "00000000000000000009-0000000002.checkpoint"
    assert names(disk) == {SEVENTH_NAME + ".deleted", newer}
    files.remove_deleted()
    assert names(disk) == {newer}
    files.remove_deleted()


def test_a_start_removes_what_is_left_over(disk: SimulatedDisk) -> None:
    """replication A-25: parts, deleted snapshots, and those below the start of the log."""
    keep = {
        "00000000000000000000-0000000000.checkpoint",
        "00000000000000000000.log",
        "00000000000000000005-0000000001.checkpoint",
        "quorum-state",
    }
    gone = {
        "00000000000000000009-0000000001.checkpoint.part",
        "00000000000000000009-0000000001-17301735.checkpoint.part",
        "00000000000000000009-0000000001.checkpoint.deleted",
        "00000000000000000004-0000000001.checkpoint",
    }
    for name in keep | gone:
        disk.write(f"{METADATA}/{name}", b"")
    assert list(loaded(disk, 5).snapshots()) == [SnapshotFile(5, 1)]
    assert names(disk) == keep


def test_a_log_without_its_beginning_needs_a_snapshot(disk: SimulatedDisk) -> None:
    """replication A-30: nothing is removed before the start is refused."""
    old = "00000000000000000004-0000000001.checkpoint"
    disk.write(f"{METADATA}/{old}", b"")
    with pytest.raises(CorruptFile, match="begins at offset 5, and no snapshot"):
        loaded(disk, 5)
    assert names(disk) == {old}
    assert list(loaded(disk, 4).snapshots()) == [SnapshotFile(4, 1)]


@pytest.mark.parametrize("name", ["pwrite", "sync", "rename", "sync_directory"])
def test_a_snapshot_that_cannot_be_written_is_none(
    disk: SimulatedDisk, files: SnapshotDirectory, name: str
) -> None:
    disk.fail(name, errno.EIO, times=1)
    with pytest.raises(OSError, match="Input/output"):
        write(files, SEVENTH)
    assert list(files.snapshots()) == []
    file = files.create(SEVENTH)
    assert file is not None
    file.discard()


def test_a_file_that_cannot_be_emptied_is_closed(
    disk: SimulatedDisk, files: SnapshotDirectory
) -> None:
    disk.fail("truncate", errno.EIO)
    with pytest.raises(OSError, match="Input/output"):
        files.create(SEVENTH)
    assert disk.open_files == []


def test_bytes_may_be_given_again_after_a_full_disk(
    disk: SimulatedDisk, files: SnapshotDirectory
) -> None:
    file = files.create(SEVENTH)
    assert file is not None
    file.append([b"begin"])
    disk.capacity = disk.volume.size() + 3
    with pytest.raises(OSError, match="No space"):
        file.append([b"continued"])
    disk.capacity = None
    file.append([b"continued"])
    file.freeze()
    assert read(files, SEVENTH) == b"begincontinued"


class History:
    """Random calls on one directory; `sure` has what must be found after so many changes."""

    def __init__(self, disk: SimulatedDisk, random: Random) -> None:
        self.disk = disk
        self.random = random
        self.files = SnapshotDirectory(disk, METADATA)
        self.sure: list[tuple[int, frozenset[SnapshotFile]]] = []
        self.note()

    def note(self) -> None:
        self.sure.append((len(self.disk.changes), frozenset(self.files.snapshots())))

    def run(self) -> None:
        for end_offset in range(1, STEPS):
            which = SnapshotFile(end_offset, 1 + end_offset // 9)
            if self.random.random() < 0.5:
                self.download(which)
            else:
                write(self.files, which)
            self.note()
            while len(self.files.snapshots()) > self.random.randint(1, 4):
                # From here on the oldest one may be there or not.
                self.sure.append((len(self.disk.changes), frozenset(self.files.snapshots()[1:])))
                self.files.delete(self.files.snapshots()[0])
            if self.random.random() < 0.3:
                self.files.remove_deleted()

    def download(self, which: SnapshotFile) -> None:
        data, cut = content(which), self.random.randrange(1300)
        self.files.append_partial(which, data[:cut])
        if self.random.random() < 0.2:
            self.files.discard_partial(which)
            return
        self.files.append_partial(which, data[cut:])
        self.files.complete(which)

    def sure_after(self, number: int) -> frozenset[SnapshotFile]:
        """What was complete before the change `number`, and stays so through it."""
        return [each for changes, each in self.sure if changes <= number][-1]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_after_a_crash_there_are_whole_snapshots_only(disk: SimulatedDisk, seed: int) -> None:
    """replication A-25, A-34: each one that was complete is there, after a crash at any point."""
    random = Random(seed)
    disk.note_calls = False
    history = History(disk, random)
    history.run()
    lucks: cycle[Luck | Random] = cycle((NOTHING, ZEROS, NAMES, random))
    for moment in disk.moments():
        if moment.number < history.sure[0][0]:
            continue
        is_killed = random.random() < 0.3
        survivor = moment.killed(random) if is_killed else moment.power_failed(next(lucks))
        files = loaded(survivor)
        for which in files.snapshots():
            assert read(files, which) == content(which)
        assert history.sure_after(moment.number) <= set(files.snapshots())
        assert len(names(survivor)) == len(files.snapshots())
