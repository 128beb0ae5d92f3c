"""What the logs of a directory share: of many sealed segments few indexes are in memory."""

from __future__ import annotations

from unittest import mock

from kafkawire.log.config import LogConfig
from kafkawire.log.files.file_store import FileStore
from kafkawire.log.files.shared import Shared
from kafkawire.log.partition_log import PartitionLog
from kafkawire.log.segment import Segment
from kafkawire.log.topic_partition import TopicPartition
from tests.support.log.batches import NOW_MS, make_batch
from tests.support.log.simulated_disk import SimulatedDisk
from tests.support.log.stored_logs import fill, new_disk, new_log, store_of

INDEXES_LOADED_MAX = 64

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


def sealed_log(disk: SimulatedDisk, segments: int) -> PartitionLog:
    log = new_log(disk, internal_segment_bytes="500", index_interval_bytes="100")
    while len(log.segments) <= segments:
        fill(log, 1)
    return log


def test_the_indexes_of_the_newest_segment_stay_whatever_it_was_before() -> None:
    """fetch H-12, H-55: one that was sealed is appended to again after a cut."""
    disk = new_disk()
    with mock.patch("kafkawire.log.files.shared.INDEXES_LOADED_MAX", 2):
        log = sealed_log(disk, 5)
        log.truncate_to(log.segments[-2].base_offset + 1)
        active = log.segments[-1]
        index = active.offset_index
        for segment in log.segments[:-1]:
            assert len(segment.offset_index) == 2
        assert active.offset_index is index


def test_only_so_many_sealed_segments_have_their_indexes_in_memory() -> None:
    disk = new_disk()
    with mock.patch("kafkawire.log.files.shared.INDEXES_LOADED_MAX", 3):
        log = sealed_log(disk, 8)
        for _ in range(2):
            for segment in log.segments:
                assert segment.offset_index is not None
            loaded = [each for each in log.segments if has_indexes(each)]
            assert loaded == log.segments[-4:]
        shared = store_of(log).directory.shared
        log.drop_segments(6)
        assert set(shared._indexed) <= set(log.segments)


def has_indexes(segment: Segment) -> bool:
    """Without asking for them."""
    try:
        object.__getattribute__(segment, "offset_index")
    except AttributeError:
        return False
    return True
