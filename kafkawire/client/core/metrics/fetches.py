"""Records and bytes that a consumer reads, by topic.

Records count when a batch is handed out, bytes when a response has them: compressed, unlike in
Kafka's consumer, since no record is looked at.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from kafkawire.client.core.metrics.bounded import Bounded
from kafkawire.client.core.metrics.readings import Scope
from kafkawire.client.core.metrics.samples import DEFAULT, Samples, Windows

if TYPE_CHECKING:
    from kafkawire.client.core.metrics.readings import Reading
    from kafkawire.client.core.metrics.traffic import ApiTraffic

TOPICS_MAX = 10_000
"""The number of topics with metrics; one more drops those of the topic that was read first."""


class TopicFetches:
    """Records read from one topic."""

    __slots__ = ("bytes", "records")

    def __init__(self, windows: Windows) -> None:
        self.bytes = Samples(windows)
        self.records = Samples(windows)


class Fetches:
    """See the module's docstring."""

    def __init__(self, windows: Windows = DEFAULT) -> None:
        self._all = TopicFetches(windows)
        self._topics = Bounded[str, TopicFetches](TOPICS_MAX, lambda: TopicFetches(windows))

    def came(self, topic: str, size_bytes: int, now_ms: int) -> None:
        """Count the records of one partition in one response."""
        self._all.bytes.record(size_bytes, now_ms)
        self._topics[topic].bytes.record(size_bytes, now_ms)

    def handed_out(self, topic: str, records: int, now_ms: int) -> None:
        """Count a batch that the application gets."""
        self._all.records.record(records, now_ms)
        self._topics[topic].records.record(records, now_ms)

    # Reading

    def readings(self, scope: Scope, requests: ApiTraffic, now_ms: int) -> Iterator[Reading]:
        """Yield the metrics of the group `consumer-fetch-manager-metrics`.

        Args:
            scope: The group and the tags.
            requests: What was counted of Fetch requests.
            now_ms: The time.
        """
        yield from scope.events("fetch", requests.latencies, now_ms)
        yield from scope.sizes("fetch-latency", requests.latencies, now_ms)
        yield from scope.sizes("fetch-size", requests.sizes, now_ms)
        yield from scope.sizes("fetch-throttle-time", requests.throttles, now_ms)
        yield from _consumed(scope, self._all, now_ms)
        fetches = requests.latencies.count_rate(now_ms)
        if fetches:
            found = self._all.records.rate(now_ms) / fetches
            yield scope.gauge("records-per-request-avg", found)
        for topic, each in self._topics.items():
            yield from _consumed(Scope(scope.group, {**scope.tags, "topic": topic}), each, now_ms)


def _consumed(scope: Scope, found: TopicFetches, now_ms: int) -> Iterator[Reading]:
    yield from scope.amounts("records-consumed", found.records, now_ms)
    yield from scope.amounts("bytes-consumed", found.bytes, now_ms)
