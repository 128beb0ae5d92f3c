"""Values of the newest windows of time (Kafka's `SampledStat` and `Rate`)."""

from __future__ import annotations

import math
from collections import deque
from typing import NamedTuple

SECOND_MS = 1000


class Windows(NamedTuple):
    """The windows of all samples of a client.

    Attributes:
        kept: How many windows count (metrics.num.samples).
        length_ms: The length of one (metrics.sample.window.ms).
    """

    kept: int = 2
    length_ms: int = 30_000


DEFAULT = Windows()
"""Kafka's defaults."""


class _Window:
    __slots__ = ("count", "greatest", "start_ms", "total")

    def __init__(self, start_ms: int) -> None:
        self.start_ms = start_ms
        self.count = 0
        self.total = 0.0
        self.greatest = -math.inf


class Samples:
    """Values of one kind.

    Attributes:
        count: How many values there were since the client began.
        total: The sum of them.
        last_ms: When the last one came; None before the first.
    """

    __slots__ = ("_spec", "_windows", "count", "last_ms", "total")

    def __init__(self, windows: Windows = DEFAULT) -> None:
        self.count = 0
        self.total = 0.0
        self.last_ms: int | None = None
        self._spec = windows
        self._windows: deque[_Window] = deque(maxlen=windows.kept)

    def record(self, value: float, now_ms: int) -> None:
        """Take a value."""
        self.count += 1
        self.total += value
        self.last_ms = now_ms
        windows = self._windows
        if not windows or now_ms - windows[-1].start_ms >= self._spec.length_ms:
            windows.append(_Window(now_ms))
        window = windows[-1]
        window.count += 1
        window.total += value
        if value > window.greatest:
            window.greatest = value

    def rate(self, now_ms: int) -> float:
        """Return the sum of the values of a second."""
        windows = self._current(now_ms)
        return sum(each.total for each in windows) / self._seconds(windows, now_ms)

    def count_rate(self, now_ms: int) -> float:
        """Return how many values a second has."""
        windows = self._current(now_ms)
        return sum(each.count for each in windows) / self._seconds(windows, now_ms)

    def average(self, now_ms: int) -> float:
        """Return the average value; not a number if there was none."""
        windows = self._current(now_ms)
        count = sum(each.count for each in windows)
        return sum(each.total for each in windows) / count if count else math.nan

    def maximum(self, now_ms: int) -> float:
        """Return the greatest value; not a number if there was none."""
        return max((each.greatest for each in self._current(now_ms)), default=math.nan)

    def _current(self, now_ms: int) -> list[_Window]:
        """The windows that are not over for so long that they count no more."""
        least_ms = now_ms - self._spec.kept * self._spec.length_ms
        return [each for each in self._windows if each.start_ms > least_ms]

    def _seconds(self, windows: list[_Window], now_ms: int) -> float:
        """The length of the windows: all but the newest count as whole ones, as in Kafka."""
        spec = self._spec
        elapsed_ms = now_ms - windows[0].start_ms if windows else 0
        missing = max(0, spec.kept - 1 - elapsed_ms // max(1, spec.length_ms))
        return max(elapsed_ms + missing * spec.length_ms, spec.length_ms, 1) / SECOND_MS
