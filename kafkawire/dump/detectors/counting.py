"""Occurrences within a window of time, for a bounded number of keys.

Times are those of the capture, in nanoseconds; where they run backwards, the latest counts. A key
that comes new makes room for itself: what has been too long ago to matter goes, so that memory
follows what is alive, and not all the connections that there were.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable
from itertools import islice
from typing import TypeVar

from kafkawire.dump.state.memory import Memory

Value = TypeVar("Value")

KEYS_MAX = 4_096
"""Connections, clients, groups: what was unused for longest is forgotten."""
QUIET_MS = 60_000
"""After a finding, so long none about the same key."""
MS = 1_000_000
"""Nanoseconds."""
LET_GO_MAX = 2
"""Old keys that are forgotten for a new one, at most: memory shrinks, and no step is long."""


def make_room(memory: Memory[Hashable, Value], is_old: Callable[[Value], bool]) -> None:
    """Forget keys that were unused for longest, if what is known of them is too old to matter."""
    for key in list(islice(memory, LET_GO_MAX)):
        if is_old(memory[key]):
            del memory[key]


class Silence:
    """Keys of which something was said a short while ago."""

    __slots__ = ("_quiet_ns", "_said")

    def __init__(self, quiet_ms: int = QUIET_MS) -> None:
        self._quiet_ns = quiet_ms * MS
        self._said: Memory[Hashable, int] = Memory(KEYS_MAX)

    def breaks(self, key: Hashable, now_ns: int) -> bool:
        """Whether it is time to say something again; then it counts as said."""
        said = self._said.get(key)
        if said is not None and 0 <= now_ns - said < self._quiet_ns:
            return False
        if said is None:
            make_room(self._said, lambda said: now_ns - said >= self._quiet_ns)
        self._said.keep(key, now_ns)
        return True


class Repeats:
    """Tells when a key was met `count` times within `window_ms`."""

    __slots__ = ("_count", "_met", "_window_ns", "silence")

    def __init__(self, count: int, window_ms: int, quiet_ms: int = QUIET_MS) -> None:
        self._count = count
        self._window_ns = window_ms * MS
        self._met: Memory[Hashable, deque[int]] = Memory(KEYS_MAX)
        self.silence = Silence(quiet_ms)

    def add(self, key: Hashable, now_ns: int) -> bool:
        """Whether this makes it often enough, for the first time in a while."""
        return self.often(key, now_ns) and self.silence.breaks(key, now_ns)

    def often(self, key: Hashable, now_ns: int) -> bool:
        """Whether this makes it often enough, whatever was said before."""
        met = self._met.use(key)
        if met is None:
            make_room(self._met, lambda met: not met or now_ns - met[-1] > self._window_ns)
            met = deque(maxlen=self._count)
            self._met.keep(key, met)
        met.append(now_ns)
        if len(met) < self._count or now_ns - met[0] > self._window_ns:
            return False
        met.clear()
        return True

    def forget(self, key: Hashable) -> None:
        """Begin anew with a key."""
        self._met.pop(key, None)


class Share:
    """Tells when most of the last `count` occurrences of a key, within `window_ms`, were bad."""

    __slots__ = ("_count", "_met", "_percent", "_window_ns", "silence")

    def __init__(self, count: int, window_ms: int, percent: int) -> None:
        self._count = count
        self._window_ns = window_ms * MS
        self._percent = percent
        self._met: Memory[Hashable, list[int]] = Memory(KEYS_MAX)
        self.silence = Silence()

    def mostly(self, key: Hashable, now_ns: int, *, is_bad: bool) -> bool:
        """Whether a round of `count` ends with this, was fast, and mostly bad."""
        met = self._met.get(key)
        if met is None or now_ns - met[0] > self._window_ns:
            make_room(self._met, lambda met: now_ns - met[0] > self._window_ns)
            met = [now_ns, 0, 0]
            self._met.keep(key, met)
        met[1] += 1
        met[2] += is_bad
        if met[1] < self._count:
            return False
        del self._met[key]
        return met[2] * 100 >= self._percent * met[1]

    def forget(self, key: Hashable) -> None:
        """Begin anew with a key."""
        self._met.pop(key, None)
