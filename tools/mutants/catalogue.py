"""The declared mutants: what a table may contain, and whether it still fits the source."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import NamedTuple

TABLES = Path(__file__).parent / "tables"


class BadTable(Exception):
    """A table that does not fit the source, or is not one; the text says what and where."""


class Mutant(NamedTuple):
    """One fault: in `file`, `old` becomes `new`; `test` fails, unless `equivalent` says why not."""

    package: str
    name: str
    file: str
    old: str
    new: str
    test: str
    equivalent: str

    @property
    def module(self) -> str:
        """The dotted name of the mutated module."""
        return self.file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")

    def matches(self, wanted: str) -> bool:
        """True if `wanted` is the package, a part of the name, or the beginning of the file."""
        return wanted == self.package or wanted in self.name or self.file.startswith(wanted)


def read(tables: Path = TABLES) -> list[Mutant]:
    """All mutants, table by table. Raises `BadTable`."""
    found: list[Mutant] = []
    for path in sorted(tables.glob("*.toml")):
        rows = tomllib.loads(path.read_text())["mutant"]
        found += [_mutant(path.stem, row) for row in rows]
    names = [each.name for each in found]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise BadTable(f"two mutants have the same name: {', '.join(twice)}")
    return found


def mutated(mutant: Mutant, root: Path) -> str:
    """The file's text with the fault. Raises `BadTable` if `old` is not there exactly once."""
    path = root / mutant.file
    if not path.is_file():
        raise BadTable(f"{mutant.name}: {mutant.file} does not exist")
    text = path.read_text()
    count = text.count(mutant.old)
    if count != 1:
        raise BadTable(
            f"{mutant.name}: {mutant.file} contains {count} times, not once: {mutant.old}"
        )
    return text.replace(mutant.old, mutant.new)


def _mutant(package: str, row: dict[str, str]) -> Mutant:
    needed = {"name", "file", "old", "new"}
    given = set(row)
    if not needed < given or given - needed not in ({"test"}, {"equivalent"}):
        raise BadTable(
            f"{package}.toml, {row.get('name')}: a mutant has name, file, old, new, "
            "and either test or equivalent"
        )
    if row["old"] == row["new"]:
        raise BadTable(f"{package}.toml, {row['name']}: old and new are the same")
    return Mutant(package, **({"test": "", "equivalent": ""} | row))
