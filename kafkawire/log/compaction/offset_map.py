"""The latest offset of each key of a stretch of a log, as many keys as fit.

Kafka keeps a hash of each key in a table of fixed size; this is a dictionary of the keys
themselves, which is bounded by what it takes of memory, as far as that can be told. A stretch with
more keys than fit is cleaned in several rounds.
"""

from __future__ import annotations

ENTRY_BYTES = 160
"""What CPython takes for a key and its offset beside the key's own bytes, growing included."""


class OffsetMap:
    """Keys to offsets. `latest_offset` is how far the map has come, -1 at first."""

    __slots__ = ("_bytes", "_bytes_max", "_offsets", "latest_offset")

    def __init__(self, bytes_max: int) -> None:
        self._offsets: dict[bytes, int] = {}
        self._bytes = 0
        self._bytes_max = bytes_max
        self.latest_offset = -1

    def __len__(self) -> int:
        return len(self._offsets)

    @property
    def utilization(self) -> float:
        """How full it is, from 0 to 1."""
        return min(1.0, self._bytes / max(self._bytes_max, 1))

    def put(self, key: bytes, offset: int) -> bool:
        """Note that `key` is at `offset`; False where nothing more fits, be it known or not.

        The first key always fits, so that every round comes further.
        """
        offsets = self._offsets
        if self._bytes >= self._bytes_max and offsets:
            return False
        if key not in offsets:
            self._bytes += ENTRY_BYTES + len(key)
        offsets[key] = offset
        self.latest_offset = offset
        return True

    def get(self, key: bytes) -> int:
        """The latest offset of `key` in the map, -1 where it has none."""
        return self._offsets.get(key, -1)
