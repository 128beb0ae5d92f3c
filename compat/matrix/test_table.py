"""The table of compat/README.md has the rows and the columns that there are, and reads back."""

from __future__ import annotations

from compat.matrix.choice import ALL, chosen
from compat.matrix.table import ABSENT, GAP, MARKS, README, WORKS, Cell, parsed, rendered
from compat.scenario_gaps import FILE, scenario_gaps

CELLS = [(each.client.name, each.scenario.name) for each in chosen(ALL)]


def test_what_is_written_reads_back() -> None:
    cells = {key: Cell(WORKS) for key in CELLS}
    cells[CELLS[0]] = Cell(ABSENT, "not before: 2.0")
    cells[CELLS[1]] = Cell(ABSENT, "not before: 2.0")
    cells[CELLS[2]] = Cell(GAP)
    assert parsed(f"<!-- matrix -->\n{rendered(cells)}\n<!-- /matrix -->") == cells


def test_the_readme_has_a_cell_for_each_client_and_scenario() -> None:
    cells = parsed(README.read_text())
    assert set(cells) == set(CELLS)
    assert {cell.mark for cell in cells.values()} <= set(MARKS)


def test_the_readme_has_the_gaps_that_are_known() -> None:
    gaps = scenario_gaps(FILE.read_text())
    expected = {key for key in CELLS if f"test_cell[{key[0]}/{key[1]}]" in gaps}
    cells = parsed(README.read_text())
    assert {key for key, cell in cells.items() if cell.mark == GAP} == expected
