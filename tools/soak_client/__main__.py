"""Run producers and groups of the client for minutes, and kill them and their broker.

    python -m tools.soak_client --minutes 30             # a random seed, which is printed
    python -m tools.soak_client --minutes 3 --seed 7

A `kafkawire serve --data` is killed (kill -9) and started again every few seconds. Two producers
and two groups of two members (one of each protocol) are processes of their own; one producer and
one member of each group are killed, too. Each process keeps a journal. At the end:
  - each acknowledged record is in the log once, and in the order of its producer
  - each group has read all of them, once, or again from the committed offset after a kill
  - no process has ended or complained by itself
  - the processes that lived all along have no more memory than when they were warm (after five
    minutes, or two fifths of a short run), and 8 MiB

Exit code 0 if nothing was found, else 1. The folder of a failed run is kept and named.
"""

from __future__ import annotations

import argparse
import secrets
import shutil
import sys
import tempfile
from pathlib import Path
from random import Random

from tools.programs import free_port
from tools.soak_client.soak import Finding, Soak

MINUTES = 30.0


def main(arguments: list[str] | None = None) -> int:
    """Run the command line and return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tools.soak_client", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--minutes", type=float, default=MINUTES, help=f"({MINUTES:g})")
    parser.add_argument("--seed", type=int, default=None, help="of what is killed when")
    parser.add_argument("--port", type=int, default=None, help="of the broker; any by default")
    parser.add_argument("--directory", type=Path, default=None, help="where to make one")
    options = parser.parse_args(arguments)
    if options.minutes <= 0:
        parser.error("--minutes is more than 0")
    seed = secrets.randbelow(1 << 32) if options.seed is None else options.seed
    print(f"{options.minutes:g} minutes, seed {seed}", flush=True)
    folder = Path(tempfile.mkdtemp(prefix="kafkawire-soak-", dir=options.directory))
    soak = Soak(folder, Random(seed), options.port or free_port())
    try:
        soak.run(options.minutes * 60)
    except Finding as finding:
        soak.ledger.note(str(finding))
    finally:
        soak.close()
    table(soak)
    if soak.ledger.findings:
        print(f"kept: {folder}")
        return 1
    shutil.rmtree(folder)
    return 0


def table(soak: Soak) -> None:
    """Print what happened, and what was found."""
    ledger = soak.ledger
    for name, count in sorted(soak.kills.items()):
        print(f"{'killed: ' + name:32}{count:>12,}")
    print(f"{'records acknowledged':32}{ledger.acknowledged:>12,}")
    for group, count in ledger.read.items():
        print(f"{'read by ' + group:32}{count:>12,}  of these again {ledger.again[group]:,}")
    print(f"{'all was read after':32}{soak.read_seconds:>10.1f} s")
    for name, (warm, end) in soak.memory.items():
        print(f"{'memory of ' + name:32}{warm / 2**20:>8.1f} MiB  at the end {end / 2**20:.1f} MiB")
    for finding in ledger.findings:
        print(f"FOUND: {finding}")
    if not ledger.findings:
        print("nothing lost, nothing written twice, nothing has grown")


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
