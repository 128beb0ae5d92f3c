"""All tests, by two runs of pytest at once, as every machine has two processors.

    python -m tools.run_tests                  # what `make test` does
    python -m tools.run_tests -k fetch         # with arguments: all of it in one run

One run has stock clients and the real Kafka, and is shown as it comes; the other has our own tests,
and is shown after it. Both take about as long.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from typing import BinaryIO

ALL = ("tests", "compat")
FIRST = ("compat",)
# Its cache is its own, or either would forget what failed in the other.
SECOND = ("tests", "-o", "cache_dir=.pytest_cache/second")
LOOK_S = 0.2
INTERRUPTED = 130


def main(arguments: Sequence[str]) -> int:
    """Run them; 0 if all passed."""
    if arguments:
        return subprocess.call(pytest(*arguments, *ALL))
    return both(FIRST, SECOND)


def pytest(*arguments: str) -> list[str]:
    """The command."""
    return [sys.executable, "-m", "pytest", *arguments]


def both(first: Sequence[str], second: Sequence[str]) -> int:
    """Two runs, of which the second one's output is shown last; the worse exit code."""
    with tempfile.TemporaryFile() as said:
        runs = [
            subprocess.Popen(pytest(*first)),
            subprocess.Popen(pytest(*second), stdout=said, stderr=subprocess.STDOUT),
        ]
        try:
            codes = [runs[0].wait()]
            _show(said, runs[1])
            codes.append(runs[1].wait())
        except KeyboardInterrupt:
            # The terminal has told both; they say where they are, and end.
            for run in runs:
                run.wait()
            return INTERRUPTED
    return max(codes, key=abs)


def _show(said: BinaryIO, run: subprocess.Popen[bytes]) -> None:
    """Show all that a run has said, and goes on to say."""
    at = 0
    while True:
        is_over = run.poll() is not None
        said.seek(at)
        more = said.read()
        at += len(more)
        sys.stdout.buffer.write(more)
        sys.stdout.buffer.flush()
        if is_over:
            return
        time.sleep(LOOK_S)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
