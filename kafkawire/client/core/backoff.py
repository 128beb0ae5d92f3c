"""Waits before further attempts: each twice as long as the one before, with a random part."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from random import Random

JITTER = 0.2
"""Each wait is up to a fifth shorter or longer, so that clients do not come at the same moment."""
DOUBLINGS_MAX = 32


class Backoff:
    """The waits of one thing that is tried again (Kafka's `ExponentialBackoff`).

    The first wait is `initial_ms`, each one after it twice as long as the one before, `max_ms` at
    most, and all of them vary by `JITTER`.
    """

    __slots__ = ("_initial_ms", "_max_ms", "_random", "attempts")

    def __init__(self, initial_ms: int, max_ms: int, random: Random) -> None:
        self._initial_ms = initial_ms
        self._max_ms = max(initial_ms, max_ms)
        self._random = random
        self.attempts = 0
        """The number of waits since the last success."""

    def next_ms(self) -> int:
        """Return how long to wait now."""
        wait_ms = min(self._initial_ms << min(self.attempts, DOUBLINGS_MAX), self._max_ms)
        self.attempts += 1
        return round(wait_ms * self._random.uniform(1 - JITTER, 1 + JITTER))

    def reset(self) -> None:
        """Begin anew after a success."""
        self.attempts = 0
