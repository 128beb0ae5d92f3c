"""When the state machine writes a snapshot (replication A-29; Kafka's `SnapshotGenerator`).

A snapshot is due after so many bytes of batches, or after so long. It is checked after each
operation only: a state that does not change needs no newer snapshot.
"""

from __future__ import annotations


class SnapshotSchedule:
    """Bytes and time since the latest snapshot; `interval_ms` is 0 for no limit of time.

    Times are those of the wall clock in milliseconds.
    """

    __slots__ = ("_bytes_max", "_interval_ms", "_since_ms", "applied_bytes")

    def __init__(self, bytes_max: int, interval_ms: int) -> None:
        self._bytes_max = bytes_max
        self._interval_ms = interval_ms
        self._since_ms = 0
        self.applied_bytes = 0
        """Size of the batches that were applied since the latest snapshot."""

    def restart(self, now_ms: int) -> None:
        """Begin to wait for the next snapshot: one is written now, or was loaded."""
        self._since_ms = now_ms
        self.applied_bytes = 0

    def start(self, now_ms: int) -> None:
        """Begin the interval, and keep the bytes that a start has applied behind the snapshot."""
        self._since_ms = now_ms

    def applied(self, size: int) -> None:
        """Count a batch of `size` bytes."""
        self.applied_bytes += size

    def is_due(self, now_ms: int, *, in_transaction: bool) -> bool:
        """Return True if a snapshot should be written; half of a transaction is no state."""
        if in_transaction:
            return False
        # If the wall clock has been set back, the age of the latest snapshot is unknown.
        is_recent = 0 <= now_ms - self._since_ms < self._interval_ms
        is_time = self._interval_ms > 0 and not is_recent
        return is_time or self.applied_bytes >= self._bytes_max
