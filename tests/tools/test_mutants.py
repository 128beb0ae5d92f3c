"""The mutants' tables fit the source, and the tool says which fault no test has found."""

from __future__ import annotations

import ast
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from tools.mutants.__main__ import ROOT
from tools.mutants.catalogue import BadTable, Mutant, mutated, read

pytestmark = pytest.mark.slow

MUTANTS = read()
RUN = "import sys; from pathlib import Path; from tools.mutants.__main__ import main; "
ROW = """
[[mutant]]
name = "{name}"
file = "kafkawire/broker/fetch/session_cache.py"
old = "{old}"
new = "{new}"
{rest}
"""
CACHE = "test = 'tests/broker/fetch/test_session_cache.py::{}'"
LIMIT = CACHE.format("test_a_session_is_stale_only_beyond_the_limit")
ABSENT = CACHE.format("test_that_is_not_there")


@cache
def names_in(file: str) -> frozenset[str]:
    """The names of the test functions of a module."""
    tree = ast.parse((ROOT / file).read_text())
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    return frozenset(node.name for node in tree.body if isinstance(node, functions))


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda each: each.name)
def test_each_mutant_changes_one_place_and_names_a_test(mutant: Mutant) -> None:
    """What fails here is stale: the code or the test has changed since."""
    text = mutated(mutant, ROOT)

    compile(text, mutant.file, "exec")
    assert ast.dump(ast.parse(text)) != ast.dump(ast.parse((ROOT / mutant.file).read_text()))
    if mutant.test:
        file, _, name = mutant.test.partition("::")
        assert name.partition("[")[0] in names_in(file)


def test_every_package_has_mutants() -> None:
    packages = {path.parent.name for path in (ROOT / "kafkawire").glob("*/__init__.py")}
    assert {each.package for each in MUTANTS} == packages
    # A module of no package is with the package that uses it most.
    inside = [each for each in MUTANTS if each.file.count("/") > 1]
    assert all(each.file.startswith(f"kafkawire/{each.package}/") for each in inside)


def tabled(directory: Path, *rows: tuple[str, str, str, str]) -> Path:
    text = [ROW.format(name=n, old=old, new=new, rest=rest) for n, old, new, rest in rows]
    (directory / "broker.toml").write_text("".join(text))
    return directory


def ran(tables: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    code = f"{RUN} sys.exit(main({list(arguments)!r}, tables=Path({str(tables)!r})))"
    command = [sys.executable, "-c", code]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


@pytest.mark.long
@pytest.mark.process
def test_a_fault_that_a_test_finds_is_well_and_one_that_it_does_not_is_named(
    tmp_path: Path,
) -> None:
    found = ("found", "EVICTION_MS = 120_000", "EVICTION_MS = 120_001", LIMIT)
    missed = ("missed", "HEAP_SLACK = 64", "HEAP_SLACK = 65", LIMIT)
    equivalent = ("same", "SHARDS = 8", "SHARDS = 8 + 0", "equivalent = 'it is eight'")
    tables = tabled(tmp_path, found, missed, equivalent)

    result = ran(tables)
    assert result.returncode == 1, result.stderr
    assert "missed: SURVIVED" in result.stdout.splitlines()[-1]
    assert "  found: ok" in result.stdout
    assert "2 mutants" in result.stdout
    assert ran(tables, "--only", "found").returncode == 0
    listed = ran(tables, "--list").stdout.splitlines()
    assert len(listed) == 3
    assert listed[2].endswith("same  EQUIVALENT: it is eight")


@pytest.mark.long
@pytest.mark.process
def test_a_test_that_fails_without_a_fault_or_does_not_exist_finds_nothing(tmp_path: Path) -> None:
    row = ("absent", "SHARDS = 8", "SHARDS = 9", ABSENT)
    result = ran(tabled(tmp_path, row))

    assert result.returncode == 1
    assert "absent: NO RESULT: pytest ended with 4" in result.stdout
    assert "the unchanged source: FAILED" in result.stdout


@pytest.mark.process
def test_a_table_that_does_not_fit_the_source_is_refused_before_anything_runs(
    tmp_path: Path,
) -> None:
    result = ran(tabled(tmp_path, ("stale", "SHARDS = 7", "SHARDS = 9", LIMIT)))

    assert result.returncode == 2
    assert "stale: kafkawire/broker/fetch/session_cache.py contains 0 times" in result.stderr
    assert ran(tmp_path, "--only", "nothing").returncode == 2


@pytest.mark.process
def test_a_part_is_one_of_several_that_have_all_between_them(tmp_path: Path) -> None:
    rows = [(f"m{number}", "SHARDS = 8", f"SHARDS = {number}", LIMIT) for number in range(5)]
    tables = tabled(tmp_path, *rows)
    parts = [ran(tables, "--list", "--part", f"{part}/2").stdout.split() for part in (1, 2)]

    assert [[each for each in part if each[0] == "m"] for part in parts] == [
        ["m0", "m2", "m4"],
        ["m1", "m3"],
    ]
    assert "a part is N/M" in ran(tables, "--part", "3/2").stderr


@pytest.mark.parametrize(
    "rest",
    ["", "test = 'a'\nequivalent = 'b'", "test = 'a'\nmore = 'b'"],
    ids=["neither", "both", "more"],
)
def test_a_row_has_a_test_or_a_reason_and_nothing_else(rest: str, tmp_path: Path) -> None:
    with pytest.raises(BadTable, match="a mutant has name, file, old, new"):
        read(tabled(tmp_path, ("x", "SHARDS = 8", "SHARDS = 9", rest)))


def test_a_row_changes_something_and_its_name_is_its_own(tmp_path: Path) -> None:
    with pytest.raises(BadTable, match="old and new are the same"):
        read(tabled(tmp_path, ("x", "SHARDS = 8", "SHARDS = 8", LIMIT)))
    row = ("x", "SHARDS = 8", "SHARDS = 9", LIMIT)
    with pytest.raises(BadTable, match="two mutants have the same name: x"):
        read(tabled(tmp_path, row, row))


HANGS = """
import signal
from tools.mutants.running import Job, run

jobs = [Job("hangs", [], signal.pause, 0.1), Job("fails", [], lambda: 1 / 0, 600.0)]
for outcome in sorted(run(jobs, at_once=1)):
    print(outcome.name, outcome.code, "ZeroDivisionError" in outcome.output)
"""


@pytest.mark.process
def test_a_test_that_hangs_is_ended_and_found_nothing() -> None:
    command = [sys.executable, "-c", HANGS]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert result.stdout.splitlines() == ["fails 3 True", "hangs -1 False"]
