"""Which cells a run of pytest has: `--matrix fast` (what `make test-all` runs), `all`, or names."""

from __future__ import annotations

from typing import NamedTuple

from compat.matrix.clients import CLIENTS
from compat.matrix.clients.base import MatrixClient
from compat.matrix.scenarios.base import Scenario
from compat.matrix.table import columns

FAST, ALL = "fast", "all"


class Choice(NamedTuple):
    """A cell, as a parameter of the test."""

    client: MatrixClient
    scenario: Scenario

    @property
    def name(self) -> str:
        return f"{self.client.name}/{self.scenario.name}"

    @property
    def test_name(self) -> str:
        """The key of known_gaps.toml."""
        return f"test_cell[{self.name}]"


def chosen(option: str) -> list[Choice]:
    """The cells of an option: `fast`, `all`, or names of clients with commas between them.

    Raises ValueError if one has no client.
    """
    if option == FAST:
        clients = [each for each in CLIENTS if each.fast]
    elif option == ALL:
        clients = list(CLIENTS)
    else:
        known = {each.name: each for each in CLIENTS}
        if unknown := [name for name in option.split(",") if name not in known]:
            there_are = ", ".join((FAST, ALL, *known))
            raise ValueError(f"no client {', '.join(unknown)}; there are: {there_are}")
        clients = [known[name] for name in option.split(",")]
    return [Choice(client, each) for client in clients for each in columns([client])]


def names_of_tests() -> list[str]:
    """The names of the tests of all cells, chosen or not, for known_gaps.toml."""
    return [each.test_name for each in chosen(ALL)]
