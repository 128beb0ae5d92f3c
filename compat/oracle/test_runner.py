"""The runner itself, on two kafkawires: no Java is needed to know that it finds what there is."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

import pytest

from compat.oracle.runner import Runner
from compat.oracle.sides import SETTINGS, kafkawire
from compat.oracle.walking.kinds import KINDS, USUAL
from compat.oracle.walking.walker import Walker
from compat.oracle.walks import Against, shortest

pytestmark = pytest.mark.process

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
        sides = (
            stack.enter_context(kafkawire(emulate="4.4.0")),
            stack.enter_context(kafkawire(OTHER, emulate="4.4.0")),
        )
        runner = Runner(sides, [])
        stack.callback(runner.close)
        yield runner


@pytest.fixture(params=[*((kind, "4.4.0") for kind in KINDS), (USUAL, "3.9.2")], ids="-".join)
def walker(request: pytest.FixtureRequest) -> Iterator[Walker]:
    """Two sides that emulate one release."""
    kind, release = request.param
    with contextlib.ExitStack() as stack:
        one, two = (stack.enter_context(kafkawire(emulate=release)) for _ in range(2))
        walker = Walker((one, two), [], KINDS[kind])
        stack.callback(walker.close)
        yield walker


SOME = (
    "create-partitions",
    "session-rotation",
    "group-two-members",
    "frames-malformed",
    "group-walk-1",
)


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


def test_walks_do_not_find_a_broker_different_from_itself(walker: Walker) -> None:
    walked = list(walker.walk(range(5)))
    assert [each.seed for each in walked] == list(range(5))
    for seed, report in walked:
        assert report.steps >= 30
        assert report.findings == [], seed


def test_a_walk_that_finds_another_setting_is_shrunk_to_what_shows_it(unlike: Runner) -> None:
    walker = Walker(unlike.sides, [], KINDS[USUAL])
    seed = next(each.seed for each in walker.walk(range(50)) if each.report.findings)
    text = shortest(walker, Against("4.4.0", emulates=False, kind=KINDS[USUAL]), seed)
    assert "1 moves are left" in text[0]
    assert text[0].endswith(
        f"python -m compat.oracle.walks --version 4.4.0 --walks 1 --seed {seed}"
    )
    assert any("ProduceRequest" in line for line in text)
