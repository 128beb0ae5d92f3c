"""Rebalances of a member, counted."""

from __future__ import annotations

from kafkawire.client.core.metrics.groups import Rebalances
from kafkawire.client.core.metrics.readings import Scope
from kafkawire.client.core.metrics.traffic import Traffic

SCOPE = Scope("consumer-coordinator-metrics", {})


def values(rebalances: Rebalances, traffic: Traffic, now_ms: int) -> dict[str, float]:
    return {each.name: each.value for each in rebalances.readings(SCOPE, traffic, 3, now_ms)}


def test_a_rebalance_lasts_from_its_first_step_to_its_last() -> None:
    """client K-30."""
    rebalances = Rebalances()
    rebalances.began(1_000)
    rebalances.began(2_000)
    rebalances.ended(5_000)
    rebalances.ended(6_000)
    found = values(rebalances, Traffic(), 8_500)
    assert (found["rebalance-total"], found["rebalance-latency-max"]) == (1, 4_000)
    assert found["rebalance-latency-total"] == 4_000
    assert found["rebalance-rate-per-hour"] == 3_600 * (1 / 33.5)
    assert found["last-rebalance-seconds-ago"] == 3
    assert (found["assigned-partitions"], found["failed-rebalance-total"]) == (3, 0)


def test_lost_partitions_are_a_failed_rebalance() -> None:
    """client K-30."""
    rebalances = Rebalances()
    rebalances.failed(0)
    assert values(rebalances, Traffic(), 0)["failed-rebalance-total"] == 1


def test_requests_to_the_coordinator_have_metrics_of_either_protocol() -> None:
    """client K-30: heartbeats are those of the protocol that the member speaks."""
    traffic = Traffic()
    for api, latency_ms in ((8, 20), (11, 30), (14, 40), (68, 50)):
        traffic.of(api).latencies.record(latency_ms, 1_000)
    found = values(Rebalances(), traffic, 5_000)
    assert (found["commit-latency-avg"], found["commit-total"]) == (20, 1)
    assert (found["join-time-avg"], found["sync-time-max"]) == (30, 40)
    assert (found["heartbeat-total"], found["heartbeat-response-time-max"]) == (1, 50)
    assert found["last-heartbeat-seconds-ago"] == 4
