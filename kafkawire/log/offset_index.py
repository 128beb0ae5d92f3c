"""A sparse map from offsets to byte positions within one segment.

Kafka notes one entry each `index.interval.bytes` of log: (last offset of a batch, position where
that batch begins). The first batch of a segment is never in it. Lookups start at the greatest
entry not above the target and walk on from there (fetch H-10, H-11).

The list of aborted transactions of a fetch is bounded by this index (fetch B-53), so its entries
can be seen on the wire; that is why a log in memory has it too. In a file an entry is two integers
of 32 bits, the offset relative to the segment's base; here they are two flat arrays, made of a
whole file in a few steps, however long it is.
"""

from __future__ import annotations

import sys
from array import array
from bisect import bisect_left, bisect_right

ENTRY_BYTES = 8


class OffsetIndex:
    """Offsets and positions, both increasing; offsets are kept relative to `base_offset`."""

    __slots__ = ("_base_offset", "_offsets", "_positions")

    def __init__(self, base_offset: int) -> None:
        self._base_offset = base_offset
        self._offsets = array("i")
        self._positions = array("i")

    @classmethod
    def from_bytes(cls, base_offset: int, data: bytes) -> OffsetIndex:
        """The index that a file holds; raises ValueError where its entries do not rise.

        What is behind the last whole entry, and zeros that were only reserved, is left out.
        """
        numbers = array("i")
        numbers.frombytes(data[: len(data) - len(data) % ENTRY_BYTES])
        if sys.byteorder == "little":
            numbers.byteswap()
        index = cls(base_offset)
        index._offsets, index._positions = numbers[0::2], numbers[1::2]
        used = len(index._positions)
        while used and not index._positions[used - 1]:  # none lies at the beginning of a segment
            used -= 1
        del index._offsets[used:], index._positions[used:]
        if not (_rises(index._offsets) and _rises(index._positions)):
            raise ValueError("offset index: entries that do not rise")
        return index

    def to_bytes(self) -> bytes:
        """The entries as a file has them."""
        numbers = array("i", bytes(ENTRY_BYTES * len(self._offsets)))
        numbers[0::2], numbers[1::2] = self._offsets, self._positions
        if sys.byteorder == "little":
            numbers.byteswap()
        return numbers.tobytes()

    def __len__(self) -> int:
        return len(self._offsets)

    @property
    def last(self) -> tuple[int, int]:
        """The newest entry; (base offset, 0) if there is none."""
        if not self._offsets:
            return self._base_offset, 0
        return self._base_offset + self._offsets[-1], self._positions[-1]

    def append(self, offset: int, position: int) -> None:
        """Note that the batch whose last offset is `offset` begins at `position`."""
        self._offsets.append(offset - self._base_offset)
        self._positions.append(position)

    def position_before(self, offset: int) -> int:
        """The position of the greatest entry whose offset is not above `offset`, or 0."""
        following = bisect_right(self._offsets, offset - self._base_offset)
        return self._positions[following - 1] if following else 0

    def offset_at_or_after(self, position: int) -> int | None:
        """The offset of the first entry that lies at `position` or behind it."""
        found = bisect_left(self._positions, position)
        if found == len(self._positions):
            return None
        return self._base_offset + self._offsets[found]

    def truncate(self, position: int) -> None:
        """Forget the entries at `position` and behind it."""
        keep = bisect_left(self._positions, position)
        del self._offsets[keep:], self._positions[keep:]


def _rises(numbers: array[int]) -> bool:
    listed = list(numbers)
    return listed == sorted(set(listed)) and (not listed or listed[0] >= 0)
