"""Records and batches that a producer sends, by topic. A batch counts each time it is sent."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from kafkawire.client.core.metrics.bounded import Bounded
from kafkawire.client.core.metrics.call_times import CallTimes
from kafkawire.client.core.metrics.readings import Scope
from kafkawire.client.core.metrics.samples import DEFAULT, Samples, Windows

if TYPE_CHECKING:
    from kafkawire.client.core.metrics.readings import Reading
    from kafkawire.client.core.metrics.traffic import ApiTraffic

TOPICS_MAX = 10_000
"""The number of topics with metrics; one more drops those of the topic that was written first."""


class SentBatch(NamedTuple):
    """A batch that is sent.

    Attributes:
        topic: Its topic.
        records: How many records it has.
        size_bytes: Its size, compressed.
        plain_bytes: Its size before compression, by estimate.
        waited_ms: How long its first record has waited.
    """

    topic: str
    records: int
    size_bytes: int
    plain_bytes: int
    waited_ms: int


class TopicSends:
    """Records sent to one topic."""

    __slots__ = ("bytes", "errors", "ratios", "records", "retries")

    def __init__(self, windows: Windows) -> None:
        self.bytes = Samples(windows)
        self.records = Samples(windows)
        self.errors = Samples(windows)
        self.retries = Samples(windows)
        self.ratios = Samples(windows)


class Sends:
    """See the module's docstring."""

    def __init__(self, windows: Windows = DEFAULT) -> None:
        self.calls = CallTimes()
        self._all = TopicSends(windows)
        self._waited = Samples(windows)
        self._splits = Samples(windows)
        self._topics = Bounded[str, TopicSends](TOPICS_MAX, lambda: TopicSends(windows))

    def sent(self, batch: SentBatch, now_ms: int) -> None:
        """Count a batch of a request."""
        self._waited.record(batch.waited_ms, now_ms)
        for each in (self._all, self._topics[batch.topic]):
            each.records.record(batch.records, now_ms)
            each.bytes.record(batch.size_bytes, now_ms)
            each.ratios.record(min(1.0, batch.size_bytes / (batch.plain_bytes or 1)), now_ms)

    def retried(self, topic: str, records: int, now_ms: int) -> None:
        """Count records that are to be sent again."""
        self._all.retries.record(records, now_ms)
        self._topics[topic].retries.record(records, now_ms)

    def failed(self, topic: str, records: int, now_ms: int) -> None:
        """Count records that will not be sent again."""
        self._all.errors.record(records, now_ms)
        self._topics[topic].errors.record(records, now_ms)

    def split(self, now_ms: int) -> None:
        """Count a batch that was too large for the broker."""
        self._splits.record(1, now_ms)

    # Reading

    def readings(self, scope: Scope, requests: ApiTraffic, now_ms: int) -> Iterator[Reading]:
        """Yield the metrics of the groups `producer-metrics` and `producer-topic-metrics`.

        Args:
            scope: The first group and the tags.
            requests: What was counted of Produce requests.
            now_ms: The time.
        """
        yield from scope.sizes("batch-size", self._all.bytes, now_ms)
        yield from scope.events("batch-split", self._splits, now_ms)
        yield from scope.sizes("record-queue-time", self._waited, now_ms)
        yield from scope.sizes("request-latency", requests.latencies, now_ms)
        yield from scope.sizes("produce-throttle-time", requests.throttles, now_ms)
        yield scope.gauge("compression-rate-avg", self._all.ratios.average(now_ms))
        records, sent = self._all.records.rate(now_ms), requests.sent.count_rate(now_ms)
        if records and sent:
            yield scope.gauge("records-per-request-avg", records / sent)
            yield scope.gauge("record-size-avg", self._all.bytes.rate(now_ms) / records)
        yield from _amounts(scope, self._all, now_ms)
        yield from self.calls.readings(scope)
        for topic, each in self._topics.items():
            own = Scope("producer-topic-metrics", {**scope.tags, "topic": topic})
            yield from _amounts(own, each, now_ms)
            yield from own.amounts("byte", each.bytes, now_ms)
            yield own.gauge("compression-rate", each.ratios.average(now_ms))


def _amounts(scope: Scope, found: TopicSends, now_ms: int) -> Iterator[Reading]:
    yield from scope.amounts("record-send", found.records, now_ms)
    yield from scope.amounts("record-retry", found.retries, now_ms)
    yield from scope.amounts("record-error", found.errors, now_ms)
