"""The metrics of a push: those of the subscription, sums as totals or as differences."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence

from kafkawire.client.core.metrics.readings import Reading
from kafkawire.client.core.telemetry.naming import telemetry_name, telemetry_tags
from kafkawire.client.core.telemetry.otlp import CUMULATIVE, DELTA, Point

ALL = "*"


class Points:
    """From readings to points. Remembers the sums of the push before, for differences."""

    def __init__(self, start_ms: int) -> None:
        self._start_ms = start_ms
        self._before_ms = start_ms
        self._before: dict[tuple[str, tuple[tuple[str, str], ...]], float] = {}

    def of(
        self, readings: Iterable[Reading], wanted: Sequence[str], now_ms: int, *, is_delta: bool
    ) -> list[Point]:
        """Return points of the readings whose names begin with one of `wanted`."""
        found = list(self._points(readings, wanted, is_delta=is_delta))
        self._before_ms = now_ms
        return found

    def _points(
        self, readings: Iterable[Reading], wanted: Sequence[str], *, is_delta: bool
    ) -> Iterator[Point]:
        prefixes = ("",) if ALL in wanted else tuple(wanted)
        for reading in readings:
            name = telemetry_name(reading.group, reading.name)
            if math.isnan(reading.value) or not name.startswith(prefixes):
                continue  # an average of no values is not a number
            tags = telemetry_tags(reading.tags)
            if not reading.is_sum:
                yield Point(name, tags, reading.value)
                continue
            key = (name, tuple(sorted(tags.items())))
            before = self._before.get(key, 0.0)
            self._before[key] = reading.value
            if is_delta:
                yield Point(name, tags, reading.value - before, self._before_ms, DELTA)
            else:
                yield Point(name, tags, reading.value, self._start_ms, CUMULATIVE)
