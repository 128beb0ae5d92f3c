"""The rings of tests: one run of pytest in as many processes as the machine has processors.

    python -m tools.run_tests quick              # what `make quick` does: after each edit
    python -m tools.run_tests test               # what `make test` does
    python -m tools.run_tests all                # what `make test-all` does: CI
    python -m tools.run_tests quick -k fetch     # further arguments are those of pytest

`tests/README.md` describes the rings.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = ("tests", "compat")
PROGRAMS = ("kafkawire", "tools")
"""Compiled before a run. Tests start them some hundred times, and what they start compiles anew."""
PROCESSES_MAX = 8
"""Each process imports all tests first. More processes do not pay for that."""
PER_PROCESSOR = {"quick": 1.5, "test": 2, "all": 1.5}
"""By ring: processes for each processor. Some tests wait: for sockets, or programs they started."""
PYTEST = {
    "quick": ("--ring", "quick"),
    "test": ("--ring", "test"),
    "all": ("--ring", "all", "--durations", "20"),
}
INTERRUPTED = 130


def main(arguments: Sequence[str]) -> int:
    """Run a ring; return the exit code of pytest, or 2 if there is no such ring."""
    ring, *further = arguments or ["all"]
    if ring not in PYTEST:
        sys.stderr.write(f"no ring {ring!r}; there are: {', '.join(PYTEST)}\n")
        return 2
    found = environment(os.environ)
    subprocess.run([sys.executable, "-m", "compileall", "-qq", *PROGRAMS], cwd=ROOT, env=found)
    run = subprocess.Popen(command(ring, further), env=found)
    try:
        return run.wait()
    except KeyboardInterrupt:
        run.wait()  # the terminal has interrupted pytest too, which shows how far it came
        return INTERRUPTED


def environment(inherited: Mapping[str, str]) -> dict[str, str]:
    """The environment of a run, in which Python keeps all compiled modules in one folder.

    pytest imports its plugins before one of them can choose the folder.
    """
    kept = {name: value for name, value in inherited.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return kept | {"PYTHONPYCACHEPREFIX": str(ROOT / ".cache" / "pycache")}


def command(ring: str, further: Sequence[str]) -> list[str]:
    """The command that runs a ring: all folders, unless the arguments name files or folders."""
    named = [each for each in further if (ROOT / each.partition("::")[0]).exists()]
    processes = min(PROCESSES_MAX, int(PER_PROCESSOR[ring] * (os.cpu_count() or 1)))
    plugin = ("-p", "tests.support.rings.plugin")
    shared = ("-n", str(processes), "--dist", "loadfile", "--no-loadscope-reorder")
    # A process that ends in a test is one failure of that test. pytest-xdist would start another
    # process and run the test there again; at the end of a run it then loses all other failures.
    no_more = ("--max-worker-restart", "0")
    folders = () if named else FOLDERS
    arguments = (*plugin, *shared, *no_more, "-q", *PYTEST[ring], *further, *folders)
    return [sys.executable, "-m", "pytest", *arguments]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
