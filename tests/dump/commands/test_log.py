"""`wire-dump log`: its grammar; what it does is tried in `tests/dump/log`."""

from __future__ import annotations

import subprocess
import sys

import pytest

from kafkawire.dump.cli import parser


@pytest.mark.process
def test_its_grammar_loads_nothing_that_reads_logs() -> None:
    program = (
        "import sys; from kafkawire.dump.cli import parser; parser(['log']); "
        "print(any(name.startswith('kafkawire.dump.log') for name in sys.modules))"
    )
    found = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert found.stdout.strip() == b"False"


def test_its_options() -> None:
    arguments = parser(["log"]).parse_args(["log", "-r", "--brief", "data"])
    assert (arguments.paths, arguments.records, arguments.brief) == (["data"], True, True)
