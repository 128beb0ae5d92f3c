"""Bounds of versions, which are those of the project's metadata."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from kafkawire.spark.doctor_needs import NEEDED, PYTHON_MIN, numbers, within

PROJECT = Path(__file__).resolve().parents[2] / "pyproject.toml"


def declared() -> dict[str, str]:
    project = tomllib.loads(PROJECT.read_text())["project"]
    all_needs = [*project["dependencies"], *project["optional-dependencies"]["spark"]]
    wanted = [each for each in all_needs if ";" not in each]  # others are for some Pythons only
    found = [re.fullmatch(r"([\w-]+)(.*)", each) for each in wanted]
    return {each[1]: each[2] for each in found if each is not None}


def test_the_bounds_are_those_of_the_project() -> None:
    assert {each.name: f">={each.least},<{each.below}" for each in NEEDED} == declared()
    wanted = tomllib.loads(PROJECT.read_text())["project"]["requires-python"]
    assert wanted == f">={'.'.join(map(str, PYTHON_MIN))}"


@pytest.mark.parametrize(
    ("version", "is_within"),
    [("4.1.9", False), ("4.2", True), ("4.2.0", True), ("4.3.1.dev0", True), ("4.4.0", False)],
)
def test_versions_are_compared_by_their_numbers(version: str, is_within: bool) -> None:
    pyspark = next(each for each in NEEDED if each.name == "pyspark")
    assert within(version, pyspark) is is_within


def test_what_follows_the_numbers_does_not_count() -> None:
    assert numbers("2.9.post0") == (2, 9)
    assert numbers("unknown") == ()
