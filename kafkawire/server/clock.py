"""The shell's clocks: one for deadlines, and the wall clock for timestamps."""

import time
from collections.abc import Callable

import trio

from kafkawire.broker.wall_clock import WallClock


class Clock:
    """Epoch milliseconds at the start plus trio's time since, for deadlines.

    Each call also sets `wall`, the broker's wall clock, from `wall_s`: the seconds since the
    epoch, `time.time` in production. Without it wall time is that of the deadlines, so that it
    stands still or jumps with trio's MockClock. Create and call a clock inside `trio.run`.
    """

    __slots__ = ("_offset_s", "_wall", "_wall_s")

    def __init__(
        self, wall: WallClock | None = None, wall_s: Callable[[], float] | None = None
    ) -> None:
        self._offset_s = (wall_s or time.time)() - trio.current_time()
        self._wall = WallClock() if wall is None else wall
        self._wall_s = wall_s

    def __call__(self) -> int:
        """Now, for deadlines, in epoch milliseconds of the start; sets the wall clock as well."""
        now_ms = int((trio.current_time() + self._offset_s) * 1000)
        if self._wall_s is not None:
            self._wall.ahead_ms = int(self._wall_s() * 1000) - now_ms
        return now_ms

    def trio_time(self, at_ms: int) -> float:
        """The trio time at which `__call__` gives `at_ms` or more."""
        # A hair later, or rounding would have the timer come a millisecond early and spin.
        return at_ms / 1000 - self._offset_s + 1e-5
