"""What a producer sends, counted."""

from __future__ import annotations

import pytest

from kafkawire.client.core.metrics.readings import Scope
from kafkawire.client.core.metrics.samples import Windows
from kafkawire.client.core.metrics.sends import Sends, SentBatch
from kafkawire.client.core.metrics.traffic import ApiTraffic

SCOPE = Scope("producer-metrics", {"client-id": "me"})


def values(sends: Sends, requests: ApiTraffic) -> dict[str, float]:
    return {each.key: each.value for each in sends.readings(SCOPE, requests, 0)}


def test_batches_count_by_topic_and_together() -> None:
    """client K-30."""
    sends, requests = Sends(), ApiTraffic(Windows())
    requests.sent.record(900, 0)
    sends.sent(SentBatch("a", 10, 500, 1_000, 7), 0)
    sends.sent(SentBatch("b", 30, 300, 300, 3), 0)
    sends.retried("b", 30, 0)
    sends.failed("b", 2, 0)
    sends.split(0)
    found = values(sends, requests)
    own, topic = (
        "producer-metrics:{}{{client-id=me}}",
        "producer-topic-metrics:{}{{client-id=me,topic=b}}",
    )
    assert found[own.format("record-send-total")] == 40
    assert found[own.format("batch-size-avg")] == 400
    assert found[own.format("batch-size-max")] == 500
    assert found[own.format("batch-split-total")] == 1
    assert found[own.format("record-queue-time-max")] == 7
    assert found[own.format("compression-rate-avg")] == 0.75
    assert found[own.format("records-per-request-avg")] == 40
    assert found[own.format("record-size-avg")] == pytest.approx(20)
    assert found[topic.format("record-send-total")] == 30
    assert found[topic.format("byte-total")] == 300
    assert found[topic.format("record-retry-total")] == 30
    assert found[topic.format("record-error-total")] == 2
    assert found[topic.format("compression-rate")] == 1


def test_the_times_that_brokers_throttle_sends_are_measured() -> None:
    """client K-30: testQuotaMetrics of SenderTest."""
    requests = ApiTraffic(Windows())
    for throttle_ms in (100, 200, 300, 400):
        requests.throttles.record(throttle_ms, 0)
    found = values(Sends(), requests)
    assert found["producer-metrics:produce-throttle-time-avg{client-id=me}"] == 250
    assert found["producer-metrics:produce-throttle-time-max{client-id=me}"] == 400


@pytest.mark.slow
def test_topics_are_kept_within_a_bound() -> None:
    sends = Sends()
    for number in range(10_001):
        sends.retried(f"t{number}", 1, 0)
    found = values(sends, ApiTraffic(Windows()))
    assert "producer-topic-metrics:record-retry-total{client-id=me,topic=t0}" not in found
    assert "producer-topic-metrics:record-retry-total{client-id=me,topic=t10000}" in found
