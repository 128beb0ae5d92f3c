"""The limit of the time between two requests for records (max.poll.interval.ms).

The time runs while the application holds records, or while a hook runs. An application that waits
for records may wait as long as it likes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kafkawire.timers import Timer, Timers


class PollInterval:
    """Calls `expired` when records are held, or a hook runs, for too long.

    Holding begins and ends with each batch, so these doors only note a time. The timer that is
    there looks at it when it comes up, and is set again if it is too early.
    """

    def __init__(self, timers: Timers, interval_ms: int, expired: Callable[[int], None]) -> None:
        self._timers = timers
        self._interval_ms = interval_ms
        self._expired = expired
        self._since_ms: int | None = None
        self._hook_since_ms: int | None = None
        self._timer: Timer | None = None

    @property
    def is_held(self) -> bool:
        """Whether the application holds records."""
        return self._since_ms is not None

    def holding(self, since_ms: int | None) -> None:
        """Take since when the application holds the eldest of its records; None: it holds none."""
        self._since_ms = since_ms
        self._arm(since_ms)

    def hook_runs(self, since_ms: int | None) -> None:
        """Take since when a hook runs; None: it has ended."""
        self._hook_since_ms = since_ms
        self._arm(since_ms)

    def still_working(self, now_ms: int) -> None:
        """Begin anew, if the time runs."""
        if self._since_ms is not None:
            self._since_ms = now_ms
        if self._hook_since_ms is not None:
            self._hook_since_ms = now_ms

    def _arm(self, since_ms: int | None) -> None:
        if since_ms is not None and self._timer is None:
            self._timer = self._timers.at(since_ms + self._interval_ms, self._look)

    def _look(self, now_ms: int) -> None:
        self._timer = None
        begun = [each for each in (self._since_ms, self._hook_since_ms) if each is not None]
        since_ms = min(begun, default=None)
        if since_ms is None:
            return
        if now_ms < since_ms + self._interval_ms:
            self._arm(since_ms)
        else:
            self._since_ms = self._hook_since_ms = None
            self._expired(now_ms)
