"""All deadlines of a broker or a client, in one heap.

Whoever waits for a time asks `Timers.at` for a `Timer`; the shell asks `next_deadline_ms` how long
it may sleep, and calls `run` (through `Broker.tick`) when that time has come. One heap and one
sleeping task serve any number of waits.

Cancelling is O(1): the entry stays in the heap without its callback and is dropped when it comes
up. An entry that is cancelled and never comes up would be a leak (a fetch with a wait of a day
that data completes at once), so the heap is rebuilt when most of it is dead; each rebuild is paid
for by the cancellations before it.
"""

from collections.abc import Callable
from heapq import heapify, heappop, heappush

NEVER = (1 << 63) - 1
"""The deadline of what has none."""

_DEAD_KEPT = 64
"""Below so many dead entries the heap is left as it is."""


class Timer:
    """One deadline: `callback(now_ms)` runs once, at `deadline_ms` or as soon after as may be."""

    __slots__ = ("_timers", "callback", "deadline_ms")

    def __init__(self, deadline_ms: int, callback: Callable[[int], None], timers: "Timers") -> None:
        self.deadline_ms = deadline_ms
        self.callback: Callable[[int], None] | None = callback
        self._timers = timers

    def cancel(self) -> None:
        """Do not run the callback any more; harmless when it ran already."""
        if self.callback is not None:
            self.callback = None
            if self.deadline_ms < NEVER:
                self._timers.buried()


class Timers:
    """The heap. Equal deadlines run in the order in which they were asked for."""

    __slots__ = ("_dead", "_heap", "_sequence")

    def __init__(self) -> None:
        self._heap: list[tuple[int, int, Timer]] = []
        self._sequence = 0
        self._dead = 0

    def __len__(self) -> int:
        return len(self._heap) - self._dead

    def at(self, deadline_ms: int, callback: Callable[[int], None]) -> Timer:
        """Run `callback(now_ms)` once `deadline_ms` has come; NEVER is kept out of the heap."""
        timer = Timer(deadline_ms, callback, self)
        if deadline_ms < NEVER:
            self._sequence += 1
            heappush(self._heap, (deadline_ms, self._sequence, timer))
        return timer

    def next_deadline_ms(self) -> int:
        """The earliest deadline, NEVER if there is none."""
        heap = self._heap
        while heap and heap[0][2].callback is None:
            heappop(heap)
            self._dead -= 1
        return heap[0][0] if heap else NEVER

    def run(self, now_ms: int, limit: int) -> int:
        """Run what is due, `limit` callbacks at most; returns how many ran.

        What callbacks ask for is for a later run, even if it is due: long work that goes on "at
        the next tick" lets others have their turn between two.
        """
        last, ran = self._sequence, 0
        later: list[tuple[int, int, Timer]] = []
        try:
            while ran < limit and self.next_deadline_ms() <= now_ms:
                entry = heappop(self._heap)
                if entry[1] > last:
                    later.append(entry)
                    continue
                timer = entry[2]
                callback, timer.callback = timer.callback, None
                assert callback is not None
                callback(now_ms)
                ran += 1
        finally:
            self._put_back(later)
        return ran

    def _put_back(self, entries: list[tuple[int, int, Timer]]) -> None:
        for entry in entries:
            heappush(self._heap, entry)
        if any(entry[2].callback is None for entry in entries):  # cancelled meanwhile
            self._dead = sum(entry[2].callback is None for entry in self._heap)

    def buried(self) -> None:
        """A timer was cancelled; rebuild the heap when most of it is dead."""
        self._dead += 1
        if self._dead > _DEAD_KEPT and 2 * self._dead > len(self._heap):
            self._heap = [entry for entry in self._heap if entry[2].callback is not None]
            heapify(self._heap)
            self._dead = 0
