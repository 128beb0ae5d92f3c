"""Logs in a directory of a simulated disk, to be broken and opened again."""

from __future__ import annotations

from typing import Any

from kafkawire.log.config import LogConfig
from kafkawire.log.files.disk import Disk
from kafkawire.log.files.file_store import FileStore
from kafkawire.log.files.loading import LeftBehind
from kafkawire.log.files.observer import StoreObserver, Unobserved
from kafkawire.log.files.shared import Shared
from kafkawire.log.formats.names import LOG, segment_file_name
from kafkawire.log.partition_log import PartitionLog
from kafkawire.log.topic_partition import TopicPartition
from tests.support.log.batches import NOW_MS, make_batch
from tests.support.log.simulated_disk import SimulatedDisk

NAME = TopicPartition("t", 0)
PATH = "/data/t-0"
TOPIC_ID = b"topic id of 16 b"
CONFIGS: dict[str, Any] = {"internal_segment_bytes": "400", "index_interval_bytes": "100"}
"""Of a log that soon has several segments, each with some entries in its indexes."""


def new_disk() -> SimulatedDisk:
    disk = SimulatedDisk()
    disk.make_directory("/data")
    return disk


class KeptFiles(Unobserved):
    """An observer that notes failures, and leaves retired files where they are."""

    def __init__(self, disk: Disk) -> None:
        super().__init__(disk)
        self.failures: list[tuple[TopicPartition, OSError]] = []

    def store_failed(self, topic_partition: TopicPartition, error: OSError) -> None:
        self.failures.append((topic_partition, error))

    def file_retired(self, path: str, delay_ms: int) -> None:
        pass


def new_log(
    disk: Disk,
    *,
    open_files_max: int = 16,
    observer: StoreObserver | None = None,
    **configs: str,
) -> PartitionLog:
    """A log in a new directory; names of configs have "_" in place of "."."""
    shared = Shared(disk, open_files_max=open_files_max, observer=observer)
    store = FileStore(NAME, PATH, shared)
    store.create(TOPIC_ID)
    log = PartitionLog(NAME, config_of(configs), store)
    store.follow(log)
    return log


def opened(
    disk: Disk, recovery_point: int | None = None, *, log_start_offset: int = 0, **configs: str
) -> PartitionLog:
    """Open the log after a clean stop, or after a crash with that recovery point."""
    store = FileStore(NAME, PATH, Shared(disk, open_files_max=16))
    store.left = LeftBehind(recovery_point is None, recovery_point or 0, log_start_offset)
    log = PartitionLog(NAME, config_of(configs), store)
    store.load(log, NOW_MS)
    log.move_high_watermark(log.log_end_offset)
    return log


def config_of(configs: dict[str, str]) -> LogConfig:
    return LogConfig.from_mapping({name.replace("_", "."): text for name, text in configs.items()})


def store_of(log: PartitionLog) -> FileStore:
    assert isinstance(log.store, FileStore)
    return log.store


def fill(log: PartitionLog, count: int, size: int = 60, **fields: Any) -> None:
    """Append `count` batches of one record, each a millisecond after the one before."""
    for _ in range(count):
        now_ms = NOW_MS + log.log_end_offset
        batch = make_batch(timestamps=[now_ms], size=size, **fields)
        log.append_as_leader(bytearray(batch), leader_epoch=0, now_ms=now_ms)
    log.move_high_watermark(log.log_end_offset)


def stopped(disk: SimulatedDisk, count: int = 12) -> PartitionLog:
    """A log of some segments, closed."""
    log = new_log(disk, **CONFIGS)
    fill(log, count)
    store_of(log).close(log)
    return log


def bases_of(log: PartitionLog) -> list[int]:
    return [segment.base_offset for segment in log.segments]


def content_of(log: PartitionLog) -> list[bytes]:
    return [bytes(batch) for _, batch in log.iter_batches()]


def files_of(disk: SimulatedDisk) -> dict[str, bytes]:
    """The files of the log's directory."""
    names = [entry.name for entry in disk.entries(PATH)]
    return {name: disk.read(f"{PATH}/{name}") for name in names}


def names_in(disk: SimulatedDisk) -> set[str]:
    return set(files_of(disk))


def put(disk: Disk, name: str, data: bytes) -> None:
    disk.write(f"{PATH}/{name}", data)


def log_file(base_offset: int) -> str:
    return segment_file_name(base_offset, LOG)
