"""Where requests wait (Kafka's `DelayedOperationPurgatory`).

A parked request is found by the keys it watches. `wake(key)` only puts the watchers of that key
on the queue of the woken: it costs O(watchers), looks at nothing and answers nobody, so an append
may call it anywhere. `run_woken` then asks each whether it is ready, and answers those that are.
The shell calls it after the answer to whoever did the waking has been sent; so a producer hears
before its consumers do.

Deadlines may be rounded up to a grain (`grain_ms`, 0 in tests), never by more than a twentieth of
the wait: thousands of idle consumers then expire in groups, one wake-up of the process for each
group instead of one for each consumer.
"""

from collections import deque
from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, NamedTuple

from kafkawire.broker.delayed import Delayed
from kafkawire.broker.metrics.expirations import Expirations
from kafkawire.timers import NEVER, Timer, Timers

if TYPE_CHECKING:
    from kafkawire.protocol.message import Message

_WAIT_PER_GRAIN = 20


class Parked:
    """One waiting request. `timer` is None once it has been answered."""

    __slots__ = ("_purgatory", "complete", "delayed", "timer", "woken")

    def __init__(
        self,
        delayed: Delayed,
        complete: "Callable[[Message], None]",
        purgatory: "Purgatory",
    ) -> None:
        self.delayed = delayed
        self.complete = complete
        self.woken = False
        self.timer: Timer | None = None
        self._purgatory = purgatory

    def expire(self, now_ms: int) -> None:
        """The deadline has come: answer, ready or not."""
        self.delayed.on_expiration()
        self._purgatory.finish(self, now_ms)


class Census(NamedTuple):
    """Requests that wait, and the keys they watch, all together."""

    delayed: int
    watched: int


class Purgatory:
    """The parked requests of a broker."""

    __slots__ = ("_timers", "_watchers", "_woken", "expirations", "grain_ms", "parked")

    def __init__(self, timers: Timers, grain_ms: int = 0) -> None:
        self.grain_ms = grain_ms
        self.parked = 0
        """How many requests wait now."""
        self.expirations = Expirations()
        self._timers = timers
        self._watchers: dict[Hashable, dict[Parked, None]] = {}
        self._woken: deque[Parked] = deque()

    def __len__(self) -> int:
        return self.parked

    @property
    def has_woken(self) -> bool:
        """Whether `run_woken` has something to do."""
        return bool(self._woken)

    def add(
        self, delayed: Delayed, complete: "Callable[[Message], None]", now_ms: int
    ) -> Parked | None:
        """Answer at once if ready or out of time, else park; `complete` gets the answer."""
        if delayed.deadline_ms <= now_ms or delayed.is_ready():
            complete(delayed.respond(now_ms))
            return None
        parked = Parked(delayed, complete, self)
        parked.timer = self._timers.at(self._rounded(delayed.deadline_ms, now_ms), parked.expire)
        self.parked += 1
        watchers = self._watchers
        for key in delayed.watch:
            if key in watchers:
                watchers[key][parked] = None
            else:
                watchers[key] = {parked: None}
        return parked

    def wake(self, key: Hashable) -> None:
        """Something about `key` has changed: have its watchers looked at soon."""
        watchers = self._watchers.get(key)
        if watchers is None:
            return
        woken = self._woken
        for parked in watchers:
            if not parked.woken:
                parked.woken = True
                woken.append(parked)

    def run_woken(self, now_ms: int, limit: int) -> None:
        """Look at `limit` woken requests at most, and answer those that are ready."""
        woken = self._woken
        for _ in range(min(limit, len(woken))):
            parked = woken.popleft()
            parked.woken = False
            if parked.timer is not None and parked.delayed.is_ready():
                self.finish(parked, now_ms)

    def finish(self, parked: Parked, now_ms: int) -> None:
        """Answer a parked request and forget it."""
        timer, parked.timer = parked.timer, None
        if timer is None:
            return
        timer.cancel()
        self._remove(parked)
        parked.complete(parked.delayed.respond(now_ms))

    def forget(self, key: Hashable) -> None:
        """Drop the requests that watch `key`, for ever unanswered, where Kafka does so too."""
        for parked in list(self._watchers.get(key, ())):
            timer, parked.timer = parked.timer, None
            assert timer is not None, "an answered request is still parked"
            timer.cancel()
            self._remove(parked)

    def census(self) -> "dict[str, Census]":
        """How many requests of each operation wait, and for how many keys; looks at all of them."""
        found: dict[str, Census] = {}
        counted: set[Parked] = set()
        for key, watchers in self._watchers.items():
            partitions = getattr(key, "partitions", None)
            # A fetch session stands for all of its partitions.
            keys = 1 if partitions is None else len(partitions)
            for parked in watchers:
                operation = parked.delayed.operation
                delayed, watched = found.get(operation, (0, 0))
                found[operation] = Census(delayed + (parked not in counted), watched + keys)
                counted.add(parked)
        return found

    def _remove(self, parked: Parked) -> None:
        self.parked -= 1
        for key in parked.delayed.watch:
            # A key named twice in `watch` is gone at the second time.
            watchers = self._watchers.get(key)
            if watchers is not None:
                watchers.pop(parked, None)
                if not watchers:
                    del self._watchers[key]

    def _rounded(self, deadline_ms: int, now_ms: int) -> int:
        grain_ms = min(self.grain_ms, (deadline_ms - now_ms) // _WAIT_PER_GRAIN)
        if grain_ms < 2 or deadline_ms >= NEVER - grain_ms:
            return deadline_ms
        return -(-deadline_ms // grain_ms) * grain_ms
