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
from tools.bench.brokers import KAFKA, Contender, Missing, kfake, launched_kafka, ours
from tools.bench.load import ask, connect
from tools.bench.report import Bar, Findings

COLD_RUNS = 9
WARM_RUNS = 21
KAFKA_RUNS = 3
SETTLED_S = 1.0


class Kind(NamedTuple):
    """What is measured: its unit, and the most that ours may be."""

    name: str
    unit: str
    most: float
    scale: float
    """From seconds or bytes to the unit."""


COLD_WALL = Kind("first ApiVersions answer, wall", "ms", 400, 1e3)
COLD_CPU = Kind("first ApiVersions answer, CPU", "ms", 300, 1e3)
WARM_WALL = Kind("one more broker in a warm process", "ms", 20, 1e3)
IDLE_RSS = Kind("idle memory (RSS)", "MB", 50, 1e-6)

Launch = Callable[[], AbstractContextManager[Contender]]
Figures = dict[Kind, list[float]]
PEERS: tuple[tuple[str, Launch, int], ...] = (
    (KAFKA, launched_kafka, KAFKA_RUNS),
    ("kfake", kfake, COLD_RUNS),
)


def run(check: bool) -> int:
    """Measure and print; with `check`, 1 if a bar falls short."""
    findings = Findings()
    measure(findings)
    return findings.conclude(check)


def measure(findings: Findings) -> None:
    """Measure, print, and judge in `findings`."""
    figures = starts(ours, COLD_RUNS)
    figures[WARM_WALL] = [warm() for _ in range(WARM_RUNS)]
    for kind, values in figures.items():
        scaled = [value * kind.scale for value in values]
        findings.judge(Bar.of(kind.name, scaled, kind.most, f" {kind.unit}"))
    for name, launch, runs in PEERS:
        try:
            _compare(name, figures, starts(launch, runs))
        except Missing as why:
            print(f"missing: {why}")


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


def _compare(name: str, mine: Figures, theirs: Figures) -> None:
    """Print a peer's figures, each with the ratio of the medians."""
    print(f"\n{name} (ratio: ours / theirs)")
    for kind, values in theirs.items():
        print(f"{_row(kind, values)} {ratio(mine[kind], values):.3f}x")


def ratio(mine: list[float], theirs: list[float]) -> float:
    """Our median as a part of theirs; the runs are not paired."""
    return statistics.median(mine) / statistics.median(theirs)


def _row(kind: Kind, values: list[float]) -> str:
    scaled = sorted(value * kind.scale for value in values)
    spread = f"({scaled[0]:.1f} to {scaled[-1]:.1f})"
    return f"{kind.name:36}{statistics.median(scaled):8.1f} {kind.unit}  {spread:20}"


if __name__ == "__main__":
    sys.exit(run("--check" in sys.argv[1:]))
