"""Divides tests among the processes of pytest-xdist: by file, and by what takes long to start.

All tests of a file run in one process, in order, so that what a module shares is made once. All
files that share a Spark session run in one process, and so do all that share nodes of Kafka.

pytest-xdist's own groups, marked at tests, are not used: its version 3.8 writes them into the names
of tests, which pytest 9.2 no longer reads. So the groups are found in the text of the files.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from xdist.scheduler import LoadFileScheduling

from tests.support.rings.kinds import FIXTURES, KINDS

SHARED_BY_FOLDER = {"compat/oracle/": "oracle", "compat/interchange/": "oracle"}
SPARK = re.compile(
    r"mark\.spark\b|"
    + "|".join(rf"\b{name}\s*[:,)]" for name, kind in FIXTURES.items() if kind == "spark")
)
"""What a file contains that uses the Spark session: a mark, or a fixture as an argument."""


class FilesAndGroups(LoadFileScheduling):  # type: ignore[misc]  # xdist has no types
    """Groups of files that share something, else single files."""

    def _split_scope(self, nodeid: str) -> str:
        return group(nodeid.split("::", 1)[0], self.config.rootpath)


class Scheduling:
    """The hooks of pytest-xdist; registered in runs with several processes only."""

    def pytest_xdist_make_scheduler(self, config: pytest.Config, log: Any) -> FilesAndGroups:
        """Replace the scheduler of `--dist loadfile`."""
        return FilesAndGroups(config, log)


@cache
def group(file: str, root: Path) -> str:
    """The name of the group that a file belongs to, or the name of the file."""
    for folder, name in SHARED_BY_FOLDER.items():
        if file.startswith(folder):
            return name
    if file.startswith("tests/spark/") and SPARK.search((root / file).read_text()):
        return "spark"
    return file


def longest_first(items: list[pytest.Item]) -> None:
    """Put first the groups of files that one process runs, then tests of outer rings.

    Both take longest: a group that began late would run alone at the end, and a run ends best with
    short tests.
    """
    rank = {name: number for number, name in enumerate(reversed(KINDS))}
    unmarked = len(rank)

    def place(item: pytest.Item) -> int:
        marks = (mark.name for mark in item.iter_markers())
        return min((rank[name] for name in marks if name in rank), default=unmarked)

    places: dict[str, tuple[bool, int]] = {}
    for item in items:
        file = _file(item)
        is_single = group(file, item.config.rootpath) == file
        places[file] = min(places.get(file, (is_single, unmarked)), (is_single, place(item)))
    items.sort(key=lambda item: places[_file(item)])


def _file(item: pytest.Item) -> str:
    return item.nodeid.split("::", 1)[0]
