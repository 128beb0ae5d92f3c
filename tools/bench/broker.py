"""The whole broker beside Apache Kafka and kfake in the same run: CPU of the process per work done.

    python -m tools.bench broker [--only LINE] [--rounds N] [--quick] [--check] [--memory]

Ours keeps its logs in files of a directory that goes away, as Apache Kafka does (`--memory`: in
memory); kfake keeps all in memory. The brokers take turns within a round, in another order each
round; a ratio is the median over the rounds of ours / theirs in the same round, and is printed with
the least and the greatest. `--only` names a line, or the beginning of some; `--list` lists them.
Without it the benchmarks `partitions`, `sessions` and `start` follow, whose bars are judged with
the rest.
Needs Linux, for the scheduler's counters.
"""

from __future__ import annotations

import argparse
import contextlib
import sys
from collections.abc import Callable, Iterator, Sequence

from tools.bench import partitions, sessions, start
from tools.bench.brokers import Contender, Missing, kafka, kfake, ours, ours_on_disk
from tools.bench.lines import client, consume, fairness, produce, small, waiting
from tools.bench.lines.line import Line, Size, measure, report
from tools.bench.report import Findings

ROUNDS = 5
QUICK_ROUNDS = 2
QUICK = Size(0.1)
INTERRUPTED = 130
SETTINGS = {
    "max.incremental.fetch.session.cache.slots": "20000",
    "log.segment.delete.delay.ms": "1000",
}
"""Of every broker: sessions for all consumers, and no files of lines that are done with."""

OTHERS: dict[str, Callable[[Findings, str | None, int], None]] = {
    "partitions": partitions.measure,
    "sessions": sessions.measure,
    "start": lambda findings, named, rounds: start.measure(findings),
}
"""Benchmarks of their own that belong to the whole."""


def lines() -> list[Line]:
    """All lines."""
    parts = (small, waiting, consume, produce, client, fairness)
    return [line for part in parts for line in part.lines()]


def run(check: bool, arguments: Sequence[str] = ()) -> int:
    """Measure and print; with `check`, 1 if a bar falls short."""
    options = _parser().parse_args(arguments)
    check = check or options.check
    chosen, others = chosen_lines(options.only)
    if options.list:
        print("\n".join([*(line.name for line in lines()), *OTHERS]))
        return 0
    if not chosen and not others:
        print(f"no line begins with {options.only}; --list lists them", file=sys.stderr)
        return 2
    findings = Findings()
    try:
        _measure_all(chosen, others, options, findings)
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        findings.conclude(check)
        return INTERRUPTED
    return findings.conclude(check)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="tools.bench broker")
    add = parser.add_argument
    add("--check", action="store_true", help="fail if a bar falls short")
    add("--kafka", metavar="HOST:PORT:PID", help="an Apache Kafka that runs already")
    add("--list", action="store_true", help="list the lines")
    add("--memory", action="store_true", help="keep our logs in memory")
    add("--only", metavar="LINE", action="append", default=[], help="a line, or its beginning")
    add("--quick", action="store_true", help="little work and few rounds: a try")
    add("--rounds", type=int, help=f"({ROUNDS})")
    return parser


def chosen_lines(only: Sequence[str]) -> tuple[list[Line], list[str]]:
    """The lines that are wanted, and the benchmarks of their own."""

    def is_wanted(name: str) -> bool:
        return not only or any(name.startswith(each) for each in only)

    return (
        [line for line in lines() if is_wanted(line.name)],
        [name for name in OTHERS if is_wanted(name)],
    )


def _measure_all(
    chosen: Sequence[Line],
    others: Sequence[str],
    options: argparse.Namespace,
    findings: Findings,
) -> None:
    size = QUICK if options.quick else Size()
    rounds = options.rounds or (QUICK_ROUNDS if options.quick else ROUNDS)
    if chosen:
        with _brokers(options) as brokers:
            for line in chosen:
                report(line, measure(line, brokers, rounds, size), findings)
    for name in others:
        OTHERS[name](findings, options.kafka, rounds)


@contextlib.contextmanager
def _brokers(options: argparse.Namespace) -> Iterator[list[Contender]]:
    """All that are to be had, ours first; says which are missing."""
    given = [text for name, value in SETTINGS.items() for text in ("--set", f"{name}={value}")]
    with contextlib.ExitStack() as stack:
        mine = ours(*given) if options.memory else ours_on_disk(*given)
        found = [stack.enter_context(mine)]
        for peer in (kafka(options.kafka, SETTINGS), kfake()):
            try:
                found.append(stack.enter_context(peer))
            except Missing as why:
                print(f"missing: {why}")
        yield found


if __name__ == "__main__":
    sys.exit(run(False, sys.argv[1:]))
