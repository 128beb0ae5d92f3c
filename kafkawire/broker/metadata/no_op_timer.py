"""No-op records of the active controller (replication A-6; KIP-835).

The active controller writes a NoOpRecord every `metadata.max.idle.interval.ms`. Brokers
that follow the log see by it that the quorum can still commit.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.protocol.messages.no_op_record import NoOpRecord

if TYPE_CHECKING:
    from kafkawire.protocol.message import Message

NEVER = (1 << 63) - 1


class NoOpTimer:
    """The timer of one controller; `interval_ms` is 0 if no such record should be written.

    As in Kafka's `QuorumController` the interval begins with the leadership and with each no-op
    record, whatever else is written. A late timer writes one record, not one for each interval.
    """

    __slots__ = ("_interval_ms", "deadline_ms")

    def __init__(self, interval_ms: int) -> None:
        self._interval_ms = interval_ms
        self.deadline_ms = NEVER
        """When `take` has a record next."""

    def elected(self, now_ms: int) -> None:
        """Begin the first interval: this node is the active controller."""
        if self._interval_ms:
            self.deadline_ms = now_ms + self._interval_ms

    def lost(self) -> None:
        """Write no more: this node is not the active controller any more."""
        self.deadline_ms = NEVER

    def take(self, now_ms: int) -> list[Message]:
        """Return the records to write now, and begin the next interval if there are any."""
        if now_ms < self.deadline_ms:
            return []
        self.deadline_ms = now_ms + self._interval_ms
        return [NoOpRecord()]
