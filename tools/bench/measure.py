"""Ratios of CPU time between callables, in one process.

Noise of a shared machine moves all contenders of a repetition alike, so a ratio is the median over
repetitions of `peer / ours` taken in the same repetition; the order rotates from one repetition to
the next. CPU time is `time.process_time`. Absolute times are printed for orientation only.
"""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass, field

REPETITIONS = 9
SECONDS_MIN = 0.01
"""A contender is called often enough in a repetition to run about this long."""

OPTIONAL_PEERS = frozenset({"kio 0.5.0", "Apache Kafka", "kfake"})
"""Peers that the extra `bench` does not install: without one, its bars are not judged. A bar whose
peer is any other falls short where that peer was not measured."""

Work = Callable[[], object]


@dataclass(slots=True)
class Case:
    """One piece of work, ours and the peers', and the bar that we set ourselves.

    `bar` is the least ratio of the time of `bar_peer` to ours; None where nothing is promised.
    `units` is how many things one call handles (records, partitions); times are printed per unit.
    """

    name: str
    ours: Work
    peers: dict[str, Work]
    bar: float | None = None
    bar_peer: str = "kafka-python"
    units: int = 1


@dataclass(slots=True)
class Result:
    """The measured ratios of one case, by peer, and our nanoseconds per unit."""

    case: Case
    nanoseconds: float
    ratios: dict[str, float] = field(default_factory=dict)

    @property
    def lacks_its_judge(self) -> bool:
        """Whether there is a bar, and the peer that it stands against was not measured."""
        return self.case.bar is not None and self.case.bar_peer not in self.ratios

    @property
    def is_judged(self) -> bool:
        """Whether the bar, if there is one, is met or missed."""
        return not self.lacks_its_judge or self.case.bar_peer not in OPTIONAL_PEERS

    @property
    def falls_short(self) -> bool:
        """Whether the bar is missed, or the declared peer that it stands against is absent."""
        if self.lacks_its_judge:
            return self.is_judged
        return self.case.bar is not None and self.ratios[self.case.bar_peer] < self.case.bar


def calls_needed(work: Work) -> int:
    """How many calls take about `SECONDS_MIN`."""
    work()
    calls = 1
    while True:
        seconds = timed(work, calls)
        if seconds > SECONDS_MIN / 4:
            return max(1, round(calls * SECONDS_MIN / seconds))
        calls *= 4


def timed(work: Work, calls: int) -> float:
    """Seconds of CPU for `calls` calls."""
    started = clock()
    for _ in range(calls):
        work()
    return clock() - started


def clock() -> float:
    """Seconds of CPU of this process so far."""
    return time.process_time()


def measure(case: Case, repetitions: int = REPETITIONS) -> Result:
    """Run a case's contenders in rotating order."""
    contenders = {"ours": case.ours, **case.peers}
    calls = {name: calls_needed(work) for name, work in contenders.items()}
    names = list(contenders)
    seconds: dict[str, list[float]] = {name: [] for name in names}
    for repetition in range(repetitions):
        gc.collect()
        turn = repetition % len(names)
        for name in names[turn:] + names[:turn]:
            seconds[name].append(timed(contenders[name], calls[name]) / calls[name])
    result = Result(case, statistics.median(seconds["ours"]) * 1e9 / case.units)
    for name in case.peers:
        pairs = zip(seconds[name], seconds["ours"], strict=True)
        result.ratios[name] = statistics.median(theirs / ours for theirs, ours in pairs)
    return result


def geometric_mean(ratios: list[float]) -> float:
    return statistics.geometric_mean(ratios)
