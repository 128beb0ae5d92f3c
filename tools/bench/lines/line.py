"""One line of the `broker` benchmark: a load, what is read off it, and how it is judged.

A load is prepared in every broker first; then the brokers take turns, some rounds to warm up and
then those that count, each round in another order. What is judged is the ratio of ours to another
in the same round, so that the neighbours' noise moves both.
"""

from __future__ import annotations

import contextlib
import statistics
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import NamedTuple

from tools.bench.brokers import KAFKA, OURS, Contender
from tools.bench.report import Bar, Findings, progress, ratios

WARM_ROUNDS = 3
GB = 1e9


class Figure(NamedTuple):
    """One number that a load gives.

    `bar` is the most that ours may be of the figure named by `against`: a broker's, or another
    figure of ours. Without `against` the bar is for the number itself. `stretch` is what we hope
    for, only printed.
    """

    name: str
    unit: str
    bar: float | None = None
    stretch: str = ""
    against: str = KAFKA


class Size(NamedTuple):
    """How much is done for one measurement: a part of what gives steady figures."""

    part: float = 1.0

    def of(self, count: int, least: int = 1) -> int:
        """So many of `count`."""
        return max(least, round(count * self.part))


Measure = Callable[[], Sequence[float]]
"""Puts the load on once; returns the figures."""
Prepare = Callable[[Contender, Size], AbstractContextManager[Measure]]


class Line(NamedTuple):
    """A load by its name."""

    name: str
    figures: tuple[Figure, ...]
    prepare: Prepare
    only_ours: bool = False


Costs = dict[str, list[Sequence[float]]]
"""Of each broker the figures, round by round."""


def measure(line: Line, brokers: Sequence[Contender], rounds: int, size: Size) -> Costs:
    """Put the load on the brokers in turn."""
    if line.only_ours:
        brokers = [broker for broker in brokers if broker.name == OURS]
    costs: Costs = {broker.name: [] for broker in brokers}
    with contextlib.ExitStack() as stack:
        works = []
        for broker in brokers:
            progress(f"{line.name}: preparing {broker.name}")
            works.append((broker.name, stack.enter_context(line.prepare(broker, size))))
        for number in range(-size.of(WARM_ROUNDS), rounds):
            progress(f"{line.name}: round {number + 1} of {rounds}")
            turn = number % len(works)
            for name, work in [*works[turn:], *works[:turn]]:
                found = work()
                if number >= 0:
                    costs[name].append(found)
    return costs


def report(line: Line, costs: Costs, findings: Findings) -> None:
    """Print the medians of a line, and judge it."""
    for at, figure in enumerate(line.figures):
        is_yardstick = any(each.against == figure.name for each in line.figures)
        names = [OURS] if is_yardstick else list(costs)
        columns = {name: [found[at] for found in costs[name]] for name in names}
        cells = [_cell(columns, name) for name in names]
        title = f"{line.name}: {figure.name}, {figure.unit}"
        print(f"{title:58}" + "".join(f"{cell:>40}" for cell in cells), flush=True)
        if figure.bar is not None:
            findings.judge(_bar(line, at, figure, costs))


def _cell(columns: dict[str, list[float]], name: str) -> str:
    """The median; of others also how ours stands to it, with the range over the rounds."""
    text = f"{name} {statistics.median(columns[name]):.4g}"
    if name == OURS:
        return text
    found = ratios(columns[OURS], columns[name])
    return f"{text} ({statistics.median(found):.2f}x {min(found):.2f}-{max(found):.2f})"


def _bar(line: Line, at: int, figure: Figure, costs: Costs) -> Bar:
    mine = [found[at] for found in costs[OURS]]
    name = f"{line.name}: {figure.name}"
    assert figure.bar is not None
    if not figure.against:
        return Bar.of(name, mine, figure.bar, f" {figure.unit}")._replace(stretch=figure.stretch)
    by_name = {each.name: index for index, each in enumerate(line.figures)}
    if figure.against in by_name:
        other = [found[by_name[figure.against]] for found in costs[OURS]]
    else:
        other = [found[at] for found in costs.get(figure.against, [])]
    found = Bar.of(f"{name}, ours / {figure.against}", ratios(mine, other), figure.bar)
    return found._replace(stretch=figure.stretch)
