"""A benchmark that compares brokers, as a command with flags of its own.

if __name__ == "__main__":
    sys.exit(main(__doc__, run, ROUNDS))
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence

Run = Callable[[bool, str | None, int], int]
"""Told whether to check, which Kafka runs already (HOST:PORT:PID), and how many rounds."""


def main(doc: str | None, run: Run, rounds: int, arguments: Sequence[str] | None = None) -> int:
    """The benchmark on its own; returns its exit code."""
    parser = argparse.ArgumentParser(description=(doc or "").partition("\n")[0])
    add = parser.add_argument
    add("--check", action="store_true", help="fail if a bar falls short")
    add("--kafka", metavar="HOST:PORT:PID", help="an Apache Kafka that runs already")
    add("--rounds", type=int, default=rounds, help="(%(default)s)")
    options = parser.parse_args(arguments)
    return run(options.check, options.kafka, options.rounds)
