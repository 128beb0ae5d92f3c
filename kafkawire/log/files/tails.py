"""The recent ends of segments in memory, bounded for all of them together.

Most consumers read what was just appended. A segment in a file therefore keeps its latest small
batches (`MemoryStorage`), and they are sent from there in one call; large ones go through the
operating system's own cache at no more cost. A single tail is bounded by dropping its older part;
all together by dropping whole tails, those first that have been there longest.
"""

from __future__ import annotations

from typing import Protocol

TAIL_BYTES_MAX = 256 * 1024
"""Of one segment."""
TAILS_BYTES_MAX = 32 * 1024 * 1024
"""Of all segments of a broker."""


class TailOwner(Protocol):
    """A segment with a tail."""

    def drop_tail(self) -> int:
        """Forget it; how many bytes it had."""


class Tails:
    """Who has a tail, and how many bytes all of them have."""

    __slots__ = ("_owners", "bytes_max", "size")

    def __init__(self, bytes_max: int = TAILS_BYTES_MAX) -> None:
        self.bytes_max = bytes_max
        self.size = 0
        self._owners: dict[TailOwner, None] = {}

    def added(self, owner: TailOwner, size: int) -> None:
        """`owner` has begun a tail or grown it by `size` bytes, which may be negative."""
        self._owners[owner] = None
        self.size += size
        while self.size > self.bytes_max:
            oldest = next(iter(self._owners))
            del self._owners[oldest]
            self.size -= oldest.drop_tail()

    def dropped(self, owner: TailOwner, size: int) -> None:
        """`owner` has dropped its tail of `size` bytes by itself."""
        if self._owners.pop(owner, self) is None:
            self.size -= size
