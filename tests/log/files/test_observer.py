"""What stores report: each event once, to the observer that they were made with."""

from __future__ import annotations

import errno
from random import Random
from typing import Any

import pytest

from kafkawire.log.config import LogConfig
from kafkawire.log.files.file_store import FileStore
from kafkawire.log.files.log_manager import LogManager
from kafkawire.log.files.observer import Unobserved, UnobservedDirectory
from kafkawire.log.files.shared import Shared
from kafkawire.log.partition_log import PartitionLog
from kafkawire.log.topic_partition import TopicPartition
from kafkawire.protocol.errors import ApiError
from tests.support.log.batches import NOW_MS
from tests.support.log.simulated_disk import SimulatedDisk
from tests.support.log.stored_logs import (
    NAME,
    PATH,
    TOPIC_ID,
    config_of,
    fill,
    new_disk,
    new_log,
    store_of,
)


class Noted(Unobserved):
    """Notes the name of each event, and of files what was to go after how long."""

    def __init__(self, disk: SimulatedDisk) -> None:
        super().__init__(disk)
        self.events: list[str] = []

    def store_failed(self, topic_partition: TopicPartition, error: OSError) -> None:
        self.events.append(f"{topic_partition} failed: {error.errno}")

    def store_found(self, topic_partition: TopicPartition, text: str) -> None:
        self.events.append(f"{topic_partition} found: {text}")

    def file_retired(self, path: str, delay_ms: int) -> None:
        self.events.append(f"{path.rpartition('/')[2]} in {delay_ms}")

    def log_flushed(self, log: PartitionLog) -> None:
        self.events.append(f"flushed to {log.recovery_point}")

    def log_synced(self, log: PartitionLog) -> None:
        self.events.append(f"synced to {log.recovery_point}")

    def log_truncated(self, log: PartitionLog) -> None:
        self.events.append(f"truncated to {log.log_end_offset}")


def noted_log(**configs: Any) -> tuple[PartitionLog, Noted, SimulatedDisk]:
    disk = new_disk()
    observer = Noted(disk)
    return new_log(disk, observer=observer, **configs), observer, disk


def test_a_store_reports_what_it_does_in_order() -> None:
    log, observer, _ = noted_log(internal_segment_bytes="300", file_delete_delay_ms="7")
    fill(log, 3)
    store_of(log).flush(log)
    log.truncate_to(1)
    store_of(log).close(log)
    assert observer.events == [
        "synced to 2",
        "flushed to 3",
        "00000000000000000002.log.deleted in 7",
        "00000000000000000002.index.deleted in 7",
        "00000000000000000002.timeindex.deleted in 7",
        "00000000000000000002.snapshot.deleted in 7",
        "truncated to 1",
        "flushed to 1",
    ]


def test_a_failure_is_reported_once_however_often_the_store_is_used() -> None:
    log, observer, disk = noted_log()
    fill(log, 1)
    disk.fail("sync", errno.EIO, times=1)
    for _ in range(3):
        with pytest.raises(ApiError):
            store_of(log).flush(log)
    assert observer.events == [f"t-0 failed: {errno.EIO}"]


def test_a_fault_that_a_start_finds_is_reported_with_its_partition() -> None:
    log, _, disk = noted_log()
    fill(log, 2)
    store_of(log).close(log)
    size = log.size
    disk.write(f"{PATH}/00000000000000000000.log", b"x" * size)
    observer = Noted(disk)
    store = FileStore(NAME, PATH, Shared(disk, open_files_max=16, observer=observer))
    store.load(PartitionLog(NAME, config_of({}), store), NOW_MS)
    assert observer.events == [
        f"t-0 found: {size} bytes from offset 0 on were torn or broken, and are cut off"
    ]


def test_without_an_observer_retired_files_go_at_once_and_the_rest_is_ignored() -> None:
    disk = new_disk()
    log = new_log(disk, internal_segment_bytes="300")
    fill(log, 4)
    log.drop_segments(1)
    names = {entry.name for entry in disk.entries(PATH)}
    assert not [name for name in names if name.endswith(".deleted")]
    disk.fail("sync", errno.EIO, times=1)
    with pytest.raises(ApiError):
        store_of(log).flush(log)


def test_a_log_manager_without_an_observer_goes_on_after_a_failure() -> None:
    disk = new_disk()
    logs = LogManager("/data", disk=disk, random=Random(1), observer=UnobservedDirectory())
    logs.find(0)
    log = logs.open(NAME, TOPIC_ID, LogConfig({}), PartitionLog, NOW_MS)
    fill(log, 1)
    disk.fail("sync", errno.EIO, times=1)
    with pytest.raises(ApiError):
        log.store.flush(log)
    assert list(logs.failed) == [NAME]
    assert not logs.close(1)
