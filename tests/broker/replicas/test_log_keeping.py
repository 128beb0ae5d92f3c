"""The periodic work on a data directory, and partitions whose files fail."""

from __future__ import annotations

import errno
from random import Random
from typing import Any

import pytest

from kafkawire.broker.config import BrokerConfig
from kafkawire.broker.purgatory import Purgatory
from kafkawire.broker.replicas.log_keeping import LogKeeping
from kafkawire.broker.replicas.partition import Partition
from kafkawire.broker.replicas.replica_manager import ReplicaManager
from kafkawire.log.config import LogConfig
from kafkawire.log.files.log_manager import LogManager
from kafkawire.log.files.observer import UnobservedDirectory
from kafkawire.log.topic_partition import TopicPartition
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError
from kafkawire.timers import Timers
from tests.support.broker.partitions import image_of
from tests.support.log.batches import NOW_MS, make_batch
from tests.support.log.simulated_disk import SimulatedDisk

FLUSHES_PER_SLICE = 4

DATA = "/data"
T0, T1 = TopicPartition("t", 0), TopicPartition("t", 1)
ID, OTHER_ID = b"topic id of 16 b", b"another topic id"
INITIAL_DELAY_MS = 30_000
HIGH_WATERMARKS_MS = 5_000
OFFSETS_MS = 60_000
RETENTION_MS = 300_000
NODE, OTHER = 1, 2
RECOVERY_POINTS = "recovery-point-offset-checkpoint"
LOG_STARTS = "log-start-offset-checkpoint"
REPLICATED = "replication-offset-checkpoint"


class Keeping(UnobservedDirectory):
    """A replica manager over a data directory, and its observer; `begin` is a new process."""

    def __init__(self, overrides: dict[str, str] | None = None) -> None:
        self.disk = SimulatedDisk()
        self.disk.make_directory(DATA)
        self.config = BrokerConfig(overrides or {})
        self.begin()

    def begin(self, now_ms: int = NOW_MS) -> None:
        self.now_ms = now_ms
        self.timers = Timers()
        self.replicas = ReplicaManager(
            node_id=NODE, purgatory=Purgatory(self.timers), config=self.config
        )
        self.logs = LogManager(DATA, disk=self.disk, random=Random(1), observer=self)
        self.logs.find(now_ms)
        self.keeping = LogKeeping(self.replicas, self.logs)
        self.replicas.start(self.timers, now_ms)
        self.keeping.start(self.timers, now_ms)

    def partition_failed(self, topic_partition: TopicPartition, error: OSError) -> None:
        self.keeping.partition_failed(topic_partition)

    def create(
        self,
        name: TopicPartition = T0,
        configs: dict[str, str] | None = None,
        topic_id: bytes = ID,
        **fields: Any,
    ) -> Partition:
        values: dict[str, Any] = {"replicas": (NODE,), "isr": (NODE,), "leader": NODE}
        config = LogConfig.from_mapping(configs or {})
        image = image_of(**(values | fields))
        return self.replicas.create(name, topic_id, image, config=config, now_ms=NOW_MS)

    def append(self, partition: Partition, count: int = 1) -> None:
        for _ in range(count):
            self.replicas.append(partition, make_batch(), now_ms=NOW_MS)

    def run(self, now_ms: int) -> None:
        """Let time come to `now_ms`."""
        while self.timers.next_deadline_ms() <= now_ms:
            self.now_ms = max(self.now_ms, self.timers.next_deadline_ms())
            self.timers.run(self.now_ms, 1)

    def after(self, elapsed_ms: int) -> None:
        self.run(NOW_MS + elapsed_ms)

    def text(self, name: str) -> str:
        return self.disk.read(f"{DATA}/{name}").decode()

    def names(self, directory: str = DATA) -> set[str]:
        return {entry.name for entry in self.disk.entries(directory)}

    def made(self, call: str, path: str) -> int:
        return sum(each.name == call and each.path.endswith(path) for each in self.disk.calls)


def test_high_watermarks_are_written_down_every_few_seconds() -> None:
    """fetch G-19: each five seconds by default, and only if one has moved."""
    keeping = Keeping()
    partition = keeping.create()
    keeping.after(0)
    keeping.append(partition, 2)
    keeping.after(HIGH_WATERMARKS_MS - 1)
    assert keeping.text(REPLICATED) == "0\n0\n"
    keeping.after(HIGH_WATERMARKS_MS)
    assert keeping.text(REPLICATED) == "0\n1\nt 0 2\n"
    keeping.append(partition)
    keeping.after(2 * HIGH_WATERMARKS_MS)
    assert keeping.text(REPLICATED) == "0\n1\nt 0 3\n"
    keeping.disk.calls.clear()
    keeping.after(9 * HIGH_WATERMARKS_MS)
    assert not keeping.made("rename", f"{REPLICATED}.tmp")


def test_recovery_points_and_log_starts_are_written_down_each_minute() -> None:
    """fetch H-50, H-4, J 186: the first time half a minute after the start."""
    keeping = Keeping()
    partition = keeping.create()
    keeping.append(partition, 3)
    partition.log.store.flush(partition.log)
    keeping.replicas.delete_records(partition, 2)
    keeping.after(INITIAL_DELAY_MS - 1)
    assert not keeping.names() & {RECOVERY_POINTS, LOG_STARTS}
    keeping.after(INITIAL_DELAY_MS)
    assert keeping.text(RECOVERY_POINTS) == "0\n1\nt 0 3\n"
    assert keeping.text(LOG_STARTS) == "0\n1\nt 0 2\n"
    keeping.replicas.delete_records(partition, 3)
    keeping.append(partition)
    partition.log.store.flush(partition.log)
    keeping.after(INITIAL_DELAY_MS + OFFSETS_MS - 1)
    assert keeping.text(LOG_STARTS) == "0\n1\nt 0 2\n"
    keeping.after(INITIAL_DELAY_MS + OFFSETS_MS)
    assert keeping.text(RECOVERY_POINTS) == "0\n1\nt 0 4\n"
    assert keeping.text(LOG_STARTS) == "0\n1\nt 0 3\n"


def test_intervals_are_those_of_the_configuration() -> None:
    keeping = Keeping(
        {
            "replica.high.watermark.checkpoint.interval.ms": "100",
            "log.flush.offset.checkpoint.interval.ms": "200",
            "log.flush.start.offset.checkpoint.interval.ms": "0",
            "log.initial.task.delay.ms": "10",
        }
    )
    partition = keeping.create()
    keeping.append(partition, 2)
    keeping.replicas.delete_records(partition, 1)
    keeping.after(100)
    assert keeping.text(REPLICATED) == "0\n1\nt 0 2\n"
    keeping.replicas.delete_records(partition, 2)
    partition.log.store.flush(partition.log)
    keeping.after(102)
    assert keeping.text(LOG_STARTS) == "0\n1\nt 0 2\n"
    assert keeping.text(RECOVERY_POINTS) == "0\n0\n"
    keeping.after(210)
    assert keeping.text(RECOVERY_POINTS) == "0\n1\nt 0 2\n"


def test_idle_partitions_are_not_looked_at() -> None:
    """However many there are: work follows what changed."""
    keeping = Keeping()
    for index in range(9):
        keeping.append(keeping.create(TopicPartition("t", index)))
    keeping.after(INITIAL_DELAY_MS + OFFSETS_MS)
    assert not keeping.replicas.touched
    keeping.disk.calls.clear()
    keeping.after(INITIAL_DELAY_MS + RETENTION_MS - 1)
    assert not keeping.disk.calls


# A start


def test_alone_a_leader_knows_what_is_replicated() -> None:
    """fetch G-16, G-19: from its checkpoint, and then to the end of its log."""
    keeping = Keeping()
    keeping.append(keeping.create(), 3)
    keeping.begin()
    partition = keeping.create(leader_epoch=2, partition_epoch=2)
    assert (partition.high_watermark, partition.log_end_offset) == (3, 3)
    assert partition.log.leader_epochs.latest == 2
    keeping.after(HIGH_WATERMARKS_MS)
    assert keeping.text(REPLICATED) == "0\n1\nt 0 3\n"


def test_with_followers_a_leader_begins_where_its_checkpoint_says() -> None:
    """fetch G-19: what they have is not known yet."""
    keeping = Keeping()
    fields: dict[str, Any] = {"replicas": (NODE, OTHER), "isr": (NODE, OTHER)}
    partition = keeping.create(**fields)
    keeping.append(partition, 3)
    partition.move_high_watermark(2)
    assert keeping.keeping.close(1)
    keeping.begin()
    assert keeping.create(**fields).high_watermark == 2


def test_what_is_loaded_is_kept_house_for() -> None:
    """fetch H-51, J 185: retention looks at partitions that were written in an earlier life."""
    keeping = Keeping()
    configs = {"retention.ms": "1000"}
    keeping.append(keeping.create(configs=configs), 3)
    keeping.begin()
    partition = keeping.create(configs=configs)
    keeping.after(INITIAL_DELAY_MS)
    assert (partition.log_start_offset, partition.log_end_offset) == (3, 3)


def test_a_topic_that_comes_again_does_not_see_the_old_ones_records() -> None:
    """fetch H-1: it was deleted and made again, while the broker was away or not."""
    keeping = Keeping()
    keeping.append(keeping.create(), 3)
    keeping.replicas.delete(T0, NOW_MS)
    assert keeping.create(topic_id=OTHER_ID).log_end_offset == 0
    keeping.begin()
    assert keeping.create(topic_id=ID).log_end_offset == 0


# Removal


def test_a_deleted_topic_is_gone_after_its_delay() -> None:
    """fetch H-53: `log.segment.delete.delay.ms` after its directory was renamed."""
    keeping = Keeping({"log.segment.delete.delay.ms": "7000"})
    keeping.create()
    keeping.replicas.delete(T0, NOW_MS + 1000)
    keeping.after(7_999)
    assert len(keeping.names()) - len(keeping.names() & {REPLICATED}) == 1
    keeping.after(8_000)
    assert keeping.names() <= {REPLICATED}


def test_segments_that_expire_are_unlinked_after_the_topics_delay() -> None:
    """fetch H-50, H-51, H-53, J 185: they are renamed at once, whoever reads them."""
    keeping = Keeping()
    configs = {
        "retention.ms": "1000",
        "internal.segment.bytes": "100",
        "file.delete.delay.ms": "5000",
    }
    partition = keeping.create(configs=configs)
    keeping.append(partition, 4)
    segments = len(partition.log.segments)
    assert segments > 2
    keeping.after(INITIAL_DELAY_MS)
    renamed = {name for name in keeping.names(f"{DATA}/t-0") if name.endswith(".deleted")}
    assert sum(name.endswith(".log.deleted") for name in renamed) == segments
    keeping.after(INITIAL_DELAY_MS + 4_999)
    assert renamed <= keeping.names(f"{DATA}/t-0")
    keeping.after(INITIAL_DELAY_MS + 5_001)
    assert not renamed & keeping.names(f"{DATA}/t-0")
    assert partition.log_start_offset == partition.log_end_offset == 4


# Flushing


def test_logs_are_synced_by_time_where_that_is_wanted() -> None:
    """fetch H-23: `flush.ms` after the last time, when the scheduler looks."""
    keeping = Keeping({"log.flush.scheduler.interval.ms": "1000"})
    often = keeping.create(T0, {"flush.ms": "2000"})
    never = keeping.create(T1)
    keeping.append(often)
    keeping.append(never)
    keeping.after(INITIAL_DELAY_MS)
    assert (often.log.recovery_point, never.log.recovery_point) == (1, 0)
    keeping.append(often)
    keeping.after(INITIAL_DELAY_MS + 1_999)
    assert often.log.recovery_point == 1
    keeping.after(INITIAL_DELAY_MS + 2_000)
    assert often.log.recovery_point == 2
    assert never.log.recovery_point == 0
    assert keeping.logs.flushes == 2


def test_by_default_nothing_is_synced_by_time() -> None:
    """fetch H-23: durability is replication."""
    keeping = Keeping()
    partition = keeping.create(configs={"flush.ms": "1"})
    keeping.append(partition)
    keeping.after(RETENTION_MS)
    assert partition.log.recovery_point == 0


def test_many_logs_are_synced_in_slices() -> None:
    keeping = Keeping({"log.flush.scheduler.interval.ms": "1000"})
    for index in range(2 * FLUSHES_PER_SLICE + 1):
        keeping.append(keeping.create(TopicPartition("t", index), {"flush.ms": "0"}))
    seen = []
    for later_ms in range(3):
        keeping.after(INITIAL_DELAY_MS + later_ms)
        seen.append(keeping.logs.flushes)
    assert seen == [FLUSHES_PER_SLICE, 2 * FLUSHES_PER_SLICE, 2 * FLUSHES_PER_SLICE + 1]


def test_a_partition_that_is_gone_is_not_synced() -> None:
    keeping = Keeping({"log.flush.scheduler.interval.ms": "1000"})
    partitions = [
        keeping.create(TopicPartition("t", index), {"flush.ms": "0"})
        for index in range(FLUSHES_PER_SLICE + 1)
    ]
    for partition in partitions:
        keeping.append(partition)
    keeping.after(INITIAL_DELAY_MS)
    keeping.replicas.delete(partitions[-1].topic_partition, NOW_MS)
    keeping.after(INITIAL_DELAY_MS + 10_000)
    assert keeping.logs.flushes == FLUSHES_PER_SLICE


# Failing


def test_a_partition_whose_files_fail_is_offline_and_no_other() -> None:
    """fetch B-14, produce A-40: KAFKA_STORAGE_ERROR for it from then on."""
    keeping = Keeping()
    bad, good = keeping.create(T0), keeping.create(T1)
    keeping.disk.fail("pwrite", errno.EIO, path="*t-0*")
    with pytest.raises(ApiError) as refused:
        keeping.append(bad)
    assert refused.value.code is ErrorCode.KAFKA_STORAGE_ERROR
    keeping.append(good)
    assert list(keeping.replicas.offline) == [T0]
    assert list(keeping.replicas.partitions) == [T1]
    assert bad.deleted
    assert not keeping.keeping.close(1)


def test_a_partition_that_cannot_be_made_is_offline() -> None:
    keeping = Keeping()
    keeping.disk.fail("make_directory", errno.ENOSPC)
    assert keeping.create().deleted
    assert list(keeping.replicas.offline) == [T0]
    assert not keeping.replicas.partitions


def test_an_epoch_that_cannot_be_written_down_takes_the_partition_offline() -> None:
    """Nobody who makes partitions has to know of it."""
    keeping = Keeping()
    keeping.disk.fail("write", errno.EIO, path="*t-0/leader-epoch-checkpoint*")
    assert keeping.create().deleted
    assert not keeping.create(T1).deleted
    assert list(keeping.replicas.offline) == [T0]


def test_the_epochs_of_a_start_are_written_down_when_there_is_something_to_sync() -> None:
    """fetch H-4, G-63: a start changes them for every partition, most of which stay as they are."""
    keeping = Keeping()
    keeping.append(keeping.create())
    keeping.begin()
    partition = keeping.create(leader_epoch=2, partition_epoch=2)
    assert partition.log.leader_epochs.entries == [(0, 0), (2, 1)]
    assert keeping.text("t-0/leader-epoch-checkpoint") == "0\n1\n0 0\n"
    keeping.append(partition)
    keeping.begin()
    again = keeping.create(leader_epoch=4, partition_epoch=4)
    assert again.log.leader_epochs.entries == [(0, 0), (2, 1), (4, 2)]
    again.log.store.flush(again.log)
    assert keeping.text("t-0/leader-epoch-checkpoint") == "0\n3\n0 0\n2 1\n4 2\n"


def test_retention_that_fails_takes_the_partition_offline() -> None:
    keeping = Keeping()
    configs = {"retention.ms": "1000"}
    keeping.append(keeping.create(T0, configs))
    good = keeping.create(T1, configs)
    keeping.append(good)
    keeping.disk.fail("rename", errno.EIO, path="*t-0/*")
    keeping.after(INITIAL_DELAY_MS)
    assert list(keeping.replicas.offline) == [T0]
    assert good.log_start_offset == 1


def test_a_sync_that_fails_takes_the_partition_offline() -> None:
    keeping = Keeping({"log.flush.scheduler.interval.ms": "1000"})
    keeping.append(keeping.create(T0, {"flush.ms": "0"}))
    keeping.disk.fail("sync", errno.EIO, path="*t-0/*")
    keeping.after(INITIAL_DELAY_MS)
    assert list(keeping.replicas.offline) == [T0]


def test_a_topic_with_a_failed_partition_can_be_deleted() -> None:
    """Its directory goes as well, if the disk allows."""
    keeping = Keeping()
    keeping.create()
    keeping.replicas.fail(T0)
    keeping.replicas.delete(T0, NOW_MS)
    assert not keeping.replicas.offline
    assert "t-0" not in keeping.names()
    assert not keeping.create(topic_id=OTHER_ID).deleted
