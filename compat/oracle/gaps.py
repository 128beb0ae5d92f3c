"""The differences that are known and meant: the `[oracle.NAME]` tables of known_gaps.toml.

    [oracle.no-transactions]
    script = "api-versions"          # absent: any script
    api = "ApiVersions"              # absent: any API
    path = "api_keys[*]"             # see `compare.pattern`; a list: any of them
    kafka = 1                        # absent: whatever it is; "<null>" stands for none
    kafkawire = "<absent>"           # absent: whatever it is
    emulated = false                 # only where ours does not emulate the version compared with
    reason = "why ours is right, or why not yet"

A table that no difference of a whole run needed is itself a failure: its gap has closed.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

from compat.oracle.compare import Difference, pattern
from compat.oracle.trees import Tree

FILE = Path(__file__).resolve().parents[1] / "known_gaps.toml"
NULL = "<null>"
_FIELDS = {"script", "api", "path", "kafka", "kafkawire", "emulated", "reason"}


class Gap:
    """One table, and whether a difference has needed it."""

    def __init__(self, name: str, table: dict[str, object]) -> None:
        unknown = set(table) - _FIELDS
        if unknown or "reason" not in table:
            raise ValueError(f"oracle.{name}: no reason, or unknown fields {sorted(unknown)}")
        self.name = name
        self.reason = str(table["reason"])
        self.was_needed = False
        self._table = table
        paths = table.get("path", "*")
        listed = paths if isinstance(paths, list) else [paths]
        self._paths = [pattern(str(each)) for each in listed]

    def covers(self, script: str, api: str, difference: Difference) -> bool:
        """Whether this gap explains a difference."""
        table = self._table
        fits = (
            table.get("script", script) == script
            and table.get("api", api) == api
            and _is(table.get("kafka", difference.first), difference.first)
            and _is(table.get("kafkawire", difference.second), difference.second)
            and any(path.fullmatch(difference.path) for path in self._paths)
        )
        self.was_needed = self.was_needed or fits
        return fits


def _is(wanted: object, value: Tree) -> bool:
    return value is None if wanted == NULL else wanted == value


def known_gaps(*, emulated: bool = False) -> list[Gap]:
    """The tables of known_gaps.toml; of a run with emulation, those that hold there too."""
    tables = tomllib.loads(FILE.read_text()).get("oracle", {})
    return [
        Gap(name, table)
        for name, table in tables.items()
        if not emulated or table.get("emulated", True)
    ]
