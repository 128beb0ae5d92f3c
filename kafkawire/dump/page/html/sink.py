"""The sink that writes the page: data files as it goes, and the page itself at the end."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kafkawire import __version__
from kafkawire.dump.model import Connection, ConnectionOpened, Event, Exchange, ExchangeDone
from kafkawire.dump.outputs.findings import Finding
from kafkawire.dump.outputs.options import OutputOptions
from kafkawire.dump.outputs.replacing import abandoned
from kafkawire.dump.page.asked import asked_of_connection, asked_of_exchange
from kafkawire.dump.page.detail import connection_detail, exchange_detail
from kafkawire.dump.page.event_rows import event_row, exchange_row, finding_row
from kafkawire.dump.page.html.folder import PageFolder
from kafkawire.dump.page.language import language
from kafkawire.dump.page.offline import assets, index
from kafkawire.dump.page.rows import Row
from kafkawire.dump.safe_text import json_text, page_text

EXCHANGES_MAX = 20_000
CHARACTERS_MAX = 200_000_000
"""What a page to be sent to somebody may hold, in exchanges and in characters of their details;
of more, the first are on the page, and the page states the limit."""
OTHERS_MAX = 50_000
"""Lines of connections, damage and findings, likewise."""
LIST_ROWS = 2000
DETAIL_EXCHANGES = 50
DETAIL_CHARACTERS = 1 << 20
"""A file of details is closed when it has so many exchanges or characters."""
CONNECTIONS_MAX = 20_000


class HtmlSink:
    """Writes a directory that a browser opens. Raises OSError."""

    asked_of: frozenset[int] = frozenset()
    """Of no requests: an exchange is shown when it is done."""

    def __init__(self, directory: str, options: OutputOptions) -> None:
        self._files = PageFolder(Path(directory))
        self._views = options.views
        self._start_ns: int | None = None
        self._number = 0
        self._exchanges = 0
        self._shown = 0
        self._characters = 0
        self._others = 0
        self._others_left = 0
        self._rows: list[str] = []
        self._lists = 0
        self._details: list[str] = []
        self._details_characters = 0
        self._detail_files = 0
        self._connections: dict[int, Connection] = {}

    def event(self, event: Event) -> None:
        """Add the row of an event to the list, if the list shows events of its kind."""
        if isinstance(event, ExchangeDone):
            self._exchange(event.exchange)
            return
        if isinstance(event, ConnectionOpened):
            self._know(event.connection)
        row = event_row(event)
        if row is not None:
            self._other(row)

    def finding(self, finding: Finding) -> None:
        """Take what a detector found."""
        self._other(finding_row(finding))

    def close(self) -> None:
        """Write what is left, and the page."""
        self._write_data()
        for name, text in assets().items():
            self._files.write(name, text)
        self._files.commit(index())

    def abandon(self) -> list[str]:
        """Keep what is known as data files beside an earlier page, which stays what it was."""
        return abandoned(self._files, self._write_data, lambda: self._exchanges)

    def _write_data(self) -> None:
        self._write_list()
        self._write_details()
        self._script("meta.js", "meta", page_text(self._meta()))

    def _exchange(self, exchange: Exchange) -> None:
        self._exchanges += 1
        if self._limit():
            return
        self._shown += 1
        self._know(exchange.connection)
        # Before the row, since it is what finds problems.
        detail = page_text(exchange_detail(exchange, self._views))
        row = self._numbered(exchange_row(exchange)).json()
        # The filter compares names as they are, not as they are shown.
        self._add(f"{row[:-1]},{json_text(asked_of_exchange(exchange))},{self._detail_files}]")
        self._details.append(f"{exchange.number}:{detail}")
        self._details_characters += len(detail)
        self._characters += len(detail)
        is_large = self._details_characters >= DETAIL_CHARACTERS
        if is_large or len(self._details) >= DETAIL_EXCHANGES:
            self._write_details()

    def _other(self, row: Row) -> None:
        if self._limit() or self._others >= OTHERS_MAX:
            self._others_left += 1
            return
        self._others += 1
        self._add(self._numbered(row).json())

    def _limit(self) -> str:
        """Which limit the page has reached; empty before that."""
        if self._shown >= EXCHANGES_MAX:
            return f"{EXCHANGES_MAX:,} exchanges"
        if self._characters >= CHARACTERS_MAX:
            return f"{CHARACTERS_MAX // 1_000_000:,} MB of details"
        return ""

    def _know(self, connection: Connection) -> None:
        if len(self._connections) < CONNECTIONS_MAX:
            self._connections[connection.number] = connection

    def _numbered(self, row: Row) -> Row:
        """The row with its number, in the order of writing, and its time since the first one."""
        if self._start_ns is None:
            self._start_ns = row.time_ns
        self._number += 1
        row.number = self._number
        row.start_ns = self._start_ns
        return row

    def _add(self, row: str) -> None:
        self._rows.append(row)
        if len(self._rows) >= LIST_ROWS:
            self._write_list()

    def _write_list(self) -> None:
        if self._rows:
            self._script(f"list-{self._lists}.js", "list", f"[{','.join(self._rows)}]")
            self._lists += 1
            self._rows = []

    def _write_details(self) -> None:
        if self._details:
            text = f"wireDump.detail({self._detail_files},{{{','.join(self._details)}}})\n"
            self._files.write(f"detail-{self._detail_files}.js", text)
            self._detail_files += 1
            self._details = []
            self._details_characters = 0

    def _script(self, name: str, function: str, value: str) -> None:
        self._files.write(name, f"wireDump.{function}({value})\n")

    def _meta(self) -> dict[str, Any]:
        return {
            "version": __version__,
            "startNs": str(self._start_ns or 0),
            "exchanges": self._exchanges,
            "left": self._left(),
            "lists": self._lists,
            "connections": {
                number: {"shown": connection_detail(known), "asked": asked_of_connection(known)}
                for number, known in self._connections.items()
            },
            "language": language(),
        }

    def _left(self) -> str:
        """What of the capture is not on the page, and why; empty if all of it is."""
        if self._shown < self._exchanges:
            return (
                f"the first {self._shown:,} of {self._exchanges:,} exchanges are on this page, "
                f"which holds at most {self._limit()}; `wire-dump web` shows the others"
            )
        if self._others_left:
            return (
                f"{self._others_left:,} lines about connections, damage and findings are left "
                f"out: this page holds at most {OTHERS_MAX:,}"
            )
        return ""
