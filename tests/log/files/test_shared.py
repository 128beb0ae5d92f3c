"""What the logs of a directory share: of many sealed segments few indexes are in memory."""

from __future__ import annotations

from kafkawire.log.config import LogConfig
from kafkawire.log.files.file_store import FileStore
from kafkawire.log.files.shared import INDEXES_LOADED_MAX, Shared
from kafkawire.log.partition_log import PartitionLog
from kafkawire.log.topic_partition import TopicPartition
from tests.support.batches import NOW_MS, make_batch
from tests.support.simulated_disk import SimulatedDisk

NAME = TopicPartition("t", 0)


def test_indexes_that_had_to_go_are_read_again() -> None:
    disk = SimulatedDisk()
    disk.make_directory("/data")
    store = FileStore(NAME, "/data/t-0", Shared(disk, open_files_max=8))
    store.create(bytes(16))
    log = PartitionLog(NAME, LogConfig({"segment.bytes": "150"}), store)
    batches = INDEXES_LOADED_MAX + 10
    for _ in range(batches):
        log.append_as_leader(make_batch(1, size=60), leader_epoch=0, now_ms=NOW_MS)
    log.move_high_watermark(log.log_end_offset)
    assert len(log.segments) == batches
    for offset in range(batches):
        read = log.read(offset, max_bytes=1, upper_bound=batches, minimum_one=True)
        assert sum(map(len, read.buffers)) > 0
