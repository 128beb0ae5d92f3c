"""How long a broker takes to its first answer, and what it holds when idle.

Cold: from spawning `kafkawire serve` to the answer to ApiVersions, wall clock and CPU time of the
process. Warm: one more broker in a process that has one already, as in a test suite. Idle memory is
that of the served process, a second after its first answer.

Beside it, where they are to be had, the same of Apache Kafka and kfake, as ratios of the medians,
ours / theirs. The bars are absolute and ours alone. Kafka's start begins at the launch of its
process, with the storage formatted; its CPU time is read once it also lists itself in Metadata,
some 30 ms after that first answer.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import NamedTuple

from kafkawire.protocol.messages.api_versions_request import ApiVersionsRequest
from kafkawire.testing import LocalBroker
from tools.bench.brokers import Contender, Missing, kfake, launched_kafka, ours
from tools.bench.load import ask, connect

COLD_RUNS = 9
WARM_RUNS = 21
KAFKA_RUNS = 3
SETTLED_S = 1.0


class Bar(NamedTuple):
    """A figure, its unit, and the most that it may be."""

    name: str
    unit: str
    most: float
    scale: float
    """From seconds or bytes to the unit."""


COLD_WALL = Bar("first ApiVersions answer, wall", "ms", 400, 1e3)
COLD_CPU = Bar("first ApiVersions answer, CPU", "ms", 300, 1e3)
WARM_WALL = Bar("one more broker in a warm process", "ms", 20, 1e3)
IDLE_RSS = Bar("idle memory (RSS)", "MB", 50, 1e-6)

Launch = Callable[[], AbstractContextManager[Contender]]
Figures = dict[Bar, list[float]]
PEERS: tuple[tuple[str, Launch, int], ...] = (
    ("Apache Kafka", launched_kafka, KAFKA_RUNS),
    ("kfake", kfake, COLD_RUNS),
)


def run(check: bool) -> int:
    """Measure and print; with `check`, 1 if a bar falls short."""
    figures = starts(ours, COLD_RUNS)
    figures[WARM_WALL] = [warm() for _ in range(WARM_RUNS)]
    short = [bar for bar, values in figures.items() if not _shown(bar, values)]
    for bar in short:
        print(f"short of its bar: {bar.name}: more than {bar.most:g} {bar.unit}")
    if not short:
        print("every bar is met")
    for name, launch, runs in PEERS:
        try:
            _compare(name, figures, starts(launch, runs))
        except Missing as why:
            print(f"missing: {why}")
    return 1 if check and short else 0


def starts(launch: Launch, runs: int) -> Figures:
    """The figures of `runs` cold starts. Raises Missing."""
    cold(launch)  # building, compiled modules and the page cache belong to no start
    colds = [cold(launch) for _ in range(runs)]
    return {
        COLD_WALL: [wall for wall, _, _ in colds],
        COLD_CPU: [cpu for _, cpu, _ in colds],
        IDLE_RSS: [rss for _, _, rss in colds],
    }


def cold(launch: Launch) -> tuple[float, float, float]:
    """Seconds to the first answer, seconds of CPU until then, bytes held when idle."""
    begun = time.perf_counter()
    with launch() as broker:
        if broker.start_seconds is None:
            answered(broker)
        wall_s = broker.start_seconds or time.perf_counter() - begun
        cpu_s = broker.cpu_ns() / 1e9
        time.sleep(SETTLED_S)
        return wall_s, cpu_s, broker.rss_bytes()


def warm() -> float:
    """Seconds until one more broker in this process answers."""
    begun = time.perf_counter()
    with LocalBroker() as local:
        host, _, port = local.bootstrap.rpartition(":")
        answered(Contender("local", host, int(port), 0))
        return time.perf_counter() - begun


def answered(broker: Contender) -> None:
    """Ask for ApiVersions and wait for the answer."""
    with connect(broker) as sock:
        ask(sock, ApiVersionsRequest(), 0)


def _shown(bar: Bar, values: list[float]) -> bool:
    """Print a figure of ours; whether it is within its bar."""
    middle = statistics.median(values) * bar.scale
    mark = "" if middle <= bar.most else "  SHORT"
    print(f"{_row(bar, values)} bar {bar.most:g}{mark}")
    return middle <= bar.most


def _compare(name: str, mine: Figures, theirs: Figures) -> None:
    """Print a peer's figures, each with the ratio of the medians."""
    print(f"\n{name} (ratio: ours / theirs)")
    for bar, values in theirs.items():
        print(f"{_row(bar, values)} {ratio(mine[bar], values):.3f}x")


def ratio(mine: list[float], theirs: list[float]) -> float:
    """Our median as a part of theirs; the runs are not paired."""
    return statistics.median(mine) / statistics.median(theirs)


def _row(bar: Bar, values: list[float]) -> str:
    scaled = sorted(value * bar.scale for value in values)
    spread = f"({scaled[0]:.1f} to {scaled[-1]:.1f})"
    return f"{bar.name:36}{statistics.median(scaled):8.1f} {bar.unit}  {spread:20}"


if __name__ == "__main__":
    sys.exit(run("--check" in sys.argv[1:]))
