"""The sink behind the page: rows with numbers, in a ring, and the numbers of what changed.

One thread writes (that of the pipeline), others read. Every step of the writer leaves what readers
look at whole: rows and changes are dictionaries by consecutive numbers, in which a reader asks for
each number of a range and skips what has been thrown away since.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from kafkawire.dump.model import Event, Exchange, ExchangeDone, RequestSeen
from kafkawire.dump.outputs.findings import Finding
from kafkawire.dump.page.event_rows import event_row, exchange_row, finding_row
from kafkawire.dump.page.rows import Row

ROWS_MAX = 100_000
"""As many as a browser shows with ease."""
BYTES_MAX = 512 << 20
"""Of messages that are kept, with an estimate of what keeping them costs."""
ROW_BYTES = 2_000
"""The estimate, for each row."""
CHANGES_MAX = 2 * ROWS_MAX
"""Changes that are remembered for streams that lag behind."""


class Changes(NamedTuple):
    """What changed after a number."""

    rows: list[Row]
    sequence: int
    """The number of the last of them."""
    lost: int
    """How many changes are no longer known; then there are no rows here."""


class Store:
    """A `Sink` that also takes findings; `listen` to be told of changes."""

    def __init__(self, *, rows_max: int = ROWS_MAX, bytes_max: int = BYTES_MAX) -> None:
        self.sequence = 0
        """The number of the last change."""
        self.first = 1
        """The number of the first row that is still here."""
        self.end = 1
        """One more than that of the last."""
        self.evicted = 0
        """Exchanges that were thrown away for others' sake."""
        self.exchanges = 0
        self.held_bytes = 0
        self.start_ns: int | None = None
        """What times count from: that of the first event."""
        self.is_done = False
        """Whether the input has ended."""
        self.problem = ""
        """Why it ended before its time."""
        self.rows_max = rows_max
        self._bytes_max = bytes_max
        self._rows: dict[int, Row] = {}
        self._changes: dict[int, int] = {}
        self._waiting: dict[int, int] = {}
        self._listener: Callable[[], None] | None = None

    def listen(self, listener: Callable[[], None]) -> None:
        """Have this called after every change, in the writer's thread."""
        self._listener = listener

    def event(self, event: Event) -> None:
        """Add or update the row of an event, if the list shows events of its kind."""
        if isinstance(event, RequestSeen):
            self._waiting[event.exchange.number] = self._add(exchange_row(event.exchange))
        elif isinstance(event, ExchangeDone):
            self._done(event.exchange)
        else:
            row = event_row(event)
            if row is not None:
                self._add(row)

    def finding(self, finding: Finding) -> None:
        """Take what a detector found."""
        self._add(finding_row(finding))

    def close(self) -> None:
        """The input has ended; what it said stays."""
        self.is_done = True
        self._tell()

    def failed(self, why: str) -> None:
        """The input cannot be read any further."""
        self.problem = why
        self.close()

    def row(self, number: int) -> Row | None:
        """A row, unless it was thrown away."""
        return self._rows.get(number)

    def rows(self, first: int, end: int) -> list[Row]:
        """Those that are still here, of a range of numbers."""
        found = (self._rows.get(number) for number in range(max(first, self.first), end))
        return [row for row in found if row is not None]

    def changes(self, after: int, count_max: int) -> Changes:
        """What changed after `after`, each row once; the first `count_max` changes at most."""
        end = min(self.sequence, after + count_max)
        numbers = [self._changes.get(each) for each in range(after + 1, end + 1)]
        lost = numbers.count(None)
        if lost:
            oldest = max(self.sequence - CHANGES_MAX, after + lost)
            return Changes([], self.sequence, oldest - after)
        rows = (self._rows.get(number) for number in dict.fromkeys(numbers) if number is not None)
        return Changes([row for row in rows if row is not None], end, 0)

    def _done(self, exchange: Exchange) -> None:
        self.exchanges += 1
        row = self._rows.get(self._waiting.pop(exchange.number, 0))
        if row is None:
            self._add(exchange_row(exchange))
            return
        size = _size(exchange)
        self.held_bytes += size - row.size
        row.size = size
        row.is_changed = True
        row.encoded = None
        self._change(row.number)
        self._trim()

    def _add(self, row: Row) -> int:
        if self.start_ns is None:
            self.start_ns = row.time_ns
        number = self.end
        row.number = number
        row.start_ns = self.start_ns
        if row.is_exchange and row.exchange is not None:
            row.size = _size(row.exchange)
        self._rows[number] = row
        self.end = number + 1
        self.held_bytes += row.size + ROW_BYTES
        self._change(number)
        self._trim()
        return number

    def _trim(self) -> None:
        while self.end - self.first > 1 and (
            self.end - self.first > self.rows_max or self.held_bytes > self._bytes_max
        ):
            row = self._rows[self.first]
            self.first += 1
            del self._rows[row.number]
            self.held_bytes -= row.size + ROW_BYTES
            if row.is_exchange and row.exchange is not None:
                self.evicted += 1
                self._waiting.pop(row.exchange.number, None)

    def _change(self, number: int) -> None:
        sequence = self.sequence + 1
        self._changes[sequence] = number
        self.sequence = sequence
        if sequence > CHANGES_MAX:
            del self._changes[sequence - CHANGES_MAX]
        self._tell()

    def _tell(self) -> None:
        if self._listener is not None:
            self._listener()


def _size(exchange: Exchange) -> int:
    both = (exchange.request, exchange.response)
    return sum(len(message.data) for message in both if message is not None)
