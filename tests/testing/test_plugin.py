"""The pytest plugin, in a pytest of its own."""

import os
import subprocess
import sys
from pathlib import Path

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

def test_bug(kafkawire):
    def bug(now_ms):
        raise AssertionError("a bug in the broker")
    kafkawire.run(lambda: kafkawire.broker.timers.at(0, bug))
"""


def test_each_test_has_a_broker_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "test_it.py"
    path.write_text(TESTS)
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    arguments = ["-q", "--strict-markers", "-p", "kafkawire.testing.plugin", str(path)]
    result = subprocess.run(
        [sys.executable, "-m", "pytest", *arguments],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert "4 passed, 1 error" in result.stdout, result.stdout
    assert "a bug in the broker" in result.stdout


def test_the_plugin_costs_nothing_until_used() -> None:
    program = "import sys, kafkawire.testing.plugin; assert 'trio' not in sys.modules"
    subprocess.run([sys.executable, "-c", program], cwd=ROOT, check=True, timeout=60)
