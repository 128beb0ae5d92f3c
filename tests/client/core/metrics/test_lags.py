"""How far a consumer is from both ends of its partitions."""

from __future__ import annotations

from kafkawire.client.core.metrics.lags import Distance, Lags
from kafkawire.client.core.metrics.readings import Scope
from kafkawire.client.values import TopicPartition

SCOPE = Scope("consumer-fetch-manager-metrics", {"client-id": "me"})
T0, T1 = TopicPartition("t", 0), TopicPartition("t", 1)


def values(lags: Lags, now_ms: int, *distances: Distance) -> dict[str, float]:
    stem = "consumer-fetch-manager-metrics:"
    found = {each.key: each.value for each in lags.readings(SCOPE, distances, now_ms)}
    assert all(key.startswith(stem) for key in found)
    return {key.removeprefix(stem): value for key, value in found.items()}


def test_each_partition_whose_distance_is_known_has_metrics() -> None:
    """client K-30, B-15."""
    found = values(Lags(), 0, Distance(T0, 4, 96), Distance(T1, None, None))
    tags = "{client-id=me,topic=t,partition=0}"
    assert found == {
        f"records-lag{tags}": 4,
        f"records-lag-avg{tags}": 4,
        f"records-lag-max{tags}": 4,
        f"records-lead{tags}": 96,
        f"records-lead-avg{tags}": 96,
        f"records-lead-min{tags}": 96,
        "records-lag-max{client-id=me}": 4,
        "records-lead-min{client-id=me}": 96,
    }
    assert values(Lags(), 0) == {}


def test_each_reading_is_a_sample() -> None:
    """client K-30."""
    lags, tags = Lags(), "{client-id=me,topic=t,partition=0}"
    values(lags, 0, Distance(T0, 10, 2), Distance(T1, 1, 7))
    found = values(lags, 1000, Distance(T0, 4, 8), Distance(T1, 1, 7))
    assert (found[f"records-lag{tags}"], found[f"records-lead{tags}"]) == (4, 8)
    assert (found[f"records-lag-avg{tags}"], found[f"records-lag-max{tags}"]) == (7, 10)
    assert (found[f"records-lead-avg{tags}"], found[f"records-lead-min{tags}"]) == (5, 2)
    assert found["records-lag-max{client-id=me}"] == 10
    assert found["records-lead-min{client-id=me}"] == 2


def test_samples_of_old_windows_and_of_other_partitions_count_no_more() -> None:
    lags, tags = Lags(), "{client-id=me,topic=t,partition=0}"
    values(lags, 0, Distance(T0, 10, 2), Distance(T1, 99, 0))
    assert values(lags, 1000, Distance(T0, 3, 9))["records-lag-max{client-id=me}"] == 10
    found = values(lags, 61_000, Distance(T0, 4, 8))
    assert (found[f"records-lag-max{tags}"], found[f"records-lead-min{tags}"]) == (4, 8)
    assert values(lags, 200_000, Distance(T0, None, None)) == {}
