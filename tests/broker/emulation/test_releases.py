"""Releases by name, and the versions they spoke."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kafkawire.broker.context import Versions
from kafkawire.broker.emulation.releases import (
    RELEASES,
    UnknownRelease,
    number_of,
    release_named,
    versions_of,
)

ROOT = Path(__file__).resolve().parents[3]


@pytest.mark.parametrize(
    ("name", "release"),
    [
        ("3.9.2", "3.9.2"),
        ("3.9", "3.9.2"),
        ("2.8", "2.8.2"),
        ("0.10", "0.10.2.2"),
        ("1", "1.1.1"),
        (" 4.4 ", "4.4.0"),
    ],
)
def test_a_release_goes_by_its_number_or_what_begins_only_it(name: str, release: str) -> None:
    assert release_named(name) == release


@pytest.mark.parametrize("name", ["5.0", "3.9.1", "3.", "", "latest", "3.9.2.1"])
def test_an_unknown_release_is_refused_with_all_that_there_are(name: str) -> None:
    with pytest.raises(
        UnknownRelease, match=r"no such release.*; there are 0\.10\.2\.2, .*4\.4\.0$"
    ):
        release_named(name)


@pytest.mark.parametrize(("name", "several"), [("3", "3.3.2 or 3.9.2"), ("4", "4.0.2 or 4.4.0")])
def test_a_name_that_fits_several_is_refused(name: str, several: str) -> None:
    with pytest.raises(UnknownRelease, match=f"it may be {several}; there are"):
        release_named(name)


def test_releases_are_ordered_by_their_numbers() -> None:
    assert sorted(RELEASES, key=number_of) == list(RELEASES)


def test_the_versions_are_those_of_the_history() -> None:
    """fetch A-9; produce A-2, D-1: as declared in schemas/versions_history.json."""
    text = (ROOT / "schemas" / "versions_history.json").read_text(encoding="utf-8")
    history = json.loads(text)["releases"]
    assert list(history) == list(RELEASES)
    for release, ranges in history.items():
        stable = {int(key): Versions(*each[:2]) for key, each in ranges.items() if each[1] >= 0}
        assert versions_of(release) == stable


def test_some_versions_of_fetch_and_produce() -> None:
    """fetch A-9, A-30: what 3.9 and 4.x speak."""
    assert versions_of("3.9.2")[1] == (0, 17)
    assert versions_of("4.0.2")[1] == (4, 17)
    assert versions_of("4.4.0")[1] == (4, 18)
    assert 23 not in versions_of("0.10.2.2")
