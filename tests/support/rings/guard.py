"""Fails a test that starts a program without the mark for it.

Python reports each start of a program to its audit hooks, whichever library starts it. The hook
cannot be removed, so there is one in a process. It does nothing while no test runs.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from typing import Any

import pytest

from tests.support.rings.kinds import KINDS, may_start_programs

PROGRAM_STARTS = {"subprocess.Popen", "os.fork", "os.forkpty", "os.posix_spawn", "os.system"}
"""The audit events. `os.posix_spawn` is an event of its own, also when `subprocess` calls it."""
NEEDED: Mapping[str, frozenset[str]] = {
    "java": frozenset({"spark", "cluster", "oracle", "foreign"}),
    "spark-submit": frozenset({"spark", "cluster"}),
    "spark-class": frozenset({"spark", "cluster"}),
    "chromium": frozenset({"browser"}),
    "go": frozenset({"foreign"}),
    "cargo": frozenset({"foreign"}),
    "npm": frozenset({"foreign"}),
    "mvn": frozenset({"oracle", "foreign", "spark", "cluster"}),
}
"""By program: one of these marks is needed. Other programs need any mark of a kind that starts
programs."""


class Guard:
    """Knows the test that runs now, and refuses programs that its marks do not allow."""

    def __init__(self) -> None:
        self.item: pytest.Item | None = None
        self.refused: str | None = None
        """Why the test that runs now fails, even if it catches the exception."""

    def begin(self, item: pytest.Item) -> None:
        """Watch this test from now on."""
        self.item, self.refused = item, None

    def end(self) -> None:
        """Watch nothing from now on."""
        self.item = None

    def program_starts(self, program: str) -> None:
        """Fail the test if its marks do not allow this program."""
        if self.item is None:
            return
        why = refusal(program, {mark.name for mark in self.item.iter_markers()})
        if why:
            self.refused = why
            pytest.fail(why, pytrace=True)


def refusal(program: str, marks: set[str]) -> str:
    """Return why a test with these marks may not start the program, or an empty text."""
    needed = NEEDED.get(program)
    if needed is None:
        allowed = may_start_programs(marks)
        needed = frozenset({"process"})
    else:
        allowed = bool(needed & marks)
    if allowed:
        return ""
    wanted = " or ".join(f"@pytest.mark.{name}" for name in KINDS if name in needed)
    return f"this test starts {program} and has no mark for that: add {wanted}; see tests/README.md"


def install(guard: Guard) -> None:
    """Report all starts of programs in this process to the guard, until the process ends."""

    def hook(event: str, arguments: tuple[Any, ...]) -> None:
        if event in PROGRAM_STARTS:
            guard.program_starts(_program(event, arguments))

    sys.addaudithook(hook)


def _program(event: str, arguments: tuple[Any, ...]) -> str:
    """The name of the program without its folder; of a fork, that of Python."""
    if not arguments:
        return "python"
    named = arguments[0]
    if named is None:  # subprocess.Popen without an executable of its own
        command = arguments[1]
        named = command[0] if isinstance(command, list | tuple) else command
    if event == "os.system":
        named = os.fsdecode(named).split()[0]
    return os.path.basename(os.fsdecode(named))
