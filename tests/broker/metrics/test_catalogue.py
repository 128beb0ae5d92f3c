"""The catalogue reads what components know."""

from __future__ import annotations

from kafkawire.broker.metrics.catalogue import FAMILIES
from kafkawire.protocol.messages.find_coordinator_request import FindCoordinatorRequest
from kafkawire.protocol.messages.join_group_request import JoinGroupRequest
from kafkawire.protocol.messages.offset_commit_request import OffsetCommitRequest
from tests.support.broker.metadata import replace_partition
from tests.support.requests.harness import BrokerHarness

GROUPS = "kafka.coordinator.group:type=GroupMetadataManager,name"
CONTROLLER = "kafka.controller:type=KafkaController,name"


def test_each_metric_is_there_once() -> None:
    names = [(each.domain, each.type, each.name, each.attribute) for each in FAMILIES]
    assert len(names) == len(set(names))


def test_groups_are_counted_by_state_and_offsets_by_partition() -> None:
    harness = BrokerHarness()
    harness.create_topic("t", partitions=2)
    client = harness.connect()
    client.request(FindCoordinatorRequest(key="g"), 2)
    partitions = [
        OffsetCommitRequest.OffsetCommitRequestPartition(partition_index=index, committed_offset=1)
        for index in range(2)
    ]
    topic = OffsetCommitRequest.OffsetCommitRequestTopic(name="t", partitions=partitions)
    client.request(
        OffsetCommitRequest(group_id="g", generation_id_or_member_epoch=-1, topics=[topic]), 8
    )
    protocol = JoinGroupRequest.JoinGroupRequestProtocol(name="range", metadata=b"")
    client.request(
        JoinGroupRequest(
            group_id="h",
            session_timeout_ms=10_000,
            rebalance_timeout_ms=10_000,
            protocol_type="consumer",
            protocols=[protocol],
        ),
        3,
    )
    snapshot = harness.broker.metrics.snapshot()
    names = ("", "Empty", "CompletingRebalance", "PreparingRebalance", "Stable", "Dead")
    assert [snapshot[f"{GROUPS}=NumGroups{name}:Value"] for name in names] == [2, 1, 1, 0, 0, 0]
    assert snapshot[f"{GROUPS}=NumOffsets:Value"] == 2


def test_the_cluster_is_counted() -> None:
    harness = BrokerHarness()
    harness.create_topic("t", partitions=3)
    harness.create_topic("u")
    replace_partition(harness.broker.metadata, 1, leader=-1)
    snapshot = harness.broker.metrics.snapshot()
    names = (
        "ActiveControllerCount",
        "ActiveBrokerCount",
        "FencedBrokerCount",
        "GlobalTopicCount",
        "GlobalPartitionCount",
        "OfflinePartitionsCount",
        "PreferredReplicaImbalanceCount",
    )
    assert [snapshot[f"{CONTROLLER}={name}:Value"] for name in names] == [1, 1, 0, 2, 4, 1, 1]
