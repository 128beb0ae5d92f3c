"""The command: `python -m compat.oracle.run [--version V] [--script NAME] [--seed N] [--steps N]`.

One line per script and the first differences of each. `--kafka-twice` runs the scripts against two
nodes of Apache Kafka: it must show nothing, or else a script is not deterministic or a normalisation
is missing. The exit code is 1 if anything was found, 2 if Kafka cannot be had here.
"""

from __future__ import annotations

import argparse
import contextlib
import fnmatch
import re
import sys
import time

from compat.oracle.gaps import Gap, known_gaps
from compat.oracle.lockstep import Finding, Report
from compat.oracle.node import OracleUnavailable
from compat.oracle.runner import run_scripts
from compat.oracle.scripts import SCRIPTS
from compat.oracle.side import Side
from compat.oracle.sides import Bugs, apache, kafkawire, running

VERSION = "4.4.0"
SEED = 20_261_121
WALK_STEPS = 300
SHOWN_MAX = 8


def lines(report: Report, sides: tuple[Side, Side], shown_max: int = SHOWN_MAX) -> list[str]:
    """A report for people: one line, then the differences, each kind once."""
    known = "".join(f", {count} x {name}" for name, count in report.known.items())
    found = len(report.findings)
    verdict = "same" if not found else f"{found} DIFFERENCES"
    result = [f"{report.script:28} {report.steps:5} steps  {verdict}{known}"]
    seen: set[str] = set()
    for finding in report.findings:
        what = re.sub(r"\d+", "#", f"{finding.api} {finding.difference}")
        if what in seen:
            continue
        seen.add(what)
        if len(seen) > shown_max:
            result.append("    ... and more; --shown N shows them")
            break
        result += _finding(finding, sides)
    return result


def _finding(finding: Finding, sides: tuple[Side, Side]) -> list[str]:
    difference = finding.difference
    return [
        f"    step {finding.step_number}, {finding.api} v{finding.version}: {difference.path}",
        f"        {finding.step}",
        f"        {sides[0].name:12} {difference.first!r:.400}",
        f"        {sides[1].name:12} {difference.second!r:.400}",
    ]


def main(arguments: list[str] | None = None) -> int:
    """Run the command; returns its exit code."""
    options = _parser().parse_args(arguments)
    names = [name for name in SCRIPTS if fnmatch.fnmatch(name, options.script)]
    if not names:
        sys.stderr.write(f"no such script; there are: {', '.join(SCRIPTS)}\n")
        return 2
    gaps: list[Gap] = [] if options.kafka_twice or len(options.running) > 1 else known_gaps()
    try:
        with contextlib.ExitStack() as stack:
            first, second = (stack.enter_context(each) for each in _sides(options))
            return _run((first, second), gaps, names, options)
    except OracleUnavailable as missing:
        sys.stderr.write(f"{missing}\n")
        return 2
    except Bugs as bugs:
        sys.stderr.write(f"kafkawire met bugs:\n{bugs}\n")
        return 1


def _sides(options: argparse.Namespace) -> list[contextlib.AbstractContextManager[Side]]:
    """The two to compare: what runs already, the real one, and ours unless it is Kafka twice."""
    found = [running(f"Kafka at {each}", each) for each in options.running]
    if not found:
        found.append(apache(options.version))
    if len(found) < 2:
        found.append(apache(options.version) if options.kafka_twice else kafkawire())
    return found[:2]


def _run(
    sides: tuple[Side, Side], gaps: list[Gap], names: list[str], options: argparse.Namespace
) -> int:
    found = 0
    begun = time.monotonic()
    reports = run_scripts(sides, gaps, names, seed=options.seed, steps=options.steps)
    for report in reports:
        found += len(report.findings)
        text = lines(report, sides, options.shown)
        text[0] += f"  {time.monotonic() - begun:.1f} s"
        sys.stdout.write("\n".join(text) + "\n")
        sys.stdout.flush()
        begun = time.monotonic()
    if names == list(SCRIPTS):
        for gap in gaps:
            if not gap.was_needed:
                found += 1
                sys.stdout.write(f"the gap {gap.name} has closed: take its table away\n")
    sys.stdout.write(f"{found} differences\n" if found else "no differences\n")
    return 1 if found else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m compat.oracle.run")
    parser.add_argument("--version", default=VERSION, help="of Apache Kafka (%(default)s)")
    parser.add_argument("--script", default="*", help="a name or a pattern of names")
    parser.add_argument("--seed", type=int, default=SEED, help="of the random walks")
    parser.add_argument("--steps", type=int, default=WALK_STEPS, help="of each random walk")
    parser.add_argument("--shown", type=int, default=SHOWN_MAX, help="differences shown of each")
    parser.add_argument(
        "--running",
        metavar="HOST:PORT",
        default=[],
        action="append",
        help="a Kafka that runs already, on `sides.SETTINGS`; given twice, they are compared",
    )
    parser.add_argument("--kafka-twice", action="store_true", help="Kafka against Kafka")
    return parser


if __name__ == "__main__":
    sys.exit(main())
