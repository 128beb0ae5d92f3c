"""The package as a zip, for executors that do not have it.

    kafkawire-spark zip kafkawire.zip
    spark-submit --py-files kafkawire.zip job.py

A zip carries our code and its data, and the thin modules by which Spark finds the formats; what is
compiled (numpy, pyarrow, cramjam, crc32c, xxhash) cannot be imported from one and must be there.
The same sources give the same bytes, so that caches of deployed files stay good.
"""

from __future__ import annotations

import os
import tempfile
import zipfile
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

MODULES = ("pyspark_kafkawire", "pyspark_kafkawire_capture", "pyspark_kafkawire_log")
"""Top-level modules that Spark looks for; each has a `DefaultSource`."""
LEFT_OUT = frozenset({"__pycache__"})
# Zip has no earlier date; a fixed one makes the bytes depend on the sources alone.
_DATE = (1980, 1, 1, 0, 0, 0)
_MODE = 0o644 << 16


def make_zip(path: str | os.PathLike[str]) -> int:
    """Write the zip; the number of its files. Raises OSError, ImportError for a missing module."""
    count = 0
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, file in _files():
            entry = zipfile.ZipInfo(name, _DATE)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = _MODE
            archive.writestr(entry, file.read_bytes())
            count += 1
    return count


def ship_to(spark: SparkSession) -> None:
    """Send the package to the executors of a session, classic or Connect."""
    with tempfile.TemporaryDirectory(prefix="kafkawire-") as folder:
        path = running_from()
        if path is None:
            path = os.path.join(folder, "kafkawire.zip")
            make_zip(path)
        # Spark copies the file before it returns.
        if _is_connect(spark):
            spark.addArtifacts(path, pyfile=True)
        else:
            spark.sparkContext.addPyFile(path)


def running_from() -> str | None:
    """The zip that this program itself was imported from, if it was."""
    found = getattr(__spec__.loader, "archive", None)
    return found if isinstance(found, str) else None


def _is_connect(spark: SparkSession) -> bool:
    return type(spark).__module__.startswith("pyspark.sql.connect")


def _files() -> Iterator[tuple[str, Path]]:
    """Names in the zip and the files, in order."""
    package = _origin("kafkawire").parent
    for file in sorted(package.rglob("*")):
        parts = file.relative_to(package.parent).parts
        if file.is_file() and file.suffix != ".pyc" and not LEFT_OUT.intersection(parts):
            yield "/".join(parts), file
    for name in MODULES:
        yield f"{name}.py", _origin(name)


def _origin(name: str) -> Path:
    spec = find_spec(name)
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError(f"there is no module {name}: kafkawire is not whole", name=name)
    path = Path(spec.origin)
    if not path.is_file():
        raise FileNotFoundError(f"{path} is not a file: kafkawire runs from a zip, which will do")
    return path
