"""A table names its scenarios, and only those; one that names none is found."""

from __future__ import annotations

from pathlib import Path

import pytest

from compat.scenario_gaps import FILE, SCENARIOS, is_whole, keys_of, scenario_gaps, unknown_keys

HERE = Path("test_here.py")
THERE = Path("test_there.py")
NAME = "test_it[kafkawire]"


def test_a_name_alone_means_the_scenarios_of_all_files() -> None:
    assert NAME in keys_of(HERE, NAME)
    assert NAME in keys_of(THERE, NAME)


def test_a_file_tells_scenarios_of_one_name_apart() -> None:
    assert f"test_here.py::{NAME}" in keys_of(HERE, NAME)
    assert f"test_here.py::{NAME}" not in keys_of(THERE, NAME)


def test_keys_that_name_no_scenario_are_found() -> None:
    keys = [NAME, f"test_there.py::{NAME}", "test_gone[kafkawire]", f"test_here.py::{NAME}"]
    found = unknown_keys(keys, [(HERE, NAME), (HERE, "test_other")])
    assert found == [f"test_there.py::{NAME}", "test_gone[kafkawire]"]


def test_the_tables_of_the_oracle_name_no_scenarios() -> None:
    assert scenario_gaps('[oracle.x]\nreason = "a"\n["test_it"]\nreason = "b"') == {"test_it": "b"}


@pytest.mark.parametrize("table", ["", "resaon = 1", 'reason = "a"\nscript = "b"'])
def test_a_table_holds_a_reason_and_nothing_else(table: str) -> None:
    with pytest.raises(ValueError, match="test_it"):
        scenario_gaps(f"[test_it]\n{table}")


def test_the_file_is_read_without_error() -> None:
    scenario_gaps(FILE.read_text())


@pytest.mark.parametrize("argument", ["scenarios", ".", "..", str(SCENARIOS), "./scenarios/"])
def test_a_folder_that_holds_all_scenarios_makes_a_whole_run(argument: str) -> None:
    assert is_whole([argument], SCENARIOS.parent)
    assert is_whole(["oracle", argument], SCENARIOS.parent)


@pytest.mark.parametrize(
    "argument", ["oracle", "scenarios/test_groups.py", "scenarios/test_groups.py::test_it"]
)
def test_a_part_makes_no_whole_run(argument: str) -> None:
    assert not is_whole([argument], SCENARIOS.parent)
