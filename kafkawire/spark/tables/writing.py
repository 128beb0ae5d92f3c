"""Tables as Parquet: `OUT/<table>/input=<id>/date=<day>/api=<api>/part-*.parquet`.

The same input twice gives the same tables once: an input has an id, all its rows of a table are
below one directory of that name, and a run writes them elsewhere first (`OUT/_staging`) and then
puts the whole directory in the place of the old one. What breaks off leaves what was there; what is
broken between taking the old away and putting the new there is mended by the next run, and
`OUT/_inputs/<id>.json` is missing until then. A path is its own id, so that a capture that has
grown takes its own place again; a batch of a stream is named by its query and number.

Renames of directories must be cheap: local disks and HDFS, not object stores, for which `OUT` is
written locally and copied. Whoever reads a table while it is replaced may miss that input.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Mapping
from datetime import UTC, datetime
from hashlib import blake2b
from pathlib import PurePosixPath

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
from pyarrow import fs

from kafkawire.spark.tables.catalogue import BY_NAME
from kafkawire.spark.tables.naming import ids_in, named

STAGING = "_staging"
INPUTS = "_inputs"
CODEC = "zstd"
ID_STEM_MAX = 40
COMPACT_BYTES = 128 << 20
"""About what a compacted file holds at most, as it is on disk."""


def input_id(name: str) -> str:
    """An id for an input: readable, the same for the same path, fit for a directory."""
    stem = re.sub(r"[^A-Za-z0-9]+", "-", PurePosixPath(name).name)[:ID_STEM_MAX].strip("-")
    return f"{stem or 'input'}-x{blake2b(name.encode(), digest_size=6).hexdigest()}"


class Place:
    """Where tables are; `uri` is a path or what `pyarrow.fs` knows."""

    def __init__(self, uri: str) -> None:
        self.uri = uri.rstrip("/")
        if "://" in uri:
            self.files, self.root = fs.FileSystem.from_uri(self.uri)
        else:
            self.files, self.root = fs.LocalFileSystem(), self.uri

    def staging(self, input_: str, table: str) -> str:
        """Where an input's rows of a table are written first."""
        return f"{self.root}/{STAGING}/{input_}/{table}"

    def clear(self, input_: str) -> None:
        """Forget what an earlier run has left."""
        self._delete(f"{self.root}/{STAGING}/{input_}")

    def publish(self, input_: str, tables: Collection[str], told: Mapping[str, object]) -> None:
        """Put what was staged in the place of what was there, and say so."""
        manifest = f"{self.root}/{INPUTS}/{input_}.json"
        if self._is(manifest):
            self.files.delete_file(manifest)
        for table in tables:
            self.replace(input_, table)
        self.clear(input_)
        self.files.create_dir(f"{self.root}/{INPUTS}")
        text = json.dumps({"input": input_, "tables": sorted(tables), **told}, indent=1)
        with self.files.open_output_stream(manifest) as file:
            file.write(text.encode())

    def inputs(self) -> list[str]:
        """Ids of inputs that are there whole."""
        selector = fs.FileSelector(f"{self.root}/{INPUTS}", allow_not_found=True)
        found = self.files.get_file_info(selector)
        return sorted(each.base_name.removesuffix(".json") for each in found)

    def files_of(self, directory: str) -> list[fs.FileInfo]:
        """Parquet files below a directory, in order."""
        selector = fs.FileSelector(directory, recursive=True, allow_not_found=True)
        found = self.files.get_file_info(selector)
        return sorted(
            (each for each in found if each.is_file and each.extension == "parquet"),
            key=lambda each: each.path,
        )

    def replace(self, input_: str, table: str) -> None:
        """Put what is staged of an input's table in the place of what was there."""
        new, target = self.staging(input_, table), f"{self.root}/{table}/input={input_}"
        self.files.create_dir(target.rpartition("/")[0])
        old = f"{new}.old"
        self._delete(old)
        if self._is(target):
            self.files.move(target, old)
        if self._is(new):
            self.files.move(new, target)
        self._delete(old)

    def _is(self, path: str) -> bool:
        return bool(self.files.get_file_info(path).type != fs.FileType.NotFound)

    def _delete(self, directory: str) -> None:
        if self._is(directory):
            self.files.delete_dir(directory)


class TableWriter:
    """Writes the tables of one input; `write` is for a `TableSink`, `commit` publishes them."""

    def __init__(self, place: Place, input_: str, tables: Collection[str]) -> None:
        self._place, self._input, self._tables = place, input_, tables
        self._parts = 0
        self._rows = dict.fromkeys(tables, 0)
        self._ids: dict[str, tuple[str, set[str]]] = {}
        place.clear(input_)

    def write(self, table: str, batch: pa.RecordBatch) -> None:
        """Write a batch, a file for each date and API in it."""
        self._rows[table] += batch.num_rows
        for directory, part in _apart(table, batch):
            folder = f"{self._place.staging(self._input, table)}/{directory}"
            self._place.files.create_dir(folder)
            self._parts += 1
            path = f"{folder}/part-{self._parts:06}.parquet"
            self._ids[path] = table, ids_in(table, part)
            self._file(path, part)

    def commit(self, names: Mapping[str, str], told: Mapping[str, object] | None = None) -> None:
        """Put names where only ids were known, make few files of many, and publish."""
        for path, (table, ids) in self._ids.items():
            if not ids.isdisjoint(names):
                for batch in pq.read_table(path, filesystem=self._place.files).to_batches():
                    self._file(path, named(table, batch, names))
        for table in self._tables:
            self._make_fewer(table)
        rows = {"rows": self._rows, "written": datetime.now(UTC).isoformat(timespec="seconds")}
        self._place.publish(self._input, self._tables, {**rows, **(told or {})})

    def _make_fewer(self, table: str) -> None:
        """Parts were written as they came."""
        place, staged = self._place, self._place.staging(self._input, table)
        found = place.files_of(staged)
        if found:
            _merge_all(place, found, f"{staged}.fewer", COMPACT_BYTES)
            place.files.delete_dir(staged)
            place.files.move(f"{staged}.fewer", staged)

    def _file(self, path: str, batch: pa.RecordBatch) -> None:
        table = pa.Table.from_batches([batch])
        pq.write_table(table, path, filesystem=self._place.files, compression=CODEC)


def _apart(table: str, batch: pa.RecordBatch) -> Iterator[tuple[str, pa.RecordBatch]]:
    """A batch by its directories; what those say is not in the files again."""
    rows = pa.Table.from_batches([batch])
    days = pc.strftime(rows["time"], "%Y-%m-%d")
    for day in pc.unique(days).to_pylist():
        of_day = rows.filter(pc.equal(days, day))
        if not BY_NAME[table].is_by_api:
            yield f"date={day}", of_day.combine_chunks().to_batches()[0]
            continue
        for api in pc.unique(of_day["api"]).to_pylist():
            part = of_day.filter(pc.equal(of_day["api"], api)).drop_columns("api")
            yield f"date={day}/api={api}", part.combine_chunks().to_batches()[0]


def compact(place: Place, table: str, bytes_max: int = COMPACT_BYTES) -> int:
    """Make few files of many below each directory of a table; how many files went.

    Files of different inputs stay apart, since each input can be replaced.
    """
    went = 0
    for input_ in place.inputs():
        staged = place.staging(input_, table)
        found = place.files_of(f"{place.root}/{table}/input={input_}")
        place.clear(input_)
        fewer = _merge_all(place, found, staged, bytes_max)
        if fewer < len(found):
            place.replace(input_, table)
        place.clear(input_)
        went += len(found) - fewer
    return went


def _merge_all(place: Place, found: list[fs.FileInfo], target: str, bytes_max: int) -> int:
    """Write what files have into fewer in `target`, by their directories; how many there are."""
    folders: dict[str, list[fs.FileInfo]] = {}
    for each in found:
        day_on = each.path.rpartition("/")[0]
        folders.setdefault(day_on[day_on.index("/date=") :], []).append(each)
    made = 0
    for folder, of_folder in folders.items():
        place.files.create_dir(target + folder)
        for group in _groups(of_folder, bytes_max):
            made += 1
            _merge(place, group, f"{target}{folder}/part-{made:06}.parquet")
    return made


def _groups(found: list[fs.FileInfo], bytes_max: int) -> Iterator[list[fs.FileInfo]]:
    """Neighbours that are together small enough."""
    group: list[fs.FileInfo] = []
    for each in found:
        if group and sum(one.size for one in group) + each.size > bytes_max:
            yield group
            group = []
        group.append(each)
    yield group


def _merge(place: Place, group: list[fs.FileInfo], path: str) -> None:
    schema = pq.read_schema(group[0].path, filesystem=place.files)
    with pq.ParquetWriter(path, schema, filesystem=place.files, compression=CODEC) as writer:
        for each in group:
            with place.files.open_input_file(each.path) as file:
                for batch in pq.ParquetFile(file).iter_batches():
                    writer.write_batch(batch.cast(schema))
