"""The marks of tests, the ring of each mark, and the fixtures that imply one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

QUICK, TEST, ALL = "quick", "test", "all"
RINGS = (QUICK, TEST, ALL)
"""From the innermost to the outermost. Each ring contains the rings before it."""


class Kind(NamedTuple):
    """What a mark means, and the innermost ring that runs tests with this mark."""

    meaning: str
    ring: str
    starts_programs: bool = True


KINDS = {
    "process": Kind("starts a program of this project, or a small program of the system", TEST),
    "clients": Kind("uses stock Python clients on a broker", TEST, starts_programs=False),
    "browser": Kind("shows a page in Chromium", TEST),
    "spark": Kind("uses the one Spark session of a run", TEST),
    "pipeline": Kind("tests the package for Spark", TEST, starts_programs=False),
    "slow": Kind(
        "takes more than a tenth of a second of one processor", TEST, starts_programs=False
    ),
    "scenario": Kind(
        "runs a scenario of our client on our broker or Kafka", ALL, starts_programs=False
    ),
    "long": Kind("takes more than five seconds of one processor", ALL),
    "cluster": Kind("starts Spark in processes of its own", ALL),
    "foreign": Kind("builds and runs clients in Java, Go, C, Rust or JavaScript", ALL),
    "oracle": Kind("compares with the real Apache Kafka", ALL),
    "crash": Kind("kills brokers at random moments", ALL),
}

FIXTURES = {
    "spark": "spark",
    "spark_or_skip": "spark",
    "bootstrap": "process",
    "client": "clients",
    "new_comparison": "oracle",
    "old_comparison": "oracle",
}
"""A test that uses one of these fixtures, also through other fixtures, gets the mark."""

FOLDER_MARKS = {"tests/spark": "pipeline", "compat/client": "scenario"}
"""All tests in one of these folders get the mark."""
FOLDER_PACKAGES = {"tests/spark": ("pyspark", "plotly")}
"""Folders of tests, and packages without which a run leaves out the folder with one line."""

RING_COMMANDS = {QUICK: "make quick", TEST: "make test", ALL: "make test-all"}


def ring_of(marks: Iterable[str]) -> str:
    """Return the innermost ring that contains a test with these marks. Unknown marks count not."""
    kinds = [KINDS[mark] for mark in marks if mark in KINDS]
    return max((kind.ring for kind in kinds), key=RINGS.index, default=QUICK)


def may_start_programs(marks: Iterable[str]) -> bool:
    """True if one of these marks allows a test to start programs."""
    return any(KINDS[mark].starts_programs for mark in marks if mark in KINDS)
