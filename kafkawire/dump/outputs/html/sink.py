"""The sink that writes the page: data files as it goes, and the page itself at the end."""

from __future__ import annotations

from json import JSONEncoder
from pathlib import Path
from typing import Any

from kafkawire import __version__
from kafkawire.dump.model import (
    Connection,
    ConnectionClosed,
    ConnectionOpened,
    Damage,
    Event,
    Exchange,
    ExchangeDone,
)
from kafkawire.dump.outputs.figures import date_text
from kafkawire.dump.outputs.findings import Finding
from kafkawire.dump.outputs.html.detail import connection_facts, exchange_detail
from kafkawire.dump.outputs.lines import AT_THE_END
from kafkawire.dump.outputs.options import OutputOptions
from kafkawire.dump.outputs.page_rows import (
    CLOSED,
    DAMAGE,
    EXCHANGE,
    FINDING,
    OPENED,
    columns_of,
)

EXCHANGES_MAX = 20_000
CHARACTERS_MAX = 200_000_000
"""What a page to be sent to somebody may hold, in exchanges and in what there is to say of them;
of more, the first are on the page, and it says so."""
OTHERS_MAX = 50_000
"""Lines of connections, damage and findings, likewise."""
LIST_ROWS = 2000
DETAIL_EXCHANGES = 50
DETAIL_CHARACTERS = 1 << 20
"""A file of details is closed when it has so many exchanges or characters."""
CONNECTIONS_MAX = 20_000

_encode = JSONEncoder(separators=(",", ":"), check_circular=False).encode
_FOLDER = Path(__file__).parent
_SCRIPTS = ("data.js", "list.js", "timeline.js", "detail.js", "page.js")
"""Joined in one that is part of the page, since what opens it from a disk loads no modules."""


class HtmlSink:
    """Writes a directory that a browser opens. Raises OSError."""

    asked_of: frozenset[int] = frozenset()
    """Of no requests: an exchange is shown when it is done."""

    def __init__(self, directory: str, options: OutputOptions) -> None:
        self._directory = Path(directory)
        self._data = self._directory / "data"
        self._data.mkdir(parents=True, exist_ok=True)
        for old in (*self._data.glob("list-*.js"), *self._data.glob("detail-*.js")):
            old.unlink()
        self._views = options.views
        self._start_ns: int | None = None
        self._end_ns = 0
        self._exchanges = 0
        self._shown = 0
        self._characters = 0
        self._others = 0
        self._rows: list[list[Any]] = []
        self._lists = 0
        self._details: list[str] = []
        self._details_characters = 0
        self._detail_files = 0
        self._connections: dict[int, Connection] = {}

    def event(self, event: Event) -> None:
        """Take what is to be seen in the list."""
        if isinstance(event, ExchangeDone):
            self._exchange(event.exchange)
        elif isinstance(event, ConnectionOpened):
            self._know(event.connection)
            connection = event.connection
            text = f"opened {connection.client} -> {connection.server}"
            self._other(OPENED, connection.opened_ns, connection, text)
        elif isinstance(event, ConnectionClosed) and event.connection.close_reason != AT_THE_END:
            connection = event.connection
            text = f"closed ({connection.close_reason})"
            self._other(CLOSED, connection.closed_ns or self._end_ns, connection, text)
        elif isinstance(event, Damage):
            self._other(DAMAGE, event.time_ns, event.connection, event.text)

    def finding(self, finding: Finding) -> None:
        """Take what a detector found."""
        text = f"{finding.detector}: {finding.text}"
        about = None if finding.exchange is None else finding.exchange.number
        self._other(FINDING, finding.time_ns, finding.connection, text, finding.advice, about)

    def close(self) -> None:
        """Write what is left, and the page."""
        self._write_list()
        self._write_details()
        self._script("meta.js", "meta", self._meta())
        page = _read("page.html").replace("/* style */", _read("page.css"))
        page = page.replace("/* script */", "\n".join(map(_read, _SCRIPTS)))
        (self._directory / "index.html").write_text(page, encoding="utf-8")

    def _exchange(self, exchange: Exchange) -> None:
        self._exchanges += 1
        if self._is_full():
            return
        self._shown += 1
        self._know(exchange.connection)
        # Before the row, since it is what finds problems.
        detail = _encode(exchange_detail(exchange, self._views))
        row = [
            EXCHANGE,
            self._since_start(exchange.message.time_ns),
            *columns_of(exchange),
            self._detail_files,
        ]
        self._add(row)
        self._details.append(f"{exchange.number}:{detail}")
        self._details_characters += len(detail)
        self._characters += len(detail)
        is_large = self._details_characters >= DETAIL_CHARACTERS
        if is_large or len(self._details) >= DETAIL_EXCHANGES:
            self._write_details()

    def _other(
        self, kind: int, time_ns: int, connection: Connection | None, *said: str | int | None
    ) -> None:
        self._others += 1
        if not self._is_full() and self._others <= OTHERS_MAX:
            number = None if connection is None else connection.number
            self._add([kind, self._since_start(time_ns), number, *said])

    def _is_full(self) -> bool:
        return self._shown >= EXCHANGES_MAX or self._characters >= CHARACTERS_MAX

    def _know(self, connection: Connection) -> None:
        if len(self._connections) < CONNECTIONS_MAX:
            self._connections[connection.number] = connection

    def _since_start(self, time_ns: int) -> int:
        if self._start_ns is None:
            self._start_ns = time_ns
        self._end_ns = max(self._end_ns, time_ns)
        return time_ns - self._start_ns

    def _add(self, row: list[Any]) -> None:
        self._rows.append(row)
        if len(self._rows) >= LIST_ROWS:
            self._write_list()

    def _write_list(self) -> None:
        if self._rows:
            self._script(f"list-{self._lists}.js", "list", self._rows)
            self._lists += 1
            self._rows = []

    def _write_details(self) -> None:
        if self._details:
            text = f"wireDump.detail({self._detail_files},{{{','.join(self._details)}}})\n"
            (self._data / f"detail-{self._detail_files}.js").write_text(text, encoding="utf-8")
            self._detail_files += 1
            self._details = []
            self._details_characters = 0

    def _script(self, name: str, function: str, value: object) -> None:
        text = f"wireDump.{function}({_encode(value)})\n"
        (self._data / name).write_text(text, encoding="utf-8")

    def _meta(self) -> dict[str, Any]:
        start_ns = self._start_ns or 0
        return {
            "version": __version__,
            "start": date_text(start_ns),
            "startMs": start_ns / 1_000_000,
            "durationNs": max(0, self._end_ns - start_ns),
            "exchanges": self._exchanges,
            "exchangesShown": self._shown,
            "lists": self._lists,
            "connections": {
                number: connection_facts(known) for number, known in self._connections.items()
            },
        }


def _read(name: str) -> str:
    return (_FOLDER / name).read_text(encoding="utf-8")
