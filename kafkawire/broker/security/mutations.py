"""Quotas of mutations: how many partitions a client may make or delete in a second (KIP-599).

A bucket of tokens for each client: it fills with the limit's rate up to what all windows together
permit, and each partition takes one out. It may go below zero by one operation. Who finds it below
zero is refused, unless it asks in a version whose clients do not know that error: then the
operation is done, and the client is told to wait (admin E-26; Kafka's `TokenBucket`,
`StrictControllerMutationQuota`).
"""

from __future__ import annotations

from math import floor
from typing import TYPE_CHECKING

from kafkawire.broker.security.quota_levels import QuotaLevels
from kafkawire.broker.security.rate import MS_PER_SECOND
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError

if TYPE_CHECKING:
    from kafkawire.broker.security.quota_levels import Level
    from kafkawire.broker.security.rate import Window

BUCKETS_MAX = 65_536
"""Clients with a bucket; then those that were full longest are forgotten."""


class Throttled(ApiError):
    """An operation is refused; `throttle_ms` is until when its client should wait."""

    def __init__(self, throttle_ms: int) -> None:
        super().__init__(ErrorCode.THROTTLING_QUOTA_EXCEEDED)
        self.throttle_ms = throttle_ms


class TokenBucket:
    """The tokens of one client, as of `filled_ms`."""

    __slots__ = ("filled_ms", "tokens")

    def __init__(self) -> None:
        self.tokens = 0.0
        self.filled_ms = 0

    def fill(self, rate: float, burst: float, now_ms: int) -> None:
        """Add what has come since it was last filled."""
        come = rate * ((now_ms - self.filled_ms) / MS_PER_SECOND)
        self.tokens = min(burst, self.tokens + come)
        self.filled_ms = now_ms

    def throttle_ms(self, rate: float) -> int:
        """Until when it is empty and no longer below; 0 if it is not."""
        return max(0, floor(-self.tokens / rate * MS_PER_SECOND + 0.5))


class MutationQuota:
    """The limits of mutations, and the bucket of each client that has one."""

    __slots__ = ("_buckets", "_levels", "_seconds")

    def __init__(self, window: Window) -> None:
        self._levels = QuotaLevels()
        self._buckets: dict[Level, TokenBucket] = {}
        self._seconds = window.samples * window.ms / MS_PER_SECOND

    def set(self, level: Level, limit: float | None) -> None:
        """Let `limit` hold for `level` from now on, None for none."""
        self._levels.set(level, limit)

    def charge(self, client: tuple[str, str], partitions: int, now_ms: int, *, strict: bool) -> int:
        """Take tokens for `partitions` of a user and client id; how long it must wait now.

        Raises `Throttled` where it is `strict` and there are too few; then nothing is taken.
        """
        if not self._levels.enabled:
            return 0
        level = self._levels.counted_under(*client)
        rate = self._levels.limit_of(level)
        if rate is None:
            return 0
        bucket = self._bucket(level)
        bucket.fill(rate, rate * self._seconds, now_ms)
        if strict and bucket.tokens < 0:
            raise Throttled(bucket.throttle_ms(rate))
        bucket.tokens -= partitions
        return 0 if strict else bucket.throttle_ms(rate)

    def _bucket(self, level: Level) -> TokenBucket:
        bucket = self._buckets.pop(level, None) or TokenBucket()
        self._buckets[level] = bucket
        if len(self._buckets) > BUCKETS_MAX:
            del self._buckets[next(iter(self._buckets))]
        return bucket
