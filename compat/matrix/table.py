"""The table of compat/README.md: a row for each client, a column for each scenario.

The README is where results are kept: a run of some cells renews those, and leaves the others as
they were. What a client lacks is listed below the table with the program's own reason.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from compat.matrix.clients import CLIENTS
from compat.matrix.clients.base import MatrixClient
from compat.matrix.scenarios import SCENARIOS
from compat.matrix.scenarios.base import Scenario

README = Path(__file__).resolve().parents[1] / "README.md"
BEGIN = "<!-- matrix -->"
END = "<!-- /matrix -->"
WORKS, GAP, ABSENT, UNKNOWN = "yes", "gap", "–", "?"
MARKS = (WORKS, GAP, ABSENT)

Key = tuple[str, str]
"""A client's name and a scenario's."""


class Cell(NamedTuple):
    """What the table says of a cell; `reason` where it is ABSENT."""

    mark: str
    reason: str = ""


def libraries() -> list[MatrixClient]:
    return [client for client in CLIENTS if not client.only]


def applications() -> list[MatrixClient]:
    return [client for client in CLIENTS if client.only]


def columns(clients: Iterable[MatrixClient]) -> list[Scenario]:
    """The scenarios that any of these clients is for."""
    wanted = {name for client in clients for name in client.only}
    if wanted:
        return [each for each in SCENARIOS if each.name in wanted]
    return [each for each in SCENARIOS if not each.for_applications]


def rendered(cells: Mapping[Key, Cell]) -> str:
    """The text between the two marks of the README."""
    parts = [_table(libraries(), cells)]
    kinds = dict.fromkeys(each.only for each in applications())
    parts += [
        _table([each for each in applications() if each.only == kind], cells) for kind in kinds
    ]
    absent = _absent(cells)
    if absent:
        parts.append("What clients do not have (–):\n\n" + absent)
    return "\n\n".join(parts)


def _table(clients: list[MatrixClient], cells: Mapping[Key, Cell]) -> str:
    names = [each.name for each in columns(clients)]
    rows = [["client", *names], ["---", *("---" for _ in names)]]
    for client in clients:
        marks = [cells.get((client.name, name), Cell(UNKNOWN)).mark for name in names]
        rows.append([client.name, *marks])
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def _absent(cells: Mapping[Key, Cell]) -> str:
    """A line for each client and reason."""
    lines = []
    for client in CLIENTS:
        reasons: dict[str, list[str]] = {}
        for scenario in columns([client]):
            cell = cells.get((client.name, scenario.name))
            if cell is not None and cell.mark == ABSENT:
                reasons.setdefault(cell.reason, []).append(scenario.name)
        lines += [
            f"- {client.name}: {', '.join(names)}: {reason}" for reason, names in reasons.items()
        ]
    return "\n".join(lines)


def parsed(text: str) -> dict[Key, Cell]:
    """The cells of a README. Raises ValueError where it has no table."""
    found = re.search(f"{BEGIN}\n(.*?){END}", text, re.DOTALL)
    if found is None:
        raise ValueError(f"{README.name} has no {BEGIN}")
    names: list[str] = []
    cells: dict[Key, Cell] = {}
    for line in found[1].splitlines():
        if line.startswith("| client |"):
            names = line.strip("| ").split(" | ")[1:]
        elif line.startswith("| ") and not line.startswith("| ---"):
            client, *marks = line.strip("| ").split(" | ")
            for name, mark in zip(names, marks, strict=True):
                cells[client, name] = Cell(mark)
        elif line.startswith("- "):
            client, scenarios, reason = line[2:].split(": ", 2)
            for name in scenarios.split(", "):
                cells[client, name] = Cell(ABSENT, reason)
    return cells


def write(renewed: Mapping[Key, Cell]) -> None:
    """Put these cells into the README's table."""
    text = README.read_text()
    table = rendered({**parsed(text), **renewed})
    begin, rest = text.split(BEGIN)
    README.write_text(f"{begin}{BEGIN}\n{table}\n{END}{rest.split(END)[1]}")
