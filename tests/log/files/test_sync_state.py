"""When a log is safe, and up to where."""

from __future__ import annotations

import errno
from collections.abc import Callable
from typing import Any

import pytest

from kafkawire.log.files.file_store import FileStore
from kafkawire.log.files.shared import Shared
from kafkawire.log.partition_log import PartitionLog
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError
from tests.support.log.batches import NOW_MS
from tests.support.log.index_files import decode_times
from tests.support.log.simulated_disk import SimulatedDisk
from tests.support.log.stored_logs import (
    NAME,
    PATH,
    TOPIC_ID,
    config_of,
    content_of,
    files_of,
    fill,
    new_disk,
    new_log,
    opened,
    store_of,
)
from tests.support.log.volume import NOTHING

SMALL: dict[str, Any] = {"internal_segment_bytes": "300"}


class Later:
    """Work that is done when somebody says so."""

    def __init__(self) -> None:
        self.waiting: list[tuple[Callable[[], object], Callable[[object], None]]] = []

    def __call__(self, work: Callable[[], object], done: Callable[[object], None]) -> None:
        self.waiting.append((work, done))

    def go(self) -> None:
        waiting, self.waiting = self.waiting, []
        for work, done in waiting:
            try:
                result = work()
            except OSError as error:
                done(error)
            else:
                done(result)


def after_power_failure(disk: SimulatedDisk) -> SimulatedDisk:
    *_, last = disk.moments()
    return last.power_failed(NOTHING)


def later_log(disk: SimulatedDisk, later: Later) -> PartitionLog:
    store = FileStore(NAME, PATH, Shared(disk, open_files_max=16, background=later))
    store.create(TOPIC_ID)
    log = PartitionLog(NAME, config_of(SMALL), store)
    store.follow(log)
    disk.sync_directory("/")
    return log


def test_what_is_flushed_survives_a_power_failure() -> None:
    """fetch H-23: all of it, in all segments, with its directory."""
    disk = new_disk()
    disk.sync_directory("/")
    log = new_log(disk, **SMALL)
    fill(log, 8)
    store_of(log).flush(log)
    assert log.recovery_point == 8
    found = opened(after_power_failure(disk), log.recovery_point, **SMALL)
    assert content_of(found) == content_of(log)
    assert found.leader_epochs.entries == log.leader_epochs.entries


def test_what_is_closed_survives_as_well_and_needs_no_recovery() -> None:
    """fetch H-23, H-40."""
    disk = new_disk()
    disk.sync_directory("/")
    log = new_log(disk, **SMALL)
    fill(log, 8)
    store_of(log).close(log)
    left = after_power_failure(disk)
    changes = len(left.changes)
    found = opened(left, **SMALL)
    assert content_of(found) == content_of(log)
    assert len(left.changes) == changes


def test_a_log_that_has_not_changed_is_closed_without_a_write() -> None:
    disk = new_disk()
    log = new_log(disk)
    fill(log, 2)
    store_of(log).close(log)
    log = opened(disk)
    disk.calls.clear()
    store_of(log).close(log)
    assert {call.name for call in disk.calls} <= {"close"}


def test_sealed_segments_are_synced_beside_and_then_are_safe() -> None:
    """fetch H-23: a roll has the old segment flushed and moves the recovery point."""
    disk, later = new_disk(), Later()
    log = later_log(disk, later)
    fill(log, 5)
    rolled = log.segments[-1].base_offset
    assert log.recovery_point == 0
    assert rolled > 0
    later.go()
    assert log.recovery_point == rolled
    found = opened(after_power_failure(disk), rolled, **SMALL)
    assert content_of(found) == content_of(log)[:rolled]


def test_what_was_cut_meanwhile_is_not_safe() -> None:
    """fetch H-23, H-55: though as much was appended again."""
    disk, later = new_disk(), Later()
    log = later_log(disk, later)
    fill(log, 4)
    log.truncate_to(1)
    fill(log, 1)
    assert log.recovery_point <= 1
    later.go()
    assert log.recovery_point <= 1


def test_a_sync_that_fails_takes_the_log_with_it() -> None:
    """And is not tried again."""
    disk, later = new_disk(), Later()
    log = later_log(disk, later)
    fill(log, 4)
    disk.fail("sync", errno.EIO, times=1)
    later.go()
    assert log.recovery_point == 0
    works: tuple[Callable[[], object], ...] = (
        lambda: fill(log, 3),
        lambda: store_of(log).flush(log),
        lambda: store_of(log).close(log),
    )
    for work in works:
        with pytest.raises(ApiError) as caught:
            work()
        assert caught.value.code == ErrorCode.KAFKA_STORAGE_ERROR


def test_segments_that_went_meanwhile_are_passed_over() -> None:
    """fetch H-51."""
    disk, later = new_disk(), Later()
    log = later_log(disk, later)
    fill(log, 6)
    log.drop_segments(len(log.segments) - 1)
    later.go()
    assert store_of(log).directory.failure is None


def test_a_later_segment_that_is_synced_first_makes_nothing_safe() -> None:
    """fetch H-23: the recovery point does not pass what is not on the disk."""
    disk, later = new_disk(), Later()
    log = later_log(disk, later)
    fill(log, 5)
    first, second = later.waiting
    later.waiting = [second]
    later.go()
    assert log.recovery_point == 0
    later.waiting = [first]
    later.go()
    assert log.recovery_point == log.segments[1].base_offset


def test_a_log_that_was_found_and_grew_is_closed_like_any_other() -> None:
    """fetch H-40, H-44: its newest segment was there before."""
    disk = new_disk()
    log = new_log(disk)
    fill(log, 2)
    store_of(log).close(log)
    log = opened(disk)
    fill(log, 1)
    store_of(log).close(log)
    assert log.recovery_point == 3
    assert store_of(log).files.snapshots.offsets == (2, 3)
    changes = len(disk.changes)
    store_of(log).close(log)
    assert len(disk.changes) == changes


def test_a_flush_does_not_wait_for_what_goes_on_beside() -> None:
    """fetch H-23: segments that were sealed and not synced yet are part of it."""
    disk, later = new_disk(), Later()
    log = later_log(disk, later)
    fill(log, 7)
    assert len(log.segments) > 2
    store_of(log).flush(log)
    found = opened(after_power_failure(disk), 7, **SMALL)
    assert content_of(found) == content_of(log)


def test_the_time_index_ends_with_the_newest_time_when_a_log_is_closed() -> None:
    """fetch H-13."""
    disk = new_disk()
    log = new_log(disk)
    fill(log, 3)
    store_of(log).close(log)
    times = list(decode_times(files_of(disk)["00000000000000000000.timeindex"], 0))
    assert [tuple(each) for each in times] == [(NOW_MS + 2, 2)]
