"""Partitions and configurations follow the image, and listeners hear of it afterwards."""

from __future__ import annotations

from collections.abc import Sequence

from kafkawire.broker.metadata.config_changes import Alteration, Operation
from kafkawire.log.topic_partition import TopicPartition
from kafkawire.protocol.messages.create_partitions_request import CreatePartitionsRequest
from kafkawire.protocol.messages.partition_change_record import PartitionChangeRecord
from tests.support.requests.harness import BrokerHarness


class Listener:
    def __init__(self, harness: BrokerHarness) -> None:
        self.harness = harness
        self.heard: list[tuple[object, ...]] = []

    def on_topics_created(self, names: Sequence[str]) -> None:
        hosted = self.harness.broker.replicas.partitions
        counts = [sum(each.topic == name for each in hosted) for name in names]
        self.heard.append(("created", *zip(names, counts, strict=True)))

    def on_topics_deleted(self, names: Sequence[str]) -> None:
        self.heard.append(("deleted", *names))

    def on_config_changed(self, resource_type: int, name: str) -> None:
        self.heard.append(("config", resource_type, name))


def listening() -> tuple[BrokerHarness, Listener]:
    harness = BrokerHarness()
    listener = Listener(harness)
    harness.broker.controller.subscribe(listener)
    return harness, listener


def alter(harness: BrokerHarness, kind: int, name: str, key: str, value: str | None) -> None:
    change = Alteration(kind, name, [Operation(key, 1 if value is None else 0, value)])
    outcomes = harness.broker.controller.alter_configs([change], validate_only=False, now_ms=1)
    assert outcomes == [None]


def max_message_bytes(harness: BrokerHarness, topic: str) -> int:
    partition = harness.broker.replicas.partitions[TopicPartition(topic, 0)]
    return partition.log.config.max_message_bytes


def test_listeners_hear_of_topics_when_their_partitions_are_there() -> None:
    harness, listener = listening()
    harness.create_topic("a", 2)
    assert listener.heard == [("created", ("a", 2))]


def test_listeners_hear_of_new_partitions_as_of_new_topics() -> None:
    harness, listener = listening()
    harness.create_topic("a", 1)
    more = CreatePartitionsRequest.CreatePartitionsTopic(name="a", count=3, assignments=None)
    harness.broker.controller.create_partitions([more], validate_only=False, now_ms=1)
    assert listener.heard[1:] == [("created", ("a", 3))]


def test_deleted_topics_are_no_longer_hosted() -> None:
    harness, listener = listening()
    topic_id = harness.create_topic("a", 2)
    partition = harness.broker.replicas.partitions[TopicPartition("a", 1)]
    harness.broker.controller.delete_topics([topic_id], 1)
    assert partition.deleted
    assert harness.broker.replicas.partitions == {}
    assert listener.heard[1:] == [("deleted", "a")]


def test_a_topics_configuration_reaches_its_logs() -> None:
    harness, listener = listening()
    harness.create_topic("a", 1)
    harness.create_topic("b", 1)
    alter(harness, 2, "a", "max.message.bytes", "77")
    assert max_message_bytes(harness, "a") == 77
    assert max_message_bytes(harness, "b") == 1048588
    assert listener.heard[-1] == ("config", 2, "a")
    alter(harness, 2, "a", "max.message.bytes", None)
    assert max_message_bytes(harness, "a") == 1048588


def test_a_cluster_default_reaches_topics_without_their_own() -> None:
    """admin C-19, C-42: per-broker beats cluster-wide beats static."""
    harness, _ = listening()
    harness.create_topic("a", 1)
    harness.create_topic("b", 1, {"max.message.bytes": "5"})
    alter(harness, 4, "", "message.max.bytes", "77")
    assert [max_message_bytes(harness, name) for name in ("a", "b")] == [77, 5]
    alter(harness, 4, "1", "message.max.bytes", "88")
    assert max_message_bytes(harness, "a") == 88
    alter(harness, 4, "1", "message.max.bytes", None)
    assert max_message_bytes(harness, "a") == 77
    harness.create_topic("c", 1)
    assert max_message_bytes(harness, "c") == 77


def test_topics_without_overrides_share_their_configuration() -> None:
    harness, _ = listening()
    harness.create_topic("a", 2)
    harness.create_topic("b", 1)
    logs = [partition.log for partition in harness.broker.replicas.partitions.values()]
    assert len({id(log.config) for log in logs}) == 1


def test_a_change_of_leader_reaches_the_partition() -> None:
    """admin F-24."""
    harness, _ = listening()
    topic_id = harness.create_topic("a", 1)
    controller = harness.broker.controller
    controller.commit([PartitionChangeRecord(partition_id=0, topic_id=topic_id, leader=1)], 1)
    partition = harness.broker.replicas.partitions[TopicPartition("a", 0)]
    assert (partition.leader_epoch, partition.image.partition_epoch) == (1, 1)
    assert partition.image is harness.broker.metadata.topics["a"].partitions[0]
