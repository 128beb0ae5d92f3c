"""CPU of a broker per small request: ours beside Apache Kafka and kfake in the same run.

    python -m tools.bench requests [--check]
    python -m tools.bench.requests [--check] [--kafka HOST:PORT:PID] [--rounds N]

Small produce (one record of 100 bytes, acks=1) and empty incremental fetch, each on one connection
with 32 requests under way, on 16 with 32 each, and on 64 with one each. What counts is the CPU time
of the broker's process; all brokers take turns in rotating order, and a ratio is the median over
the rounds of ours / theirs in the same round. Needs Linux, for the scheduler's counters.
"""

from __future__ import annotations

import socket
import sys
from collections.abc import Callable, Sequence
from statistics import median
from typing import NamedTuple

from tools.bench import load
from tools.bench.brokers import KAFKA, OURS, Contender, contenders
from tools.bench.command import main
from tools.bench.load import NextRequest, Shape
from tools.bench.report import Bar, Findings, ratios

ROUNDS = 5
WARM_ROUNDS = 3


class Line(NamedTuple):
    """One kind of load, and the most that ours may cost of what Apache Kafka's costs."""

    name: str
    shape: Shape
    requests_of: Callable[[socket.socket], NextRequest]
    bar: float


LINES = [
    Line("small produce", Shape(1, 32, 8_000), load.produces, 0.4),
    Line("small produce", Shape(16, 32, 16_000), load.produces, 0.7),
    Line("small produce", Shape(64, 1, 8_000), load.produces, 0.9),
    Line("empty incremental fetch", Shape(1, 32, 8_000), load.empty_fetches, 0.4),
    Line("empty incremental fetch", Shape(16, 32, 16_000), load.empty_fetches, 0.5),
    Line("empty incremental fetch", Shape(64, 1, 8_000), load.empty_fetches, 0.8),
]

Costs = dict[str, list[float]]


def run(check: bool, kafka: str | None = None, rounds: int = ROUNDS) -> int:
    """Measure and print; with `check`, 1 if a bar falls short."""
    with contenders(kafka) as brokers:
        for broker in brokers:
            load.make_topic(broker)
        for line in LINES:
            for _ in range(WARM_ROUNDS):
                for broker in brokers:
                    load.run(broker, line.shape, line.requests_of)
        measured = [(line, _measure(line, brokers, rounds)) for line in LINES]
    _print(measured, [broker.name for broker in brokers if broker.name != OURS])
    findings = Findings()
    for line, costs in measured:
        name = f"{line.name} {line.shape}, ours / {KAFKA}"
        findings.judge(Bar.of(name, ratios(costs[OURS], costs.get(KAFKA, ())), line.bar))
    return findings.conclude(check)


def _measure(line: Line, brokers: Sequence[Contender], rounds: int) -> Costs:
    costs: Costs = {broker.name: [] for broker in brokers}
    for number in range(rounds):
        turn = number % len(brokers)
        for broker in [*brokers[turn:], *brokers[:turn]]:
            costs[broker.name].append(load.run(broker, line.shape, line.requests_of))
    return costs


def _print(measured: list[tuple[Line, Costs]], peers: Sequence[str]) -> None:
    print("\nCPU of the broker, us per request (ratio: ours / theirs)")
    heads = "".join(f"{peer:>24}" for peer in peers)
    print(f"{'connections x under way':36}{OURS:>12}{heads}")
    for line, costs in measured:
        ours = median(costs[OURS]) / 1000
        cells = "".join(
            f"{median(costs[peer]) / 1000:15.1f} ({median(ratios(costs[OURS], costs[peer])):5.2f}x)"
            for peer in peers
        )
        name = f"{line.name}, {line.shape}"
        print(f"{name:36}{ours:12.1f}{cells}")


if __name__ == "__main__":
    sys.exit(main(__doc__, run, ROUNDS))
