"""The command: `python -m compat.oracle.run [--version V] [--script NAME] [--seed N] [--steps N]`.

One line per script and the first differences of each. `--kafka-twice` runs the scripts against two
nodes of Apache Kafka: it must show nothing, or else a script is not deterministic or a
normalisation is missing. For the exit code see `compat.oracle.commands`.
"""

from __future__ import annotations

import argparse
import fnmatch
import sys
import time
from collections.abc import Iterable, Mapping

from compat.oracle.commands import Pair, add_pair, add_shown, ended, say, verdict
from compat.oracle.reports import lines
from compat.oracle.runner import SEED, WALK_STEPS, Runner
from compat.oracle.scripts import EMULATED_SCRIPTS, OLD_SCRIPTS, SCRIPTS, SPECIAL_SCRIPTS
from compat.oracle.sides import SETTINGS

Group = tuple[Mapping[str, str], Iterable[str]]
"""Scripts that share a pair of brokers, and what these are told besides `SETTINGS`."""


def main(arguments: list[str] | None = None) -> int:
    """Run the command; returns its exit code."""
    options = _parser().parse_args(arguments)
    known = _groups(options)
    wanted = [(settings, fnmatch.filter(names, options.script)) for settings, names in known]
    if not any(names for _, names in wanted):
        there = ", ".join(name for _, names in known for name in names)
        sys.stderr.write(f"no such script; there are: {there}\n")
        return 2
    return ended(
        lambda: max(_run_all(settings, names, options) for settings, names in wanted if names)
    )


def _groups(options: argparse.Namespace) -> list[Group]:
    """The scripts for a version, and whether ours emulates it.

    Only the path of fetch and produce is emulated; without that, ours has its own idea of most
    answers of Kafka 3.
    """
    if options.special:
        return list(SPECIAL_SCRIPTS)
    is_old = options.version.startswith("3.")
    if options.emulate:
        return [({}, [*OLD_SCRIPTS, *EMULATED_SCRIPTS] if is_old else EMULATED_SCRIPTS)]
    return [({}, OLD_SCRIPTS if is_old else SCRIPTS)]


def _run_all(special: Mapping[str, str], names: list[str], options: argparse.Namespace) -> int:
    pair = Pair.chosen(options)
    with pair.sides({**SETTINGS, **special}) as sides:
        runner = Runner(sides, pair.gaps(), seed=options.seed, walk_steps=options.steps)
        try:
            found = sum(_run(runner, name, options.shown) for name in names)
        finally:
            runner.close()
        for gap in runner.closed_gaps() if names == list(SCRIPTS) and not pair.emulates else ():
            found += 1
            say(f"the gap {gap} has closed: take its table away")
        return verdict(found)


def _run(runner: Runner, name: str, shown: int) -> int:
    """Run one script; the number of differences."""
    begun = time.monotonic()
    report = runner.run(name)
    text = lines(report, runner.sides, shown)
    text[0] += f"  {time.monotonic() - begun:.1f} s"
    say(*text)
    return len(report.findings)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m compat.oracle.run")
    add = parser.add_argument
    add_pair(parser)
    add("--script", default="*", help="a name or a pattern of names")
    add("--seed", type=int, default=SEED, help="of the random walks")
    add("--steps", type=int, default=WALK_STEPS, help="of each random walk")
    add_shown(parser)
    add("--special", action="store_true", help="the scripts for settings of their own")
    return parser


if __name__ == "__main__":
    sys.exit(main())
