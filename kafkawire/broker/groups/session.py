"""A deadline that moves with every heartbeat, at no cost to the heap of timers.

A heartbeat only stores the new deadline. The armed timer fires at the old one, sees that it came
too early and arms itself again, so a member costs one heap entry per session timeout and not one
per heartbeat. Only a deadline *before* the armed one replaces the timer.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from kafkawire.timers import Timer, Timers


class SessionTimer:
    """Calls `expired(now_ms)` once the deadline was reached without being moved."""

    __slots__ = ("_armed_ms", "_expired", "_timer", "_timers", "deadline_ms")

    def __init__(self, timers: Timers, expired: Callable[[int], None]) -> None:
        self._timers = timers
        self._expired = expired
        self._timer: Timer | None = None
        self._armed_ms = 0
        self.deadline_ms: int | None = None

    def move(self, deadline_ms: int) -> None:
        """Expire at `deadline_ms`, and not at any earlier deadline."""
        self.deadline_ms = deadline_ms
        if self._timer is None:
            self._arm(deadline_ms)
        elif deadline_ms < self._armed_ms:
            self._timer.cancel()
            self._arm(deadline_ms)

    def cancel(self) -> None:
        """Never expire, unless moved again."""
        self.deadline_ms = None
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _arm(self, deadline_ms: int) -> None:
        self._armed_ms = deadline_ms
        self._timer = self._timers.at(deadline_ms, self._fire)

    def _fire(self, now_ms: int) -> None:
        self._timer = None
        deadline_ms = self.deadline_ms
        assert deadline_ms is not None, "a cancelled timer does not fire"
        if now_ms < deadline_ms:
            self._arm(deadline_ms)
        else:
            self.deadline_ms = None
            self._expired(now_ms)
