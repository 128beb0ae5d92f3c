"""Runs the matrix, a line per cell; see README.md for the options."""

from __future__ import annotations

import argparse
import sys
import time

from compat.matrix.brokers import broker
from compat.matrix.clients import CLIENTS, BuildFailed, MatrixClient, Unavailable, command_of
from compat.matrix.running import Absent, Broker, CellFailed, run_cell
from compat.matrix.scenarios import SCENARIOS
from compat.matrix.scenarios.base import Scenario
from compat.matrix.table import ABSENT, GAP, WORKS, Cell, Key, columns, write
from compat.scenario_gaps import FILE, scenario_gaps

FAILED = "FAILED"


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m compat.matrix", description=__doc__)
    parser.add_argument("--client", action="append", help="only this one; may be repeated")
    parser.add_argument("--scenario", action="append", help="only this one; may be repeated")
    parser.add_argument("--fast", action="store_true", help="only the clients of `make test`")
    parser.add_argument("--against", default="kafkawire", help="or apache:VERSION, or HOST:PORT")
    parser.add_argument("--build", action="store_true", help="build, and run nothing")
    parser.add_argument("--write", action="store_true", help="renew the table of compat/README.md")
    return parser.parse_args()


def _clients(chosen: argparse.Namespace) -> list[MatrixClient]:
    unknown = set(chosen.client or ()) - {each.name for each in CLIENTS}
    if unknown:
        raise SystemExit(f"no client {', '.join(unknown)}; there are: {_names(CLIENTS)}")
    return [
        each
        for each in CLIENTS
        if each.name in (chosen.client or [each.name]) and (each.fast or not chosen.fast)
    ]


def _scenarios(client: MatrixClient, chosen: argparse.Namespace) -> list[Scenario]:
    unknown = set(chosen.scenario or ()) - {each.name for each in SCENARIOS}
    if unknown:
        raise SystemExit(f"no scenario {', '.join(unknown)}; there are: {_names(SCENARIOS)}")
    return [each for each in columns([client]) if each.name in (chosen.scenario or [each.name])]


def _names(named: tuple[MatrixClient, ...] | tuple[Scenario, ...]) -> str:
    return ", ".join(each.name for each in named)


def _built(clients: list[MatrixClient]) -> list[MatrixClient]:
    """Those that can be had here; a line for each other one."""
    found = []
    for client in clients:
        try:
            command_of(client)
        except Unavailable as missing:
            _say(f"{client.name} is left out: {missing}")
        except BuildFailed as failed:
            _say(f"{client.name} does not compile: {failed}")
            found.append(client)
        else:
            found.append(client)
    return found


def _cell(client: MatrixClient, scenario: Scenario, at: Broker, gaps: dict[str, str]) -> Cell:
    is_gap = f"test_cell[{client.name}/{scenario.name}]" in gaps and at.version is None
    try:
        run_cell(client, scenario, at)
    except Absent as absent:
        return Cell(ABSENT, str(absent))
    except (CellFailed, BuildFailed) as failed:
        return Cell(GAP if is_gap else FAILED, str(failed))
    return Cell(FAILED, "it works: take it out of known_gaps.toml") if is_gap else Cell(WORKS)


def _run(clients: list[MatrixClient], chosen: argparse.Namespace) -> dict[Key, Cell]:
    gaps = scenario_gaps(FILE.read_text())
    cells: dict[Key, Cell] = {}
    with broker(chosen.against) as at:
        for client in clients:
            for scenario in _scenarios(client, chosen):
                started = time.monotonic()
                cell = _cell(client, scenario, at, gaps)
                cells[client.name, scenario.name] = cell
                seconds = time.monotonic() - started
                _say(f"{client.name:24} {scenario.name:24} {cell.mark:6} {seconds:5.1f} s")
                if cell.reason and cell.mark != GAP:
                    _say("    " + cell.reason.replace("\n", "\n    "))
    return cells


def _say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def main() -> int:
    chosen = _arguments()
    clients = _built(_clients(chosen))
    if chosen.build:
        return 0
    cells = _run(clients, chosen)
    failed = [key for key, cell in cells.items() if cell.mark == FAILED]
    works = sum(cell.mark == WORKS for cell in cells.values())
    _say(f"{works} green, {len(failed)} failed, {len(cells) - works - len(failed)} other cells")
    if chosen.write:
        if chosen.against != "kafkawire" or failed:
            raise SystemExit("the table shows what works against kafkawire: nothing was written")
        write(cells)
    return 1 if failed else 0


sys.exit(main())
