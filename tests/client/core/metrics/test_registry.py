"""All metrics of one client."""

from __future__ import annotations

from kafkawire.client.core.metrics.readings import Scope
from kafkawire.client.core.metrics.registry import Metrics

SCOPE = Scope("consumer-metrics", {"client-id": "me"})


def test_metrics_are_computed_when_they_are_read() -> None:
    """client K-30."""
    metrics = Metrics(
        (lambda now_ms: [SCOPE.gauge("age", now_ms)], lambda now_ms: [SCOPE.total("sent", 7)])
    )
    assert metrics.values(5) == {
        "consumer-metrics:age{client-id=me}": 5,
        "consumer-metrics:sent{client-id=me}": 7,
    }
    assert metrics.values(6)["consumer-metrics:age{client-id=me}"] == 6
    assert [each.is_sum for each in metrics.readings(5)] == [False, True]
