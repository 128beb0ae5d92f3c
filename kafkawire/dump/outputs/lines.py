"""One line for each exchange: when, whose, which API, how long, how large, and what about.

Figures stand in columns, words follow them: errors first, then what is odd, then what it is about,
so that a narrow terminal cuts what matters least. A line is written when its exchange is done; its
time is that of its request, as in JSON and on the page, so that a long poll is written behind later
requests. Connections, damage and findings have lines of their own with the same first two columns.
From level 1 on, what else is known follows, indented.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Protocol, TextIO

from kafkawire.dump.api_names import api_name
from kafkawire.dump.log.words import counted, number
from kafkawire.dump.model import (
    Connection,
    ConnectionOpened,
    Damage,
    Event,
    Exchange,
    ExchangeDone,
    RequestSeen,
)
from kafkawire.dump.outputs.api_kinds import kind_of
from kafkawire.dump.outputs.colour import Palette
from kafkawire.dump.outputs.figures import (
    SIZES_KEPT_MAX,
    clock_text,
    date_text,
    duration_text,
    size_text,
)
from kafkawire.dump.outputs.findings import Finding
from kafkawire.dump.outputs.options import ABSOLUTE, OutputOptions
from kafkawire.dump.outputs.summary import errors_of, marks_of, problems_of, subject_of
from kafkawire.protocol.visible_text import visible

CLIENT_WIDTH = 14
API_WIDTH = 18
AT_THE_END = "end"
"""Why a connection is closed that is still open when the input ends: nobody wants to know."""
_CACHED_MAX = 4096
_CONNECTIONS_CACHED_MAX = 256
"""They come and go, so that the latest are enough."""
NO_LATENCY, NO_SIZE = " " * 7, " " * 5
"""What stands in a column that has nothing to show."""


@lru_cache(maxsize=SIZES_KEPT_MAX)
def size_column(count: int) -> str:
    """A size as it stands in its column."""
    return f"{size_text(count):>5}"


class Details(Protocol):
    """What writes the rest of an exchange, below its line."""

    def __call__(self, exchange: Exchange, write: Callable[[str], object]) -> None:
        """Write lines, each with its line end."""


class Lines:
    """The sink that people read."""

    asked_of: frozenset[int] = frozenset()
    """Of no requests: an exchange is shown when it is done."""

    def __init__(
        self,
        options: OutputOptions,
        out: TextIO,
        palette: Palette,
        details: Details | None = None,
    ) -> None:
        self._write = out.write
        self._flush = out.flush if options.is_live else None
        self._palette = palette
        self._details = details
        self._is_absolute = options.times == ABSOLUTE
        self._start_ns: int | None = None
        self._begun_ns: int | None = None
        self._connection = lru_cache(maxsize=_CONNECTIONS_CACHED_MAX)(self._connection_text)
        self._what = lru_cache(maxsize=_CACHED_MAX)(self._what_text)

    def begun(self, time_ns: int) -> None:
        """Count from there, even if a filter keeps from us what was then."""
        self._begun_ns = time_ns

    def event(self, event: Event) -> None:
        """Write what is to be said of it."""
        if isinstance(event, ExchangeDone):
            self._exchange(event.exchange)
        elif isinstance(event, RequestSeen):
            return
        elif isinstance(event, Damage):
            self._damage(event)
        elif isinstance(event, ConnectionOpened):
            self._opened(event.connection)
        elif event.connection.close_reason != AT_THE_END:
            self._closed(event.connection)
        else:
            return
        if self._flush is not None:
            self._flush()

    def finding(self, finding: Finding) -> None:
        """Write what a detector found, and what to do about it."""
        palette = self._palette
        colour = palette.bad if finding.severity == "error" else palette.advice
        mark = f"{colour}** {visible(finding.detector)}:{palette.reset}"
        self._said(finding.time_ns, finding.connection, f"{mark} {visible(finding.text)}")
        if finding.advice:
            indent = " " * (self._time_width() + 7)
            self._write(f"{indent}   {palette.dim}{visible(finding.advice)}{palette.reset}\n")

    def summary(self, texts: Sequence[str]) -> None:
        """Write, at the end, what detectors found in all."""
        palette = self._palette
        self._write("\n")
        for text in texts:
            self._write(f"{palette.advice}**{palette.reset} {visible(text)}\n")

    def close(self) -> None:
        """Nothing is held back."""

    def _exchange(self, exchange: Exchange) -> None:
        request, response = exchange.request, exchange.response
        message = request or response
        assert message is not None, "an exchange without messages"
        if self._start_ns is None:
            self._start(message.time_ns)
        connection, client_id, time_ns = exchange.connection, message.client_id, message.time_ns
        latency, sent, back = NO_LATENCY, NO_SIZE, NO_SIZE
        if request is None:
            client_id = connection.client_id
        else:
            sent = size_column(len(request.data))
        if response is not None:
            back = size_column(len(response.data))
            if request is not None:
                latency_ns = response.time_ns - request.end_ns
                latency = f"{duration_text(latency_ns if latency_ns > 0 else 0):>7}"
        name = self._connection(connection.number)
        what = self._what(client_id, message.api_key, message.api_version)
        about = self._about(exchange)
        self._write(f"{self._time(time_ns)} {name} {what} {latency} {sent} {back}{about}\n")
        if self._details is not None:
            self._details(exchange, self._write)

    def _about(self, exchange: Exchange) -> str:
        request, response = exchange.request, exchange.response
        if request is not None and response is not None:
            facts = response.facts
            if not facts.error_codes and not facts.throttle_time_ms:
                subject = subject_of(exchange)
                # Whether there is a problem is known once there are facts.
                damaged = request.facts.damaged_batches or facts.damaged_batches
                if request.problem is None and response.problem is None and not damaged:
                    return f"  {subject}" if subject else ""
        return self._all_about(exchange)

    def _all_about(self, exchange: Exchange) -> str:
        """The same if there is more to say than what it is about."""
        palette = self._palette
        errors = errors_of(exchange)
        marks = marks_of(exchange)
        subject = subject_of(exchange)
        problems = problems_of(exchange)
        parts = [f"{palette.bad}{error}{palette.reset}" for error in errors]
        parts += [f"{palette.warn}{mark}{palette.reset}" for mark in marks]
        if subject:
            parts.append(subject)
        parts += [f"{palette.bad}!! {visible(text)}{palette.reset}" for text in problems]
        return "".join([f"  {part}" for part in parts])

    def _opened(self, connection: Connection) -> None:
        palette = self._palette
        odd = [] if connection.is_whole else ["its beginning was not seen"]
        odd += ["encrypted: nothing in it can be read"] if connection.is_tls else []
        more = f"  {palette.warn}{', '.join(odd)}{palette.reset}" if odd else ""
        # A proxy knows brokers by the names that responses give them.
        ends = visible(f"{connection.client} -> {connection.server}")
        self._said(
            connection.opened_ns, connection, f"{palette.dim}opened {ends}{palette.reset}{more}"
        )

    def _closed(self, connection: Connection) -> None:
        palette = self._palette
        lasted = ""
        if connection.closed_ns is not None:
            span_ns = max(0, connection.closed_ns - connection.opened_ns)
            lasted = f" after {duration_text(span_ns)}"
        how = f" ({visible(connection.close_reason)})" if connection.close_reason else ""
        again = connection.repeats.segments
        more = f", {counted(again, 'retransmission')} left out" if again else ""
        text = f"{palette.dim}closed{lasted}{how}{more}{palette.reset}"
        self._said(connection.closed_ns, connection, text)

    def _damage(self, damage: Damage) -> None:
        palette = self._palette
        where = []
        if damage.is_request is not None:
            where.append("client's side" if damage.is_request else "broker's side")
            where.append(f"byte {number(damage.stream_offset)}")
        if damage.size:
            where.append(f"{number(damage.size)} bytes")
        if damage.packet and not damage.text.startswith(f"packet {damage.packet} "):
            where.append(f"packet {number(damage.packet)}")
        more = f" {palette.dim}({', '.join(where)}){palette.reset}" if where else ""
        text = f"{palette.bad}!! {visible(damage.text)}{palette.reset}{more}"
        self._said(damage.time_ns or None, damage.connection, text)

    def _said(self, time_ns: int | None, connection: Connection | None, text: str) -> None:
        """A line of its own."""
        time = " " * self._time_width() if time_ns is None else self._time(time_ns)
        name = " " * 5 if connection is None else self._connection(connection.number)
        self._write(f"{time} {name} {text}\n")

    def _time(self, time_ns: int) -> str:
        if self._start_ns is None:
            self._start(time_ns)
        if self._is_absolute:
            return clock_text(time_ns)
        # Packets may have been captured out of order, the first of all too.
        return f"{max(0, time_ns - (self._start_ns or 0)) / 1e9:11.6f}"

    def _what_text(self, client_id: str | None, api_key: int, api_version: int) -> str:
        """The columns of which there are the same again and again, on all connections."""
        return f"{self._client_text(client_id)} {self._api_text(api_key, api_version)}"

    def _time_width(self) -> int:
        return 15 if self._is_absolute else 11

    def _start(self, time_ns: int) -> None:
        """Write the heading, which says what the times count from."""
        time_ns = time_ns if self._begun_ns is None else self._begun_ns
        self._start_ns = time_ns
        time = "time" if self._is_absolute else "seconds"
        origin = "UTC, on" if self._is_absolute else "since"
        when = date_text(time_ns)
        moment = when[:10] if self._is_absolute else when
        palette = self._palette
        self._write(
            f"{palette.dim}{time:>{self._time_width()}}  conn {'client':{CLIENT_WIDTH}}"
            f" {'api':{API_WIDTH}} {'latency':>7} {'sent':>5} {'back':>5}"
            f"  {origin} {moment}{palette.reset}\n"
        )

    def _connection_text(self, connection_number: int) -> str:
        turns = self._palette.turns
        name = f"#{connection_number}"
        return f"{turns[connection_number % len(turns)]}{name:>5}{self._palette.reset}"

    def _client_text(self, client_id: str | None) -> str:
        text = "-" if client_id is None else visible(client_id)
        if len(text) > CLIENT_WIDTH:
            text = f"{text[: CLIENT_WIDTH - 2]}.."
        return f"{text:{CLIENT_WIDTH}}"

    def _api_text(self, api_key: int, api_version: int) -> str:
        name = api_name(api_key)
        version = f" v{api_version}" if api_version >= 0 else ""
        room = " " * (API_WIDTH - len(name) - len(version))
        kind = self._palette.kinds[kind_of(name)]
        return f"{kind}{name}{self._palette.reset}{version}{room}"
