"""Recovery of a log whose first segment to be looked through was begun before the last stop."""

from __future__ import annotations

from kafkawire.log.append import AppendOrigin, Verification
from kafkawire.log.config import LogConfig
from kafkawire.log.files.file_store import FileStore
from kafkawire.log.files.shared import Shared
from kafkawire.log.partition_log import PartitionLog
from kafkawire.log.topic_partition import TopicPartition
from tests.support.batches import NOW_MS, make_marker, numbered_batch
from tests.support.simulated_disk import SimulatedDisk

NAME = TopicPartition("t", 0)


def opened(disk: SimulatedDisk, recovery_point: int | None = None) -> PartitionLog:
    """The log, after a clean stop, or after none and with that recovery point."""
    store = FileStore(NAME, "/data/t-0", Shared(disk, open_files_max=8))
    store.is_clean = recovery_point is None
    store.recovery_point = recovery_point or 0
    log = PartitionLog(NAME, LogConfig({}), store)
    store.load(log, NOW_MS)
    log.move_high_watermark(log.log_end_offset)
    return log


def aborts(log: PartitionLog, sequence: int) -> None:
    """A transaction of one record that comes to nothing."""
    for records, origin in (
        (numbered_batch(sequence), AppendOrigin.CLIENT),
        (make_marker(7, 0, commit=False), AppendOrigin.COORDINATOR),
    ):
        log.append_as_leader(
            bytearray(records),
            leader_epoch=0,
            now_ms=NOW_MS,
            origin=origin,
            verification=Verification.VERIFIED,
        )
    log.move_high_watermark(log.log_end_offset)


def test_aborted_transactions_below_the_recovery_point_are_not_forgotten() -> None:
    """Fetch H-14, H-41: a segment that is read from its beginning brings all that ended in it."""
    disk = SimulatedDisk()
    disk.make_directory("/data")
    store = FileStore(NAME, "/data/t-0", Shared(disk, open_files_max=8))
    store.create(bytes(16))
    log = PartitionLog(NAME, LogConfig({}), store)
    aborts(log, 0)
    store.close(log)
    log = opened(disk)
    aborts(log, 1)
    wanted = [(7, 0), (7, 2)]
    assert log.aborted_transactions(0, log.log_end_offset) == wanted
    found = opened(disk, recovery_point=2)
    assert found.aborted_transactions(0, found.log_end_offset) == wanted
    assert len(found.producer_state) == 1
