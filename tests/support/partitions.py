"""Partitions of one broker, number 1, without a replica manager."""

from __future__ import annotations

from kafkawire.broker.replicas.partition import Partition
from kafkawire.log.config import LogConfig
from kafkawire.log.partition_log import PartitionLog
from kafkawire.log.topic_partition import TopicPartition


def make_partition(
    *, replicas: tuple[int, ...] = (1,), isr: tuple[int, ...] = (1,), leader_epoch: int = 5
) -> Partition:
    name = TopicPartition("t", 0)
    partition = Partition(name, b"i" * 16, PartitionLog(name, LogConfig.from_mapping({})))
    partition.replicas = replicas
    partition.isr = isr
    partition.leader_id = 1
    partition.lead(leader_epoch=leader_epoch)
    return partition
