"""The one process's way to the tables: a sink of the dump that gives Arrow batches.

    sink = TableSink(writer.write, tables=("requests", "partitions"))
    Pipeline(Engine(), State(), None, [Watch([sink])]).run(events)

Sessions and groups are taken from what the state has put into exchanges, findings from `Watch`, of
which it is an output. Topics are as `naming` finds them: by id until `names` is asked for at the
end.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TYPE_CHECKING

import pyarrow as pa

from kafkawire.dump.model import ConnectionClosed, Damage, Event, ExchangeDone
from kafkawire.spark.tables.catalogue import BY_NAME, DEFAULT
from kafkawire.spark.tables.column import Row
from kafkawire.spark.tables.digests import closing_row, digest_rows
from kafkawire.spark.tables.naming import named
from kafkawire.spark.tables.rows import ROWS, damage_row, named_topics
from kafkawire.spark.tables.steps import GroupRows, finding_row, session_row

if TYPE_CHECKING:
    from kafkawire.dump.detectors.detector import Finding
    from kafkawire.dump.model import Exchange

ROWS_MAX = 10_000
"""Rows of a batch."""
BATCH_BYTES_MAX = 8 << 20
"""Bytes of frames whose rows wait to be a batch."""

Write = Callable[[str, pa.RecordBatch], None]
"""Takes the name of a table and rows of it."""


class TableSink:
    """Fills tables; `names` has all names of topic ids, as text, once all was seen."""

    def __init__(self, write: Write, tables: Collection[str] = DEFAULT) -> None:
        self.names: dict[str, str] = {}
        self._write = write
        self._rows: dict[str, list[Row]] = {name: [] for name in tables}
        makers = {**ROWS, "digests": digest_rows}
        self._makers = [(makers[name], self._rows[name]) for name in makers if name in self._rows]
        self._groups = GroupRows()
        self._waiting_bytes = 0

    def event(self, event: Event) -> None:
        """Take one."""
        if isinstance(event, ExchangeDone):
            self._exchange(event.exchange)
        elif isinstance(event, Damage) and "damage" in self._rows:
            self._rows["damage"].append(damage_row(event))
        elif isinstance(event, ConnectionClosed) and "digests" in self._rows:
            row = closing_row(event.connection)
            if row is not None:
                self._rows["digests"].append(row)

    def finding(self, finding: Finding) -> None:
        """Take what a detector found."""
        if "findings" in self._rows:
            self._rows["findings"].append(finding_row(finding))

    def close(self) -> None:
        """Give out what is left."""
        self._flush()

    def _exchange(self, exchange: Exchange) -> None:
        for make, rows in self._makers:
            rows.extend(make(exchange))
        self._step("fetch_sessions", session_row(exchange))
        self._step("groups", self._groups.row(exchange))
        for message in (exchange.request, exchange.response):
            if message is not None:
                self.names.update(named_topics(message))
                self._waiting_bytes += len(message.data)
        most = max(map(len, self._rows.values()), default=0)
        if most >= ROWS_MAX or self._waiting_bytes >= BATCH_BYTES_MAX:
            self._flush()

    def _step(self, table: str, row: Row | None) -> None:
        if row is not None and table in self._rows:
            self._rows[table].append(row)

    def _flush(self) -> None:
        for table, rows in self._rows.items():
            if rows:
                self._write(table, BY_NAME[table].batch(rows))
                rows.clear()
        self._waiting_bytes = 0


class Collected:
    """Tables in memory, for small inputs; `write` is for a `TableSink`."""

    def __init__(self) -> None:
        self._batches: dict[str, list[pa.RecordBatch]] = {}

    def write(self, table: str, batch: pa.RecordBatch) -> None:
        """Keep a batch."""
        self._batches.setdefault(table, []).append(batch)

    def table(self, name: str, names: dict[str, str] | None = None) -> pa.Table:
        """All rows of a table, topics by their names."""
        batches = [named(name, each, names or {}) for each in self._batches.get(name, ())]
        return pa.Table.from_batches(batches, BY_NAME[name].arrow)
