"""The runner itself, on two kafkawires: no Java is needed to know that it finds what there is."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

import pytest

from compat.oracle.runner import Runner
from compat.oracle.sides import SETTINGS, kafkawire

OTHER = {**SETTINGS, "num.partitions": "2", "message.max.bytes": "1000"}


@pytest.fixture(scope="module")
def alike() -> Iterator[Runner]:
    with contextlib.ExitStack() as stack:
        sides = stack.enter_context(kafkawire()), stack.enter_context(kafkawire())
        runner = Runner(sides, [], walk_steps=150)
        stack.callback(runner.close)
        yield runner


@pytest.fixture(scope="module")
def unlike() -> Iterator[Runner]:
    with contextlib.ExitStack() as stack:
        sides = stack.enter_context(kafkawire()), stack.enter_context(kafkawire(OTHER))
        runner = Runner(sides, [])
        stack.callback(runner.close)
        yield runner


SOME = ("create-partitions", "session-rotation", "group-two-members", "frames-malformed", "walk-1")


@pytest.mark.parametrize("name", SOME)
def test_a_broker_does_not_differ_from_itself(alike: Runner, name: str) -> None:
    report = alike.run(name)
    assert report.steps > 20
    assert report.findings == []


def test_another_setting_is_found_in_answers(unlike: Runner) -> None:
    paths = {each.difference.path for each in unlike.run("produce-sizes").findings}
    assert "responses[0].partition_responses[0].error_code" in paths


def test_another_setting_is_found_by_its_name(unlike: Runner) -> None:
    report = unlike.run("configs-describe-brokers")
    assert {each.difference.path for each in report.findings} >= {
        "results[0].configs[name=num.partitions].value",
        "results[0].configs[name=message.max.bytes].value",
    }
