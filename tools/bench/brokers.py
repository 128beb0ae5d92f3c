"""The brokers that a benchmark compares: ours, Apache Kafka, kfake; each a process of its own.

A peer that is not to be had here is missing from the tables, and one line says why. Apache Kafka is
started by `compat.oracle` unless one that runs already is named by `--kafka HOST:PORT:PID` or in
KAFKAWIRE_BENCH_KAFKA. kfake is built with Go into `.cache/kfake`.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from tools.programs import broker_process, cpu_ns, resident_bytes

ROOT = Path(__file__).resolve().parents[2]
KFAKE_SOURCE = Path(__file__).resolve().parent / "kfake"
KFAKE_PROGRAM = ROOT / ".cache" / "kfake" / "kfake"
OURS = "kafkawire"
KAFKA = "Apache Kafka"
KAFKA_VARIABLE = "KAFKAWIRE_BENCH_KAFKA"
BUILD_LIMIT_S = 600
STOP_LIMIT_S = 300.0
"""A broker with ten thousand partitions and much data takes its time."""


class Contender(NamedTuple):
    """A running broker."""

    name: str
    host: str
    port: int
    pid: int
    start_seconds: float | None = None
    """From its launch to its first answer, where who launched it had to ask before us."""

    def cpu_ns(self) -> int:
        """CPU time of the process so far, all its threads, user and system, in nanoseconds."""
        return cpu_ns(self.pid)

    def rss_bytes(self) -> int:
        """Resident memory of the process."""
        return resident_bytes(self.pid)


class Missing(Exception):
    """A peer that is not to be had here; says why."""


@contextlib.contextmanager
def ours(*arguments: str) -> Iterator[Contender]:
    """Our own broker, started with these arguments besides; a caller may kill it."""
    with broker_process(*arguments, cwd=ROOT, limit_s=STOP_LIMIT_S) as (process, bootstrap):
        yield _contender(OURS, bootstrap, process.pid)


@contextlib.contextmanager
def ours_on_disk(*arguments: str) -> Iterator[Contender]:
    """Our own broker with its logs in files, which go away with it."""
    with (
        tempfile.TemporaryDirectory(prefix="kafkawire-bench-", ignore_cleanup_errors=True) as data,
        ours("--data", data, *arguments) as broker,
    ):
        yield broker


@contextlib.contextmanager
def kafka(named: str | None, settings: Mapping[str, str] | None = None) -> Iterator[Contender]:
    """The Apache Kafka that was named as HOST:PORT:PID, or one of our own."""
    named = named or os.environ.get(KAFKA_VARIABLE)
    if named:
        bootstrap, _, pid = named.rpartition(":")
        yield _contender(KAFKA, bootstrap, int(pid))
        return
    with launched_kafka(settings) as broker:
        yield broker


@contextlib.contextmanager
def launched_kafka(settings: Mapping[str, str] | None = None) -> Iterator[Contender]:
    """An Apache Kafka of our own. Its start leaves out that its storage is formatted before."""
    try:
        from compat.oracle.node import KafkaNode, OracleUnavailable
    except ImportError as error:
        raise Missing(f"Apache Kafka: {error}") from None
    try:
        node = KafkaNode(settings=dict(settings or {}))
    except OracleUnavailable as error:
        raise Missing(str(error)) from None
    with node:
        broker = _contender(KAFKA, node.bootstrap, node.pid)
        yield broker._replace(start_seconds=node.start_seconds)


@contextlib.contextmanager
def kfake() -> Iterator[Contender]:
    """kfake, built on first use."""
    if not KFAKE_PROGRAM.exists():
        _build_kfake()
    process = subprocess.Popen(
        [str(KFAKE_PROGRAM)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout is not None
        yield _contender("kfake", process.stdout.readline().strip(), process.pid)
    finally:
        process.communicate()


def _build_kfake() -> None:
    if shutil.which("go") is None:
        raise Missing("kfake needs go, which is not installed")
    KFAKE_PROGRAM.parent.mkdir(parents=True, exist_ok=True)
    print("building kfake, once", file=sys.stderr)
    command = ["go", "build", "-o", str(KFAKE_PROGRAM), "."]
    done = subprocess.run(
        command,
        cwd=KFAKE_SOURCE,
        capture_output=True,
        text=True,
        timeout=BUILD_LIMIT_S,
        check=False,
    )
    if done.returncode:
        raise Missing(f"kfake cannot be built: {done.stderr.strip().splitlines()[-1]}")


def _contender(name: str, bootstrap: str, pid: int) -> Contender:
    host, _, port = bootstrap.rpartition(":")
    return Contender(name, host, int(port), pid)


@contextlib.contextmanager
def contenders(named_kafka: str | None) -> Iterator[list[Contender]]:
    """All that are to be had, ours first; says which are missing."""
    with contextlib.ExitStack() as stack:
        found = [stack.enter_context(ours())]
        for peer in (kafka(named_kafka), kfake()):
            try:
                found.append(stack.enter_context(peer))
            except Missing as why:
                print(f"missing: {why}")
        yield found
