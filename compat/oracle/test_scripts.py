"""All scripts, against the real Apache Kafka. Without Java and Maven they are skipped, with a word.

`--against apache:VERSION` (see compat/conftest.py) compares two real ones of that version instead:
scripts and normalisations are right where they show nothing. Those of another line of Kafka than
the version's are skipped, as is everything with `--against HOST:PORT`: a script needs two sides,
made with the settings of the comparison (`compat.oracle.run --running` takes such).
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

import pytest

from compat.oracle.gaps import known_gaps
from compat.oracle.node import OracleUnavailable
from compat.oracle.reports import lines
from compat.oracle.runner import Runner
from compat.oracle.scripts import EMULATED_SCRIPTS, OLD_SCRIPTS, SCRIPTS
from compat.oracle.sides import OLD_VERSION, VERSION, apache, kafkawire


@contextlib.contextmanager
def comparing(version: str, is_kafka_twice: bool, emulates: bool = False) -> Iterator[Runner]:
    """A runner with a real Kafka and, as a rule, kafkawire; no Java, no test."""
    release = version if emulates else None
    with contextlib.ExitStack() as stack:
        try:
            first = stack.enter_context(apache(version))
        except OracleUnavailable as missing:
            pytest.skip(f"NOT COMPARED with the real Kafka: {missing}")
        second = stack.enter_context(
            apache(version) if is_kafka_twice else kafkawire(emulate=release)
        )
        gaps = [] if is_kafka_twice else known_gaps(emulated=emulates)
        runner = Runner((first, second), gaps)
        stack.callback(runner.close)
        yield runner


def chosen(against: str, usual: str) -> tuple[str, bool]:
    """The version of Kafka and whether it is both sides, for scripts of the line of `usual`."""
    if against == "kafkawire":
        return usual, False
    kind, _, version = against.partition(":")
    if kind != "apache":
        pytest.skip(f"no script runs against {against}: see compat.oracle.run --running")
    if version.partition(".")[0] != usual.partition(".")[0]:
        pytest.skip(f"scripts for Kafka {usual} do not run against {version}")
    return version, True


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


@pytest.fixture(scope="module")
def runner(request: pytest.FixtureRequest) -> Iterator[Runner]:
    with comparing(*chosen(request.config.getoption("--against"), VERSION)) as found:
        yield found


@pytest.fixture(scope="module")
def old_runner(request: pytest.FixtureRequest) -> Iterator[Runner]:
    with comparing(*chosen(request.config.getoption("--against"), OLD_VERSION)) as found:
        yield found


@pytest.fixture(scope="module")
def emulated_runner(request: pytest.FixtureRequest) -> Iterator[Runner]:
    """Ours behaves as the old release."""
    against = request.config.getoption("--against")
    with comparing(*chosen(against, OLD_VERSION), emulates=True) as found:
        yield found


def check(runner: Runner, name: str) -> None:
    report = runner.run(name)
    assert report.steps > 0
    assert not report.findings, "\n" + "\n".join(lines(report, runner.sides))


@pytest.mark.parametrize("name", SCRIPTS)
def test_both_answer_alike(runner: Runner, name: str) -> None:
    check(runner, name)


def test_every_known_gap_is_still_open(request: pytest.FixtureRequest) -> None:
    """A gap that closes fails the run until its table in known_gaps.toml goes."""
    selected = {item.name for item in request.session.items}
    if not {f"test_both_answer_alike[{name}]" for name in SCRIPTS} <= selected:
        pytest.skip("needs a whole run: a gap may be that of a script that was not selected")
    if request.config.getoption("--against") != "kafkawire":
        pytest.skip("needs a comparison with kafkawire")
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
