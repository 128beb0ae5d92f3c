"""The pytest plugin, in a pytest of its own."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.suite.patience import patient

ROOT = Path(__file__).parents[2]

TESTS = """
import pytest

seen = []

def is_fresh(kafkawire):
    seen.append(kafkawire.bootstrap)
    assert not kafkawire.run(lambda: dict(kafkawire.broker.metadata.topics))
    kafkawire.create_topic("a")

def test_one(kafkawire):
    is_fresh(kafkawire)

def test_two(kafkawire):
    is_fresh(kafkawire)
    assert len(seen) == 2

@pytest.mark.kafkawire(config={"num.partitions": 5}, seed=1)
def test_marked(kafkawire):
    assert kafkawire.run(lambda: kafkawire.broker.config.int("num.partitions")) == 5

@pytest.mark.kafkawire({"num.partitions": 7}, seed=1)
def test_marked_by_place(kafkawire):
    assert kafkawire.run(lambda: kafkawire.broker.config.int("num.partitions")) == 7

@pytest.mark.kafkawire(emulate="2.8")
def test_marked_with_a_release(kafkawire):
    assert kafkawire.run(lambda: kafkawire.broker.load_api(1).versions) == (0, 12)

@pytest.mark.kafkawire(data=True)
def test_marked_with_data(kafkawire, tmp_path):
    kafkawire.create_topic("kept")
    assert (tmp_path / "kafkawire" / "kept-0").is_dir()
    kafkawire.stop()
    kafkawire.start()
    assert "kept" in kafkawire.run(lambda: dict(kafkawire.broker.metadata.topics))

@pytest.mark.kafkawire
def test_marked_with_nothing(kafkawire):
    is_fresh(kafkawire)

def test_bug(kafkawire):
    def bug(now_ms):
        raise AssertionError("a bug in the broker")
    kafkawire.run(lambda: kafkawire.broker.timers.at(0, bug))
"""


BAD_MARKS = {
    'config="x"': "config is a mapping of Kafka's names to values, not 'x'",
    '"x"': "config is a mapping of Kafka's names to values, not 'x'",
    "{1: 2}": "config is a mapping of Kafka's names to values, not {1: 2}",
    "{}, 1": "it takes one config",
    "{}, config={}": "it takes one config",
    "configs={}, seeds=1": "it has no configs, seeds, only config, seed, emulate and data",
    'seed="x"': "seed is an int, not 'x'",
    "data=1": "data is a directory, or True for one of the test's own, not 1",
    "data=False": "data is a directory, or True for one of the test's own, not False",
    "emulate=3.9": "emulate is the name of a release, not 3.9",
    'emulate="5.0"': "emulate='5.0': there is no such release to emulate; there are 0.10.2.2",
}


def pytest_of(tests: str, directory: Path) -> str:
    """What a pytest with the plugin says about `tests`."""
    path = directory / "test_it.py"
    path.write_text(tests)
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    arguments = ["-q", "--strict-markers", "-p", "kafkawire.testing.plugin", str(path)]
    result = subprocess.run(
        [sys.executable, "-m", "pytest", *arguments],
        cwd=directory,
        env=environment,
        capture_output=True,
        text=True,
        timeout=patient(120),
        check=False,
    )
    return result.stdout


@pytest.mark.process
def test_each_test_has_a_broker_of_its_own(tmp_path: Path) -> None:
    output = pytest_of(TESTS, tmp_path)
    assert "8 passed, 1 error" in output, output
    assert "a bug in the broker" in output


@pytest.mark.process
def test_a_mark_that_cannot_be_understood_is_an_error_that_says_why(tmp_path: Path) -> None:
    tests = (
        f"@pytest.mark.kafkawire({mark})\ndef test_{number}(kafkawire): pass\n"
        for number, mark in enumerate(BAD_MARKS)
    )
    output = pytest_of("import pytest\n" + "".join(tests), tmp_path)
    assert f"{len(BAD_MARKS)} errors" in output, output
    assert "passed" not in output
    for why in BAD_MARKS.values():
        assert f"UsageError: @pytest.mark.kafkawire: {why}" in output, why


@pytest.mark.process
def test_the_plugin_costs_nothing_until_used() -> None:
    program = "import sys, kafkawire.testing.plugin; assert 'trio' not in sys.modules"
    subprocess.run([sys.executable, "-c", program], cwd=ROOT, check=True, timeout=patient(60))
