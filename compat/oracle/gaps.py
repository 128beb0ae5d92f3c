"""The differences that are known and meant: the `[oracle.NAME]` tables of known_gaps.toml.

    [oracle.no-transactions]
    script = "api-versions"          # absent: any script
    api = "ApiVersions"              # absent: any API
    path = "api_keys[*]"             # see `compare.pattern`
    kafka = 1                        # absent: whatever it is
    kafkawire = "<absent>"           # absent: whatever it is
    reason = "why ours is right, or why not yet"

A table that no difference of a whole run needed is itself a failure: its gap has closed.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

from compat.oracle.compare import Difference, pattern

FILE = Path(__file__).resolve().parents[1] / "known_gaps.toml"
_FIELDS = {"script", "api", "path", "kafka", "kafkawire", "reason"}


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
        self._path = pattern(str(table["path"])) if "path" in table else None

    def covers(self, script: str, api: str, difference: Difference) -> bool:
        """Whether this gap explains a difference."""
        table = self._table
        fits = (
            table.get("script", script) == script
            and table.get("api", api) == api
            and table.get("kafka", difference.first) == difference.first
            and table.get("kafkawire", difference.second) == difference.second
            and (self._path is None or self._path.fullmatch(difference.path) is not None)
        )
        self.was_needed = self.was_needed or fits
        return fits


def known_gaps() -> list[Gap]:
    """All tables of known_gaps.toml."""
    tables = tomllib.loads(FILE.read_text()).get("oracle", {})
    return [Gap(name, table) for name, table in tables.items()]
