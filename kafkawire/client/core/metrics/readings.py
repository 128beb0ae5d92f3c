"""The value of a metric at one moment, under Kafka's names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from kafkawire.client.core.metrics.samples import Samples


class Reading(NamedTuple):
    """The value of a metric under Kafka's names.

    Attributes:
        group: As `consumer-fetch-manager-metrics`.
        name: As `records-consumed-total`.
        tags: As `client-id`.
        value: The value now.
        is_sum: Whether it only grows.
    """

    group: str
    name: str
    tags: Mapping[str, str]
    value: float
    is_sum: bool = False

    @property
    def key(self) -> str:
        """The metric as `group:name{tag=value,tag=value}`."""
        tags = ",".join(f"{name}={value}" for name, value in self.tags.items())
        return f"{self.group}:{self.name}{{{tags}}}"


class Scope(NamedTuple):
    """The group and the tags that several metrics have in common."""

    group: str
    tags: Mapping[str, str]

    def gauge(self, name: str, value: float) -> Reading:
        """Return the reading of a value that grows and shrinks."""
        return Reading(self.group, name, self.tags, value)

    def total(self, name: str, value: float) -> Reading:
        """Return the reading of a value that only grows."""
        return Reading(self.group, name, self.tags, value, is_sum=True)

    def events(self, stem: str, samples: Samples, now_ms: int) -> Iterator[Reading]:
        """Yield how many values there were: `STEM-rate` and `STEM-total`."""
        yield self.gauge(f"{stem}-rate", samples.count_rate(now_ms))
        yield self.total(f"{stem}-total", samples.count)

    def amounts(self, stem: str, samples: Samples, now_ms: int) -> Iterator[Reading]:
        """Yield the sum of the values: `STEM-rate` and `STEM-total`."""
        yield self.gauge(f"{stem}-rate", samples.rate(now_ms))
        yield self.total(f"{stem}-total", samples.total)

    def sizes(self, stem: str, samples: Samples, now_ms: int) -> Iterator[Reading]:
        """Yield how large the values are: `STEM-avg` and `STEM-max`."""
        yield self.gauge(f"{stem}-avg", samples.average(now_ms))
        yield self.gauge(f"{stem}-max", samples.maximum(now_ms))

    def ago(self, name: str, samples: Samples, now_ms: int) -> Reading:
        """Return how many seconds ago the last value came; -1 before the first."""
        last_ms = samples.last_ms
        return self.gauge(name, -1 if last_ms is None else (now_ms - last_ms) // 1000)
