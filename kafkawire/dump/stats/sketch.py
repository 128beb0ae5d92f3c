"""A histogram of latencies with buckets that grow by a factor: small, error stated.

A number falls into the bucket of its logarithm, so that any quantile is known within
`RELATIVE_ERROR` of itself, from a microsecond to a day, in some 1,400 buckets at most. What is
below `LOWEST_NS` is taken as that. The greatest and the smallest number are kept as they are.
"""

from __future__ import annotations

from math import ceil, log

RELATIVE_ERROR = 0.01
LOWEST_NS = 100
HIGHEST_NS = 24 * 3600 * 1_000_000_000
_FACTOR = (1 + RELATIVE_ERROR) / (1 - RELATIVE_ERROR)
_SCALE = 1 / log(_FACTOR)
_LOWEST = ceil(log(LOWEST_NS) * _SCALE)
_HIGHEST = ceil(log(HIGHEST_NS) * _SCALE)
BUCKETS_MAX = _HIGHEST - _LOWEST + 1


class Sketch:
    """How often numbers (nanoseconds) of each size were added."""

    __slots__ = ("_buckets", "count", "highest", "lowest", "total")

    def __init__(self) -> None:
        self._buckets: dict[int, int] = {}
        self.count = 0
        self.total = 0
        self.lowest: int | None = None
        self.highest: int | None = None

    def add(self, number: int) -> None:
        """Count a number."""
        bucket = ceil(log(number) * _SCALE) if number > LOWEST_NS else _LOWEST
        bucket = min(bucket, _HIGHEST)
        self._buckets[bucket] = self._buckets.get(bucket, 0) + 1
        self.count += 1
        self.total += number
        if self.lowest is None or number < self.lowest:
            self.lowest = number
        if self.highest is None or number > self.highest:
            self.highest = number

    def quantile(self, share: float) -> int | None:
        """A number that this share of all numbers does not exceed; None without any.

        It is within `RELATIVE_ERROR` of the number at that rank (the nearest one).
        """
        if self.lowest is None or self.highest is None:
            return None
        left = max(1, ceil(share * self.count))
        for bucket in sorted(self._buckets):
            left -= self._buckets[bucket]
            if left <= 0:
                middle = 2 * _FACTOR**bucket / (_FACTOR + 1)
                return min(max(round(middle), self.lowest), self.highest)
        return self.highest

    @property
    def buckets(self) -> int:
        """How many buckets are in use."""
        return len(self._buckets)
