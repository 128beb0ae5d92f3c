"""Who leads a partition, and where."""

from __future__ import annotations

from kafkawire.broker.metadata.leader_hints import address_of, leader_of
from kafkawire.broker.metadata.parts import BrokerImage
from kafkawire.log.topic_partition import TopicPartition
from tests.support.broker.metadata import broker
from tests.support.broker.partitions import image_of
from tests.support.requests.harness import BrokerHarness

NAME = TopicPartition("t", 0)


def test_the_hosted_replica_knows_the_leader_best() -> None:
    """produce A-63: then the metadata; nobody leads what does not exist."""
    harness = BrokerHarness()
    harness.create_topic("t")
    replicas = harness.broker.replicas
    replicas.update(NAME, image_of(leader=2, leader_epoch=7, partition_epoch=9, isr=()))
    assert leader_of(NAME, harness.broker) == (2, 7)
    del replicas.partitions[NAME]
    assert leader_of(NAME, harness.broker) == (1, 0)
    assert leader_of(TopicPartition("t", 9), harness.broker) == (-1, -1)
    assert leader_of(TopicPartition("no", 0), harness.broker) == (-1, -1)


def test_only_live_brokers_on_the_clients_listener_have_an_address() -> None:
    """produce A-63."""
    harness = BrokerHarness()
    brokers = harness.broker.metadata.brokers
    brokers[2] = BrokerImage(broker(2, rack="r", listeners=("PLAINTEXT", "SSL")))
    assert address_of(2, harness.broker, "SSL") == ("host2", 9001, "r")
    assert address_of(2, harness.broker, "SASL_SSL") is None
    brokers[2] = BrokerImage(broker(2, fenced=True))
    assert address_of(2, harness.broker, "PLAINTEXT") is None
    assert address_of(-1, harness.broker, "PLAINTEXT") is None
