"""The wall clock of a broker, beside the time that its deadlines are measured in.

A broker has two times, both in milliseconds:

    now_ms      passed to every call of the broker; never goes back. Deadlines, sessions, quotas.
    wall time   Kafka's `System.currentTimeMillis()`; an administrator, NTP or a suspended machine
                moves it. Timestamps of records, retention, compaction, expiry of offsets.

All code of `kafkawire.log` and of the metadata log has no deadlines: its `now_ms` is wall time.
Everywhere else `now_ms` is the first of the two, and `WallClock` converts where a timestamp is
made or compared.
"""

from __future__ import annotations


class WallClock:
    """How far wall time is ahead of `now_ms`.

    The shell sets `ahead_ms` whenever it reads its clocks. Without a shell, and in simulated time,
    it stays 0: both times are the same.
    """

    __slots__ = ("ahead_ms",)

    def __init__(self) -> None:
        self.ahead_ms = 0

    def time_ms(self, now_ms: int) -> int:
        """The wall time at `now_ms`."""
        return now_ms + self.ahead_ms

    def now_ms_at(self, time_ms: int) -> int:
        """The `now_ms` at which wall time is `time_ms`, if the wall clock is not moved before."""
        return time_ms - self.ahead_ms
