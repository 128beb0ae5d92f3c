"""The broker's time."""

import time

import trio


class Clock:
    """Epoch milliseconds at the start plus the monotonic time since, as trio tells it.

    So it never runs backwards, suits record timestamps, and stands still or jumps under trio's
    MockClock. To be made and called inside `trio.run`.
    """

    __slots__ = ("_offset_s",)

    def __init__(self) -> None:
        self._offset_s = time.time() - trio.current_time()

    def __call__(self) -> int:
        """Now, in epoch milliseconds."""
        return int((trio.current_time() + self._offset_s) * 1000)

    def trio_time(self, at_ms: int) -> float:
        """The trio time at which `__call__` gives `at_ms` or more."""
        # A hair later, or rounding would have the timer come a millisecond early and spin.
        return at_ms / 1000 - self._offset_s + 1e-5
