"""How `make quick`, `make test` and `make test-all` call pytest."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.rings.kinds import RINGS
from tools.run_tests import PYTEST, command, environment, main

ROOT = Path(__file__).parents[2]


def test_there_is_a_command_for_each_ring() -> None:
    assert tuple(PYTEST) == RINGS


def test_a_ring_has_all_folders() -> None:
    assert command("quick", [])[-2:] == ["tests", "compat"]
    assert command("quick", ["-k", "fetch"])[-4:] == ["-k", "fetch", "tests", "compat"]


@pytest.mark.parametrize("part", ["tests/log", "tests/test_cli.py", "tests/test_cli.py::test_it"])
def test_a_part_that_is_named_is_all_that_runs(part: str) -> None:
    assert command("quick", [part])[-2:] == ["quick", part]


def test_the_slowest_tests_of_the_outermost_ring_are_listed() -> None:
    assert "--durations" in command("all", [])


def test_a_ring_that_does_not_exist_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fast"]) == 2
    assert "no ring 'fast'; there are: quick, test, all" in capsys.readouterr().err


def test_compiled_modules_are_kept_whatever_the_shell_asks_for() -> None:
    found = environment({"HOME": "here", "PYTHONDONTWRITEBYTECODE": "1"})
    assert found == {"HOME": "here", "PYTHONPYCACHEPREFIX": str(ROOT / ".cache/pycache")}


@pytest.mark.long
@pytest.mark.process
@pytest.mark.parametrize(
    ("other", "shown"),
    [("pass", "1 failed, 1 passed"), ("__import__('os')._exit(7)", "2 failed")],
)
def test_a_failure_is_the_exit_code(tmp_path: Path, other: str, shown: str) -> None:
    """A process that ends in a test is one failure, beside those before it."""
    file = tmp_path / "test_it.py"
    file.write_text(f"def test_one(): assert 0\ndef test_other(): {other}\n")
    config = ["-c", str(ROOT / "pyproject.toml"), "--rootdir", str(tmp_path)]
    run = [sys.executable, "-m", "tools.run_tests", "quick", str(file), *config]
    done = subprocess.run(run, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert f"\n{shown} in " in done.stdout
