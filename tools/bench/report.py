"""What a benchmark found: its tables as they come, and the bars together at the end.

findings = Findings()
findings.table("CPU of the broker, us", ["kafkawire", "Apache Kafka"])
findings.row("small produce", [18.6, 60.2])
findings.judge(Bar.of("small produce, ours / Kafka's", ratios(ours, theirs), 0.4))
return findings.conclude(check)
"""

from __future__ import annotations

import statistics
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TextIO

from tools.bench.measure import Result


class Bar(NamedTuple):
    """A figure, the most that it may be, and the range in which it was seen.

    Without a figure there was nothing to measure it by, and it is not judged.
    """

    name: str
    figure: float | None
    at_most: float
    unit: str = "x"
    spread: tuple[float, float] | None = None
    stretch: str = ""
    """What we hope for, in words."""

    @classmethod
    def of(cls, name: str, figures: Sequence[float], at_most: float, unit: str = "x") -> Bar:
        """The bar for the median of `figures`; not judged if there are none."""
        if not figures:
            return cls(name, None, at_most, unit)
        spread = min(figures), max(figures)
        return cls(name, statistics.median(figures), at_most, unit, spread)

    @property
    def falls_short(self) -> bool:
        """Whether the figure is more than it may be."""
        return self.figure is not None and self.figure > self.at_most

    def __str__(self) -> str:
        """In words, for who asks why a check failed."""
        if self.figure is None:
            return f"{self.name}: there was nothing to measure it by"
        figure, at_most = _short(self.figure), _short(self.at_most)
        return f"{self.name}: {figure}{self.unit}, at most {at_most}{self.unit}"


def ratios(ours: Sequence[float], other: Sequence[float]) -> list[float]:
    """Ours / other, round by round; empty without the other."""
    return [mine / their for mine, their in zip(ours, other, strict=True)] if other else []


@dataclass(slots=True)
class Findings:
    """All bars, what fell short, and what could not be judged here, with the reason."""

    short: list[str] = field(default_factory=list)
    not_judged: list[str] = field(default_factory=list)
    bars: list[Bar] = field(default_factory=list)

    def table(self, title: str, heads: Sequence[str]) -> None:
        """Begin a table."""
        print(f"\n{title}\n{'':46}" + "".join(f"{head:>16}" for head in heads), flush=True)

    def row(self, name: str, figures: Sequence[float | None]) -> None:
        """One line of the table; None where nothing was measured."""
        cells = "".join(f"{'-':>16}" if each is None else f"{each:16,.2f}" for each in figures)
        print(f"{name:46}{cells}", flush=True)

    def judge(self, bar: Bar) -> None:
        """Hold a figure against its bar; printed at the end."""
        self.bars.append(bar)
        if bar.figure is None:
            self.not_judged.append(str(bar))
        elif bar.falls_short:
            self.short.append(str(bar))

    def conclude(self, check: bool, out: TextIO | None = None) -> int:
        """Print the bars, those that fell short by name; the exit code of a benchmark.

        What was not judged does not fail a check, and is never counted among the bars that are met.
        """
        out = out or sys.stdout
        if self.bars:
            print(f"\n{'bar':62}{'is':>12}{'at most':>12}{'stretch':>12}   seen", file=out)
        for bar in self.bars:
            print(_line(bar), file=out)
        for said in self.short:
            print(f"short of its bar: {said}", file=out)
        for said in self.not_judged:
            print(f"not judged: {said}", file=out)
        if not self.short:
            judged = "every bar that was judged" if self.not_judged else "every bar"
            print(f"{judged} is met", file=out)
        return 1 if check and self.short else 0


def _line(bar: Bar) -> str:
    figure = "not judged" if bar.figure is None else f"{_short(bar.figure)}{bar.unit}"
    at_most = f"{_short(bar.at_most)}{bar.unit}"
    seen = "" if bar.spread is None else f"   {' to '.join(map(_short, bar.spread))}"
    mark = "  SHORT" if bar.falls_short else ""
    return f"{bar.name:62}{figure:>12}{at_most:>12}{bar.stretch:>12}{seen}{mark}"


def _short(figure: float) -> str:
    return f"{figure:.3g}" if figure < 1_000 else f"{figure:,.0f}"


def progress(text: str) -> None:
    """Say what is going on, where it is not in the way."""
    print(text, file=sys.stderr, flush=True)


def print_table(title: str, results: list[Result], findings: Findings) -> None:
    """Print one line per case; add to `findings` the bars that fall short or lack their peer."""
    if not results:
        return
    peers = list(dict.fromkeys(peer for result in results for peer in result.ratios))
    width = max(len(result.case.name) for result in results)
    heads = "".join(f"{peer:>14}" for peer in peers)
    print(f"\n{title:{width}} {'ours ns/unit':>13}{heads}{'bar':>8}   (peer's time / ours)")
    for result in results:
        cells = "".join(
            f"{result.ratios[peer]:13.2f}x" if peer in result.ratios else f"{'-':>14}"
            for peer in peers
        )
        most = "" if result.case.bar is None else f"{result.case.bar:g}"
        mark = "  SHORT" if result.falls_short else "" if result.is_judged else "  NOT JUDGED"
        print(f"{result.case.name:{width}} {result.nanoseconds:13,.0f}{cells}{most:>8}{mark}")
        _judge(title, result, findings)


def _judge(title: str, result: Result, findings: Findings) -> None:
    case = result.case
    if not result.is_judged:
        findings.not_judged.append(f"{title}: {case.name}: {case.bar_peer} was not measured")
    elif result.lacks_its_judge:
        findings.short.append(f"{title}: {case.name}: {case.bar_peer} was not measured")
    elif result.falls_short:
        ratio = result.ratios[case.bar_peer]
        findings.short.append(
            f"{title}: {case.name}: {ratio:.2f} < {case.bar} against {case.bar_peer}"
        )
