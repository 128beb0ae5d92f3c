"""All metrics of one client, computed when they are read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kafkawire.client.core.metrics.readings import Reading

Source = Callable[[int], Iterable["Reading"]]
"""Gets now_ms and returns the metrics of one part of the client."""


class Metrics:
    """The sources of one client's metrics."""

    def __init__(self, sources: Iterable[Source] = ()) -> None:
        self._sources = list(sources)

    def readings(self, now_ms: int) -> Iterator[Reading]:
        """Yield each metric with its value now."""
        for source in self._sources:
            yield from source(now_ms)

    def values(self, now_ms: int) -> dict[str, float]:
        """Return the values by `group:name{tag=value}`."""
        return {reading.key: reading.value for reading in self.readings(now_ms)}
