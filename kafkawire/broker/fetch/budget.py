"""The budget of one request: how many bytes its partitions may still have (fetch C)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kafkawire.broker.fetch.cached_partition import CachedPartition

HARD_LIMIT_UP_TO = 2
"""Up to this version even the first batch obeys the limits (fetch C-1)."""


class Budget:
    """The bytes that are left; the first partition that has data may exceed them from v3 on.

    A negative limit of the whole request fails the first partition, and is 0 for the others.
    """

    __slots__ = ("bytes_left", "minimum_one")

    def __init__(self, max_bytes: int, version: int) -> None:
        self.bytes_left = max_bytes
        self.minimum_one = version > HARD_LIMIT_UP_TO

    def allowance(self, cached: CachedPartition) -> int:
        """Return how many bytes `cached` may have."""
        limit = cached.asked.partition_max_bytes
        return limit if limit < self.bytes_left else self.bytes_left

    def take(self, size: int) -> None:
        """Note that a partition was read, and what it took."""
        if size:
            self.minimum_one = False
        left = self.bytes_left - size
        self.bytes_left = left if left > 0 else 0

    def starves(self, cached: CachedPartition) -> bool:
        """Return True if another read of `cached` would give nothing and tell nothing.

        That is so if its next batch is too large for what is left, and the client was told all
        else. A session with more data than room need not be read as a whole.
        """
        partition = cached.partition
        if self.minimum_one or partition is None or partition.deleted:
            return False
        log = partition.log
        return (
            0 <= self.allowance(cached) < cached.next_batch_size
            and log.high_watermark == cached.high_watermark
            and log.log_start_offset == cached.log_start_offset
            and partition.image is cached.image
        )
