"""Commands that are interrupted at any moment: quietly, with exit code 130.

The moments are those at which a module is looked for, counted from the command's first one.
"""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from kafkawire import entry_points
from tests.support.suite.patience import patient

ROOT = Path(__file__).parents[1]
LIMIT_S = patient(60)

PROGRAM = """
import os, signal, sys
from kafkawire import entry_points

class Interrupter:
    left = int(sys.argv.pop(1))

    def find_spec(self, name, path=None, target=None):
        self.left -= 1
        if self.left == 0:
            signal.raise_signal(signal.SIGINT)

sys.meta_path.insert(0, Interrupter())
entry = getattr(entry_points, sys.argv.pop(1))
sys.exit(entry())
"""
SERVE = ("kafkawire", "serve", "--listen", "127.0.0.1:0", "--topic", "t")
PROXY = ("wire_dump", "proxy", "127.0.0.1:0", "--to", "127.0.0.1:1")
SPARK = ("kafkawire_spark", "doctor")


def interrupted(moment: int, *command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", PROGRAM, str(moment), *command],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=LIMIT_S,
        check=False,
    )


@pytest.mark.process
@pytest.mark.parametrize("moment", [1, 20, 60, 120, 250])
@pytest.mark.parametrize("command", [SERVE, PROXY], ids=lambda command: command[0])
def test_an_interrupt_while_a_command_begins_is_quiet(
    command: tuple[str, ...], moment: int
) -> None:
    ended = interrupted(moment, *command)
    assert (ended.returncode, ended.stdout, ended.stderr) == (130, "", "")


@pytest.mark.process
@pytest.mark.parametrize("moment", [1, 20, 60])
def test_an_interrupted_driver_of_spark_says_no_more_than_that(moment: int) -> None:
    ended = interrupted(moment, *SPARK)
    assert ended.returncode == 130
    assert ended.stderr in ("", "kafkawire-spark: interrupted\n")


@pytest.mark.process
def test_an_interrupt_after_a_command_changes_nothing_of_its_end() -> None:
    program = f"import atexit, signal; atexit.register(signal.raise_signal, 2)\n{PROGRAM}"
    ended = subprocess.run(
        [sys.executable, "-c", program, "0", "wire_dump", "frame", "00"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=LIMIT_S,
        check=False,
    )
    assert ended.returncode == 2
    assert ended.stderr == "wire-dump: a frame has 4 bytes at least, not 1\n"


def test_they_are_what_is_installed() -> None:
    scripts = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["scripts"]
    assert len(scripts) == 3
    for name, target in scripts.items():
        assert target == f"kafkawire.entry_points:{name.replace('-', '_')}"
        assert callable(getattr(entry_points, name.replace("-", "_")))
