"""The replicas that partitions are read from."""

from __future__ import annotations

from kafkawire.client.core.metrics.readings import Scope
from kafkawire.client.core.metrics.replicas import preferred_replicas
from kafkawire.client.values import TopicPartition


def test_each_partition_has_its_preferred_replica_or_minus_one() -> None:
    """client K-30, KIP-392: -1 while the leader is read; a broker's id may be 0."""
    scope = Scope("consumer-fetch-manager-metrics", {"client-id": "me"})
    preferred = {
        TopicPartition("t", 0): None,
        TopicPartition("t", 1): 0,
        TopicPartition("a.b", 0): 3,
    }
    found = {each.key: each.value for each in preferred_replicas(scope, preferred)}
    stem = "consumer-fetch-manager-metrics:preferred-read-replica{client-id=me"
    assert found == {
        f"{stem},topic=t,partition=0}}": -1,
        f"{stem},topic=t,partition=1}}": 0,
        f"{stem},topic=a.b,partition=0}}": 3,
    }
    assert list(preferred_replicas(scope, {})) == []
