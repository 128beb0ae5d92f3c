"""Limits of time, and the pauses between attempts within them.

A `Deadline` is handed down through everything that may wait, so that an operation of many requests
has one limit. Pauses double up to a maximum, as in Kafka's clients (`retry.backoff.ms`).
"""

from __future__ import annotations

import time

BACKOFF_MS = 100
BACKOFF_MAX_MS = 1_000


class Deadline:
    """A moment by the monotonic clock; `limit_ms` from now."""

    __slots__ = ("_pause_ms", "at", "limit_ms")

    def __init__(self, limit_ms: int) -> None:
        self.limit_ms = limit_ms
        self.at = time.monotonic() + limit_ms / 1_000
        self._pause_ms = BACKOFF_MS

    @property
    def left_s(self) -> float:
        """Seconds that are left, never below zero."""
        return max(0.0, self.at - time.monotonic())

    @property
    def is_over(self) -> bool:
        """Whether the limit has passed."""
        return time.monotonic() >= self.at

    def within(self, limit_ms: int) -> Deadline:
        """A limit of its own for a part, but not beyond this one."""
        return Deadline(min(limit_ms, int(self.left_s * 1_000)))

    def pause(self) -> bool:
        """Wait before another attempt; False, at once, when the limit has passed."""
        left = self.left_s
        if not left:
            return False
        time.sleep(min(left, self._pause_ms / 1_000))  # noqa: TID251 - the broker needs time
        self._pause_ms = min(2 * self._pause_ms, BACKOFF_MAX_MS)
        return True
