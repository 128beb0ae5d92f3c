"""Memory for fetched records: bounded before a request is sent, not after its answer came.

A Fetch reserves as many bytes as its answer may have, and its `max_bytes` is that number. The
answer shrinks the reservation to the size of its records. A `Hold` keeps the bytes of one
partition until its buffer and all batches that were handed out of it are done.

An answer exceeds its reservation only if a single record batch does, since a broker never
withholds the first batch.
"""

from __future__ import annotations

FREE_BYTES_MIN = 64 << 10
"""With less free memory nothing is fetched: small answers cost as much as large ones."""
SHARE_BYTES_MIN = 1 << 20
"""However many brokers there are, a Fetch may reserve so much."""


class Memory:
    """The bytes that fetched records may take, `total_bytes` of them."""

    def __init__(self, total_bytes: int) -> None:
        self.total_bytes = total_bytes
        self.used_bytes = 0
        """Bytes that are reserved or held."""

    @property
    def free_bytes(self) -> int:
        """Bytes that are free to reserve; negative if a batch was larger than its reservation."""
        return self.total_bytes - self.used_bytes

    def reserve(self, wanted_bytes: int, brokers: int) -> int:
        """Reserve memory for an answer.

        Args:
            wanted_bytes: What the answer may have at most.
            brokers: How many brokers there are to fetch from; they share the memory.

        Returns:
            What was reserved, 0 if too little is free.
        """
        free_bytes = self.free_bytes
        if free_bytes < min(FREE_BYTES_MIN, self.total_bytes):
            return 0
        share = max(SHARE_BYTES_MIN, self.total_bytes // max(1, brokers))
        granted = min(wanted_bytes, share, free_bytes)
        self.used_bytes += granted
        return granted

    def give_back(self, count: int) -> None:
        """Free bytes that were reserved."""
        self.used_bytes -= count
        assert self.used_bytes >= 0, "more was given back than was taken"

    def hold(self, count: int) -> Hold:
        """Hold the bytes that came for a partition."""
        self.used_bytes += count
        return Hold(self, count)


class Hold:
    """Bytes of one partition in one answer. They are free when the last user drops them."""

    __slots__ = ("_memory", "_users", "size_bytes")

    def __init__(self, memory: Memory, size_bytes: int) -> None:
        self.size_bytes = size_bytes
        self._memory = memory
        self._users = 1

    def keep(self) -> None:
        """Note one more user: a batch that was handed out."""
        assert self._users > 0, "the bytes are free already"
        self._users += 1

    def drop(self) -> bool:
        """Note that a user is done; returns whether the bytes are free now."""
        self._users -= 1
        assert self._users >= 0, "dropped more often than kept"
        if self._users == 0:
            self._memory.give_back(self.size_bytes)
        return self._users == 0
