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

SECONDS = 60.0
OUT = Path("build", "demo-spark")
HABITS = ("overcommit",)
"""Of the culprit: what detectors must have found in its traffic, and the page must say."""
OF_ITS_GROUP = ("rebalance-loop",)
"""What it does to the group; whose request completes a rebalance is chance."""
TICK_S = 0.25
END_LIMIT_S = 30.0
START_LINES_MAX = 20
ADDRESS = re.compile(r"127\.0\.0\.1:[1-9]\d*")


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
    with process(["-m", "kafkawire", *serve, *promptly], "at 127") as line:
        yield _address(line)


@contextlib.contextmanager
def proxy(bootstrap: str, capture: Path) -> Iterator[str]:
    """The proxy in front of a broker, which keeps all it sees; its address."""
    listen = ["proxy", "127.0.0.1:0", "--to", bootstrap, "--quiet", "--write", str(capture)]
    with process(["-m", "kafkawire.dump.cli", *listen], "listening on") as line:
        yield _address(line)


@contextlib.contextmanager
def process(arguments: list[str], sign: str) -> Iterator[str]:
    """A Python process; the line by which it says that it is ready. It ends as by Ctrl-C."""
    started = subprocess.Popen(
        [sys.executable, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        # Ctrl-C on the terminal is for us: it reaches clients first, then these.
        start_new_session=True,
    )
    assert started.stdout is not None
    said = []
    try:
        for line in started.stdout:
            said.append(line)
            if ADDRESS.search(line) or len(said) > START_LINES_MAX:
                break
        if not (said and ADDRESS.search(said[-1])):
            raise SystemExit(f"demo: {arguments[1]} did not start ({sign}): {''.join(said)}")
        threading.Thread(target=started.stdout.read, daemon=True).start()
        yield said[-1]
    finally:
        started.send_signal(signal.SIGINT)
        started.wait(END_LIMIT_S)


def _address(line: str) -> str:
    found = ADDRESS.search(line)
    assert found is not None
    return found[0]


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
