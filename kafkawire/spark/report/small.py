"""Small captures: their tables are made by this process, and Spark starts with what starts fastest.

Spark spends more on handing a hundred exchanges to workers than workers spend on them. The rows are
those that tasks write: the same decoder makes them, and the same replay of digests, over all of an
input at once instead of one pass for each key.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from operator import attrgetter

import pyarrow as pa
import pyarrow.compute as pc

from kafkawire.dump.detectors.catalogue import make_detectors
from kafkawire.dump.inputs.files import GZIP_MAGIC, MAGIC_BYTES, ZSTD_MAGIC
from kafkawire.spark.captures.decoding import decode, whole_of
from kafkawire.spark.report.facts import Progress, silent
from kafkawire.spark.report.making import DECODED, DIGESTS, publish, run_of
from kafkawire.spark.tables.catalogue import BY_NAME
from kafkawire.spark.tables.column import Row
from kafkawire.spark.tables.digests import Digest
from kafkawire.spark.tables.naming import by_bytes
from kafkawire.spark.tables.places import Place, input_id
from kafkawire.spark.tables.sink import ROWS_MAX, Collected, TableSink
from kafkawire.spark.tables.stages import ELSEWHERE, FINDINGS
from kafkawire.spark.tables.steps import Replay
from kafkawire.spark.tables.writing import PartWriter, Written, put_names

CAPTURES_BYTES = 32 << 20
"""Of all captures together: this process decodes so much in about three seconds."""
PACKED_FACTOR = 8
"""What is packed is taken for so many times as large: frames of text shrink so far."""
TABLES_BYTES = 8 << 20
"""Of all tables: so much is asked faster by plain code than compiled first."""
_ORDER = ["order_ns", "connection", "request_offset"]


def captures_are_small(files: Sequence[str]) -> bool:
    """True if tasks would cost more than they save. Raises OSError."""
    return sum(map(_unpacked_bytes, files)) <= CAPTURES_BYTES


def _unpacked_bytes(path: str) -> int:
    with open(path, "rb") as file:
        is_packed = file.read(MAGIC_BYTES).startswith((GZIP_MAGIC, ZSTD_MAGIC))
    return os.path.getsize(path) * (PACKED_FACTOR if is_packed else 1)


def tables_are_small(place: Place) -> bool:
    """True if Spark would spend more time on compiling questions than on answering them."""
    found = (each for name in BY_NAME for each in place.files_of(f"{place.root}/{name}"))
    return sum(int(each.size) for each in found) <= TABLES_BYTES


def make_tables(files: Sequence[str], place: Place, progress: Progress = silent) -> None:
    """Make the tables of captures, each in the place of what it had there.

    Raises OSError and NotACapture; then the place has what it had.
    """
    run = run_of(files)
    place.clear(run)
    try:
        found: list[Written] = []
        names: dict[str, str] = {}
        for path in files:
            progress(f"decoding {path}")
            found += _Input(path, place, run).write(names)
        put_names(place, found, names)
        publish(place, run, files, found)
    finally:
        place.clear(run)


class _Input:
    """One capture, whose rows are staged; digests stay in memory."""

    def __init__(self, path: str, place: Place, run: str) -> None:
        self._path = path
        self._writer = PartWriter(place, run, input_id(path), "0")
        self._digests = Collected()

    def write(self, names: dict[str, str]) -> list[Written]:
        """Write all of its tables; `names` gets the names of topic ids."""
        sink = TableSink(self._take, DECODED)
        for _ in decode(self._path, whole_of(self._path), [sink]):
            pass
        names.update(sink.names)
        for table, rows in self._steps(sink.names):
            self._writer.write(table, BY_NAME[table].batch(rows))
        return self._writer.finish()

    def _take(self, table: str, batch: pa.RecordBatch) -> None:
        write = self._digests.write if table == DIGESTS else self._writer.write
        write(table, batch)

    def _steps(self, names: dict[str, str]) -> Iterator[tuple[str, list[Row]]]:
        """Rows of the second stage by table, some thousand at once."""
        replay = Replay(by_bytes(names), make_detectors(off=ELSEWHERE))
        waiting: dict[str, list[Row]] = {}
        for table, row in _once(replay.rows(self._ordered())):
            rows = waiting.setdefault(table, [])
            rows.append(row)
            if len(rows) == ROWS_MAX:
                yield table, waiting.pop(table)
        yield from waiting.items()

    def _ordered(self) -> Iterator[Digest]:
        table = self._digests.table(DIGESTS)
        # As Spark sorts: where a connection ends, without an offset, before all offsets.
        keys = table.select(_ORDER[:-1]).append_column(
            _ORDER[-1], pc.fill_null(table[_ORDER[-1]], -1)
        )
        order = pc.sort_indices(keys, sort_keys=[(name, "ascending") for name in _ORDER])
        table = table.take(order)
        for batch in table.to_batches(max_chunksize=ROWS_MAX // 10):
            yield from map(Digest, batch.to_pylist())


def _once(rows: Iterator[tuple[str, Row]]) -> Iterator[tuple[str, Row]]:
    """The same without findings of the same words."""
    words_of = attrgetter("detector", "text")
    told: set[tuple[object, object]] = set()
    for table, row in rows:
        if table == FINDINGS:
            words = words_of(row)
            if words in told:
                continue
            told.add(words)
        yield table, row
