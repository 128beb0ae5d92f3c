"""Topics, offsets and connections: who is asked, how often, and what is told when it fails."""

from __future__ import annotations

from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.spark.cluster import (
    NO_TOPIC_ID,
    Cluster,
    TopicPartition,
)
from kafkawire.testing import LocalBroker

T0, T1 = TopicPartition("t", 0), TopicPartition("t", 1)


def test_topics_have_ids_and_leaders(broker: LocalBroker, cluster: Cluster) -> None:
    topic_id = broker.create_topic("t", partitions=3)
    found = cluster.topics(["t", "missing"])
    assert found["t"].topic_id == topic_id != NO_TOPIC_ID
    assert list(found["t"].partitions) == [0, 1, 2]
    assert found["missing"].error == ErrorCode.UNKNOWN_TOPIC_OR_PARTITION
    assert list(cluster.topics()) == ["t"], "asking must not make a topic"
