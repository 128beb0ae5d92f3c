"""Requests of the application for records, and the share of time that it waits for them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from kafkawire.client.core.metrics.samples import DEFAULT, Samples, Windows

if TYPE_CHECKING:
    from kafkawire.client.core.metrics.readings import Reading, Scope


class Polls:
    """The asks of one consumer: two values for each batch that is handed out.

    A task that asks has a `Poller` of its own: the loop of the application, or one handler of
    `serve`. The metrics are those of all pollers.
    """

    def __init__(self, windows: Windows = DEFAULT) -> None:
        self.between = Samples(windows)
        """The times between two asks of the same poller."""
        self.idle = Samples(windows)
        """The parts of the time that pollers have waited."""
        self.last_ms: int | None = None
        """When a poller asked last; None before the first ask."""

    def readings(self, scope: Scope, now_ms: int) -> Iterator[Reading]:
        """Yield the metrics of the group `consumer-metrics` about asks."""
        yield from scope.sizes("time-between-poll", self.between, now_ms)
        yield scope.gauge("poll-idle-ratio-avg", self.idle.average(now_ms))
        last_ms = self.last_ms
        yield scope.gauge(
            "last-poll-seconds-ago", -1 if last_ms is None else (now_ms - last_ms) // 1000
        )


class Poller:
    """The asks of one task."""

    __slots__ = ("_began_ms", "_ended_ms", "_polls")

    def __init__(self, polls: Polls) -> None:
        self._polls = polls
        self._began_ms: int | None = None
        self._ended_ms: int | None = None

    def began(self, now_ms: int) -> None:
        """Note that the task asks."""
        if self._began_ms is not None:
            self._polls.between.record(now_ms - self._began_ms, now_ms)
        self._began_ms = self._polls.last_ms = now_ms

    def ended(self, now_ms: int) -> None:
        """Note that the task gets a batch."""
        if self._began_ms is not None and self._ended_ms is not None:
            whole_ms = now_ms - self._ended_ms
            waited_ms = now_ms - self._began_ms
            self._polls.idle.record(waited_ms / whole_ms if whole_ms else 0.0, now_ms)
        self._ended_ms = now_ms
