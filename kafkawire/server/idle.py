"""Closing connections that have been silent for `connections.max.idle.ms`."""

from kafkawire.net.link import Link
from kafkawire.timers import Timer, Timers

PARKED_PAUSE_MS = 1_000
"""A connection with a request that waits is not idle; look again after so long."""


class IdleWatch:
    """Watches one connection, at the price of one timer and no work per request.

    The timer is set for the earliest possible moment; when it comes and the connection was active
    since, it is set anew.
    """

    __slots__ = ("_idle_ms_max", "_link", "_timer", "_timers")

    def __init__(self, link: Link, timers: Timers, idle_ms_max: int) -> None:
        self._link = link
        self._timers = timers
        self._idle_ms_max = idle_ms_max
        self._timer: Timer | None = None
        if idle_ms_max >= 0:
            self._timer = timers.at(link.active_ms + idle_ms_max, self._look)

    def cancel(self) -> None:
        """Stop watching."""
        if self._timer is not None:
            self._timer.cancel()

    def _look(self, now_ms: int) -> None:
        link = self._link
        deadline_ms = link.active_ms + self._idle_ms_max
        if link.connection.parked:
            deadline_ms = max(deadline_ms, now_ms + PARKED_PAUSE_MS)
        if deadline_ms <= now_ms:
            link.end(f"the broker: idle for {now_ms - link.active_ms:,} ms")
        else:
            self._timer = self._timers.at(deadline_ms, self._look)
