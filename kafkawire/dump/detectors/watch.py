"""The sink that runs detectors beside outputs.

Every event goes to the outputs first, so that a finding stands behind what it is about, and then
to the detectors that want it: tables by api key and by error code say which. Findings go to each
output that has a method `finding`. At the end, outputs that have a method `summary` get a line for
each detector that found something.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from kafkawire.dump.detectors.catalogue import make_detectors
from kafkawire.dump.detectors.counting import MS
from kafkawire.dump.detectors.detector import Detector, Finding
from kafkawire.dump.model import ConnectionClosed, Event, Exchange, ExchangeDone, RequestSeen, Sink

TICK_NS = 1_000 * MS
"""How often detectors are asked for what shows by not happening, in the capture's time."""

OnExchange = Callable[[Exchange, int], "Finding | None"]
OnCode = Callable[[Exchange, int, int], "Finding | None"]


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


class Watch:
    """A sink in front of others; without `detectors` it has all of them."""

    def __init__(self, sinks: Sequence[Sink], detectors: Sequence[Detector] | None = None) -> None:
        self._sinks = tuple(sinks)
        found = make_detectors() if detectors is None else detectors
        self._told: list[Callable[[Finding], None]] = _methods(sinks, "finding")
        self._done: dict[int, list[OnExchange]] = {}
        self._seen: dict[int, list[OnExchange]] = {}
        self._failed: dict[int, list[OnCode]] = {}
        for detector in found:
            for api_key in detector.APIS:
                self._done.setdefault(api_key, []).append(detector.exchange)
                if detector.SEES_REQUESTS:
                    self._seen.setdefault(api_key, []).append(detector.requested)
            for code in detector.CODES:
                self._failed.setdefault(code, []).append(detector.failed)
        self._closed = [each.closed for each in found if each.SEES_CLOSING]
        self._ticks = [each.tick for each in found if each.HAS_TICKS]
        self._throttled = [each.throttled for each in found if each.SEES_THROTTLING]
        self._next_tick_ns = 0
        self._found: dict[str, list[Finding]] = {}
        self._counts: dict[str, int] = {}

    def begun(self, time_ns: int) -> None:
        """Pass on when the input began."""
        for tell in _methods(self._sinks, "begun"):
            tell(time_ns)

    def event(self, event: Event) -> None:
        """Tell everybody."""
        for sink in self._sinks:
            sink.event(event)
        kind = type(event)
        if kind is ExchangeDone:
            self._exchange(event.exchange)  # type: ignore[union-attr]
        elif kind is RequestSeen:
            exchange: Exchange = event.exchange  # type: ignore[union-attr]
            message = exchange.request or exchange.message
            for take in self._seen.get(message.api_key, ()):
                found = take(exchange, message.time_ns)
                if found is not None:
                    self._report(found)
        elif kind is ConnectionClosed:
            for close in self._closed:
                self._report(close(event.connection))  # type: ignore[union-attr,arg-type]

    def _exchange(self, exchange: Exchange) -> None:
        response = exchange.response
        last = response or exchange.message
        now_ns = last.end_ns
        for take in self._done.get(last.api_key, ()):
            found = take(exchange, now_ns)
            if found is not None:
                self._report(found)
        if response is not None:
            facts = response.facts
            if facts.error_codes:
                self._errors(exchange, facts.error_codes, now_ns)
            if facts.throttle_time_ms:
                for throttled in self._throttled:
                    self._report(throttled(exchange, facts.throttle_time_ms, now_ns))
        if now_ns >= self._next_tick_ns:
            self._next_tick_ns = now_ns + TICK_NS
            for tick in self._ticks:
                self._report(tick(now_ns))

    def _errors(self, exchange: Exchange, codes: tuple[int, ...], now_ns: int) -> None:
        for code in dict.fromkeys(codes):
            for take in self._failed.get(code, ()):
                self._report(take(exchange, code, now_ns))

    def _report(self, finding: Finding | None) -> None:
        if finding is None:
            return
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
        summaries = self.summaries()
        if summaries:
            for tell in _methods(self._sinks, "summary"):
                tell([each.text for each in summaries])
        for sink in self._sinks:
            sink.close()


def _methods(sinks: Sequence[Sink], name: str) -> list[Callable[..., None]]:
    return [getattr(sink, name) for sink in sinks if hasattr(sink, name)]
