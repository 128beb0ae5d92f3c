"""What fetch sessions cost: ours in O(changes), beside Apache Kafka's in the same run.

    python -m tools.bench sessions [--check]
    python -m tools.bench.sessions [--check] [--kafka HOST:PORT:PID] [--rounds N]

    empty     CPU of the broker for an incremental fetch of which nothing changed, by the size of
              the session; 32 such requests under way on one connection
    wake      from sending a produce to having read the answer of the fetch that waited for it, by
              the size of the session; the fetch has been parked for a while when the produce goes
    append    CPU of a small produce to a partition that 1,000 sessions read and lag behind, beside
              one that nobody reads; of the first one after all had caught up; and of one that
              wakes 1,000 parked fetches on as many connections
    idle      CPU of an empty fetch when it is one session of 100 partitions that asks, when 500
              such sessions ask in turn, and when 500 more stand beside these with unread records
              in every partition; always on one connection

Kafka takes the best part of a minute to make the 10,000 partitions. All that is compared takes
turns within a round; a ratio is the median over the rounds of the ratios within them. Needs Linux,
for the scheduler's counters.
"""

from __future__ import annotations

import contextlib
import sys

from tools.bench.brokers import Missing, kafka, ours
from tools.bench.command import main
from tools.bench.report import Findings
from tools.bench.session_cases import appends, compare, idles

ROUNDS = 5
SETTINGS = ("--set", "max.incremental.fetch.session.cache.slots=20000")


def run(check: bool, named_kafka: str | None = None, rounds: int = ROUNDS) -> int:
    """Measure and print; with `check`, 1 if a bar falls short."""
    findings = Findings()
    measure(findings, named_kafka, rounds)
    return findings.conclude(check)


def measure(findings: Findings, named_kafka: str | None, rounds: int) -> None:
    """Measure, print, and judge in `findings`."""
    with ours() as broker, contextlib.ExitStack() as stack:
        brokers = [broker]
        try:
            brokers.append(stack.enter_context(kafka(named_kafka)))
        except Missing as why:
            print(f"missing: {why}")
        compare(brokers, findings, rounds)
    with ours(*SETTINGS) as broker:
        appends(broker, findings, rounds)
    idles(findings, rounds, SETTINGS)


if __name__ == "__main__":
    sys.exit(main(__doc__, run, ROUNDS))
