"""Files and names that are to survive a power failure."""

from __future__ import annotations

import errno

import pytest

from kafkawire.log.files.syncing import sync_existence, sync_files, sync_names
from tests.support.log.simulated_disk import SimulatedDisk
from tests.support.log.volume import NOTHING


def left(disk: SimulatedDisk) -> dict[str, bytes | None]:
    *_, last = disk.moments()
    return last.power_failed(NOTHING).volume.contents()


def test_files_last_with_their_names() -> None:
    """fetch H-5."""
    disk = SimulatedDisk()
    disk.make_directory("/d")
    disk.write("/d/a", b"A")
    disk.write("/d/partition.metadata", b"M")
    sync_files(disk, "/d", ("a", "missing"))
    assert left(disk) == {}
    sync_names(disk, "/d")
    sync_existence(disk, "/d")
    assert left(disk) == {"/d": None, "/d/a": b"A", "/d/partition.metadata": b"M"}
    assert disk.open_files == []


def test_what_is_not_there_any_more_is_synced_without_error() -> None:
    sync_files(SimulatedDisk(), "/gone", ("a",))
    sync_names(SimulatedDisk(), "/gone")


def test_failures_are_told() -> None:
    disk = SimulatedDisk()
    disk.write("/a", b"A")
    disk.fail("sync", errno.EIO)
    disk.fail("sync_directory", errno.EIO)
    with pytest.raises(OSError):
        sync_files(disk, "", ("a",))
    with pytest.raises(OSError):
        sync_names(disk, "/")
    assert disk.open_files == []
