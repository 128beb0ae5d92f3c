"""Runs the matrix, a line per cell; see README.md for the options."""

from __future__ import annotations

import argparse
import contextlib
import sys

from compat.matrix.brokers import broker
from compat.matrix.choice import Choice
from compat.matrix.clients import CLIENTS, BuildFailed, MatrixClient, Unavailable, command_of
from compat.matrix.running import Absent, CellFailed, Cells
from compat.matrix.scenarios import SCENARIOS
from compat.matrix.scenarios.base import Scenario
from compat.matrix.table import ABSENT, GAP, WORKS, Cell, Key, columns, write
from compat.oracle import OracleUnavailable
from compat.scenario_gaps import FILE, scenario_gaps

FAILED = "FAILED"


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m compat.matrix", description=__doc__)
    parser.add_argument("--client", action="append", help="only this one; may be repeated")
    parser.add_argument("--scenario", action="append", help="only this one; may be repeated")
    parser.add_argument("--fast", action="store_true", help="only the clients of `make test-all`")
    parser.add_argument(
        "--against",
        default="kafkawire",
        help="or apache:VERSION, kafkawire:RELEASE (emulated), HOST:PORT",
    )
    parser.add_argument("--build", action="store_true", help="build, and run nothing")
    parser.add_argument("--write", action="store_true", help="renew the table of compat/README.md")
    return parser.parse_args()


def _refuse_unknown(chosen: argparse.Namespace) -> None:
    """Before anything is built."""
    if unknown := set(chosen.client or ()) - {each.name for each in CLIENTS}:
        raise SystemExit(f"no client {', '.join(unknown)}; there are: {_names(CLIENTS)}")
    if unknown := set(chosen.scenario or ()) - {each.name for each in SCENARIOS}:
        raise SystemExit(f"no scenario {', '.join(unknown)}; there are: {_names(SCENARIOS)}")


def _clients(chosen: argparse.Namespace) -> list[MatrixClient]:
    return [
        each
        for each in CLIENTS
        if each.name in (chosen.client or [each.name]) and (each.fast or not chosen.fast)
    ]


def _scenarios(client: MatrixClient, chosen: argparse.Namespace) -> list[Scenario]:
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


def _cell(cells: Cells, choice: Choice, *, is_gap: bool) -> Cell:
    try:
        seconds = cells.of(choice.client, choice.scenario)
    except Absent as absent:
        return Cell(ABSENT, str(absent))
    except (CellFailed, BuildFailed) as failed:
        return Cell(GAP if is_gap else FAILED, str(failed))
    if is_gap:
        return Cell(FAILED, "it works: take it out of known_gaps.toml")
    return Cell(WORKS, f"{seconds:.1f} s")


def _run(clients: list[MatrixClient], chosen: argparse.Namespace) -> dict[Key, Cell]:
    gaps = scenario_gaps(FILE.read_text()) if chosen.against == "kafkawire" else {}
    choices = [Choice(client, each) for client in clients for each in _scenarios(client, chosen)]
    found: dict[Key, Cell] = {}
    with broker(chosen.against) as at, contextlib.closing(Cells(choices, at)) as cells:
        for choice in choices:
            cell = _cell(cells, choice, is_gap=choice.test_name in gaps)
            found[choice.client.name, choice.scenario.name] = cell
            _tell(choice, cell)
    return found


def _tell(choice: Choice, cell: Cell) -> None:
    first, *more = cell.reason.split("\n") if cell.mark != GAP else [""]
    _say(f"{choice.client.name:20} {choice.scenario.name:24} {cell.mark:6} {first}")
    for line in more:
        _say("    " + line)


def _say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def main() -> int:
    chosen = _arguments()
    _refuse_unknown(chosen)
    clients = _built(_clients(chosen))
    if chosen.build:
        return 0
    try:
        cells = _run(clients, chosen)
    except OracleUnavailable as missing:
        raise SystemExit(str(missing)) from None
    failed = [key for key, cell in cells.items() if cell.mark == FAILED]
    works = sum(cell.mark == WORKS for cell in cells.values())
    _say(f"{works} green, {len(failed)} failed, {len(cells) - works - len(failed)} other cells")
    if chosen.write:
        if chosen.against != "kafkawire":
            raise SystemExit("the table shows what works against kafkawire: nothing was written")
        write({key: cell for key, cell in cells.items() if cell.mark != FAILED})
    return 1 if failed else 0


try:
    sys.exit(main())
except KeyboardInterrupt:
    sys.exit(130)
