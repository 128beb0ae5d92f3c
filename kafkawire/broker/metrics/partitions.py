"""Gauges of the partitions that this broker hosts, each for itself and all together."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from kafkawire.broker.metrics.families import Family, Reading, gauge, single

if TYPE_CHECKING:
    from kafkawire.broker.metrics.families import Read
    from kafkawire.broker.metrics.observed import HasReplicas, ObservedPartition

_REPLICAS = "kafka.server:ReplicaManager"
_PARTITION = "kafka.cluster:Partition"
_LOG = "kafka.log:Log"


def _in_sync(partition: "ObservedPartition") -> int:
    return len(partition.image.isr) if partition.is_leader else 0


def _replicas(partition: "ObservedPartition") -> int:
    return len(partition.image.replicas) if partition.is_leader else 0


def _under_replicated(partition: "ObservedPartition") -> int:
    return int(_in_sync(partition) < _replicas(partition))


def _under_min_isr(partition: "ObservedPartition") -> int:
    return int(partition.is_leader and len(partition.image.isr) < partition.min_isr)


def _at_min_isr(partition: "ObservedPartition") -> int:
    return int(partition.is_leader and len(partition.image.isr) == partition.min_isr)


def _last_stable_lag(partition: "ObservedPartition") -> int:
    return partition.high_watermark - partition.last_stable_offset


def _segments(partition: "ObservedPartition") -> int:
    # An empty log of Kafka has a segment; ours has none before the first append.
    return max(1, len(partition.log.segments))


def _each(value: "Callable[[ObservedPartition], int]") -> "Read":
    def read(broker: "HasReplicas") -> Iterator[Reading]:
        for name, partition in broker.replicas.partitions.items():
            tags = (("topic", name.topic), ("partition", str(name.partition)))
            yield tags, value(partition)

    return read


def _sum(value: "Callable[[ObservedPartition], int]") -> "Read":
    return single(lambda broker: sum(map(value, broker.replicas.partitions.values())))


def _own(where: str, name: str, help: str, value: "Callable[[ObservedPartition], int]") -> Family:
    return gauge(where, name, help, _each(value), tags=("topic", "partition"))


REPLICA_FAMILIES = (
    gauge(
        _REPLICAS,
        "PartitionCount",
        "Partitions hosted here",
        single(lambda broker: len(broker.replicas.partitions)),
    ),
    gauge(
        _REPLICAS, "LeaderCount", "Partitions led here", _sum(lambda partition: partition.is_leader)
    ),
    gauge(
        _REPLICAS,
        "UnderReplicatedPartitions",
        "Partitions led here with replicas that are not in sync",
        _sum(_under_replicated),
    ),
    gauge(
        _REPLICAS,
        "UnderMinIsrPartitionCount",
        "Partitions led here with fewer replicas in sync than acks=all needs",
        _sum(_under_min_isr),
    ),
    gauge(
        _REPLICAS,
        "AtMinIsrPartitionCount",
        "Partitions led here with just as many replicas in sync as acks=all needs",
        _sum(_at_min_isr),
    ),
    gauge(
        _REPLICAS,
        "OfflineReplicaCount",
        "Partitions whose log directory failed",
        single(lambda broker: len(broker.replicas.offline)),
    ),
    gauge(
        _REPLICAS,
        "ProducerIdCount",
        "Producers that partitions remember",
        _sum(lambda partition: len(partition.log.producer_state)),
    ),
)

PARTITION_FAMILIES = (
    _own(_LOG, "LogStartOffset", "First offset", lambda partition: partition.log_start_offset),
    _own(
        _LOG,
        "LogEndOffset",
        "Offset of the next record",
        lambda partition: partition.log_end_offset,
    ),
    _own(_LOG, "Size", "Bytes of the log", lambda partition: partition.log.size),
    _own(_LOG, "NumLogSegments", "Segments of the log", _segments),
    _own(_PARTITION, "InSyncReplicasCount", "Replicas in sync, 0 if not led here", _in_sync),
    _own(_PARTITION, "ReplicasCount", "Replicas, 0 if not led here", _replicas),
    _own(_PARTITION, "UnderReplicated", "1 if replicas are not in sync", _under_replicated),
    _own(_PARTITION, "UnderMinIsr", "1 if acks=all is refused", _under_min_isr),
    _own(_PARTITION, "AtMinIsr", "1 if no replica may be lost", _at_min_isr),
    _own(
        _PARTITION,
        "LastStableOffsetLag",
        "Records that open transactions keep from readers",
        _last_stable_lag,
    ),
)
