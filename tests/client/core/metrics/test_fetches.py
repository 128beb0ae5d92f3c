"""What a consumer reads, counted."""

from __future__ import annotations

import pytest

from kafkawire.client.core.metrics.fetches import Fetches
from kafkawire.client.core.metrics.readings import Scope
from kafkawire.client.core.metrics.samples import Windows
from kafkawire.client.core.metrics.traffic import ApiTraffic

SCOPE = Scope("consumer-fetch-manager-metrics", {"client-id": "me"})
STEM = "consumer-fetch-manager-metrics:"


def values(fetches: Fetches, requests: ApiTraffic, now_ms: int = 0) -> dict[str, float]:
    return {each.key: each.value for each in fetches.readings(SCOPE, requests, now_ms)}


def test_records_and_bytes_count_by_topic_and_together() -> None:
    """client K-30."""
    fetches, requests = Fetches(), ApiTraffic(Windows())
    requests.latencies.record(8, 0)
    requests.sizes.record(500, 0)
    fetches.came("a", 400, 0)
    fetches.handed_out("a", 10, 0)
    fetches.handed_out("a", 5, 0)
    fetches.handed_out("b", 3, 0)
    found = values(fetches, requests)
    assert found[STEM + "records-consumed-total{client-id=me}"] == 18
    assert found[STEM + "records-consumed-total{client-id=me,topic=a}"] == 15
    assert found[STEM + "bytes-consumed-total{client-id=me,topic=a}"] == 400
    assert found[STEM + "records-consumed-total{client-id=me,topic=b}"] == 3
    assert found[STEM + "fetch-latency-max{client-id=me}"] == 8
    assert found[STEM + "fetch-size-avg{client-id=me}"] == 500
    assert found[STEM + "fetch-total{client-id=me}"] == 1
    assert found[STEM + "records-per-request-avg{client-id=me}"] == 18


def test_the_times_that_brokers_throttle_fetches_are_measured() -> None:
    """client K-30: testQuotaMetrics of FetcherTest."""
    requests = ApiTraffic(Windows())
    for throttle_ms in (100, 200, 300, 400):
        requests.throttles.record(throttle_ms, 0)
    found = values(Fetches(), requests)
    assert found[STEM + "fetch-throttle-time-avg{client-id=me}"] == 250
    assert found[STEM + "fetch-throttle-time-max{client-id=me}"] == 400


@pytest.mark.slow
def test_topics_are_kept_within_a_bound() -> None:
    fetches = Fetches()
    for number in range(10_001):
        fetches.handed_out(f"t{number}", 1, 0)
    found = values(fetches, ApiTraffic(Windows()))
    assert STEM + "records-consumed-total{client-id=me,topic=t0}" not in found
    assert STEM + "records-consumed-total{client-id=me,topic=t10000}" in found
    assert found[STEM + "records-consumed-total{client-id=me}"] == 10_001
