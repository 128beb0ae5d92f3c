"""How long a broker takes to its first answer, and what it holds when idle.

Cold: from spawning `kafkawire serve` to the answer to ApiVersions, wall clock and CPU time of the
process. Warm: one more broker in a process that has one already, as in a test suite. Idle memory is
that of the served process, a second after its first answer.
"""

from __future__ import annotations

import statistics
import sys
import time
from typing import NamedTuple

from kafkawire.protocol.messages.api_versions_request import ApiVersionsRequest
from kafkawire.testing import LocalBroker
from tools.bench.brokers import Contender, ours
from tools.bench.load import ask, connect

COLD_RUNS = 9
WARM_RUNS = 21
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


def run(check: bool) -> int:
    """Measure and print; with `check`, 1 if a bar falls short."""
    cold()  # compiled modules and the page cache belong to no start
    colds = [cold() for _ in range(COLD_RUNS)]
    warms = [warm() for _ in range(WARM_RUNS)]
    figures: dict[Bar, list[float]] = {
        COLD_WALL: [wall for wall, _, _ in colds],
        COLD_CPU: [cpu for _, cpu, _ in colds],
        WARM_WALL: warms,
        IDLE_RSS: [rss for _, _, rss in colds],
    }
    short = [bar for bar, values in figures.items() if not _shown(bar, values)]
    for bar in short:
        print(f"short of its bar: {bar.name}: more than {bar.most:g} {bar.unit}")
    if not short:
        print("every bar is met")
    return 1 if check and short else 0


def cold() -> tuple[float, float, float]:
    """Seconds to the first answer, seconds of CPU until then, bytes held when idle."""
    begun = time.perf_counter()
    with ours() as broker:
        answered(broker)
        wall_s = time.perf_counter() - begun
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
    """Print a figure; whether it is within its bar."""
    scaled = sorted(value * bar.scale for value in values)
    middle = statistics.median(scaled)
    spread = f"({scaled[0]:.1f} to {scaled[-1]:.1f})"
    mark = "" if middle <= bar.most else "  SHORT"
    print(f"{bar.name:36}{middle:8.1f} {bar.unit}  {spread:20} bar {bar.most:g}{mark}")
    return middle <= bar.most


if __name__ == "__main__":
    sys.exit(run("--check" in sys.argv[1:]))
