"""Run the mutants: each has to be found by the test that its table names.

Examples:
    python -m tools.mutants                        all of them, in two processes
    python -m tools.mutants --list                 what there is, and what is equivalent and why
    python -m tools.mutants --only broker          those of one package
    python -m tools.mutants --only session-ages    those whose name contains this
    python -m tools.mutants --only kafkawire/log/  those of the files that begin so
    python -m tools.mutants --part 2/8             the second of eight parts, for a short run

Exit code: 0 if every mutant was found, 1 if one was not, 2 if a table does not fit the source.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from tools.mutants.catalogue import TABLES, BadTable, Mutant, mutated, read
from tools.mutants.overlay import import_mutated
from tools.mutants.running import TIMED_OUT, Job, Outcome, run, warm

ROOT = Path(__file__).resolve().parents[2]
JOBS_MAX = 2
LIMIT_S = 120.0
SOUND_LIMIT_S = 1200.0
"""All named tests, one after the other."""
SOUND = "the unchanged source"
PASSED, FAILED = 0, 1
OUTPUT_LINES_SHOWN = 30
MEANINGS = {
    PASSED: "SURVIVED: the test passes with the fault",
    TIMED_OUT: f"NO RESULT: the test took longer than {LIMIT_S:.0f} s",
}


def main(arguments: Sequence[str] | None = None, *, tables: Path = TABLES) -> int:
    """Returns the exit code."""
    asked = _parser().parse_args(arguments)
    try:
        chosen = _chosen(read(tables), asked.only, asked.part)
        if asked.list:
            print("\n".join(map(_line, chosen)))
            return 0
        jobs = _jobs(chosen)
    except BadTable as error:
        print(f"tools.mutants: {error}", file=sys.stderr)
        return 2
    return _run(jobs, asked.jobs)


def _parser() -> argparse.ArgumentParser:
    summary, _, rest = (__doc__ or "").partition("\n\n")
    parser = argparse.ArgumentParser(
        prog="tools.mutants",
        description=summary,
        epilog=rest,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--list", action="store_true", help="show the mutants, and run none")
    parser.add_argument(
        "--only", action="append", default=[], metavar="NAME", help="a package, name or file"
    )
    parser.add_argument("--part", type=_part, default=(1, 1), metavar="N/M", help="one part of M")
    parser.add_argument(
        "--jobs", type=int, choices=range(1, JOBS_MAX + 1), default=JOBS_MAX, help="processes"
    )
    return parser


def _part(text: str) -> tuple[int, int]:
    number, _, count = text.partition("/")
    if not (number.isdecimal() and count.isdecimal() and 1 <= int(number) <= int(count)):
        raise argparse.ArgumentTypeError(f"a part is N/M with 1 <= N <= M, and not {text}")
    return int(number), int(count)


def _chosen(every: list[Mutant], only: list[str], part: tuple[int, int]) -> list[Mutant]:
    for wanted in only:
        if not any(each.matches(wanted) for each in every):
            raise BadTable(f"no package, name or file of a mutant is like {wanted}")
    number, count = part
    wanted_ones = [each for each in every if not only or any(map(each.matches, only))]
    return wanted_ones[number - 1 :: count]


def _line(mutant: Mutant) -> str:
    if mutant.equivalent:
        return f"{mutant.package:9} {mutant.name}  EQUIVALENT: {mutant.equivalent}"
    return f"{mutant.package:9} {mutant.name}  {mutant.test}"


def _jobs(chosen: list[Mutant]) -> list[Job]:
    """The tests without a fault, all in one job, and each mutant with its own."""
    faults = [(each, mutated(each, ROOT)) for each in chosen]
    jobs = [
        Job(each.name, [each.test], partial(import_mutated, each.module, text), LIMIT_S)
        for each, text in faults
        if not each.equivalent
    ]
    tests = list(dict.fromkeys(each.test for each in chosen if not each.equivalent))
    return [Job(SOUND, tests, _nothing, SOUND_LIMIT_S), *jobs] if tests else []


def _nothing() -> None:
    """Leave the source as it is."""


def _run(jobs: list[Job], at_once: int) -> int:
    if not jobs:
        print("every chosen mutant is equivalent; see --list")
        return 0
    warm()
    start_s = time.monotonic()
    bad: list[str] = []
    for done, outcome in enumerate(run(jobs, at_once=at_once), 1):
        problem = _problem(outcome)
        print(f"[{done}/{len(jobs)}] {outcome.seconds:5.1f} s  {outcome.name}: {problem or 'ok'}")
        if problem is not None:
            bad.append(f"{outcome.name}: {problem}")
            if outcome.code not in (PASSED, TIMED_OUT):
                print("\n".join(outcome.output.splitlines()[-OUTPUT_LINES_SHOWN:]))
    count = len(jobs) - 1
    print(f"{count} mutants in {time.monotonic() - start_s:.0f} s; problems: {len(bad)}")
    print("\n".join(bad), end="\n" if bad else "")
    return 1 if bad else 0


def _problem(outcome: Outcome) -> str | None:
    if outcome.name == SOUND:
        return None if outcome.code == PASSED else "FAILED: the named tests fail without a fault"
    if outcome.code == FAILED:
        return None
    return MEANINGS.get(outcome.code, f"NO RESULT: pytest ended with {outcome.code}")


if __name__ == "__main__":
    sys.exit(main())
