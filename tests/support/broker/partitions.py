"""Partitions of one broker, number 1, and the metadata that they follow."""

from __future__ import annotations

from typing import Any

from kafkawire.broker.metadata.parts import PartitionImage
from kafkawire.broker.replicas.partition import Partition
from kafkawire.log.config import LogConfig
from kafkawire.log.partition_log import PartitionLog
from kafkawire.log.topic_partition import TopicPartition


def image_of(**fields: Any) -> PartitionImage:
    """A partition that node 1 leads in epoch 0, alone, but for `fields`."""
    values: dict[str, Any] = {
        "replicas": (1,),
        "isr": (1,),
        "leader": 1,
        "leader_epoch": 0,
        "partition_epoch": 0,
    }
    return PartitionImage(**(values | fields))


def reassign(partition: Partition, *, is_leader: bool | None = None, **fields: Any) -> None:
    """Change the metadata of a partition behind its manager, which notices nothing."""
    leads = partition.is_leader if is_leader is None else is_leader
    partition.assign(partition.image._replace(**fields), is_leader=leads)


def make_partition(
    *, replicas: tuple[int, ...] = (1,), isr: tuple[int, ...] = (1,), leader_epoch: int = 5
) -> Partition:
    """A partition without a replica manager."""
    name = TopicPartition("t", 0)
    partition = Partition(name, b"i" * 16, PartitionLog(name, LogConfig.from_mapping({})))
    image = image_of(replicas=replicas, isr=isr, leader_epoch=leader_epoch)
    partition.assign(image, is_leader=True)
    return partition
