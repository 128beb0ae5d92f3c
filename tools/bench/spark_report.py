"""A report of 100 exchanges beside the start of Spark alone; see `spark`.

CPU and wall seconds of whole commands, with their JVM and all Python below: `kafkawire-spark
report`, the same with tasks that decode (`--master local[2]`), the start and stop of the command's
own session, and of a session as Spark comes. Only the first has a bar, which is of CPU seconds: a
machine that does other work at the same time has no other wall seconds.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from statistics import median
from typing import BinaryIO, NamedTuple

import pyspark  # noqa: F401 - without it there is nothing to be measured

from kafkawire.dump.inputs.pcapng_writer import PcapngWriter
from kafkawire.dump.transport import Endpoint
from tools.bench.dump_traffic import BEGIN_NS, SEGMENT_BYTES, pools
from tools.bench.report import Bar, Findings, progress
from tools.bench.spark_process import cpu_seconds

EXCHANGES = 100
CONNECTIONS = 4
ROUNDS = 3
CPU_AT_MOST = 25.0
STEP_NS = 2_000_000
LIMIT_S = 600.0
LOOK_S = 0.02
ROOT = Path(__file__).parents[2]
_PLAIN = """
from pyspark.sql import SparkSession
SparkSession.builder.master("local[2]").getOrCreate().stop()
"""
_OWN = """
import sys
from kafkawire.spark.progress import Progress
from kafkawire.spark.session import started
with started(None, [], Progress(sys.stderr), is_small=True):
    pass
"""


class Cost(NamedTuple):
    """Of a command."""

    cpu_s: float
    wall_s: float


def measure(findings: Findings, part: int) -> None:
    """All of it; once only if the work is divided."""
    with tempfile.TemporaryDirectory(prefix="kafkawire-bench-") as folder:
        path = Path(folder, "capture.pcapng")
        with path.open("wb") as file:
            write_exchanges(file, EXCHANGES)
        report = ["-m", "kafkawire.spark.cli", "report", str(path), "--out"]
        commands = {
            "Spark as it comes, start and stop": ["-c", _PLAIN],
            "our session, start and stop": ["-c", _OWN],
            "report of 100 exchanges": [*report, f"{folder}/out"],
            "report, decoded by tasks": [*report, f"{folder}/tasks", "--master", "local[2]"],
        }
        findings.table("Reports: seconds of a whole command, medians", ["CPU", "wall"])
        for name, command in commands.items():
            costs = [_cost(name, command) for _ in range(ROUNDS if part == 1 else 1)]
            cpu = [each.cpu_s for each in costs]
            findings.row(name, [median(cpu), median(each.wall_s for each in costs)])
            if name == "report of 100 exchanges":
                findings.judge(Bar.of(f"{name}, CPU", cpu, CPU_AT_MOST, " s"))


def write_exchanges(file: BinaryIO, count: int) -> None:
    """Write a capture of so many exchanges, of all kinds."""
    random, made = Random(1), pools()
    server = Endpoint("10.0.1.2", 9092)
    writer = PcapngWriter(file, segment_bytes=SEGMENT_BYTES, first_sequence=1)
    for each in range(CONNECTIONS):
        writer.open(each, (Endpoint("10.0.0.1", 20_000 + each), server), BEGIN_NS)
    time_ns = BEGIN_NS
    for number in range(count):
        request, response = random.choice(random.choice(made))
        number_bytes = number.to_bytes(4, "big")
        time_ns += STEP_NS
        stream = number % CONNECTIONS
        writer.send(stream, 0, request[:8] + number_bytes + request[12:], time_ns)
        response = response[:4] + number_bytes + response[8:]
        writer.send(stream, 1, response, time_ns + STEP_NS // 2)
    for each in range(CONNECTIONS):
        writer.close(each, time_ns + STEP_NS)


def _cost(name: str, arguments: list[str]) -> Cost:
    """What a command of this Python costs. Raises CalledProcessError."""
    progress(name)
    begin = time.perf_counter()
    with subprocess.Popen(
        [sys.executable, *arguments],
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as process:
        while process.poll() is None:
            # Seen before each wait, so that nothing below it ends unseen.
            cpu_seconds(process.pid)
            if time.perf_counter() - begin > LIMIT_S:
                process.kill()
            time.sleep(LOOK_S)
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, arguments)
    return Cost(cpu_seconds(process.pid), time.perf_counter() - begin)
