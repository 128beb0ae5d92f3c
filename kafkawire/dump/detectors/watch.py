"""The sink that runs detectors beside outputs.

Detectors are given the events that they want: tables by api key and by error code say which. Then
every event goes to the outputs, and what was found in it behind that, to each output that has a
method `finding`. At the end, outputs that have a method `summary` get a line for each detector that
found something.

An exchange keeps what was found when it came, so that filters can ask for it. Where the filter in
front of the outputs does, detectors stand before it (`WatchedState`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from kafkawire.dump.detectors.catalogue import make_detectors
from kafkawire.dump.detectors.counting import MS
from kafkawire.dump.detectors.detector import Detector, Finding
from kafkawire.dump.model import (
    ConnectionClosed,
    Event,
    Exchange,
    ExchangeDone,
    Sink,
    Streams,
    abandoned,
    asked_of,
)

if TYPE_CHECKING:
    from kafkawire.dump.model import Connection
    from kafkawire.dump.pipeline import Observer

TICK_NS = 1_000 * MS
"""How often detectors are asked for what shows by not happening, in the capture's time."""

OnExchange = Callable[[Exchange, int], "Finding | None"]
OnCode = Callable[[Exchange, int, int], "Finding | None"]


_NOTHING: tuple[Finding, ...] = ()


class Summary(NamedTuple):
    """What a detector found in all."""

    detector: str
    severity: str
    findings: int
    first: Finding

    @property
    def text(self) -> str:
        """In a line."""
        times = "once" if self.findings == 1 else f"{self.findings} times"
        return f"{self.detector}: {times}; first: {self.first.text}"


class Lookout:
    """Detectors, each told of what it looks for."""

    def __init__(self, detectors: Sequence[Detector]) -> None:
        self._done: dict[int, list[OnExchange]] = {}
        self._not_decoded: dict[int, list[Callable[[Exchange], None]]] = {}
        self._failed: dict[int, list[OnCode]] = {}
        for detector in detectors:
            for api_key in detector.APIS:
                self._done.setdefault(api_key, []).append(detector.exchange)
                self._not_decoded.setdefault(api_key, []).append(detector.not_decoded)
            for code in detector.CODES:
                self._failed.setdefault(code, []).append(detector.failed)
        self._closed = [each.closed for each in detectors if each.SEES_CLOSING]
        self._ticks = [each.tick for each in detectors if each.HAS_TICKS]
        self._throttled = [each.throttled for each in detectors if each.SEES_THROTTLING]
        self._next_tick_ns = 0

    def look(self, event: Event) -> Sequence[Finding]:
        """What they find in an event; its exchange has it from now on."""
        kind = type(event)
        if kind is ExchangeDone:
            exchange: Exchange = event.exchange  # type: ignore[union-attr]
            found = self._exchange(exchange)
            if not found:
                return _NOTHING
            findings = _those(found)
            exchange.findings += tuple(each for each in findings if each.exchange is exchange)
            return findings
        if kind is ConnectionClosed:
            closed: Connection = event.connection  # type: ignore[union-attr,assignment]
            return _those([close(closed) for close in self._closed])
        return _NOTHING

    def _exchange(self, exchange: Exchange) -> list[Finding | None]:
        response = exchange.response
        last = response or exchange.message
        now_ns = last.end_ns
        found: list[Finding | None] = []
        # Facts find out whether a message can be decoded.
        facts = None if response is None else response.facts
        request = exchange.request
        if last.problem is None and (request is None or request.problem is None):
            for take in self._done.get(last.api_key, ()):
                finding = take(exchange, now_ns)
                # Nearly always there is none, and then nothing is made.
                if finding is not None:
                    found.append(finding)
        else:
            for note in self._not_decoded.get(exchange.message.api_key, ()):
                note(exchange)
        if facts is not None:
            if facts.error_codes:
                found += self._errors(exchange, facts.error_codes, now_ns)
            if facts.throttle_time_ms:
                ms = facts.throttle_time_ms
                found += [throttled(exchange, ms, now_ns) for throttled in self._throttled]
        if now_ns >= self._next_tick_ns:
            self._next_tick_ns = now_ns + TICK_NS
            found += [tick(now_ns) for tick in self._ticks]
        return found

    def _errors(
        self, exchange: Exchange, codes: tuple[int, ...], now_ns: int
    ) -> Iterator[Finding | None]:
        for code in dict.fromkeys(codes):
            for take in self._failed.get(code, ()):
                yield take(exchange, code, now_ns)


def found_before(event: Event) -> Sequence[Finding]:
    """What somebody who has seen an event before has found in its exchange."""
    return event.exchange.findings if isinstance(event, ExchangeDone) else _NOTHING


class WatchedState:
    """State, and detectors behind it that find what a filter asks of exchanges."""

    def __init__(self, state: Observer, detectors: Sequence[Detector]) -> None:
        self._state = state
        self._lookout = Lookout(detectors)
        self.asked_of = asked_of([state])

    def observe(self, event: Event) -> None:
        """Take the next event, before the filter does."""
        self._state.observe(event)
        self._lookout.look(event)


class Watch:
    """A sink in front of others; without `detectors` it has all of them.

    With `look` it has none of its own, and tells what that returns.
    """

    def __init__(
        self,
        sinks: Sequence[Sink],
        detectors: Sequence[Detector] | None = None,
        *,
        look: Callable[[Event], Sequence[Finding]] | None = None,
    ) -> None:
        self._sinks = tuple(sinks)
        self.asked_of = asked_of(sinks)
        found = make_detectors() if detectors is None else detectors
        self._look = look or Lookout(found).look
        self._told: list[Callable[[Finding], None]] = _methods(sinks, "finding")
        self._found: dict[str, list[Finding]] = {}
        self._counts: dict[str, int] = {}
        self._is_summarised = False

    def begun(self, time_ns: int) -> None:
        """Pass on when the input began."""
        for tell in _methods(self._sinks, "begun"):
            tell(time_ns)

    def streams(self, streams: Streams) -> None:
        """Pass on what streams there were."""
        for tell in _methods(self._sinks, "streams"):
            tell(streams)

    def event(self, event: Event) -> None:
        """Tell everybody."""
        findings = self._look(event)
        for sink in self._sinks:
            sink.event(event)
        for finding in findings:
            self._report(finding)

    def _report(self, finding: Finding) -> None:
        name = finding.detector
        self._counts[name] = self._counts.get(name, 0) + 1
        self._found.setdefault(name, [finding])
        for tell in self._told:
            tell(finding)

    def summaries(self) -> list[Summary]:
        """What was found so far, by detector."""
        return [
            Summary(name, first.severity, self._counts[name], first)
            for name, (first,) in self._found.items()
        ]

    def close(self) -> None:
        """Give the outputs a summary, then close them."""
        self._summarise()
        for sink in self._sinks:
            sink.close()

    def abandon(self) -> list[str]:
        """Give the outputs a summary if they can take it, then abandon them."""
        with suppress(OSError):
            self._summarise()
        return abandoned(self._sinks)

    def _summarise(self) -> None:
        summaries = [] if self._is_summarised else self.summaries()
        self._is_summarised = True
        if summaries:
            for tell in _methods(self._sinks, "summary"):
                tell([each.text for each in summaries])


def _those(found: list[Finding | None]) -> Sequence[Finding]:
    return [each for each in found if each is not None]


def _methods(sinks: Sequence[Sink], name: str) -> list[Callable[..., None]]:
    return [getattr(sink, name) for sink in sinks if hasattr(sink, name)]
