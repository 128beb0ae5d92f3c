"""What periodic work (retention, compaction) needs of the replicas of a broker."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kafkawire.broker.config import BrokerConfig
    from kafkawire.broker.replicas.log_source import LogSource
    from kafkawire.broker.replicas.partition import Partition
    from kafkawire.broker.wall_clock import WallClock
    from kafkawire.log.topic_partition import TopicPartition


class HousekeptReplicas(Protocol):
    """The partitions of a broker; `replica_manager.ReplicaManager` has them."""

    config: BrokerConfig
    wall_clock: WallClock
    logs: LogSource

    @property
    def written(self) -> Mapping[TopicPartition, Partition]:
        """The partitions that were ever appended to: periodic work looks at no other."""

    def apply_retention(self, partition: Partition, now_ms: int) -> None:
        """Remove the segments that the partition's log need not keep."""
