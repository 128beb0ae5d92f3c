"""Few files of many: what is written as it comes, and what many runs leave."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pyarrow.parquet as pq
from pyarrow import fs

from kafkawire.spark.tables.places import Place

CODEC = "zstd"
COMPACT_BYTES = 128 << 20
"""About what a compacted file holds at most, as it is on disk."""


def compact(place: Place, table: str, bytes_max: int = COMPACT_BYTES) -> int:
    """Make few files of many below each directory of a table; how many files went.

    Files of different inputs stay apart, since each input can be replaced. Nothing is lost if it
    is killed on the way and done again.
    """
    went = 0
    for input_ in place.inputs():
        run = f"compact-{input_}"
        place.restore(run, input_, table)
        found = place.files_of(f"{place.root}/{table}/input={input_}")
        groups = list(_groups(found, bytes_max))
        if len(groups) == len(found):
            continue
        place.clear(run)
        for number, group in enumerate(groups):
            folder = str(group[0].path).rpartition("/")[0].removeprefix(f"{place.root}/{table}")
            target = place.staging(run, table) + folder
            place.files.create_dir(target)
            merge(place, [str(each.path) for each in group], f"{target}/part-{number:06}.parquet")
        place.replace(run, input_, table)
        place.clear(run)
        went += len(found) - len(groups)
    return went


def _groups(found: list[fs.FileInfo], bytes_max: int) -> Iterator[list[fs.FileInfo]]:
    """Neighbours in a directory that are together small enough."""
    group: list[fs.FileInfo] = []
    size, folder = 0, ""
    for each in found:
        of_each = str(each.path).rpartition("/")[0]
        if group and (size + each.size > bytes_max or of_each != folder):
            yield group
            group, size = [], 0
        group.append(each)
        size += each.size
        folder = of_each
    if group:
        yield group


def merge(place: Place, paths: Sequence[str], target: str) -> None:
    """The rows of files, in order, in one; the files stay."""
    schema = pq.read_schema(paths[0], filesystem=place.files)
    with pq.ParquetWriter(target, schema, filesystem=place.files, compression=CODEC) as writer:
        for path in paths:
            with place.files.open_input_file(path) as file:
                for batch in pq.ParquetFile(file).iter_batches():
                    writer.write_batch(batch.cast(schema))
