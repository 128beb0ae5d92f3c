"""The command: `python -m compat.oracle.run [--version V] [--script NAME] [--seed N] [--steps N]`.

One line per script and the first differences of each. `--kafka-twice` runs the scripts against two
nodes of Apache Kafka: it must show nothing, or else a script is not deterministic or a
normalisation is missing. The exit code is 1 if anything was found, 2 if there is no Kafka here, 130
after an interrupt.
"""

from __future__ import annotations

import argparse
import contextlib
import fnmatch
import sys
import time
from collections.abc import Mapping, Sequence

from compat.oracle.gaps import known_gaps
from compat.oracle.node import OracleUnavailable
from compat.oracle.reports import INTERRUPTED, SHOWN_MAX, lines
from compat.oracle.runner import SEED, WALK_STEPS, Runner
from compat.oracle.scripts import EMULATED_SCRIPTS, OLD_SCRIPTS, SCRIPTS, SPECIAL_SCRIPTS
from compat.oracle.side import Side
from compat.oracle.sides import SETTINGS, VERSION, Bugs, apache, kafkawire, running


def main(arguments: list[str] | None = None) -> int:
    """Run the command; returns its exit code."""
    options = _parser().parse_args(arguments)
    known = _scripts(options)
    names = [name for name in known if fnmatch.fnmatch(name, options.script)]
    if not names:
        sys.stderr.write(f"no such script; there are: {', '.join(known)}\n")
        return 2
    try:
        return max(_run_all(settings, group, options) for settings, group in _groups(names))
    except KeyboardInterrupt:
        sys.stdout.write("interrupted\n")
        return INTERRUPTED
    except OracleUnavailable as missing:
        sys.stderr.write(f"{missing}\n")
        return 2
    except Bugs as bugs:
        sys.stderr.write(f"kafkawire met bugs:\n{bugs}\n")
        return 1


def _scripts(options: argparse.Namespace) -> Sequence[str]:
    """The scripts for a version, and whether ours emulates it.

    Only the path of fetch and produce is emulated; without that, ours has its own idea of most
    answers of Kafka 3.
    """
    if options.special:
        return list(SPECIAL_SCRIPTS)
    is_old = options.version.startswith("3.")
    if options.emulate:
        return [*OLD_SCRIPTS, *EMULATED_SCRIPTS] if is_old else list(EMULATED_SCRIPTS)
    return list(OLD_SCRIPTS) if is_old else list(SCRIPTS)


def _groups(names: list[str]) -> list[tuple[Mapping[str, str], list[str]]]:
    """The scripts that may share a pair of brokers, with what these need to be told."""
    groups: list[tuple[Mapping[str, str], list[str]]] = []
    for name in names:
        settings = SPECIAL_SCRIPTS[name][0] if name in SPECIAL_SCRIPTS else {}
        if not groups or groups[-1][0] != settings:
            groups.append((settings, []))
        groups[-1][1].append(name)
    return groups


def _run_all(special: Mapping[str, str], names: list[str], options: argparse.Namespace) -> int:
    with contextlib.ExitStack() as stack:
        sides = _sides({**SETTINGS, **special}, options)
        first, second = (stack.enter_context(each) for each in sides)
        return _run((first, second), names, options)


def _sides(
    settings: Mapping[str, str], options: argparse.Namespace
) -> Sequence[contextlib.AbstractContextManager[Side]]:
    """The two to compare: what runs already, the real one, and ours unless it is Kafka twice."""
    found = [running(f"Kafka at {each}", each) for each in options.running]
    if not found:
        found.append(apache(options.version, settings))
    if len(found) < 2:
        release = options.version if options.emulate else None
        is_ours = not options.kafka_twice
        found.append(kafkawire(settings, release) if is_ours else apache(options.version, settings))
    return found[:2]


def _run(sides: tuple[Side, Side], names: list[str], options: argparse.Namespace) -> int:
    is_kafka_twice = options.kafka_twice or len(options.running) > 1
    gaps = [] if is_kafka_twice else known_gaps(emulated=options.emulate)
    runner = Runner(sides, gaps, seed=options.seed, walk_steps=options.steps)
    found = 0
    try:
        for name in names:
            begun = time.monotonic()
            report = runner.run(name)
            found += len(report.findings)
            text = lines(report, sides, options.shown)
            text[0] += f"  {time.monotonic() - begun:.1f} s"
            sys.stdout.write("\n".join(text) + "\n")
            sys.stdout.flush()
    finally:
        runner.close()
    for gap in runner.closed_gaps() if names == list(SCRIPTS) and not options.emulate else ():
        found += 1
        sys.stdout.write(f"the gap {gap} has closed: take its table away\n")
    sys.stdout.write(f"{found} differences\n" if found else "no differences\n")
    return 1 if found else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m compat.oracle.run")
    add = parser.add_argument
    add(
        "--version",
        default=VERSION,
        help="of Kafka (%(default)s); 3.9.2 for old API versions",
    )
    add("--script", default="*", help="a name or a pattern of names")
    add("--seed", type=int, default=SEED, help="of the random walks")
    add("--steps", type=int, default=WALK_STEPS, help="of each random walk")
    add("--shown", type=int, default=SHOWN_MAX, help="differences shown of each script")
    add(
        "--running",
        metavar="HOST:PORT",
        default=[],
        action="append",
        help="a Kafka that runs already, on `sides.SETTINGS`; given twice, they are compared",
    )
    add("--kafka-twice", action="store_true", help="Kafka against Kafka")
    add("--special", action="store_true", help="the scripts for settings of their own")
    add("--emulate", action="store_true", help="ours behaves as that version (fetch and produce)")
    return parser


if __name__ == "__main__":
    sys.exit(main())
