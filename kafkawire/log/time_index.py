"""A sparse map from timestamps to offsets within one segment.

An entry (timestamp, offset) says: no batch up to the index's own position has a newer timestamp,
and the batch that ends with this offset is the first that has this one. So a search for the first
record at or after a time may begin with the batch of the last entry whose timestamp is not above
it. Timestamps rise strictly: what would add no newer one is left out (fetch H-13).

Kafka rolls a segment when its time index is full, so the number of entries can be seen on the wire.
In a file an entry is a timestamp of 64 bits and an offset of 32, relative to the segment's base.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from struct import Struct

NO_TIMESTAMP = -1
_ENTRY = Struct(">qi")
ENTRY_BYTES = _ENTRY.size


class TimeIndex:
    """Largest timestamps so far, and where each of them came first."""

    __slots__ = ("_base_offset", "_offsets", "_timestamps")

    def __init__(self, base_offset: int) -> None:
        self._base_offset = base_offset
        self._timestamps = array("q")
        self._offsets = array("i")

    @classmethod
    def from_bytes(cls, base_offset: int, data: bytes) -> TimeIndex:
        """The index that a file holds; raises ValueError where its entries do not rise.

        What is behind the last whole entry, and zeros that were only reserved, is left out.
        """
        index = cls(base_offset)
        timestamps, offsets = index._timestamps, index._offsets
        for timestamp, offset in _ENTRY.iter_unpack(data[: len(data) - len(data) % ENTRY_BYTES]):
            if timestamps and (timestamp <= timestamps[-1] or offset < offsets[-1]):
                if timestamp == offset == 0:
                    break
                if (timestamp, offset) == (timestamps[-1], offsets[-1]):
                    continue
                raise ValueError("time index: entries that do not rise")
            timestamps.append(timestamp)
            offsets.append(offset)
        is_reserved = len(data) >= 2 * ENTRY_BYTES
        if is_reserved and len(offsets) == 1 and not timestamps[0] and not offsets[0]:
            del timestamps[:], offsets[:]
        return index

    def to_bytes(self) -> bytes:
        """The entries as a file has them."""
        pairs = zip(self._timestamps, self._offsets, strict=True)
        return b"".join(_ENTRY.pack(timestamp, offset) for timestamp, offset in pairs)

    def __len__(self) -> int:
        return len(self._timestamps)

    @property
    def last(self) -> tuple[int, int]:
        """The newest entry; (-1, base offset) if there is none."""
        if not self._timestamps:
            return NO_TIMESTAMP, self._base_offset
        return self._timestamps[-1], self._base_offset + self._offsets[-1]

    def append(self, timestamp: int, offset: int) -> None:
        """Note that `timestamp` is the newest so far, first seen in the batch that ends so."""
        if timestamp <= (self._timestamps[-1] if self._timestamps else NO_TIMESTAMP):
            return
        self._timestamps.append(timestamp)
        self._offsets.append(offset - self._base_offset)

    def offset_before(self, timestamp: int) -> int:
        """An offset before whose batch all are older than `timestamp`; at worst the base."""
        following = bisect_right(self._timestamps, timestamp)
        return self._base_offset + (self._offsets[following - 1] if following else 0)

    def truncate(self, offset: int) -> None:
        """Forget what was noted about `offset` and what lies behind it."""
        while self._offsets and self._offsets[-1] >= offset - self._base_offset:
            self._offsets.pop()
            self._timestamps.pop()
