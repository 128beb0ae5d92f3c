"""A sparse map from timestamps to byte positions within one segment.

An entry says: before this position no batch has a timestamp above this one. So a search for the
first record at or after a time may begin at the last entry whose timestamp is smaller. Both
columns rise strictly: what would add no newer timestamp is left out (fetch H-13). Kafka rolls a
segment when its time index is full, so the number of entries can be seen from outside.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left

NO_TIMESTAMP = -1


class TimeIndex:
    """Largest timestamps so far, and the positions up to which they hold."""

    __slots__ = ("_positions", "_timestamps")

    def __init__(self) -> None:
        self._timestamps = array("q")
        self._positions = array("q")

    def __len__(self) -> int:
        return len(self._timestamps)

    def append(self, timestamp: int, position: int) -> None:
        """Note that no batch before `position` has a timestamp above `timestamp`."""
        if timestamp <= (self._timestamps[-1] if self._timestamps else NO_TIMESTAMP):
            return
        self._timestamps.append(timestamp)
        self._positions.append(position)

    def position_before(self, timestamp: int) -> int:
        """A position before which every batch is older than `timestamp`; 0 if none is known."""
        following = bisect_left(self._timestamps, timestamp)
        return self._positions[following - 1] if following else 0

    def truncate(self, position: int) -> None:
        """Forget what was noted about positions behind `position`."""
        while self._positions and self._positions[-1] > position:
            self._positions.pop()
            self._timestamps.pop()
