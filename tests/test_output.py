"""A command whose standard output is not read any more."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.support.suite.patience import patient

PROGRAM = """
import os, sys
from kafkawire.output import write_no_more
reading, writing = os.pipe()
os.close(reading)
os.dup2(writing, 1)
sys.stdout = open(1, "w", closefd=False)
try:
    print("x", flush=True)
except BrokenPipeError:
    {}
"""


@pytest.mark.process
@pytest.mark.parametrize(("then", "code"), [("pass", 120), ("write_no_more()", 0)])
def test_what_is_left_in_the_buffer_does_not_change_the_exit_code(then: str, code: int) -> None:
    result = subprocess.run(
        [sys.executable, "-c", PROGRAM.format(then)],
        stderr=subprocess.PIPE,
        timeout=patient(30.0),
        check=False,
    )
    assert result.returncode == code
    assert (b"BrokenPipeError" in result.stderr) == bool(code)
