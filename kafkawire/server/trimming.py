"""Gives memory back to the system after logs in memory have let much of it go.

The C library keeps what is freed for later, unless it lies at the end of the heap: a broker whose
topics of 600 MB were deleted would stay as large. glibc gives back what is free anywhere when it is
told to (`malloc_trim`); other libraries do so by themselves, or never.

That takes 70 ms for each GB that goes back, in which other threads wait for large buffers. So it is
done in a thread, after `TRIM_AFTER_BYTES` at least, and not before `PAUSE_MS` have passed since the
last time.
"""

from collections.abc import Callable

from kafkawire.timers import NEVER, Timers

TRIM_AFTER_BYTES = 32 << 20
"""What must have been let go, so that it is worth a look at the heap."""

DELAY_MS = 200
"""What is let go is often still being sent, or part of a deletion that goes on."""

PAUSE_MS = 10_000


class Trimmer:
    """Has `trim` called after enough was freed; `now_ms` is the time of `timers`."""

    __slots__ = ("_bytes", "_is_due", "_last_ms", "_now_ms", "_timers", "_trim")

    def __init__(
        self, timers: Timers, now_ms: Callable[[], int], trim: Callable[[], object]
    ) -> None:
        self._timers = timers
        self._now_ms = now_ms
        self._trim = trim
        self._bytes = 0
        self._is_due = False
        self._last_ms = -NEVER

    def freed(self, size: int) -> None:
        """Take note of bytes that were let go."""
        self._bytes += size
        if self._bytes >= TRIM_AFTER_BYTES and not self._is_due:
            self._is_due = True
            due_ms = max(self._now_ms() + DELAY_MS, self._last_ms + PAUSE_MS)
            self._timers.at(due_ms, self._run)

    def _run(self, now_ms: int) -> None:
        self._bytes = 0
        self._is_due = False
        self._last_ms = now_ms
        self._trim()


def trim_memory() -> None:
    """Give free memory back to the system, if the C library is glibc."""
    import ctypes  # most brokers never get here

    try:
        trim = ctypes.CDLL(None).malloc_trim
    except (OSError, AttributeError, TypeError):
        return
    trim(0)
