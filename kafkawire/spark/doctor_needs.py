"""Which packages the Spark side needs, in which versions, and what for.

The bounds are those of `pyproject.toml` (a test compares them): an installed package could ask its
own metadata, but one that was shipped as a zip has none.
"""

from __future__ import annotations

import re
from typing import NamedTuple

PYTHON_MIN = (3, 11)
INSTALL = "pip install 'kafkawire[spark]'"


class Needed(NamedTuple):
    """A package: the name it is installed by, and the module that shows it works."""

    name: str
    module: str
    least: str
    below: str
    why: str
    is_for_driver: bool = False
    """Nothing that runs in tasks needs it."""


NEEDED = (
    Needed("pyspark", "pyspark", "4.2", "4.4", "streams came with 4.2"),
    Needed("pandas", "pandas", "2.2", "3", "Spark's Arrow support wants it"),
    Needed("numpy", "numpy", "1.26", "3", "decodes record batches"),
    Needed("pyarrow", "pyarrow", "18", "30", "holds rows"),
    Needed("plotly", "plotly", "5.24", "7", "draws the report", is_for_driver=True),
    Needed("trio", "trio", "0.25", "1", "the core is built on it"),
    Needed("greenlet", "greenlet", "3", "4", "a long request pauses in it"),
    Needed("cramjam", "cramjam", "2.8", "3", "compression"),
    Needed("crc32c", "crc32c", "2.4", "3", "checksums of batches"),
    Needed("crcmod", "crcmod", "1.7", "2", "checksums without compiled crc32c"),
    Needed("xxhash", "xxhash", "3.4", "5", "checksums of lz4 frames"),
)


def within(version: str, needed: Needed) -> bool:
    """Whether a version is between the bounds, by its numbers."""
    return numbers(needed.least) <= numbers(version) < numbers(needed.below)


def numbers(version: str) -> tuple[int, ...]:
    """(2, 9) of `2.9.post0`."""
    found = re.match(r"\d+(?:\.\d+)*", version)
    return tuple(map(int, found[0].split("."))) if found else ()
