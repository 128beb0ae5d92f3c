"""Send every line of the standard library through kafkawire and check that all of it comes back.

    python -m tools.demo                             # starts its own broker
    python -m tools.demo --client kafkawire          # with kafkawire's own client
    python -m tools.demo --bootstrap 127.0.0.1:9092  # any Kafka

Every line of every `.py` file of the running interpreter's standard library becomes one record,
keyed by the file's name, in a topic of 12 partitions (lz4). Two consumers of one group read them
back, the second joining late and the first leaving early. By default confluent-kafka produces and
kafka-python consumes; `--client kafkawire` does both with `kafkawire.client`.

Compared are the count of records, the order within each file (its SHA-256 depends on it), and that
no offset was skipped or seen twice. Exit code 0 if all agree, else 1.
"""

from __future__ import annotations

import argparse
import contextlib
import sys
import sysconfig
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

from tqdm import tqdm

from tools.demo import own, stock
from tools.demo.ledger import PARTITIONS, WAIT_SECONDS_MAX, Ledger, Reader, lines_of
from tools.programs import broker_process

CLIENTS: dict[str, ModuleType] = {"stock": stock, "kafkawire": own}
"""Each has `create_topic`, `produce` and `Reader`."""
JOIN_LATE_AT = 0.25
LEAVE_EARLY_AT = 0.6
NO_DELAY = "group.initial.rebalance.delay.ms=0"
"""The first member of the group does not wait for others."""


def source_files() -> dict[str, Path]:
    """Every module of the standard library by its name, installed packages left out."""
    root = Path(sysconfig.get_paths()["stdlib"])
    found = sorted(path for path in root.rglob("*.py") if "site-packages" not in path.parts)
    return {path.relative_to(root).as_posix(): path for path in found}


def wait_for(condition: Any, readers: list[Reader], what: str) -> None:
    """Until it holds; raises a reader's error, or TimeoutError if nothing moves any more."""
    tick = threading.Event()
    moved = time.monotonic()
    count = -1
    while not condition():
        for reader in readers:
            if reader.error is not None:
                raise reader.error
        now = sum(reader.count for reader in readers)
        if now != count:
            count, moved = now, time.monotonic()
        if time.monotonic() - moved > WAIT_SECONDS_MAX:
            raise TimeoutError(f"nothing came for {WAIT_SECONDS_MAX:.0f} s while {what}")
        tick.wait(0.02)


def consume(client: ModuleType, bootstrap: str, ledger: Ledger) -> tuple[Reader, Reader]:
    """Two readers: the second joins at a quarter, the first leaves at three fifths."""
    first = client.Reader(bootstrap, "early", ledger)
    second = client.Reader(bootstrap, "late", ledger)
    readers = [first, second]
    first.start()
    wait_for(lambda: ledger.share() >= JOIN_LATE_AT, readers, "one reader reads")
    second.start()
    wait_for(lambda: ledger.share() >= LEAVE_EARLY_AT and second.count, readers, "two readers read")
    first.leave.set()
    wait_for(lambda: ledger.share() >= 1, readers, "the late reader reads the rest")
    second.leave.set()
    for reader in readers:
        reader.join(WAIT_SECONDS_MAX)
    return first, second


@contextlib.contextmanager
def broker(bootstrap: str | None) -> Iterator[str]:
    """The address of the broker given, or of one of our own that ends with the block."""
    if bootstrap is not None:
        yield bootstrap
        return
    with broker_process("--set", NO_DELAY) as (_, address):
        yield address


def run(bootstrap: str, client: ModuleType = stock) -> int:
    """The whole demonstration against one broker; its exit code."""
    files = source_files()
    total = sum(len(lines_of(path)) for path in files.values())
    if not total:
        raise SystemExit("demo: this interpreter's standard library has no .py files to send")
    client.create_topic(bootstrap)
    began = time.monotonic()
    with tqdm(total=total, desc="produce", unit=" lines", unit_scale=True) as bar:
        ledger = Ledger(None)
        client.produce(bootstrap, files, ledger, bar)
    produced = time.monotonic()
    with tqdm(total=total, desc="consume", unit=" lines", unit_scale=True) as bar:
        ledger.bar = bar
        first, second = consume(client, bootstrap, ledger)
    consumed = time.monotonic()
    complaints = ledger.complaints()
    for complaint in complaints:
        print(f"WRONG: {complaint}")
    print(
        f"{'OK' if not complaints else 'FAILED'}: {ledger.sent_count:,} lines of "
        f"{len(ledger.sent):,} files, {PARTITIONS} partitions; produced in "
        f"{produced - began:.1f} s ({ledger.sent_count / (produced - began):,.0f}/s, lz4), "
        f"consumed in {consumed - produced:.1f} s by two members "
        f"({first.count:,} + {second.count:,}); count, order and SHA-256 of every file "
        f"{'agree' if not complaints else 'do NOT agree'}"
    )
    return 1 if complaints else 0


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.demo",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--bootstrap", metavar="HOST:PORT", help="a running broker to use instead")
    parser.add_argument(
        "--client",
        choices=CLIENTS,
        default="stock",
        help="which clients produce and consume (stock)",
    )
    arguments = parser.parse_args()
    with broker(arguments.bootstrap) as bootstrap:
        return run(bootstrap, CLIENTS[arguments.client])


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit("demo: interrupted")
