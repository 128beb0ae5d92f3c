"""Periodic work needs no more of the replicas than their protocol has."""

from __future__ import annotations

from collections.abc import Mapping

from kafkawire.broker.config import BrokerConfig
from kafkawire.broker.replicas.cleaner_states import CleanerState
from kafkawire.broker.replicas.housekeeping import Housekeeping
from kafkawire.broker.replicas.housekept import HousekeptReplicas
from kafkawire.broker.replicas.log_source import LogsInMemory, LogSource
from kafkawire.broker.replicas.partition import Partition
from kafkawire.broker.wall_clock import WallClock
from kafkawire.log.config import LogConfig
from kafkawire.log.partition_log import PartitionLog
from kafkawire.log.topic_partition import TopicPartition
from kafkawire.timers import Timers


class FewReplicas:
    """Partitions without a broker, and the times at which retention looked at them."""

    def __init__(self, written: Mapping[TopicPartition, Partition]) -> None:
        self.config = BrokerConfig({})
        self.wall_clock = WallClock()
        self.logs: LogSource = LogsInMemory()
        self.written = written
        self.looks: list[tuple[TopicPartition, int]] = []

    def apply_retention(self, partition: Partition, now_ms: int) -> None:
        self.looks.append((partition.topic_partition, now_ms))


def _partition(name: TopicPartition, **configs: str) -> Partition:
    settings = {key.replace("_", "."): text for key, text in configs.items()}
    return Partition(name, bytes(16), PartitionLog(name, LogConfig.from_mapping(settings)))


def test_retention_and_cleaner_each_look_at_their_partitions() -> None:
    plain, compacted = TopicPartition("plain", 0), TopicPartition("compacted", 0)
    few = FewReplicas(
        {
            plain: _partition(plain),
            compacted: _partition(compacted, cleanup_policy="compact"),
        }
    )
    replicas: HousekeptReplicas = few
    timers = Timers()
    housekeeping = Housekeeping(replicas)

    housekeeping.start(timers, 0)
    while timers.next_deadline_ms() <= 30_001:
        timers.run(timers.next_deadline_ms(), 1)

    assert sorted(few.looks) == [(compacted, 15_000), (compacted, 30_000), (plain, 30_000)]
    assert housekeeping.cleaner.state is CleanerState.RESTING
