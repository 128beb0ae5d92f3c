"""The command: `python -m compat.oracle.walks --version V --kind K --walks N [--seed S]`.

Random walks (`compat.oracle.walking`) on the real Kafka and on kafkawire, of one kind or of all
(`compat.oracle.walking.kinds`), each kind as many as it is worth unless told. The seed of the first
walk is S, or fresh, and printed in any case; those of the others follow it. A walk that shows a
difference is made again with ever fewer moves, and what is left of it is printed with the command
that repeats the walk. For the exit code see `compat.oracle.commands`.
"""

from __future__ import annotations

import argparse
import contextlib
import sys
import time
from typing import NamedTuple

from compat.oracle.commands import Pair, add_pair, add_shown, ended, fresh_seed, say, verdict
from compat.oracle.reports import SHOWN_MAX, lines
from compat.oracle.walking.kinds import ALL, KINDS, USUAL, kinds
from compat.oracle.walking.planner import Kind
from compat.oracle.walking.walker import Walker

FAILING_MAX = 5
"""After so many walks with a difference the rest is not worth the wait."""
PROGRESS_SECONDS = 5.0
IN_PLACE_SECONDS = 0.2


class Against(NamedTuple):
    """What walks are made against, and of which kind they are."""

    version: str
    emulates: bool
    kind: Kind

    def command(self, seed: int) -> str:
        """What makes one walk again."""
        text = f"python -m compat.oracle.walks --version {self.version} --walks 1 --seed {seed}"
        if self.kind.name != USUAL:
            text += f" --kind {self.kind.name}"
        return text + (" --emulate" if self.emulates else "")


class Progress:
    """One line about how far it is: in place on a terminal, else every few seconds."""

    def __init__(self, walks: int) -> None:
        self._walks = walks
        self._begun = self._shown = time.monotonic()
        self._in_place = sys.stderr.isatty()
        self.done = self.steps = self.failing = 0

    def line(self) -> str:
        """How far it is."""
        seconds = time.monotonic() - self._begun
        left = seconds / max(1, self.done) * (self._walks - self.done)
        failing = f", {self.failing} WITH DIFFERENCES" if self.failing else ""
        return (
            f"{self.done} of {self._walks} walks, {self.steps} requests, {seconds:.0f} s, "
            f"{self.steps / max(seconds, 0.001):.0f}/s, {left:.0f} s to go{failing}"
        )

    def show(self) -> None:
        """Show it, if it is time to."""
        now = time.monotonic()
        if now - self._shown < (IN_PLACE_SECONDS if self._in_place else PROGRESS_SECONDS):
            return
        self._shown = now
        sys.stderr.write(f"\r\x1b[K{self.line()}" if self._in_place else f"{self.line()}\n")
        sys.stderr.flush()

    def clear(self) -> None:
        """Make room for other text."""
        if self._in_place:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()


def compare(walker: Walker, kind: Kind, options: argparse.Namespace) -> int:
    """Make the walks and print what they show; the number of those with differences."""
    walks = kind.walks if options.walks is None else options.walks
    say(f"{walks} walks ({kind.name}) against Kafka {options.version}, --seed {options.seed}")
    progress = Progress(walks)
    seeds = range(options.seed, options.seed + walks)
    failing = []
    try:
        for seed, report in walker.walk(seeds):
            progress.done += 1
            progress.steps += report.steps
            if report.findings:
                failing.append(seed)
                progress.failing += 1
                progress.clear()
                say(f"seed {seed}", *lines(report, walker.sides, options.shown))
                if len(failing) >= options.failing:
                    break
            progress.show()
    finally:
        progress.clear()
        say(progress.line(), f"seeds {seeds[0]} to {seeds[0] + max(0, progress.done - 1)}")
    if not options.no_shrink:
        for seed in failing:
            against = Against(options.version, options.emulate, kind)
            say(*shortest(walker, against, seed, options.shown))
    return len(failing)


def shortest(walker: Walker, against: Against, seed: int, shown: int = SHOWN_MAX) -> list[str]:
    """What is left of a walk when all that does not matter is taken out."""
    least, report, steps = walker.shrink(seed)
    if not report.findings:
        return [f"seed {seed}: not seen again"]
    text = [f"seed {seed}: {len(least.moves)} moves are left; again: {against.command(seed)}"]
    text += [f"    {at:3} {step}" for at, step in enumerate(steps, 1)]
    return text + lines(report, walker.sides, shown)


def main(arguments: list[str] | None = None) -> int:
    """Run the command; returns its exit code."""
    options = _parser().parse_args(arguments)
    if options.seed is None:
        options.seed = fresh_seed()
    return ended(lambda: _walk(options))


def _walk(options: argparse.Namespace) -> int:
    pair = Pair.chosen(options)
    failing = 0
    with pair.sides() as sides:
        for kind in kinds(options.kind):
            with contextlib.closing(Walker(sides, pair.gaps(), kind)) as walker:
                failing += compare(walker, kind, options)
    return verdict(failing, "walks with differences")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m compat.oracle.walks", description="random walks, Kafka against kafkawire"
    )
    add = parser.add_argument
    add_pair(parser)
    add("--kind", choices=[*KINDS, ALL], default=USUAL, help="of walks (%(default)s)")
    add("--walks", type=int, help="how many of each kind; without it what a whole run makes")
    add("--seed", type=int, help="of the first walk; without it a fresh one, which is printed")
    add_shown(parser)
    add("--failing", type=int, default=FAILING_MAX, help="end after so many (%(default)s)")
    add("--no-shrink", action="store_true", help="leave walks with differences as they are")
    return parser


if __name__ == "__main__":
    sys.exit(main())
