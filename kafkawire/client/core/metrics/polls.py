"""Requests of the application for records, and the share of time that it waits for them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from kafkawire.client.core.metrics.samples import DEFAULT, Samples, Windows

if TYPE_CHECKING:
    from kafkawire.client.core.metrics.readings import Reading, Scope


class Polls:
    """Measurements of how the application polls one consumer: two values for each batch.

    Each task that polls has a `Poller` of its own: the loop of the application, or one handler of
    `serve`. The metrics cover all pollers of the consumer.
    """

    def __init__(self, windows: Windows = DEFAULT) -> None:
        self.between = Samples(windows)
        """Milliseconds from one poll to the next one of the same poller."""
        self.idle = Samples(windows)
        """Share of the time from one batch to the next that a poller waits for records, 0 to 1."""
        self.last_ms: int | None = None
        """Time of the last poll of any poller; None before the first poll."""

    def readings(self, scope: Scope, now_ms: int) -> Iterator[Reading]:
        """Yield the metrics of the group `consumer-metrics` about polls."""
        yield from scope.sizes("time-between-poll", self.between, now_ms)
        yield scope.gauge("poll-idle-ratio-avg", self.idle.average(now_ms))
        last_ms = self.last_ms
        yield scope.gauge(
            "last-poll-seconds-ago", -1 if last_ms is None else (now_ms - last_ms) // 1000
        )


class Poller:
    """Polls of one task, whose times are recorded in the `Polls` of its consumer."""

    __slots__ = ("_began_ms", "_ended_ms", "_polls")

    def __init__(self, polls: Polls) -> None:
        self._polls = polls
        self._began_ms: int | None = None
        self._ended_ms: int | None = None

    def began(self, now_ms: int) -> None:
        """Record that the task polls."""
        if self._began_ms is not None:
            self._polls.between.record(now_ms - self._began_ms, now_ms)
        self._began_ms = self._polls.last_ms = now_ms

    def ended(self, now_ms: int) -> None:
        """Record that the task receives a batch."""
        if self._began_ms is not None and self._ended_ms is not None:
            whole_ms = now_ms - self._ended_ms
            waited_ms = now_ms - self._began_ms
            self._polls.idle.record(waited_ms / whole_ms if whole_ms else 0.0, now_ms)
        self._ended_ms = now_ms
