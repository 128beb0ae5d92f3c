"""A sparse map from offsets to byte positions within one segment.

Kafka notes one entry each `index.interval.bytes` of log: (last offset of an append, position
where that append began). The first batch of a segment is never in it. Lookups start at the
greatest entry not above the target and walk on from there (fetch H-10, H-11).

The list of aborted transactions of a fetch is bounded by this index (fetch B-53), so its entries
can be seen on the wire; that is why a log in memory has it too.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right


class OffsetIndex:
    """Offsets and positions, both increasing. Made of two flat arrays of 64-bit integers."""

    __slots__ = ("_offsets", "_positions")

    def __init__(self) -> None:
        self._offsets = array("q")
        self._positions = array("q")

    def __len__(self) -> int:
        return len(self._offsets)

    def append(self, offset: int, position: int) -> None:
        """Note that the batch whose last offset is `offset` begins at `position`."""
        self._offsets.append(offset)
        self._positions.append(position)

    def position_before(self, offset: int) -> int:
        """The position of the greatest entry whose offset is not above `offset`, or 0."""
        following = bisect_right(self._offsets, offset)
        return self._positions[following - 1] if following else 0

    def offset_at_or_after(self, position: int) -> int | None:
        """The offset of the first entry that lies at `position` or behind it."""
        found = bisect_left(self._positions, position)
        return self._offsets[found] if found < len(self._positions) else None

    def truncate(self, position: int) -> None:
        """Forget the entries at `position` and behind it."""
        keep = bisect_left(self._positions, position)
        del self._offsets[keep:], self._positions[keep:]
