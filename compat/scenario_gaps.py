"""The scenarios that are known to fail: the tables of known_gaps.toml outside of `oracle`.

    ["test_name[client]"]                 # in whatever file such a scenario stands
    ["test_file.py::test_name[client]"]   # in that file only
    reason = "what Kafka does, what we do, and why"

A key that names no scenario would hide that its gap has closed or that its scenario was renamed, so
a run that collected all scenarios refuses it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from pathlib import Path

FILE = Path(__file__).parent / "known_gaps.toml"
SCENARIOS = Path(__file__).parent / "scenarios"
ORACLE = "oracle"
"""The table whose tables compat/oracle/gaps.py reads."""


def scenario_gaps(text: str) -> dict[str, str]:
    """The reason of each key. Raises ValueError where a table gives none."""
    tables = tomllib.loads(text)
    tables.pop(ORACLE, None)
    for key, table in tables.items():
        if not isinstance(table, dict) or set(table) != {"reason"}:
            raise ValueError(f"{key}: a reason and nothing else is wanted")
    return {key: str(table["reason"]) for key, table in tables.items()}


def keys_of(path: Path, name: str) -> tuple[str, str]:
    """The keys that name a scenario, given its file and its name with the client in brackets."""
    return name, f"{path.name}::{name}"


def unknown_keys(gaps: Iterable[str], scenarios: Iterable[tuple[Path, str]]) -> list[str]:
    """The keys that name none of the scenarios, in the order of the file."""
    named = {key for path, name in scenarios for key in keys_of(path, name)}
    return [key for key in gaps if key not in named]


def is_whole(arguments: Iterable[str], folder: Path) -> bool:
    """Whether a run with these arguments, relative to a folder, collects every scenario."""
    places = ((folder / each).resolve() for each in arguments)
    return any(place == SCENARIOS or place in SCENARIOS.parents for place in places)
