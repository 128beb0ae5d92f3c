"""How `make test` has two runs of pytest at once."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tools import run_tests

ROOT = Path(__file__).parents[2]
RUN = """
import sys
from tools import run_tests
sys.exit(run_tests.both(sys.argv[1:2], sys.argv[2:3]))
"""


def run(tmp_path: Path, first: str, second: str) -> tuple[int, str]:
    """Both with one test each; the exit code, and what is shown."""
    files = [tmp_path / "test_first.py", tmp_path / "test_second.py"]
    for file, body in zip(files, (first, second), strict=True):
        file.write_text(f"def test_{file.stem}():\n    {body}\n")
    done = subprocess.run(
        [sys.executable, "-c", RUN, *map(str, files)], cwd=ROOT, capture_output=True, text=True
    )
    return done.returncode, done.stdout


def test_both_runs_are_shown_one_after_the_other(tmp_path: Path) -> None:
    code, shown = run(tmp_path, "pass", "pass")
    assert code == 0
    assert shown.count("1 passed") == 2
    assert shown.index("test_first.py") < shown.index("1 passed") < shown.index("test_second.py")


@pytest.mark.parametrize("bodies", [("assert 0", "pass"), ("pass", "assert 0")])
def test_either_can_fail(tmp_path: Path, bodies: tuple[str, str]) -> None:
    code, shown = run(tmp_path, *bodies)
    assert code == 1
    assert "1 failed" in shown
    assert "1 passed" in shown


def test_together_they_have_all_tests() -> None:
    assert {run_tests.FIRST[0], run_tests.SECOND[0]} == set(run_tests.ALL)
