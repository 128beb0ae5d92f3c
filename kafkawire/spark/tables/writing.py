"""Rows of one input, or of a part of it, into Parquet files: what a `TableSink` gives is written.

Files are staged (`places`), by date and API, a few for each part. Topics of which only the id was
known have it as text; `put_names` gives them their names once these are known.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from datetime import UTC, datetime
from typing import NamedTuple

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from kafkawire.spark.tables.catalogue import BY_NAME
from kafkawire.spark.tables.merging import CODEC, merge
from kafkawire.spark.tables.naming import ids_in, named
from kafkawire.spark.tables.places import Place, input_id

__all__ = ["PartWriter", "TableWriter", "Written", "input_id", "manifest", "put_names"]


class Written(NamedTuple):
    """A file that was staged."""

    path: str
    table: str
    rows: int
    topics: tuple[str, ...]
    """What stands for topics in it: names, and ids as text."""


class PartWriter:
    """Stages rows of a part of an input; `write` is for a `TableSink`.

    `part` names its files: it must not be that of any other part, or attempt at the same one.
    """

    def __init__(self, place: Place, run: str, input_: str, part: str) -> None:
        self._place, self._run, self._input, self._part = place, run, input_, part
        self._files: dict[tuple[str, str], list[str]] = {}
        self._rows: dict[tuple[str, str], int] = {}
        self._topics: dict[tuple[str, str], set[str]] = {}

    def write(self, table: str, batch: pa.RecordBatch) -> None:
        """Write a batch, a file for each date and API in it."""
        for folder, rows in _apart(table, batch):
            key = table, folder
            files = self._files.setdefault(key, [])
            path = self._path(key, f"-{len(files):06}")
            if not files:
                self._place.files.create_dir(path.rpartition("/")[0])
            _store(self._place, path, rows)
            files.append(path)
            self._rows[key] = self._rows.get(key, 0) + rows.num_rows
            self._topics.setdefault(key, set()).update(ids_in(table, rows))

    def finish(self) -> list[Written]:
        """Make one file of those in the same directory, and tell of all."""
        found = []
        for key, files in self._files.items():
            path = files[0]
            if len(files) > 1:
                path = self._path(key, "")
                merge(self._place, files, path)
                for each in files:
                    self._place.files.delete_file(each)
            topics = tuple(sorted(self._topics[key]))
            found.append(Written(path, key[0], self._rows[key], topics))
        return found

    def _path(self, key: tuple[str, str], suffix: str) -> str:
        table, folder = key
        directory = f"{self._place.staging(self._run, table)}/input={self._input}/{folder}"
        return f"{directory}/part-{self._part}{suffix}.parquet"


class TableWriter:
    """Writes the tables of one input; `write` is for a `TableSink`, `commit` publishes them."""

    def __init__(self, place: Place, input_: str, tables: Collection[str]) -> None:
        self._place, self._input, self._tables = place, input_, tables
        self._part = PartWriter(place, input_, input_, "0")
        self.write = self._part.write
        place.clear(input_)

    def commit(self, names: Mapping[str, str]) -> None:
        """Put names where only ids were known, and publish."""
        found = self._part.finish()
        put_names(self._place, found, names)
        self._place.publish(self._input, self._input, self._tables, manifest(found))
        self._place.clear(self._input)


def put_names(place: Place, found: Iterable[Written], names: Mapping[str, str]) -> None:
    """Put names for ids into files that have such."""
    for each in found:
        if names and not set(each.topics).isdisjoint(names):
            # The names of directories are not to become columns.
            rows = pq.read_table(each.path, filesystem=place.files, partitioning=None)
            batches = [named(each.table, batch, names) for batch in rows.to_batches()]
            table = pa.Table.from_batches(batches)
            pq.write_table(table, each.path, filesystem=place.files, compression=CODEC)


def manifest(found: Iterable[Written]) -> dict[str, object]:
    """What is told of an input beside its tables."""
    rows: dict[str, int] = {}
    for each in found:
        rows[each.table] = rows.get(each.table, 0) + each.rows
    return {"rows": rows, "written": datetime.now(UTC).isoformat(timespec="seconds")}


def _store(place: Place, path: str, rows: pa.RecordBatch) -> None:
    table = pa.Table.from_batches([rows])
    pq.write_table(table, path, filesystem=place.files, compression=CODEC)


def _apart(table: str, batch: pa.RecordBatch) -> Iterator[tuple[str, pa.RecordBatch]]:
    """A batch by its directories; what those say is not in the files again."""
    rows = pa.Table.from_batches([batch])
    times = rows["time"] if "time" in rows.column_names else None
    if times is None:
        yield "date=unknown", batch
        return
    days = pc.strftime(times, "%Y-%m-%d")
    for day in pc.unique(days).to_pylist():
        of_day = rows.filter(pc.equal(days, day))
        if not BY_NAME[table].is_by_api:
            yield f"date={day}", of_day.combine_chunks().to_batches()[0]
            continue
        for api in pc.unique(of_day["api"]).to_pylist():
            part = of_day.filter(pc.equal(of_day["api"], api)).drop_columns("api")
            yield f"date={day}/api={api}", part.combine_chunks().to_batches()[0]
