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
from compat.oracle.scripts import SCRIPTS
from compat.oracle.sides import VERSION, apache, kafkawire


@pytest.fixture(scope="module")
def runner(request: pytest.FixtureRequest) -> Iterator[Runner]:
    against = request.config.getoption("--against")
    is_kafka_twice = against.startswith("apache:")
    version = against.partition(":")[2] or VERSION if is_kafka_twice else VERSION
    with contextlib.ExitStack() as stack:
        try:
            first = stack.enter_context(apache(version))
        except OracleUnavailable as missing:
            pytest.skip(f"NOT COMPARED with the real Kafka: {missing}")
        second = stack.enter_context(apache(version) if is_kafka_twice else kafkawire())
        runner = Runner((first, second), [] if is_kafka_twice else known_gaps())
        stack.callback(runner.close)
        yield runner


@pytest.mark.parametrize("name", SCRIPTS)
def test_both_answer_alike(runner: Runner, name: str) -> None:
    report = runner.run(name)
    assert report.steps > 0
    assert not report.findings, "\n" + "\n".join(lines(report, runner.sides))


def test_every_known_gap_is_still_open(runner: Runner, request: pytest.FixtureRequest) -> None:
    """A gap that closes fails the run until its table in known_gaps.toml goes."""
    ran = {item.name for item in request.session.items if item.parent is request.node.parent}
    if len(ran) <= len(SCRIPTS):
        return  # only some scripts were selected: they need not meet all gaps
    assert runner.closed_gaps() == []
