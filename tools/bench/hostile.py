"""What one expensive request costs the other clients of a broker, and the broker's memory.

    python -m tools.bench hostile [--check]
    python -m tools.bench.hostile [--check] [--kafka HOST:PORT:PID] [--rounds N]

While one connection sends what is hostile, another produces a record of 100 bytes every 20 ms, in a
process of its own. What counts is the 99th percentile of its latency from the hostile request to
its answer, and how much more memory the broker had at its peak than before, in multiples of the
request. Each case has a broker of its own. Apache Kafka stands beside ours; it has as many threads
as it needs, and a request of which it needs more than 90 s is given up. Needs Linux, for /proc.
"""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from statistics import median
from typing import NamedTuple

from tools.bench import load
from tools.bench.brokers import KAFKA, OURS, ROOT, Contender, Missing, kafka, ours
from tools.bench.command import main
from tools.bench.hostile_cases import CASES, Case
from tools.bench.report import Bar, Findings, progress

ROUNDS = 1
P99_MS = 50.0
MEMORY_RATIO = 10.0
FREE_BYTES = 64 << 20
"""Memory that any request may take, however small it is."""
SAMPLES_MIN = 100
"""The latency is watched for at least so many produces."""

Launch = Callable[[], AbstractContextManager[Contender]]


class Cost(NamedTuple):
    """What a case cost: milliseconds of latency, seconds, and bytes of memory at the peak."""

    p99_ms: float
    worst_ms: float
    seconds: float
    cpu_s: float
    memory_bytes: int
    is_answered: bool


def run(check: bool, kafka_at: str | None = None, rounds: int = ROUNDS) -> int:
    """Measure and print; with `check`, 1 if a bar falls short."""
    findings = Findings()
    costs = _measured(findings, OURS, ours, rounds)
    try:
        _measured(findings, KAFKA, lambda: kafka(kafka_at), rounds)
    except Missing as why:
        print(f"missing: {why}")
    for case, rounds_of in zip(CASES, costs, strict=True):
        name = f"{case.name}, p99 of a small produce"
        findings.judge(Bar.of(name, [cost.p99_ms for cost in rounds_of], P99_MS, " ms"))
        strange = sum(cost.is_answered == case.is_refused for cost in rounds_of)
        wanted = "refused" if case.is_refused else "answered"
        findings.judge(Bar(f"{case.name}, requests not {wanted}", strange, 0, ""))
        size = case.request_bytes()
        if size:
            over = [max(0, cost.memory_bytes - FREE_BYTES) / size for cost in rounds_of]
            findings.judge(Bar.of(f"{case.name}, memory / request", over, MEMORY_RATIO))
    return findings.conclude(check)


def _row(costs: Sequence[Cost]) -> list[float]:
    return [
        median(cost.p99_ms for cost in costs),
        max(cost.worst_ms for cost in costs),
        median(cost.seconds for cost in costs),
        median(cost.cpu_s for cost in costs),
        median(cost.memory_bytes for cost in costs) / 1e6,
    ]


def _measured(findings: Findings, name: str, launch: Launch, rounds: int) -> list[list[Cost]]:
    """The costs of all cases, each printed as it comes."""
    heads = ["p99 ms", "worst ms", "seconds", "CPU s", "MB"]
    findings.table(f"{name}: latency of a small produce, and the cost of the request", heads)
    found = []
    for case in CASES:
        found.append([_one(launch, case) for _ in range(rounds)])
        is_answered = all(cost.is_answered for cost in found[-1])
        findings.row(case.name + " (no answer)" * (not is_answered), _row(found[-1]))
    return found


def _one(launch: Launch, case: Case) -> Cost:
    progress(case.name)
    case.request_bytes()  # makes the frame
    with launch() as broker:
        load.make_topic(broker)
        case.prepare(broker)
        return _cost(broker, case)


def _cost(broker: Contender, case: Case) -> Cost:
    before = _reset_peak(broker)
    cpu_ns = broker.cpu_ns()
    command = [sys.executable, "-m", "tools.bench.hostile_probe", broker.host, str(broker.port)]
    probe = subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert probe.stdout is not None
    try:
        probe.stdout.readline()
        began = time.perf_counter()
        is_answered = False
        with contextlib.suppress(TimeoutError, ConnectionError):
            case.send(broker)
            is_answered = True
        seconds = time.perf_counter() - began
        said, _ = probe.communicate("")
    finally:
        probe.kill()
        probe.wait()
    latencies = sorted(json.loads(said)) or [0.0]
    spent_s = (broker.cpu_ns() - cpu_ns) / 1e9
    p99 = latencies[min(len(latencies) - 1, int(len(latencies) * 0.99))]
    memory = _peak(broker) - before
    return Cost(p99 * 1e3, latencies[-1] * 1e3, seconds, spent_s, memory, is_answered)


def _reset_peak(broker: Contender) -> int:
    """Begin a new peak of memory; returns the memory of this moment in bytes."""
    Path(f"/proc/{broker.pid}/clear_refs").write_text("5")
    return broker.rss_bytes()


def _peak(broker: Contender) -> int:
    status = Path(f"/proc/{broker.pid}/status").read_text()
    return int(status.split("VmHWM:")[1].split()[0]) * 1024


if __name__ == "__main__":
    sys.exit(main(__doc__, run, ROUNDS))
