"""Cancel the client at random points of random programs, and compare what is left with a model.

    python -m tools.cancel_client --schedules 10000        # seeds 0 to 9999
    python -m tools.cancel_client --schedules 1 --seed 17  # one seed again

In each schedule a few applications (readers and handlers in groups, producers, a transactional
copier, an administrator) use a broker in the same process, whose connections drop, are slow or are
refused. Calls and blocks are cancelled at random checkpoints. Afterwards no record may be delivered
twice or never within an assignment, none be committed before it was done, no transaction be half
there, and no task, connection or memory be left. Simulated, so each schedule takes some hundredths
of a second, and the same seed is the same schedule.

Exit code 0 if nothing was violated, else 1; each schedule that violates something is named with
its seed.
"""

from __future__ import annotations

import argparse
import logging
import os
import sys
from collections.abc import Sequence

from tests.client.cancellation.schedules import Schedule

SCHEDULES = 1000
HASH_SEED = "PYTHONHASHSEED"
"""It decides the order in which sets of names are iterated."""
TOLD_MAX = 5
"""The number of violations of one schedule that are printed."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tools.cancel_client", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument(
        "--schedules", type=_count, default=SCHEDULES, metavar="N", help=f"how many ({SCHEDULES})"
    )
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="the first seed (0)")
    options = parser.parse_args(arguments)
    logging.getLogger("kafkawire").setLevel(logging.ERROR)  # faults are what this is about
    bad = [
        seed
        for seed in range(options.seed, options.seed + options.schedules)
        if not _is_clean(seed, options)
    ]
    if not bad:
        print(f"{options.schedules} schedules from seed {options.seed}: no violation")
        return 0
    print(f"{len(bad)} of {options.schedules} schedules violated something")
    print(f"again: python -m tools.cancel_client --schedules 1 --seed {bad[0]}")
    return 1


def _is_clean(seed: int, options: argparse.Namespace) -> bool:
    """Run one schedule, and print its violations."""
    violations = Schedule(seed).run()
    _progress(seed - options.seed + 1, options.schedules)
    for each in violations[:TOLD_MAX]:
        print(f"seed {seed}: {each}", flush=True)
    if len(violations) > TOLD_MAX:
        print(f"seed {seed}: and {len(violations) - TOLD_MAX} more", flush=True)
    return not violations


def _progress(done: int, total: int) -> None:
    if sys.stderr.isatty():
        sys.stderr.write(f"\r\x1b[K{done} of {total}" if done < total else "\r\x1b[K")
        sys.stderr.flush()
    elif done % 1000 == 0 and done < total:
        print(f"{done} of {total}", file=sys.stderr, flush=True)


def _count(text: str) -> int:
    count = int(text)
    if count < 1:
        raise argparse.ArgumentTypeError(f"{text}: at least one schedule is needed")
    return count


if __name__ == "__main__":
    if os.environ.get(HASH_SEED) != "0":
        os.environ[HASH_SEED] = "0"
        os.execv(sys.executable, [sys.executable, "-m", "tools.cancel_client", *sys.argv[1:]])
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
