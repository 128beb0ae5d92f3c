"""The leader epochs in their file: when they are written, and what a start makes of it."""

from __future__ import annotations

import errno

import pytest

from kafkawire.log.formats import leader_epochs
from kafkawire.log.partition_log import PartitionLog
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError
from tests.support.log.batches import NOW_MS, make_batch
from tests.support.log.simulated_disk import SimulatedDisk
from tests.support.log.stored_logs import PATH, files_of, new_disk, new_log, opened, put, store_of

FILE = "leader-epoch-checkpoint"


def filled_log(disk: SimulatedDisk) -> PartitionLog:
    log = new_log(disk)
    for epoch in (0, 0, 2):
        log.append_as_leader(make_batch(), leader_epoch=epoch, now_ms=NOW_MS)
    return log


def epochs_in(log: PartitionLog) -> bytes:
    store_of(log).flush(log)
    return store_of(log).directory.disk.read(f"{PATH}/{leader_epochs.FILE_NAME}")


def test_leader_epochs_are_written_before_the_batches_are_safe_that_tell_of_them() -> None:
    """fetch H-4: until then those tell them."""
    disk = new_disk()
    log = new_log(disk)
    for epoch in (0, 0, 2):
        log.append_as_leader(make_batch(), leader_epoch=epoch, now_ms=NOW_MS)
    assert epochs_in(log) == b"0\n2\n0 0\n2 2\n"
    log.move_high_watermark(3)
    log.delete_records_before(1)
    assert epochs_in(log) == b"0\n2\n0 1\n2 2\n"
    log.truncate_to(2)
    assert epochs_in(log) == b"0\n1\n0 1\n"
    store_of(log).files.epochs.write(log)
    assert epochs_in(log) == b"0\n1\n0 1\n"
    assert not [name for name in files_of(disk) if name.endswith(".tmp")]


def test_a_new_partition_has_its_file_with_the_first_epoch() -> None:
    """fetch H-4: as in Kafka; later epochs wait for a roll or a flush."""
    disk = new_disk()
    log = new_log(disk)
    assert FILE not in files_of(disk)
    log.leader_epochs.assign(3, 0)
    assert files_of(disk)[FILE] == b"0\n1\n3 0\n"
    log.append_as_leader(make_batch(), leader_epoch=4, now_ms=NOW_MS)
    assert files_of(disk)[FILE] == b"0\n1\n3 0\n"


@pytest.mark.parametrize("data", [None, b"0\n1\n", b"\0" * 12], ids=str)
def test_a_file_that_is_missing_or_torn_is_made_anew_of_the_batches(data: bytes | None) -> None:
    """fetch H-4, H-42: whether the stop was clean or not."""
    for recovery_point in (None, 0, 3):
        disk = new_disk()
        log = filled_log(disk)
        store_of(log).close(log)
        disk.remove(f"{PATH}/{FILE}")
        if data is not None:
            put(disk, FILE, data)
        assert store_of(log).files.epochs.read() is None
        found = opened(disk, recovery_point)
        assert found.leader_epochs.entries == [(0, 0), (2, 2)]
        assert files_of(disk)[FILE] == b"0\n2\n0 0\n2 2\n"


def test_a_file_that_a_power_failure_has_emptied_is_made_anew() -> None:
    """fetch H-4: it was renamed before its bytes were on the disk."""
    disk = new_disk()
    store = store_of(log := filled_log(disk))
    store.flush(log)
    put(disk, FILE, b"")
    assert opened(disk, 3).leader_epochs.entries == [(0, 0), (2, 2)]


def test_it_is_written_once_however_often_it_is_settled() -> None:
    disk = new_disk()
    log = filled_log(disk)
    epochs = store_of(log).files.epochs
    assert (epochs.is_unwritten, epochs.is_unsynced) == (True, False)
    epochs.settle(log)
    assert (epochs.is_unwritten, epochs.is_unsynced) == (False, True)
    changes = len(disk.changes)
    epochs.settle(log)
    assert len(disk.changes) == changes
    epochs.sync(log)
    assert not epochs.is_unsynced
    changes = len(disk.changes)
    epochs.sync(log)
    assert len(disk.changes) == changes


def test_a_write_that_fails_is_refused_and_not_taken_for_done() -> None:
    disk = new_disk()
    log = filled_log(disk)
    epochs = store_of(log).files.epochs
    disk.fail("write", errno.ENOSPC)
    with pytest.raises(ApiError) as caught:
        epochs.settle(log)
    assert caught.value.code == ErrorCode.KAFKA_STORAGE_ERROR
    assert epochs.is_unwritten
    assert store_of(log).directory.failure is not None
