"""Live through simulated days with the client, a broker and everything that can go wrong.

    python -m tools.simulate_client --seeds 1000 --hours 24     # about 40 minutes on two cores
    python -m tools.simulate_client --first 17 --seeds 1        # one seed again
    python -m tools.simulate_client --seeds 20 --hours 2        # a minute

Two groups (one of each isolation level, each with a protocol and an assignor of the seed), plain
and transactional producers and a broker with its data on a simulated disk live in one process,
without sockets and in simulated time. Members join, leave, are cancelled and die, producers die,
the broker is killed and started again, leader epochs change, connections are slow and lost, and
topics grow.

In each day:
  - an acknowledged record is in the log once, in the order of its producer
  - a group is handed every record once and in order, unless a member was lost, killed or cancelled,
    sought, or told that it could not commit: then it goes on from the committed offset
  - nothing is committed that was not done, but for positions that the application sought
  - read_committed sees committed transactions, whole, and no others
  - fetch.memory.bytes and buffer.memory hold
  - when faults stop, everything is read within two minutes
  - containers of clients that live all day have no more elements at its end than after an hour

Exit code 0 if all days go well, else 1; a seed that does not is printed with its command.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections import Counter
from collections.abc import Iterable

from tools.simulate_client.day import Report
from tools.simulate_client.seeds import Outcome, all_of

SEEDS, HOURS = 20, 24
LINE_EVERY = 100
"""Days between two lines of progress where there is no terminal."""


def main(arguments: list[str] | None = None) -> int:
    """Run the command line and return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tools.simulate_client", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--seeds", type=int, default=SEEDS, help=f"how many days ({SEEDS})")
    parser.add_argument("--first", type=int, default=0, help="the first seed (0)")
    parser.add_argument("--hours", type=int, default=HOURS, help=f"of each day ({HOURS})")
    cores = (
        len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    )
    parser.add_argument("--processes", type=int, default=cores, help=f"({cores}, one per core)")
    options = parser.parse_args(arguments)
    if min(options.seeds, options.hours, options.processes) < 1:
        parser.error("--seeds, --hours and --processes are at least 1")
    seeds = range(options.first, options.first + options.seeds)
    return summary(all_of(seeds, options.hours, options.processes), len(seeds), options.hours)


def summary(outcomes: Iterable[Outcome], total: int, hours: int) -> int:
    """Print seeds that go wrong as they end, and at the end how it went; return the exit code."""
    began = time.monotonic()
    events: Counter[str] = Counter()
    reports: list[Report] = []
    bad = 0
    for done, outcome in enumerate(outcomes, 1):
        if outcome.report is None:
            bad += 1
            _clear()
            print(f"seed {outcome.seed}:")
            print("\n".join(f"    {line}" for line in outcome.wrong.splitlines()))
            print(
                f"  again: python -m tools.simulate_client --first {outcome.seed} --seeds 1 "
                f"--hours {hours}",
                flush=True,
            )
        else:
            reports.append(outcome.report)
            events += outcome.report.events
        _progress(done, total, bad, time.monotonic() - began)
    _clear()
    _table(reports, events)
    minutes = (time.monotonic() - began) / 60
    verdict = f"{bad} of {total} went wrong" if bad else "nothing was wrong"
    print(f"{total} days of {hours} hours in {minutes:.1f} minutes: {verdict}")
    return 1 if bad else 0


def _table(reports: list[Report], events: Counter[str]) -> None:
    if not reports:
        return
    print(f"{'requests':26}{sum(each.requests for each in reports):>12,}")
    print(f"{'records acknowledged':26}{sum(each.records for each in reports):>12,}")
    print(f"{'transactions ended':26}{sum(each.transactions for each in reports):>12,}")
    print(f"{'records handed out':26}{sum(each.handed for each in reports):>12,}")
    print(f"{'  of these again':26}{sum(each.again for each in reports):>12,}")
    for name, count in events.most_common():
        print(f"{name:26}{count:>12,}")
    slowest = max(reports, key=lambda each: each.slowest_s)
    print(f"all was read after {slowest.slowest_s:.0f} s at the latest (seed {slowest.seed})")


def _progress(done: int, total: int, bad: int, seconds: float) -> None:
    left = seconds / done * (total - done) / 60
    text = f"{done} of {total} days, {bad} wrong, {left:.0f} minutes left"
    if sys.stderr.isatty():
        print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)
    elif not done % LINE_EVERY:
        print(text, file=sys.stderr, flush=True)


def _clear() -> None:
    if sys.stderr.isatty():
        sys.stderr.write("\r\x1b[K")
        sys.stderr.flush()


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
