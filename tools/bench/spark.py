"""Our Spark formats beside what does the same: CPU time of the JVM and all its Python children.

    python -m tools.bench spark [--check] [--quick]

topics    our source against Spark's stock connector, as it comes and tuned, by turns, in one
          session: sum of lengths, a count for each key, and a sink that throws all away. The broker
          is ours, or the Apache Kafka that KAFKAWIRE_BENCH_KAFKA names (HOST:PORT:PID), and is
          counted apart. Then how many requests each sends, and whether all columns of
          all kinds of topics have the same hashes. The connector's jars come through Maven; without
          them a line says so and nothing of it is judged.
captures  what it takes to decode captures, against one process and against a plan that shuffles.
report    what a report of 100 exchanges takes, beside the start of Spark alone.

`--quick` takes half of the records, a fifth of the captures, and fewer rounds.
"""

from __future__ import annotations

import argparse
import importlib
import sys
from collections.abc import Sequence

from tools.bench.report import Findings

PARTS = ("topics", "captures", "report")


def run(check: bool, arguments: Sequence[str] = ()) -> int:
    """Measure and print; with `check`, 1 if a bar falls short."""
    parser = argparse.ArgumentParser(prog="python -m tools.bench spark")
    parser.add_argument("part", nargs="*", help="topics, captures, report; all by default")
    parser.add_argument("--check", action="store_true", help="fail if a bar falls short")
    parser.add_argument("--quick", action="store_true", help="less of the work")
    options = parser.parse_args(arguments)
    unknown = set(options.part) - set(PARTS)
    if unknown:
        parser.error(f"no part {', '.join(sorted(unknown))}; there are {', '.join(PARTS)}")
    findings = Findings()
    for part in options.part or PARTS:
        measure(part, findings, 5 if options.quick else 1)
    return findings.conclude(check or options.check)


def measure(name: str, findings: Findings, part: int) -> None:
    """One part, with the work divided by `part`; a line where it is not to be had."""
    try:
        module = importlib.import_module(f"tools.bench.spark_{name}")
    except ImportError as missing:
        findings.not_judged.append(f"spark {name}: {missing}")
        return
    module.measure(findings, part)


if __name__ == "__main__":
    sys.exit(run(False, sys.argv[1:]))
