"""Kill a broker with data on disk again and again, and look whether anything is missing.

    python -m tools.crash --runs 200          # a random seed, which is printed
    python -m tools.crash --runs 20 --seed 7
    python -m tools.crash --speed --check     # how long a start takes after a kill, per GB

Each run starts `kafkawire serve --data` on the same directory, has several producers, an
administrator and a committing group at work, and kills it at a random moment, sometimes while it
still starts. What the next one serves is compared with what was acknowledged (`ledger`). The page
cache outlives a killed process, so acks=all promises everything here; what a power failure leaves
is the business of `tests/log/files/test_crashes.py`.

Exit code 0 if nothing was found, else 1. The directory of a failed run is kept and named.
"""

from __future__ import annotations

import argparse
import secrets
import shutil
import statistics
import sys
import tempfile
from pathlib import Path
from random import Random

from tools.crash.ledger import Ledger
from tools.crash.node import Finding
from tools.crash.runs import Crashes
from tools.crash.speed import measure

RUNS = 200
FINDINGS_SHOWN_MAX = 20


def main(arguments: list[str] | None = None) -> int:
    """The exit code."""
    parser = argparse.ArgumentParser(prog="python -m tools.crash", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--runs", type=int, default=RUNS)
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--directory", type=Path, default=None, help="where to make one")
    parser.add_argument("--speed", action="store_true", help="measure recovery instead")
    parser.add_argument("--gigabytes", type=float, default=1.0)
    parser.add_argument("--check", action="store_true", help="exit 1 if recovery is too slow")
    options = parser.parse_args(arguments)
    folder = Path(tempfile.mkdtemp(prefix="kafkawire-crash-", dir=options.directory))
    if options.speed:
        code = measure(folder, options.gigabytes, check=options.check)
    else:
        seed = secrets.randbelow(1 << 32) if options.seed is None else options.seed
        code = crash(folder / "data", options.runs, seed)
    if code:
        print(f"kept: {folder}")
    else:
        shutil.rmtree(folder)
    return code


def crash(directory: Path, runs: int, seed: int) -> int:
    """Run, and print what was found; the exit code."""
    print(f"{runs} runs, seed {seed}")
    crashes = Crashes(directory, Random(seed))
    try:
        crashes.prepare()
        for number in range(1, runs + 1):
            crashes.run(number)
            _progress(number, runs, crashes)
            if crashes.ledger.findings:
                break
        else:
            crashes.finish()
    except Finding as finding:
        crashes.ledger.note(str(finding))
    print()
    _summary(crashes)
    return 1 if crashes.ledger.findings else 0


def _progress(number: int, runs: int, crashes: Crashes) -> None:
    ledger = crashes.ledger
    print(
        f"\r{number}/{runs} runs, {ledger.acknowledged:,} batches acknowledged, "
        f"{len(ledger.findings)} findings ",
        end="",
        file=sys.stdout,
        flush=True,
    )


def _summary(crashes: Crashes) -> None:
    ledger: Ledger = crashes.ledger
    killed = len(crashes.starts) - crashes.stops
    print(f"killed under load {killed}, while starting {crashes.early}, stopped {crashes.stops}")
    print(f"batches acknowledged {ledger.acknowledged:,}")
    print(f"in doubt when it died: found whole {ledger.kept:,}, not there {ledger.dropped:,}")
    if crashes.starts:
        median, worst = statistics.median(crashes.starts), max(crashes.starts)
        print(f"first answer after {median:.2f} s (median), {worst:.2f} s (worst)")
    for finding in ledger.findings[:FINDINGS_SHOWN_MAX]:
        print(f"FOUND: {finding}")
    if len(ledger.findings) > FINDINGS_SHOWN_MAX:
        print(f"and {len(ledger.findings) - FINDINGS_SHOWN_MAX} more")
    if not ledger.findings:
        print("nothing lost, nothing doubled, nothing torn")


if __name__ == "__main__":
    sys.exit(main())
