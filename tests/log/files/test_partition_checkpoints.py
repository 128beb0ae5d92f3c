"""The offsets of all partitions, and the files that they are written to."""

from __future__ import annotations

from kafkawire.log.files.partition_checkpoints import PartitionCheckpoints
from kafkawire.log.partition_log import PartitionLog
from kafkawire.log.topic_partition import TopicPartition
from tests.support.log.simulated_disk import SimulatedDisk
from tests.support.log.stored_logs import fill, new_disk, new_log

NAME = TopicPartition("t", 0)
POINTS = "recovery-point-offset-checkpoint"
STARTS = "log-start-offset-checkpoint"


def moved_log(disk: SimulatedDisk) -> tuple[PartitionLog, PartitionCheckpoints]:
    """A log of six batches, four of them synced, that starts within its first segment."""
    checkpoints = PartitionCheckpoints(disk, "/data")
    log = new_log(disk, internal_segment_bytes="300")
    fill(log, 6)
    log.delete_records_before(1)
    checkpoints.moved(log)
    return log, checkpoints


def text(disk: SimulatedDisk, name: str) -> bytes:
    return disk.read(f"/data/{name}")


def test_offsets_are_those_of_the_time_of_writing() -> None:
    """fetch H-4, H-50: not those of the time when the log was noted."""
    disk = new_disk()
    log, checkpoints = moved_log(disk)
    log.delete_records_before(3)
    checkpoints.write_log_starts()
    checkpoints.write_recovery_points()
    assert text(disk, STARTS) == b"0\n1\nt 0 3\n"
    assert text(disk, POINTS) == b"0\n1\nt 0 4\n"


def test_a_log_start_that_the_first_segment_shows_is_not_written() -> None:
    """fetch H-50: as in Kafka."""
    disk = new_disk()
    log, checkpoints = moved_log(disk)
    checkpoints.write_log_starts()
    assert text(disk, STARTS) == b"0\n1\nt 0 1\n"
    log.drop_segments(1)
    checkpoints.moved(log)
    checkpoints.write_log_starts()
    assert text(disk, STARTS) == b"0\n0\n"


def test_nothing_is_written_for_logs_that_did_not_move() -> None:
    disk = new_disk()
    _, checkpoints = moved_log(disk)
    assert checkpoints.write_all()
    changes = len(disk.changes)
    assert checkpoints.write_all()
    assert len(disk.changes) == changes


def test_a_failed_partition_keeps_the_offsets_that_were_written() -> None:
    disk = new_disk()
    log, checkpoints = moved_log(disk)
    checkpoints.write_log_starts()
    log.delete_records_before(3)
    checkpoints.moved(log)
    checkpoints.unmoved(NAME)
    assert checkpoints.write_all()
    assert text(disk, STARTS) == b"0\n1\nt 0 1\n"


def test_a_partition_that_is_gone_is_in_no_file() -> None:
    disk = new_disk()
    log, checkpoints = moved_log(disk)
    for each in checkpoints.all:
        each.set(NAME, 1)
    assert checkpoints.write_all()
    checkpoints.moved(log)
    checkpoints.forget(NAME)
    assert checkpoints.write_all()
    again = PartitionCheckpoints(disk, "/data")
    again.read()
    assert [each.get(NAME) for each in again.all] == [0, 0, 0, 0]


def test_a_new_partition_inherits_nothing_even_after_a_crash() -> None:
    """The files are written before the new directory is made."""
    disk = new_disk()
    _, checkpoints = moved_log(disk)
    for each in checkpoints.all:
        each.set(NAME, 1)
    assert checkpoints.write_all()
    checkpoints.forget_now(NAME)
    again = PartitionCheckpoints(disk, "/data")
    again.read()
    assert [each.get(NAME) for each in again.all] == [0, 0, 0, 0]
