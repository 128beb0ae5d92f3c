"""How long calls of a producer's application have taken since it began, in nanoseconds.

Kafka's producer measures them (KIP-761), but no call that fails.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kafkawire.client.core.metrics.readings import Reading, Scope

SECOND_NS = 1_000_000_000


class TimedCall(Enum):
    """A call that is measured; the value is the stem of the metric's name."""

    FLUSH = "flush"
    METADATA_WAIT = "metadata-wait"
    TXN_INIT = "txn-init"
    TXN_BEGIN = "txn-begin"
    TXN_SEND_OFFSETS = "txn-send-offsets"
    TXN_COMMIT = "txn-commit"
    TXN_ABORT = "txn-abort"


class CallTimes:
    """Sums of the times of a producer's calls."""

    def __init__(self) -> None:
        self._ns = dict.fromkeys(TimedCall, 0)

    def took(self, call: TimedCall, seconds: float) -> None:
        """Add the time of a call that has succeeded."""
        self._ns[call] += round(seconds * SECOND_NS)

    def readings(self, scope: Scope) -> Iterator[Reading]:
        """Yield the metrics of the group `producer-metrics` about calls."""
        for call, total_ns in self._ns.items():
            yield scope.total(f"{call.value}-time-ns-total", total_ns)
