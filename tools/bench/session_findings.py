"""What `sessions` found: tables of figures, and the bars that they stand against."""

from __future__ import annotations

import statistics
import sys
from collections.abc import Sequence


class Findings:
    """Prints the tables as they come, and the bars together at the end."""

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._short = 0
        self._not_judged = 0

    def table(self, title: str, heads: Sequence[str]) -> None:
        """Begin a table."""
        print(f"\n{title}\n{'':46}" + "".join(f"{head:>16}" for head in heads), flush=True)

    def row(self, name: str, figures: Sequence[float | None]) -> None:
        """One line of the table; None where nothing was measured."""
        cells = "".join(f"{'-':>16}" if each is None else f"{each:16,.2f}" for each in figures)
        print(f"{name:46}{cells}", flush=True)

    def judge(
        self, name: str, ours: Sequence[float], other: Sequence[float], at_most: float
    ) -> None:
        """A bar: the median of ours / other, round by round; not judged without the other."""
        if not other:
            self._not_judged += 1
            self._lines.append(f"{name:62}{'not judged':>12}{at_most:9.3g}x")
            return
        ratio = statistics.median(mine / their for mine, their in zip(ours, other, strict=True))
        mark = "" if ratio <= at_most else "  SHORT"
        self._short += bool(mark)
        self._lines.append(f"{name:62}{ratio:11.3g}x{at_most:9.3g}x{mark}")

    def conclude(self, check: bool) -> int:
        """Print the bars; the exit code, which is 1 with `check` if one falls short."""
        print(f"\n{'bar':62}{'is':>12}{'at most':>10}")
        for line in self._lines:
            print(line)
        if self._not_judged:
            print(f"not judged, for want of a peer: {self._not_judged}")
        if not self._short:
            print("every bar that was judged is met")
        return 1 if check and self._short else 0


def progress(text: str) -> None:
    """Say what is going on, where it is not in the way."""
    print(text, file=sys.stderr, flush=True)
