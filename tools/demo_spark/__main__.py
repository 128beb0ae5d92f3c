"""Record a minute of stock clients, one of which misbehaves, and let Spark's report name it.

    python -m tools.demo_spark [--seconds 60] [--out build/demo-spark]

A broker of our own, `wire-dump proxy` in front of it, and the clients of `clients` are at work
together; then `kafkawire-spark report` makes the page out of the proxy's recording. Exit code 0 if
the page names the culprit and what it does, else 1; the page's place is printed last.
"""

from __future__ import annotations

import argparse
import contextlib
import html
import re
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tools.demo_spark.clients import CULPRIT, PARTITIONS, TOPIC, Client, shop
from tools.programs import ADDRESS, NotUp, drain, kafkawire, printed, running, wire_dump

SECONDS = 60.0
OUT = Path("build", "demo-spark")
HABITS = ("overcommit",)
"""Of the culprit: what detectors must have found in its traffic, and the page must say."""
OF_ITS_GROUP = ("rebalance-loop",)
"""What it does to the group; whose request completes a rebalance is chance."""
TICK_S = 0.25
END_LIMIT_S = 30.0


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.demo_spark",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--seconds", type=float, default=SECONDS, help=f"of traffic ({SECONDS:g})")
    parser.add_argument("--out", type=Path, default=OUT, metavar="DIR", help=f"({OUT})")
    arguments = parser.parse_args()
    out: Path = arguments.out
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    capture = out / "traffic.pcapng"
    record(capture, arguments.seconds)
    print(f"recorded {capture.stat().st_size / 1e6:.1f} MB; now the report, by Spark", flush=True)
    done = subprocess.run(
        [sys.executable, "-m", "kafkawire.spark.cli", "report", str(capture), "--out", str(out)]
    )
    if done.returncode:
        return done.returncode
    return judged(out)


def record(capture: Path, seconds: float) -> None:
    """Let all clients work for so long, and keep what they and the broker say."""
    with broker() as bootstrap, proxy(bootstrap, capture) as listening:
        clients = shop(listening)
        for client in clients:
            client.start()
        _wait(clients, seconds)
        for client in clients:
            client.stop.set()
        for client in clients:
            client.join(END_LIMIT_S)
    for client in clients:
        print(f"  {client.name:16} {client.count:8,} records")
        if client.error is not None:
            raise SystemExit(f"demo: {client.name} failed: {client.error!r}")


def _wait(clients: list[Client], seconds: float) -> None:
    from tqdm import tqdm

    tick = threading.Event()
    with tqdm(total=int(seconds / TICK_S), desc="traffic", bar_format="{l_bar}{bar}|") as bar:
        for _ in range(bar.total):
            tick.wait(TICK_S)
            bar.set_postfix_str(f"{sum(client.count for client in clients):,} records")
            bar.update()


@contextlib.contextmanager
def broker() -> Iterator[str]:
    """Our broker, with the topic; its address."""
    serve = ["serve", "--listen", "127.0.0.1:0", "--topic", f"{TOPIC}:{PARTITIONS}"]
    promptly = ["--set", "group.initial.rebalance.delay.ms=0"]
    with started(kafkawire(*serve, *promptly), ADDRESS) as found:
        yield found[0]


@contextlib.contextmanager
def proxy(bootstrap: str, capture: Path) -> Iterator[str]:
    """The proxy in front of a broker, which keeps all it sees; its address."""
    listen = ["proxy", "127.0.0.1:0", "--to", bootstrap, "--quiet", "--write", str(capture)]
    with started(wire_dump(*listen), f"listening on ({ADDRESS})") as found:
        yield found[1]


@contextlib.contextmanager
def started(command: list[str], pattern: str) -> Iterator[re.Match[str]]:
    """A process; the match in the line that it prints when it is ready. It ends as by Ctrl-C."""
    with running(
        command,
        by=signal.SIGINT,
        limit_s=END_LIMIT_S,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        # Ctrl-C on the terminal is for us: it reaches clients first, then these.
        start_new_session=True,
    ) as process:
        try:
            found = printed(process.stdout, pattern)
        except NotUp as why:
            raise SystemExit(f"demo: {' '.join(command[2:4])} {why}") from None
        assert process.stdout is not None
        drain(process.stdout)
        yield found


def judged(out: Path) -> int:
    """Say what the report has of the culprit, and where the page is; the exit code."""
    page = out / "index.html"
    text = html.unescape(page.read_text())
    told = {}
    for each in findings(out):
        is_its = each["client_id"] == CULPRIT or each["detector"] in OF_ITS_GROUP
        if is_its and each["text"] in text:
            told[each["detector"]] = each["text"]
    missing = [each for each in (*HABITS, *OF_ITS_GROUP) if each not in told]
    print(f"WRONG: it has nothing of {', '.join(missing)}" if missing else "OK: the report says")
    for detector, what in sorted(told.items()):
        print(f"  {detector:20} {what}")
    print(f"the page: {page.resolve().as_uri()}")
    return 1 if missing else 0


def findings(out: Path) -> list[dict[str, Any]]:
    """The rows of the table that the page is made from."""
    import pyarrow.dataset

    place = out / "tables" / "findings"
    rows = pyarrow.dataset.dataset(place, format="parquet", partitioning="hive").to_table()
    found: list[dict[str, Any]] = rows.select(["detector", "client_id", "text"]).to_pylist()
    return found


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit("demo: interrupted")
