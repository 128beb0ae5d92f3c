"""Waiting for records: an ask is over when the core has a batch, an error, or its time is over.

Nothing is taken from the core before the task that asked runs again, so an ask that is cancelled
loses nothing. There is one waiter for each iterator, and one event for each wait.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TypeVar

import trio

T = TypeVar("T")
ASKS_PER_CHECKPOINT = 64
"""The number of requests for records in a row that may return without a checkpoint."""
CHECKPOINT_S = 0.001
"""The longest time without a checkpoint."""


class Asking:
    """One iterator's wait: a single task at a time."""

    __slots__ = ("_asked", "_checked", "_event", "_is_busy")

    def __init__(self) -> None:
        self._event: trio.Event | None = None
        self._is_busy = False
        self._asked = 0
        self._checked = -math.inf

    def wake(self) -> None:
        """Let the waiter look again."""
        if self._event is not None:
            self._event.set()

    async def until(self, look: Callable[[], T | None], timeout_s: float = math.inf) -> T | None:
        """Return what `look` finds, looking again after each `wake`; None if time is over first.

        The time may be over already: it is what other waits have left of the caller's.
        Raises trio.BusyResourceError if another task waits, and what `look` raises.
        """
        if self._is_busy:
            raise trio.BusyResourceError("another task is asking for the next batch")
        self._is_busy = True
        try:
            await self._look_around()
            found = look()
            if found is not None:
                return found
            with trio.move_on_after(max(0.0, timeout_s)):
                while found is None:
                    self._event = trio.Event()
                    await self._event.wait()
                    found = look()
                self._checked = trio.current_time()
            return found
        finally:
            self._event = None
            self._is_busy = False

    async def _look_around(self) -> None:
        """Check for cancellation each time, and let other tasks run now and then."""
        now = trio.current_time()
        self._asked += 1
        if self._asked >= ASKS_PER_CHECKPOINT or now - self._checked > CHECKPOINT_S:
            self._asked, self._checked = 0, now
            await trio.lowlevel.checkpoint()
        else:
            await trio.lowlevel.checkpoint_if_cancelled()
