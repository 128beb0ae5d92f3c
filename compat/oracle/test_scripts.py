"""All scripts, against the real Apache Kafka. Without Java and Maven they are skipped, with a word.

`--against apache:VERSION` (see compat/conftest.py) compares two real ones of that version instead:
scripts and normalisations are right where they show nothing. Those of another line of Kafka than
the version's are skipped, as is everything with `--against HOST:PORT`: a script needs two sides,
made with the settings of the comparison (`compat.oracle.run --running` takes such).
"""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from compat.oracle.comparing import chosen, comparing
from compat.oracle.reports import lines
from compat.oracle.runner import Runner
from compat.oracle.scripts import (
    EMULATED_SCRIPTS,
    OLD_SCRIPTS,
    SCRIPTS,
    SPECIAL_SCRIPTS,
)
from compat.oracle.sides import OLD_VERSION, SETTINGS, VERSION
from tests.support.rings.skips import skip_without


@pytest.mark.parametrize(
    ("against", "usual", "expected"),
    [
        ("kafkawire", VERSION, (VERSION, False)),
        ("kafkawire", OLD_VERSION, (OLD_VERSION, False)),
        ("apache:4.0.1", VERSION, ("4.0.1", True)),
        ("apache:3.8.0", OLD_VERSION, ("3.8.0", True)),
    ],
)
def test_against_chooses_the_sides(against: str, usual: str, expected: tuple[str, bool]) -> None:
    assert chosen(against, usual) == expected


@pytest.mark.parametrize(
    ("against", "usual"),
    [("apache:3.9.2", VERSION), ("apache:4.4.0", OLD_VERSION), ("127.0.0.1:9092", VERSION)],
)
def test_against_what_scripts_do_not_fit_they_are_skipped(against: str, usual: str) -> None:
    with pytest.raises(pytest.skip.Exception):
        chosen(against, usual)


def check(runner: Runner, name: str) -> None:
    report = runner.run(name)
    assert report.steps > 0
    assert not report.findings, "\n" + "\n".join(lines(report, runner.sides))


@pytest.mark.parametrize("name", SCRIPTS)
def test_both_answer_alike(runner: Runner, name: str) -> None:
    check(runner, name)


@pytest.mark.oracle
def test_every_known_gap_is_still_open(request: pytest.FixtureRequest) -> None:
    """A gap that closes fails the run until its table in known_gaps.toml goes."""
    selected = {item.name for item in request.session.items}
    if not {f"test_both_answer_alike[{name}]" for name in SCRIPTS} <= selected:
        skip_without("not all scripts are selected", "closed gaps are not looked for")
    if request.config.getoption("--against") != "kafkawire":
        skip_without("--against is another broker than kafkawire", "closed gaps are not looked for")
    runner: Runner = request.getfixturevalue("runner")
    assert runner.closed_gaps() == []


@pytest.mark.parametrize("name", OLD_SCRIPTS)
def test_versions_that_kafka_dropped_are_answered_as_the_last_that_had_them(
    old_runner: Runner, name: str
) -> None:
    check(old_runner, name)


@pytest.mark.parametrize("name", EMULATED_SCRIPTS)
def test_ours_behaves_as_the_release_that_it_emulates(emulated_runner: Runner, name: str) -> None:
    check(emulated_runner, name)


@pytest.mark.oracle
@pytest.mark.parametrize(("settings", "names"), SPECIAL_SCRIPTS, ids=" ".join)
def test_both_answer_alike_with_settings_of_their_own(
    request: pytest.FixtureRequest, settings: dict[str, str], names: Iterable[str]
) -> None:
    """One pair of brokers for all scripts that need these settings."""
    against = request.config.getoption("--against")
    with (
        comparing(against, VERSION, {**SETTINGS, **settings}) as comparison,
        comparison.runner() as runner,
    ):
        for name in names:
            check(runner, name)
