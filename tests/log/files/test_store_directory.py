"""The directory of a partition: files by name, failures, and what of its names is synced."""

from __future__ import annotations

import errno

import pytest

from kafkawire.log.files.shared import Shared
from kafkawire.log.files.store_directory import StoreDirectory
from kafkawire.log.topic_partition import TopicPartition
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError
from tests.support.log.simulated_disk import SimulatedDisk
from tests.support.log.stored_logs import KeptFiles, new_disk
from tests.support.log.volume import NOTHING

NAME = TopicPartition("t", 0)


def new_directory(disk: SimulatedDisk) -> tuple[StoreDirectory, KeptFiles]:
    observer = KeptFiles(disk)
    directory = StoreDirectory(NAME, "/data/t-0", Shared(disk, open_files_max=8, observer=observer))
    directory.create(b"topic id of 16 b")
    return directory, observer


def after_power_failure(disk: SimulatedDisk) -> set[str]:
    *_, last = disk.moments()
    return set(last.power_failed(NOTHING).volume.contents())


def test_a_new_directory_lasts_when_its_existence_is_synced() -> None:
    """fetch H-1, H-23: with the file that has its topic's id, once its names are synced as well."""
    disk = new_disk()
    disk.sync_directory("/")
    directory, _ = new_directory(disk)
    was_unsynced = directory.is_unsynced
    assert after_power_failure(disk) == {"/data"}
    directory.sync_names()
    directory.sync_existence()
    assert (was_unsynced, directory.is_unsynced) == (True, False)
    assert after_power_failure(disk) == {"/data", "/data/t-0", "/data/t-0/partition.metadata"}


def test_a_directory_that_is_there_is_not_taken_for_new() -> None:
    disk = new_disk()
    directory, _ = new_directory(disk)
    directory.is_unsynced = False
    with pytest.raises(FileExistsError):
        directory.create(b"topic id of 16 b")
    assert not directory.is_unsynced


def test_a_discarded_file_has_another_name_until_its_time_has_come() -> None:
    """fetch H-53: a response may still read it."""
    directory, _ = new_directory(new_disk())
    directory.write("a", b"A")
    directory.discard("a")
    assert directory.read("a.deleted") == b"A"
    assert directory.names_unsynced
    directory.sync_names()
    assert not directory.names_unsynced


@pytest.mark.parametrize("work", ["discard", "remove"])
def test_a_file_that_is_not_there_goes_without_error(work: str) -> None:
    directory, _ = new_directory(new_disk())
    getattr(directory, work)("missing")
    directory.rename("missing", "other")


def test_the_first_failure_is_reported_and_every_later_use_refused() -> None:
    disk = new_disk()
    directory, observer = new_directory(disk)
    disk.fail("write", errno.EIO, times=1)
    for _ in range(2):
        with pytest.raises(ApiError) as caught:
            directory.doing(lambda: directory.write("a", b"A"))
        assert caught.value.code == ErrorCode.KAFKA_STORAGE_ERROR
    ((name, error),) = observer.failures
    assert (name, error.errno) == (NAME, errno.EIO)
    with pytest.raises(OSError):
        directory.pwrite(0, b"A", 0)
    with pytest.raises(ApiError):
        directory.check()


def test_a_closed_directory_refuses_every_use_and_reports_nothing() -> None:
    directory, observer = new_directory(new_disk())
    directory.close()
    with pytest.raises(ApiError, match="the log was deleted"):
        directory.check()
    directory.failed(OSError(errno.EIO, "late"))
    assert observer.failures == []
