"""Times of a producer's calls."""

from __future__ import annotations

from kafkawire.client.core.metrics.call_times import CallTimes, TimedCall
from kafkawire.client.core.metrics.readings import Scope


def test_times_are_summed_in_nanoseconds() -> None:
    """client K-30: Kafka's names; calls that were never made have taken nothing."""
    times = CallTimes()
    times.took(TimedCall.FLUSH, 0.25)
    times.took(TimedCall.FLUSH, 0.5)
    times.took(TimedCall.TXN_COMMIT, 2e-9)
    found = {each.name: each.value for each in times.readings(Scope("producer-metrics", {}))}
    assert found == {
        "flush-time-ns-total": 750_000_000,
        "metadata-wait-time-ns-total": 0,
        "txn-init-time-ns-total": 0,
        "txn-begin-time-ns-total": 0,
        "txn-send-offsets-time-ns-total": 0,
        "txn-commit-time-ns-total": 2,
        "txn-abort-time-ns-total": 0,
    }
    assert all(each.is_sum for each in times.readings(Scope("producer-metrics", {})))
