"""CPU of a broker per small request: ours beside Apache Kafka and kfake in the same run.

    python -m tools.bench requests [--check]
    python -m tools.bench.requests [--check] [--kafka HOST:PORT:PID] [--rounds N]

Small produce (one record of 100 bytes, acks=1) and empty incremental fetch, each on one connection
with 32 requests under way, on 16 with 32 each, and on 64 with one each. What counts is the CPU time
of the broker's process; all brokers take turns in rotating order, and a ratio is the median over
the rounds of ours / theirs in the same round. Needs Linux, for the scheduler's counters.
"""

from __future__ import annotations

import argparse
import socket
import statistics
import sys
from collections.abc import Callable, Sequence
from typing import NamedTuple

from tools.bench import load
from tools.bench.brokers import Contender, contenders
from tools.bench.load import NextRequest, Shape

ROUNDS = 5
WARM_ROUNDS = 3
JUDGE = "Apache Kafka"


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
    names = [broker.name for broker in brokers]
    _print(measured, names)
    short = [said for line, costs in measured if (said := _short(line, costs))]
    for said in short:
        print(f"short of its bar: {said}")
    if JUDGE not in names:
        print(f"no bar was judged: they are ratios to {JUDGE}, which is missing")
    elif not short:
        print("every bar is met")
    return 1 if check and short else 0


def _measure(line: Line, brokers: Sequence[Contender], rounds: int) -> Costs:
    costs: Costs = {broker.name: [] for broker in brokers}
    for number in range(rounds):
        turn = number % len(brokers)
        for broker in [*brokers[turn:], *brokers[:turn]]:
            costs[broker.name].append(load.run(broker, line.shape, line.requests_of))
    return costs


def _ratio(costs: Costs, name: str) -> float:
    ours = costs["kafkawire"]
    return statistics.median(mine / theirs for mine, theirs in zip(ours, costs[name], strict=True))


def _short(line: Line, costs: Costs) -> str | None:
    if JUDGE not in costs or _ratio(costs, JUDGE) <= line.bar:
        return None
    ratio = _ratio(costs, JUDGE)
    return f"{line.name} {line.shape}: {ratio:.2f}x of {JUDGE}, at most {line.bar:g}x"


def _print(measured: list[tuple[Line, Costs]], names: Sequence[str]) -> None:
    peers = [name for name in names if name != "kafkawire"]
    print("\nCPU of the broker, us per request (ratio: ours / theirs)")
    heads = "".join(f"{peer:>24}" for peer in peers)
    print(f"{'connections x under way':36}{'kafkawire':>12}{heads}{'bar':>8}")
    for line, costs in measured:
        ours = statistics.median(costs["kafkawire"]) / 1000
        cells = "".join(
            f"{statistics.median(costs[peer]) / 1000:15.1f} ({_ratio(costs, peer):5.2f}x)"
            for peer in peers
        )
        mark = "  SHORT" if _short(line, costs) else ""
        name = f"{line.name}, {line.shape}"
        print(f"{name:36}{ours:12.1f}{cells}{line.bar:7g}x{mark}")


def main(arguments: Sequence[str]) -> int:
    """The benchmark on its own, with flags of its own."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--kafka", metavar="HOST:PORT:PID")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    options = parser.parse_args(arguments)
    return run(options.check, options.kafka, options.rounds)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
