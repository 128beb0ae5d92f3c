"""Where tables are: `OUT/<table>/input=<id>/date=<day>/api=<api>/part-*.parquet`.

The same input twice gives the same tables once: an input has an id, all its rows of a table are
below one directory of that name, and a run writes them elsewhere first (`OUT/_staging/<run>`) and
then puts whole directories in the places of the old ones. What breaks off leaves what was there;
what is broken between taking the old away and putting the new there is mended by the next run, and
`OUT/_inputs/<id>.json` is missing until then. A path is its own id, so that a capture that has
grown takes its own place again; a batch of a stream is named by its query and number.

Renames of directories must be cheap: local disks and HDFS, not object stores, for which `OUT` is
written locally and copied. Whoever reads a table while it is replaced may miss that input.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Collection, Mapping
from hashlib import blake2b
from pathlib import PurePosixPath

from pyarrow import fs

STAGING = "_staging"
INPUTS = "_inputs"
ID_STEM_MAX = 40


def input_id(name: str) -> str:
    """An id for an input: readable, the same for the same path, fit for a directory."""
    stem = re.sub(r"[^A-Za-z0-9]+", "-", PurePosixPath(name).name)[:ID_STEM_MAX].strip("-")
    return f"{stem or 'input'}-x{blake2b(name.encode(), digest_size=6).hexdigest()}"


class Place:
    """Where tables are; `uri` is a path or what `pyarrow.fs` knows."""

    def __init__(self, uri: str) -> None:
        if "://" in uri:
            self.uri = uri.rstrip("/")
            self.files, self.root = fs.FileSystem.from_uri(self.uri)
        else:
            # Spark and workers have other working directories.
            self.uri = os.path.abspath(uri)
            self.files, self.root = fs.LocalFileSystem(), self.uri

    def for_spark(self, path: str) -> str:
        """A path of the place, as Spark takes it."""
        before = self.uri.removesuffix(self.root) if "://" in self.uri else "file://"
        return before + path

    def staging(self, run: str, table: str) -> str:
        """Where a run's rows of a table are first, below `input=<id>`."""
        return f"{self.root}/{STAGING}/{run}/{table}"

    def clear(self, run: str) -> None:
        """Forget what an earlier run has left."""
        self.delete(f"{self.root}/{STAGING}/{run}")

    def publish(
        self, run: str, input_: str, tables: Collection[str], told: Mapping[str, object]
    ) -> None:
        """Put what a run staged of an input in the place of what was there, and say so."""
        manifest = f"{self.root}/{INPUTS}/{input_}.json"
        if self.has(manifest):
            self.files.delete_file(manifest)
        for table in tables:
            self.replace(run, input_, table)
        self.files.create_dir(f"{self.root}/{INPUTS}")
        text = json.dumps({"input": input_, "tables": sorted(tables), **told}, indent=1)
        with self.files.open_output_stream(manifest) as file:
            file.write(text.encode())

    def replace(self, run: str, input_: str, table: str) -> None:
        """Put what is staged of an input's table in the place of what was there."""
        new = f"{self.staging(run, table)}/input={input_}"
        target, old = f"{self.root}/{table}/input={input_}", f"{self.staging(run, table)}.old"
        self.files.create_dir(f"{self.root}/{table}")
        self.files.create_dir(self.staging(run, table))
        self.delete(old)
        if self.has(target):
            self.files.move(target, old)
        if self.has(new):
            self.files.move(new, target)
        self.delete(old)

    def restore(self, run: str, input_: str, table: str) -> None:
        """Put back what a run took away just before it broke off, if nothing is in its place."""
        target, old = f"{self.root}/{table}/input={input_}", f"{self.staging(run, table)}.old"
        if self.has(old) and not self.has(target):
            self.files.move(old, target)

    def inputs(self) -> list[str]:
        """Ids of inputs that are there whole."""
        selector = fs.FileSelector(f"{self.root}/{INPUTS}", allow_not_found=True)
        found = self.files.get_file_info(selector)
        return sorted(each.base_name.removesuffix(".json") for each in found)

    def sources(self) -> list[str]:
        """What inputs were made from, as far as that is known: paths, or else their ids."""
        found = []
        for each in self.inputs():
            with self.files.open_input_stream(f"{self.root}/{INPUTS}/{each}.json") as file:
                found.append(str(json.loads(file.read()).get("path", each)))
        return found

    def files_of(self, directory: str) -> list[fs.FileInfo]:
        """Parquet files below a directory, in order."""
        selector = fs.FileSelector(directory, recursive=True, allow_not_found=True)
        found = self.files.get_file_info(selector)
        return sorted(
            (each for each in found if each.is_file and each.extension == "parquet"),
            key=lambda each: str(each.path),
        )

    def has(self, path: str) -> bool:
        """Whether there is a file or directory of that name."""
        return bool(self.files.get_file_info(path).type != fs.FileType.NotFound)

    def delete(self, directory: str) -> None:
        """Take a directory away, if it is there."""
        if self.has(directory):
            self.files.delete_dir(directory)
