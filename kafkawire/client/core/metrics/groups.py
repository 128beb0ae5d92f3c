"""Rebalances of a group member, and its requests to the coordinator."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from kafkawire.client.core.metrics.samples import DEFAULT, Samples, Windows
from kafkawire.protocol.api_keys import ApiKey

if TYPE_CHECKING:
    from kafkawire.client.core.metrics.readings import Reading, Scope
    from kafkawire.client.core.metrics.traffic import Traffic

HOUR_S = 3600
HEARTBEATS = (ApiKey.HEARTBEAT, ApiKey.CONSUMER_GROUP_HEARTBEAT)


class Rebalances:
    """Rebalances of one member: from the first partition that is taken or given to the last."""

    def __init__(self, windows: Windows = DEFAULT) -> None:
        self._latencies = Samples(windows)
        self._failures = Samples(windows)
        self._since_ms: int | None = None

    def began(self, now_ms: int) -> None:
        """Note that partitions are taken or given."""
        if self._since_ms is None:
            self._since_ms = now_ms

    def ended(self, now_ms: int) -> None:
        """Note that the partitions which are assigned can be read."""
        if self._since_ms is not None:
            self._latencies.record(now_ms - self._since_ms, now_ms)
            self._since_ms = None

    def failed(self, now_ms: int) -> None:
        """Note that the member has lost its partitions."""
        self._failures.record(1, now_ms)

    def readings(
        self, scope: Scope, traffic: Traffic, assigned: int, now_ms: int
    ) -> Iterator[Reading]:
        """Yield the metrics of the group `consumer-coordinator-metrics`.

        Args:
            scope: The group and the tags.
            traffic: What was counted of requests.
            assigned: How many partitions the member has.
            now_ms: The time.
        """
        yield scope.gauge("assigned-partitions", assigned)
        yield from scope.sizes("rebalance-latency", self._latencies, now_ms)
        yield scope.total("rebalance-latency-total", self._latencies.total)
        yield scope.total("rebalance-total", self._latencies.count)
        yield scope.gauge("rebalance-rate-per-hour", self._latencies.count_rate(now_ms) * HOUR_S)
        yield scope.ago("last-rebalance-seconds-ago", self._latencies, now_ms)
        yield scope.total("failed-rebalance-total", self._failures.count)
        failures = self._failures.count_rate(now_ms) * HOUR_S
        yield scope.gauge("failed-rebalance-rate-per-hour", failures)
        commits = traffic.of(ApiKey.OFFSET_COMMIT).latencies
        yield from scope.sizes("commit-latency", commits, now_ms)
        yield from scope.events("commit", commits, now_ms)
        for stem, api in (("join", ApiKey.JOIN_GROUP), ("sync", ApiKey.SYNC_GROUP)):
            found = traffic.of(api).latencies
            if found.count:  # a member of the consumer protocol (KIP-848) neither joins nor syncs
                yield from scope.sizes(f"{stem}-time", found, now_ms)
                yield from scope.events(stem, found, now_ms)
        beats = max((traffic.of(api).latencies for api in HEARTBEATS), key=lambda each: each.count)
        yield from scope.events("heartbeat", beats, now_ms)
        yield scope.gauge("heartbeat-response-time-max", beats.maximum(now_ms))
        yield scope.ago("last-heartbeat-seconds-ago", beats, now_ms)
