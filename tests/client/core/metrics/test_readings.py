"""Metrics under Kafka's names."""

from __future__ import annotations

from kafkawire.client.core.metrics.readings import Reading, Scope
from kafkawire.client.core.metrics.samples import Samples

SCOPE = Scope("consumer-metrics", {"client-id": "me"})


def test_a_metric_has_a_key_of_group_name_and_tags() -> None:
    """client K-30."""
    reading = Reading("consumer-metrics", "lag", {"topic": "t", "partition": "0"}, 3.0)
    assert reading.key == "consumer-metrics:lag{topic=t,partition=0}"


def test_samples_become_rates_totals_averages_and_maxima() -> None:
    """client K-30."""
    samples = Samples()
    samples.record(20, 0)
    samples.record(40, 0)
    found = {
        each.name: (each.value, each.is_sum)
        for part in (
            SCOPE.events("request", samples, 0),
            SCOPE.amounts("byte", samples, 0),
            SCOPE.sizes("size", samples, 0),
        )
        for each in part
    }
    assert found == {
        "request-rate": (2 / 30, False),
        "request-total": (2, True),
        "byte-rate": (2.0, False),
        "byte-total": (60.0, True),
        "size-avg": (30.0, False),
        "size-max": (40, False),
    }


def test_how_long_ago_something_happened_is_in_seconds() -> None:
    samples = Samples()
    assert SCOPE.ago("last", samples, 9_000).value == -1
    samples.record(1, 2_000)
    assert SCOPE.ago("last", samples, 9_999).value == 7
