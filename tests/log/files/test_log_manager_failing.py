"""A data directory on a disk that fails."""

from __future__ import annotations

import errno

import pytest

from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError
from tests.support.log.kept import DATA, DUE_MS, EPOCH, OTHER_ID, T0, T1, Kept, append

FIRST_LOG = f"{DATA}/t-0/00000000000000000000.log"


@pytest.fixture
def kept() -> Kept:
    return Kept()


@pytest.mark.parametrize("call", ["make_directory", "write"])
def test_a_partition_that_cannot_be_made_is_refused(kept: Kept, call: str) -> None:
    kept.disk.fail(call, errno.ENOSPC, path="*t-0*")
    with pytest.raises(ApiError) as refused:
        kept.open()
    assert refused.value.code is ErrorCode.KAFKA_STORAGE_ERROR
    assert list(kept.logs.failed) == [T0]
    assert kept.failures == [T0]
    kept.open(T1)


@pytest.mark.parametrize("call", ["entries", "read", "status"])
def test_a_partition_that_cannot_be_loaded_is_refused(kept: Kept, call: str) -> None:
    append(kept.open())
    append(kept.open(T1))
    kept.logs.close(EPOCH)
    kept.begin()
    kept.disk.fail(call, errno.EIO, path="*t-0*")
    with pytest.raises(ApiError) as refused:
        kept.open()
    assert refused.value.code is ErrorCode.KAFKA_STORAGE_ERROR
    assert kept.failures == [T0]
    assert kept.open(T1).log_end_offset == 1


def test_a_log_whose_files_fail_is_told_of_once_and_left_out(kept: Kept) -> None:
    log, other = kept.open(), kept.open(T1)
    kept.disk.fail("sync", errno.EIO, path="*t-0*")
    append(log)
    append(other)
    for _ in range(2):
        with pytest.raises(ApiError):
            log.store.flush(log)
    assert kept.failures == [T0]
    assert not kept.logs.close(EPOCH)
    assert ".kafka_cleanshutdown" not in kept.names()
    assert kept.text("recovery-point-offset-checkpoint") == "0\n1\nt 1 1\n"


def test_nothing_is_written_to_a_log_any_more_once_its_files_have_failed(kept: Kept) -> None:
    """What was refused must not come back behind something later; its file is still open."""
    log = kept.open()
    append(log)
    kept.disk.fail("sync", errno.EIO, path="*t-0*", times=1)
    with pytest.raises(ApiError):
        log.store.flush(log)
    size = len(kept.disk.read(FIRST_LOG))
    with pytest.raises(ApiError) as refused:
        append(log)
    assert refused.value.code is ErrorCode.KAFKA_STORAGE_ERROR
    assert len(kept.disk.read(FIRST_LOG)) == size
    assert kept.failures == [T0]


@pytest.mark.parametrize("path", ["*checkpoint.tmp", "*cleanshutdown.tmp"])
def test_a_stop_that_cannot_be_written_down_was_not_clean(kept: Kept, path: str) -> None:
    append(kept.open())
    kept.disk.fail("sync", errno.EIO, path=path, times=1)
    assert not kept.logs.close(EPOCH)
    assert ".kafka_cleanshutdown" not in kept.names()


def test_a_checkpoint_that_cannot_be_written_is_written_later(kept: Kept) -> None:
    """Nothing is lost by it: more is looked through after a crash."""
    log = kept.open()
    append(log)
    log.store.flush(log)
    kept.disk.fail("pwrite", errno.ENOSPC, path="*recovery-point*", times=1)
    kept.logs.checkpoint_recovery_points()
    assert "recovery-point-offset-checkpoint" not in kept.names()
    kept.logs.checkpoint_recovery_points()
    assert kept.text("recovery-point-offset-checkpoint") == "0\n1\nt 0 1\n"
    assert not kept.failures


def test_a_deletion_that_fails_leaves_a_stray_for_the_next_start(kept: Kept) -> None:
    log = kept.open()
    kept.disk.fail("rename", errno.EIO, path="*t-0*", times=1)
    kept.logs.delete(log, DUE_MS)
    kept.logs.set_strays_aside()
    assert "t-0" in kept.names()
    kept.begin()
    kept.logs.set_strays_aside()
    assert len(kept.directories("-stray")) == 1


def test_a_directory_that_a_failed_deletion_left_is_in_nobodys_way(kept: Kept) -> None:
    log = kept.open()
    append(log)
    kept.disk.fail("rename", errno.EIO, path="*t-0*", times=1)
    kept.logs.delete(log, DUE_MS)
    assert kept.open(topic_id=OTHER_ID).log_end_offset == 0
