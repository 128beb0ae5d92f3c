"""Gauges of partitions: each for itself, and all together."""

from __future__ import annotations

from kafkawire.broker.metrics.snapshot import Snapshot
from tests.support.broker.partitions import reassign
from tests.support.requests.fetching import Fetcher

TOGETHER = (
    "PartitionCount",
    "LeaderCount",
    "UnderReplicatedPartitions",
    "UnderMinIsrPartitionCount",
    "AtMinIsrPartitionCount",
    "OfflineReplicaCount",
    "ProducerIdCount",
)


def together(snapshot: Snapshot) -> dict[str, int]:
    """What is not zero of the sums."""
    where = "kafka.server:type=ReplicaManager,name="
    return {name: value for name in TOGETHER if (value := snapshot[f"{where}{name}:Value"])}


def of(snapshot: Snapshot, where: str, name: str, partition: int = 0) -> int:
    return snapshot[f"kafka.{where},name={name},topic=t,partition={partition}:Value"]


def test_alone_everything_is_led_and_as_safe_as_it_can_be() -> None:
    fetcher = Fetcher()
    snapshot = fetcher.broker.metrics.snapshot()
    assert together(snapshot) == {
        "PartitionCount": 3,
        "LeaderCount": 3,
        "AtMinIsrPartitionCount": 3,
    }


def test_replicas_out_of_sync_show() -> None:
    fetcher = Fetcher()
    partition = fetcher.partition(1)
    reassign(partition, replicas=(1, 7, 8), isr=(1, 7))
    fetcher.configure(1, min_insync_replicas="3")
    snapshot = fetcher.broker.metrics.snapshot()
    assert together(snapshot) == {
        "PartitionCount": 3,
        "LeaderCount": 3,
        "UnderReplicatedPartitions": 1,
        "UnderMinIsrPartitionCount": 1,
        "AtMinIsrPartitionCount": 2,
    }
    names = ("InSyncReplicasCount", "ReplicasCount", "UnderReplicated", "UnderMinIsr", "AtMinIsr")
    found = [of(snapshot, "cluster:type=Partition", name, 1) for name in names]
    assert found == [2, 3, 1, 1, 0]


def test_what_another_leads_is_only_hosted() -> None:
    fetcher = Fetcher()
    fetcher.partition().is_leader = False
    snapshot = fetcher.broker.metrics.snapshot()
    assert together(snapshot) == {
        "PartitionCount": 3,
        "LeaderCount": 2,
        "AtMinIsrPartitionCount": 2,
    }
    assert of(snapshot, "cluster:type=Partition", "ReplicasCount") == 0


def test_logs_show_where_they_begin_and_end() -> None:
    fetcher = Fetcher()
    size = fetcher.append(count=5)
    fetcher.broker.replicas.delete_records(fetcher.partition(), 2)
    snapshot = fetcher.broker.metrics.snapshot()
    names = ("LogStartOffset", "LogEndOffset", "Size", "NumLogSegments")
    assert [of(snapshot, "log:type=Log", name) for name in names] == [2, 5, size, 1]
    assert [of(snapshot, "log:type=Log", name, 1) for name in names] == [0, 0, 0, 1]


def test_open_transactions_and_their_producers_show() -> None:
    fetcher = Fetcher()
    fetcher.append(count=3, producer_id=9, producer_epoch=0, base_sequence=0, transactional=True)
    snapshot = fetcher.broker.metrics.snapshot()
    assert of(snapshot, "cluster:type=Partition", "LastStableOffsetLag") == 3
    assert together(snapshot)["ProducerIdCount"] == 1
