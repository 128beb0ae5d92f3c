"""How far a consumer is from both ends of each partition: `records-lag` and `records-lead`.

Averages, maxima and minima are those of the moments at which the metrics were read. Kafka's
consumer takes a sample with each fetch; here reading a record costs nothing.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from kafkawire.client.core.metrics.readings import Scope
from kafkawire.client.core.metrics.samples import DEFAULT, Samples, Windows

if TYPE_CHECKING:
    from kafkawire.client.core.metrics.readings import Reading
    from kafkawire.client.values import TopicPartition


class Distance(NamedTuple):
    """Where a consumer is in a partition. None stands for what is not known yet.

    Attributes:
        partition: The partition.
        lag: How many offsets there are up to the end.
        lead: How many offsets there are from the start of the log.
    """

    partition: TopicPartition
    lag: int | None
    lead: int | None


class PartitionLags:
    """Samples of one partition."""

    __slots__ = ("lags", "negative_leads")

    def __init__(self, windows: Windows) -> None:
        self.lags = Samples(windows)
        self.negative_leads = Samples(windows)
        """Negative, since samples have a maximum and leads need a minimum."""


class Lags:
    """Samples of all assigned partitions."""

    def __init__(self, windows: Windows = DEFAULT) -> None:
        self._windows = windows
        self._partitions: dict[TopicPartition, PartitionLags] = {}

    def readings(
        self, scope: Scope, distances: Iterable[Distance], now_ms: int
    ) -> Iterator[Reading]:
        """Take the distances of all assigned partitions; yield the metrics of them."""
        older, self._partitions = self._partitions, {}
        for each in distances:
            samples = older.get(each.partition) or PartitionLags(self._windows)
            self._partitions[each.partition] = samples
            topic, index = each.partition
            tags = {**scope.tags, "topic": topic, "partition": str(index)}
            yield from _of_partition(Scope(scope.group, tags), each, samples, now_ms)
        partitions = self._partitions.values()
        greatest = _known(each.lags.maximum(now_ms) for each in partitions)
        if greatest:
            yield scope.gauge("records-lag-max", max(greatest))
        least = _known(-each.negative_leads.maximum(now_ms) for each in partitions)
        if least:
            yield scope.gauge("records-lead-min", min(least))


def _known(values: Iterable[float]) -> list[float]:
    """Return the values without those of partitions that have no sample."""
    return [each for each in values if not math.isnan(each)]


def _of_partition(
    scope: Scope, found: Distance, samples: PartitionLags, now_ms: int
) -> Iterator[Reading]:
    if found.lag is not None:
        samples.lags.record(found.lag, now_ms)
        yield scope.gauge("records-lag", found.lag)
        yield from scope.sizes("records-lag", samples.lags, now_ms)
    if found.lead is not None:
        samples.negative_leads.record(-found.lead, now_ms)
        yield scope.gauge("records-lead", found.lead)
        yield scope.gauge("records-lead-avg", -samples.negative_leads.average(now_ms))
        yield scope.gauge("records-lead-min", -samples.negative_leads.maximum(now_ms))
