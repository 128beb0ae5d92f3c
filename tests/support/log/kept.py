"""A data directory on a simulated disk, and one process after another that works in it."""

from __future__ import annotations

from random import Random

from kafkawire.log.config import LogConfig
from kafkawire.log.files.log_manager import LogManager
from kafkawire.log.partition_log import PartitionLog
from kafkawire.log.topic_partition import TopicPartition
from tests.support.log.batches import NOW_MS, make_batch
from tests.support.log.simulated_disk import SimulatedDisk

DATA = "/data"
T0, T1 = TopicPartition("t", 0), TopicPartition("t", 1)
ID, OTHER_ID = b"topic id of 16 b", b"another topic id"
DUE_MS = 60_000
EPOCH = 5
SMALL = {"internal.segment.bytes": "200"}


class Recorder:
    """A `DirectoryObserver` that notes what it is given."""

    def __init__(self) -> None:
        self.failures: list[TopicPartition] = []
        self.told: list[str] = []

    def partition_failed(self, topic_partition: TopicPartition, error: OSError) -> None:
        self.failures.append(topic_partition)

    def directory_found(self, text: str) -> None:
        self.told.append(text)


class Kept:
    """A data directory, and one process after another that works in it."""

    def __init__(self) -> None:
        self.disk = SimulatedDisk()
        self.disk.make_directory(DATA)
        self.waiting: list[int] = []
        self.lives = 0
        self.begin()

    def begin(self) -> None:
        """A new process; what the one before had in memory is gone."""
        self.lives += 1  # a seed of its own: two processes never draw the same directory names
        observer = Recorder()
        self.failures, self.told = observer.failures, observer.told
        self.logs = LogManager(DATA, disk=self.disk, random=Random(self.lives), observer=observer)
        self.logs.find(DUE_MS)

    def begin_told(self) -> list[str]:
        """As `begin`; what people are told from then on."""
        self.begin()
        return self.told

    def open(
        self,
        name: TopicPartition = T0,
        topic_id: bytes = ID,
        configs: dict[str, str] | None = None,
    ) -> PartitionLog:
        config = LogConfig.from_mapping(configs or {})
        return self.logs.open(name, topic_id, config, PartitionLog, NOW_MS)

    def names(self, directory: str = DATA) -> set[str]:
        return {entry.name for entry in self.disk.entries(directory)}

    def directories(self, suffix: str) -> list[str]:
        return [name for name in self.names() if name.endswith(suffix)]

    def text(self, name: str) -> str:
        return self.disk.read(f"{DATA}/{name}").decode()


def append(log: PartitionLog, count: int = 1, *, replicated: bool = True) -> None:
    for _ in range(count):
        log.append_as_leader(make_batch(size=30), leader_epoch=0, now_ms=NOW_MS)
    if replicated:
        log.move_high_watermark(log.log_end_offset)
