"""All scripts, against the real Apache Kafka. Without Java and Maven they are skipped, with a word.

`--against apache:VERSION` (see compat/conftest.py) compares two real ones instead.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

import pytest

from compat.oracle.gaps import known_gaps
from compat.oracle.node import OracleUnavailable
from compat.oracle.reports import lines
from compat.oracle.runner import Runner
from compat.oracle.scripts import OLD_SCRIPTS, SCRIPTS
from compat.oracle.sides import OLD_VERSION, VERSION, apache, kafkawire


@contextlib.contextmanager
def comparing(version: str, is_kafka_twice: bool) -> Iterator[Runner]:
    """A runner with a real Kafka and, as a rule, kafkawire; no Java, no test."""
    with contextlib.ExitStack() as stack:
        try:
            first = stack.enter_context(apache(version))
        except OracleUnavailable as missing:
            pytest.skip(f"NOT COMPARED with the real Kafka: {missing}")
        second = stack.enter_context(apache(version) if is_kafka_twice else kafkawire())
        runner = Runner((first, second), [] if is_kafka_twice else known_gaps())
        stack.callback(runner.close)
        yield runner


@pytest.fixture(scope="module")
def runner(request: pytest.FixtureRequest) -> Iterator[Runner]:
    against = request.config.getoption("--against")
    is_kafka_twice = against.startswith("apache:4")
    version = against.partition(":")[2] if is_kafka_twice else VERSION
    with comparing(version, is_kafka_twice) as found:
        yield found


@pytest.fixture(scope="module")
def old_runner(request: pytest.FixtureRequest) -> Iterator[Runner]:
    is_kafka_twice = request.config.getoption("--against").startswith("apache:")
    with comparing(OLD_VERSION, is_kafka_twice) as found:
        yield found


def check(runner: Runner, name: str) -> None:
    report = runner.run(name)
    assert report.steps > 0
    assert not report.findings, "\n" + "\n".join(lines(report, runner.sides))


@pytest.mark.parametrize("name", SCRIPTS)
def test_both_answer_alike(runner: Runner, name: str) -> None:
    check(runner, name)


def test_every_known_gap_is_still_open(runner: Runner, request: pytest.FixtureRequest) -> None:
    """A gap that closes fails the run until its table in known_gaps.toml goes."""
    selected = {item.name for item in request.session.items}
    if {f"test_both_answer_alike[{name}]" for name in SCRIPTS} <= selected:
        assert runner.closed_gaps() == []


@pytest.mark.parametrize("name", OLD_SCRIPTS)
def test_versions_that_kafka_dropped_are_answered_as_the_last_that_had_them(
    old_runner: Runner, name: str
) -> None:
    check(old_runner, name)
