"""Which metrics a push has."""

from __future__ import annotations

from kafkawire.client.core.metrics.readings import Reading
from kafkawire.client.core.telemetry.otlp import Point
from kafkawire.client.core.telemetry.readings import Points

GROUP = "producer-metrics"
TOTAL = "org.apache.kafka.producer.sent.total"


def readings(total: float) -> list[Reading]:
    return [
        Reading(GROUP, "sent-total", {"node-id": "c"}, total, is_sum=True),
        Reading("consumer-metrics", "lag", {}, 3.0),
    ]


def test_only_what_was_asked_for_is_told() -> None:
    """client K-20."""
    lag = Point("org.apache.kafka.consumer.lag", {}, 3.0)
    points = Points(0)
    wanted = ["org.apache.kafka.consumer."]
    assert points.of(readings(1), wanted, 5, is_delta=False) == [lag]
    assert points.of(readings(1), [], 5, is_delta=False) == []
    for everything in (["*"], [""]):
        assert len(points.of(readings(1), everything, 5, is_delta=False)) == 2


def test_sums_count_since_the_client_began() -> None:
    """client K-20."""
    points = Points(1_000)
    for total in (5.0, 8.0):
        found = points.of(readings(total), [TOTAL], 9_000, is_delta=False)
        assert found == [Point(TOTAL, {"node_id": "c"}, total, 1_000, 2)]


def test_differences_count_since_the_push_before() -> None:
    """client K-20."""
    points = Points(1_000)
    found = [
        points.of(readings(total), [TOTAL], now_ms, is_delta=True)[0]
        for total, now_ms in ((5.0, 2_000), (8.0, 3_000), (8.0, 4_000))
    ]
    assert [(point.value, point.start_ms, point.temporality) for point in found] == [
        (5.0, 1_000, 1),
        (3.0, 2_000, 1),
        (0.0, 3_000, 1),
    ]
