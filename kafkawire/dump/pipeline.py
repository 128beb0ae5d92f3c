"""The way of everything that is read: engine, then state, then filter, then outputs.

A filter chooses exchanges; of connections and damage it lets through what belongs to a connection
that has been chosen before, or to none, so that an output always knows a connection before it is
told what happened there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import Protocol

from kafkawire.dump.engine import Engine
from kafkawire.dump.model import (
    Connection,
    ConnectionClosed,
    ConnectionOpened,
    Damage,
    Event,
    Exchange,
    ExchangeDone,
    RequestSeen,
    Sink,
    abandoned,
)
from kafkawire.dump.transport import Batch, TransportEvent
from kafkawire.protocol.api_keys import ApiKey

WITH_BATCHES = frozenset((ApiKey.PRODUCE.value, ApiKey.FETCH.value, ApiKey.SHARE_FETCH.value))
"""APIs whose requests or responses carry whole batches."""


class Observer(Protocol):
    """What writes into exchanges what other messages say about them."""

    def observe(self, event: Event) -> None:
        """Take the next event."""


class PipelineCounts:
    """What went through."""

    __slots__ = ("damage", "damaged_batches", "exchanges", "problems", "shown")

    def __init__(self) -> None:
        self.exchanges = 0
        self.shown = 0
        """Exchanges that the filter chose."""
        self.damage = 0
        """Places with bytes that were lost or could not be read."""
        self.problems = 0
        """Shown messages that could not be decoded."""
        self.damaged_batches = 0
        """Batches of shown messages with a wrong checksum, or that are none."""

    @property
    def are_fine(self) -> bool:
        """Whether all was there, and all of it could be decoded and verified."""
        return not (self.damage or self.problems or self.damaged_batches)


class Pipeline:
    """Takes transport events; `close` or `abandon` must be called, also after Ctrl-C."""

    def __init__(
        self,
        engine: Engine,
        state: Observer | None,
        matches: Callable[[Exchange], bool] | None,
        sinks: Sequence[Sink],
    ) -> None:
        self.engine = engine
        self.counts = PipelineCounts()
        self._state = state
        self._matches = matches
        self._sinks = list(sinks)
        self._has_begun = matches is None
        self._known: set[int] = set()
        """Numbers of the open connections that outputs know."""

    def run(self, events: Iterable[TransportEvent]) -> None:
        """Take all there is."""
        feed = self.feed
        for event in events:
            feed(event)

    def run_batches(self, batches: Iterable[Batch]) -> None:
        """Take all there is of an input that gives many at once."""
        feed_all, pass_on = self.engine.feed_all, self._pass
        for events in batches:
            pass_on(feed_all(events))

    def feed(self, event: TransportEvent) -> None:
        """Take what an input says next."""
        found = self.engine.feed(event)
        if found:
            self._pass(found)

    def end_input(self) -> None:
        """The input has ended, and so has whatever is open; there may be another."""
        self._pass(self.engine.finish())

    def close(self) -> None:
        """All inputs have ended, and so do the outputs."""
        self.end_input()
        for sink in self._sinks:
            if hasattr(sink, "streams"):
                sink.streams(self.engine.streams())
        for sink in self._sinks:
            sink.close()

    def abandon(self) -> list[str]:
        """An input or an output failed: end the outputs, but replace no file of an earlier run.

        Returns the names of the unfinished files that are kept. Raises no OSError: what failed is
        the error that matters.
        """
        with suppress(OSError):
            self.end_input()
        return abandoned(self._sinks)

    def _pass(self, events: Iterable[Event]) -> None:
        observe = self._state.observe if self._state is not None else None
        for event in events:
            if not self._has_begun:
                self._begin(event)
            if observe is not None:
                observe(event)
            kind = type(event)
            if kind is ExchangeDone:
                self._done(event)  # type: ignore[arg-type]  # `kind` says what it is
            elif self._matches is None or self._may_pass(event):
                self._tell(event)
            if kind is Damage:
                self.counts.damage += 1

    def _begin(self, event: Event) -> None:
        """Let outputs count times from the first event, which the filter may keep from them."""
        self._has_begun = True
        if isinstance(event, ConnectionOpened):
            time_ns = event.connection.opened_ns
        elif isinstance(event, Damage):
            time_ns = event.time_ns
        else:
            return
        for sink in self._sinks:
            if hasattr(sink, "begun"):
                sink.begun(time_ns)

    def _done(self, event: ExchangeDone) -> None:
        exchange, counts = event.exchange, self.counts
        counts.exchanges += 1
        if self._matches is not None:
            if not self._matches(exchange):
                return
            self._introduce(exchange.connection)
        counts.shown += 1
        for sink in self._sinks:
            sink.event(event)
        has_batches = exchange.message.api_key in WITH_BATCHES
        for message in (exchange.request, exchange.response):
            if message is not None:
                # Also where no output has looked, so that the exit code is the same with any.
                if has_batches:
                    counts.damaged_batches += message.facts.damaged_batches
                if message.problem is not None:
                    counts.problems += 1

    def _may_pass(self, event: Event) -> bool:
        """Whether an event that ends no exchange passes the filter."""
        if isinstance(event, RequestSeen):
            assert self._matches is not None, "asked only if there is a filter"
            if not self._matches(event.exchange):
                return False
            self._introduce(event.exchange.connection)
            return True
        if isinstance(event, ConnectionOpened):
            return False
        if isinstance(event, ConnectionClosed):
            is_known = event.connection.number in self._known
            self._known.discard(event.connection.number)
            return is_known
        assert isinstance(event, Damage), "there are no other events"
        return event.connection is None or event.connection.number in self._known

    def _introduce(self, connection: Connection) -> None:
        """Tell outputs of a connection before the first they hear of it."""
        if connection.number not in self._known:
            self._known.add(connection.number)
            self._tell(ConnectionOpened(connection))

    def _tell(self, event: Event) -> None:
        for sink in self._sinks:
            sink.event(event)
