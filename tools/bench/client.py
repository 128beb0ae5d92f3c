"""Our consumer and producer beside those of other clients: CPU of the client's process.

    python -m tools.bench client [--check] [--quick] [--rounds N] [--kafka HOST:PORT:PID]
    python -m tools.bench client --only reading --only delays

reading   microseconds of CPU (user and system) a record, from making the client to closing it:
          values like JSON of 100 B and 1 KiB, plain and lz4, batches of 16 KiB, 4 partitions; and
          a handler for each of 12 partitions. The clients take turns within a round, in another
          order each round; a figure is the least of all rounds. Slow clients read fewer records.
writing   the same of records that are produced: acks=all, linger 5 ms, batches of 16 KiB.
delays    milliseconds from the send of a single record to its consumer, median and 99th percentile.
idle      CPU time a second of a consumer of 1,000 partitions to which nothing is produced.
lagging   the most memory of our consumer before a backlog of 1 GB that it reads more slowly than it
          could, beyond its fetch.memory.bytes; all of the process counts.

Every client is a process of its own with one Apache Kafka, or with `kafkawire serve` where Java is
missing. Kafka's Java clients do the same work once before they are measured, so that the compiler
of the JVM does not count. `--quick` takes a tenth of the records, two rounds and short watches.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib.util
import json
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from tools.bench import client_bars, client_java
from tools.bench.brokers import Contender, Missing, kafka, ours
from tools.bench.client_delays import DELAYS
from tools.bench.client_job import Delays, Job, Spent
from tools.bench.client_readers import READINGS
from tools.bench.client_writers import WRITINGS
from tools.bench.load import connect
from tools.bench.report import Bar, Findings, progress
from tools.bench.session_load import make_topics
from tools.bench.spark_filling import LZ4, Shape, fill

ROOT = Path(__file__).resolve().parents[2]
PARTS = ("reading", "writing", "delays", "idle", "lagging")
ROUNDS, QUICK_ROUNDS = 5, 2
QUICK_PART = 10
TOPICS = {
    "100 B": Shape("client-100", 400_000, 100),
    "100 B, lz4": Shape("client-100-lz4", 400_000, 100, LZ4),
    "1 KiB": Shape("client-1024", 120_000, 1024),
    "1 KiB, lz4": Shape("client-1024-lz4", 120_000, 1024, LZ4),
    client_bars.SERVED: Shape("client-served", 400_000, 100, partitions=12),
}
WRITTEN = {
    "100 B": Shape("client-written-100", 100_000, 100),
    "100 B, lz4": Shape("client-written-100-lz4", 100_000, 100, LZ4),
    "1 KiB": Shape("client-written-1024", 40_000, 1024),
    "1 KiB, lz4": Shape("client-written-1024-lz4", 40_000, 1024, LZ4),
}
SHARES = {
    "kafka-python: poll": 10,
    "aiokafka: async for": 4,
    "kafka-python: send": 10,
    "aiokafka: send": 4,
}
"""One in so many records is read or written by clients that take long."""
LAG_TOPICS = (
    Shape("client-lag", 1_000_000, 1024),
    Shape("client-lag-lz4", 1_000_000, 1024, LZ4),
)
"""A gigabyte of values each."""
DELAY_TOPIC, DELAY_RECORDS = "client-delays", 1_000
IDLE_TOPIC, IDLE_PARTITIONS = "client-idle", 1_000
IDLE_MS_AT_MOST, IDLE_STRETCH = 1.0, "0.5 ms"
WATCH_S, QUICK_WATCH_S = 10.0, 3.0
FETCH_MEMORY_BYTES = 64 << 20
RSS_MIB_AT_MOST, RSS_STRETCH = 30.0, "15 MiB"
CHILD_LIMIT_S = 600
IMPORTS = {"aiokafka": "aiokafka", "confluent-kafka": "confluent_kafka", "kafka-python": "kafka"}
JAVA = client_java.NAME


class World(NamedTuple):
    """What the parts share: the broker, the clients that are here, and how much of all to do."""

    broker: Contender
    clients: set[str]
    rounds: int
    part: int
    watch_s: float

    def job(self, shape: Shape, way: str, **more: Any) -> Job:
        """What a client does with a topic, one round of it."""
        records = shape.records // self.part // SHARES.get(way, 1)
        codec = "lz4" if shape.codec else "none"
        given = {"records": records, "codec": codec, "value_bytes": shape.value_bytes, **more}
        return Job(self.bootstrap, shape.name, shape.partitions, **given)

    @property
    def bootstrap(self) -> str:
        """The address of the broker."""
        return f"{self.broker.host}:{self.broker.port}"

    def here(self, ways: Mapping[str, Any], java: str) -> list[str]:
        """The ways of the clients that are here."""
        return [each for each in (*ways, java) if each.partition(":")[0] in self.clients]


def run(check: bool, arguments: tuple[str, ...] | list[str] = ()) -> int:
    """Measure and print; with `check`, 1 if a bar falls short."""
    options = _parser().parse_args(arguments)
    findings = Findings()
    with _broker(options.kafka) as broker:
        world = World(
            broker,
            _clients(),
            options.rounds or (QUICK_ROUNDS if options.quick else ROUNDS),
            QUICK_PART if options.quick else 1,
            QUICK_WATCH_S if options.quick else WATCH_S,
        )
        for name in options.only or PARTS:
            MEASURES[name](world, findings)
    return findings.conclude(check or options.check)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tools.bench client")
    add = parser.add_argument
    add("--check", action="store_true", help="fail if a bar falls short")
    add("--kafka", metavar="HOST:PORT:PID", help="an Apache Kafka that runs already")
    add("--only", action="append", choices=PARTS, help="this part; may be repeated")
    add("--quick", action="store_true", help="a tenth of the records, few rounds: a try")
    add("--rounds", type=int, help=f"({ROUNDS})")
    return parser


@contextlib.contextmanager
def _broker(named: str | None) -> Iterator[Contender]:
    """Apache Kafka, or our own broker without it."""
    with contextlib.ExitStack() as stack:
        try:
            broker = stack.enter_context(kafka(named))
        except Missing as why:
            progress(f"missing: {why}; reading from kafkawire serve")
            broker = stack.enter_context(ours())
        print(f"broker: {broker.name}", flush=True)
        yield broker


def _clients() -> set[str]:
    """The clients that are installed, ours among them; says which are missing."""
    found = {"kafkawire"}
    for client, module in IMPORTS.items():
        if importlib.util.find_spec(module) is None:
            print(f"missing: {client} is not installed (extra bench)")
        else:
            found.add(client)
    try:
        client_java.class_path()
        found.add(JAVA)
    except Missing as why:
        print(f"missing: {why}")
    return found


def _reading(world: World, findings: Findings) -> None:
    figures: dict[tuple[str, str], list[float]] = {}
    ways = world.here(READINGS, client_java.READ)
    filled = {}
    for name, shape in TOPICS.items():
        progress(f"filling {shape.name}")
        count = fill(world.broker, shape._replace(records=shape.records // world.part))
        filled[name] = shape._replace(records=count * world.part)
    for number in range(world.rounds):
        progress(f"reading, round {number + 1} of {world.rounds}")
        turn = number % len(ways)
        for name, shape in filled.items():
            for way in ways[turn:] + ways[:turn]:
                if way not in client_bars.ways_of(name, ways):
                    continue
                job = world.job(shape, way)
                spent = child(way, job)
                assert spent.value_bytes >= shape.value_bytes * job.records, spent
                figures.setdefault((name, way), []).append(spent.cpu_s / spent.records * 1e6)
    client_bars.report_reading(figures, findings)


def _writing(world: World, findings: Findings) -> None:
    figures: dict[tuple[str, str], list[float]] = {}
    ways = world.here(WRITINGS, client_java.WRITE)
    for shape in WRITTEN.values():
        fill(world.broker, shape._replace(records=1))
    for number in range(world.rounds):
        progress(f"writing, round {number + 1} of {world.rounds}")
        turn = number % len(ways)
        for name, shape in WRITTEN.items():
            for way in ways[turn:] + ways[:turn]:
                job = world.job(shape, way)
                spent = child(way, job)
                assert spent.records == job.records, spent
                figures.setdefault((name, way), []).append(spent.cpu_s / job.records * 1e6)
    client_bars.report_writing(figures, findings)


def _delays(world: World, findings: Findings) -> None:
    with connect(world.broker) as sock:
        make_topics(sock, {DELAY_TOPIC: 1})
    shape = Shape(DELAY_TOPIC, DELAY_RECORDS, 100, partitions=1)
    found = {}
    for way in world.here(DELAYS, client_java.DELAYS):
        progress(way)
        found[way] = Delays(*printed_by(way, world.job(shape, way)))
    client_bars.report_delays(found, findings)


def _idle(world: World, findings: Findings) -> None:
    with connect(world.broker) as sock:
        make_topics(sock, {IDLE_TOPIC: IDLE_PARTITIONS})
    job = Job(world.bootstrap, IDLE_TOPIC, IDLE_PARTITIONS, seconds=world.watch_s)
    findings.table(f"idle, {IDLE_PARTITIONS:,} partitions", ["CPU ms/s"])
    for client in ("kafkawire", *IMPORTS, JAVA):
        if client in world.clients:
            progress(f"idle: {client}")
            figure = child(f"{client}: idle", job).cpu_s / world.watch_s * 1e3
            findings.row(client, [figure])
            if client == "kafkawire":
                what = f"idle, {IDLE_PARTITIONS:,} partitions: CPU a second"
                bar = Bar(what, figure, IDLE_MS_AT_MOST, " ms", stretch=IDLE_STRETCH)
                findings.judge(bar)


def _lagging(world: World, findings: Findings) -> None:
    for shape in LAG_TOPICS:
        progress(f"lagging: {shape.name}")
        in_topic = fill(world.broker, shape._replace(records=shape.records // world.part))
        way = "kafkawire: lagging"
        spent = child(way, world.job(shape, way, seconds=world.watch_s))
        assert 0 < spent.records < in_topic / 2, "the consumer was not slow"
        mib = (spent.rss_bytes - FETCH_MEMORY_BYTES) / (1 << 20)
        codec = ", lz4" if shape.codec else ""
        what = f"lagging, 1 KiB{codec}: RSS beyond fetch.memory.bytes"
        findings.judge(Bar(what, mib, RSS_MIB_AT_MOST, " MiB", stretch=RSS_STRETCH))


MEASURES: dict[str, Callable[[World, Findings], None]] = {
    "reading": _reading,
    "writing": _writing,
    "delays": _delays,
    "idle": _idle,
    "lagging": _lagging,
}


def child(way: str, job: Job) -> Spent:
    """Read or write in a process of its own; what it has spent."""
    return Spent(*printed_by(way, job))


def printed_by(way: str, job: Job) -> list[Any]:
    """What a process of its own prints."""
    done = subprocess.run(
        _command(way, job),
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=CHILD_LIMIT_S,
        check=False,
    )
    if done.returncode:
        raise RuntimeError(f"{way} failed:\n{done.stderr}")
    printed: list[Any] = json.loads(done.stdout)
    return printed


def _command(way: str, job: Job) -> list[str]:
    if way in client_java.WORK:
        return client_java.command(way, job)
    modules = {
        **dict.fromkeys(WRITINGS, "client_writers"),
        **dict.fromkeys(DELAYS, "client_delays"),
    }
    module = modules.get(way, "client_readers")
    return [sys.executable, "-m", f"tools.bench.{module}", way, json.dumps(job)]


if __name__ == "__main__":
    sys.exit(run(False, sys.argv[1:]))
