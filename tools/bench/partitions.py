"""Ten thousand partitions: made, kept, stopped and started again; and one topic that is large.

    python -m tools.bench partitions [--check]
    python -m tools.bench.partitions [--check] [--kafka HOST:PORT:PID] [--rounds N]

Partitions are made by two CreateTopics requests of 5,000 on one connection, since Apache Kafka
refuses more in one, and are there when Metadata lists them all with leaders. A start is measured
from spawning the process to the first such answer, after a clean stop and after kill -9. Apache
Kafka takes about a minute for its part, so it is measured only if one is named by `--kafka`.

The large topic has twenty segments of 1 GiB, each a batch of about a megabyte and a hole behind it:
whoever read them all would take seconds of CPU, and find zeros. Starting with it is compared with
starting with an empty one. KAFKAWIRE_BENCH_DATA names a directory on the disk to be measured.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from statistics import median
from typing import NamedTuple

from kafkawire.protocol.messages.create_topics_request import CreateTopicsRequest
from kafkawire.protocol.messages.create_topics_response import CreateTopicsResponse
from kafkawire.protocol.messages.metadata_request import MetadataRequest
from kafkawire.protocol.messages.metadata_response import MetadataResponse
from kafkawire.protocol.messages.produce_request import ProduceRequest
from kafkawire.protocol.messages.produce_response import ProduceResponse
from kafkawire.records.builder import encode_batch
from tools.bench.brokers import Contender, kafka, ours
from tools.bench.command import main
from tools.bench.load import ask, connect
from tools.bench.report import Bar, Findings, progress, ratios

ROUNDS = 3
TOPICS = ("many-a", "many-b")
PARTITIONS_PER_TOPIC = 5_000
PARTITIONS = len(TOPICS) * PARTITIONS_PER_TOPIC
IDLE_S = 10.0
LIMIT_S = 240.0
BIG_ROUNDS = 7
BIG_SEGMENTS = 20
BIG_SEGMENT_BYTES = 1 << 30
BIG_RECORD_BYTES = 1 << 20
DATA_VARIABLE = "KAFKAWIRE_BENCH_DATA"

CREATE_ON_DISK_S = 5.0
CREATE_IN_MEMORY_S = 1.0
RESTART_S = 3.0
IDLE_PERCENT = 1.0
RSS_MB = 200.0
BIG_RATIO = 1.2


class Made(NamedTuple):
    """What making all partitions took: seconds, seconds of CPU, and bytes of memory before."""

    wall_s: float
    cpu_s: float
    rss_before: int


def run(check: bool, kafka_named: str | None = None, rounds: int = ROUNDS) -> int:
    """Measure and print; with `check`, 1 if a bar falls short."""
    findings = Findings()
    measure(findings, kafka_named, rounds)
    return findings.conclude(check)


def measure(findings: Findings, kafka_named: str | None, rounds: int) -> None:
    """Measure, print, and judge in `findings`."""
    findings.table(f"{PARTITIONS:,} partitions", ["seen"])
    _in_memory(findings, rounds)
    with _data_directory() as data:
        _on_disk(findings, data, rounds)
    with _data_directory() as data:
        _big_topic(findings, data, rounds)
    if kafka_named is not None:
        with kafka(kafka_named) as broker:
            made = make(broker)
            findings.row(f"{broker.name}: made, s", [made.wall_s])
            findings.row(f"{broker.name}: made, CPU s", [made.cpu_s])


def _in_memory(findings: Findings, rounds: int) -> None:
    walls, kilobytes = [], []
    for _ in range(rounds):
        with ours() as broker:
            made = make(broker)
            walls.append(made.wall_s)
            kilobytes.append((broker.rss_bytes() - made.rss_before) / PARTITIONS / 1e3)
    findings.row("in memory: growth a partition, kB", [median(kilobytes)])
    findings.judge(Bar.of("made in memory", walls, CREATE_IN_MEMORY_S, " s"))


def _on_disk(findings: Findings, data: str, rounds: int) -> None:
    """Made in a fresh directory each round; the last one is stopped, killed and started again."""
    walls, cpus = [], []
    for number in range(rounds):
        directory = f"{data}/{number}"
        with ours("--data", directory) as broker:
            made = make(broker)
            walls.append(made.wall_s)
            cpus.append(made.cpu_s)
            if number == rounds - 1:
                findings.judge(Bar.of("idle, on disk", [idle_percent(broker)], IDLE_PERCENT, " %"))
                megabytes = broker.rss_bytes() / 1e6
                findings.judge(Bar.of("memory, on disk", [megabytes], RSS_MB, " MB"))
            begun = time.perf_counter()
        stop_s = time.perf_counter() - begun
    findings.row("on disk: made, CPU s", [median(cpus)])
    findings.row("on disk: stopped cleanly, s", [stop_s])
    findings.judge(Bar.of("made on disk", walls, CREATE_ON_DISK_S, " s"))
    clean = [_restart(findings, directory, number) for number in range(rounds)]
    findings.judge(Bar.of("started after a clean stop", clean, RESTART_S, " s"))
    _killed(findings, directory, "killed", rounds)
    with ours("--data", directory) as broker:
        write_all(broker)
    _restart(findings, directory, 0, "each with a record")
    _killed(findings, directory, "each with a record, killed", rounds)


def _killed(findings: Findings, directory: str, name: str, rounds: int) -> None:
    """Kill the broker as soon as it answers, and start it again."""
    walls, cpus = [], []
    for _ in range(rounds):
        with ours("--data", directory) as broker:
            answered(broker)
            os.kill(broker.pid, signal.SIGKILL)
        begun = time.perf_counter()
        with ours("--data", directory) as broker:
            answered(broker)
            walls.append(time.perf_counter() - begun)
            cpus.append(broker.cpu_ns() / 1e9)
    findings.row(f"{name}, started again, s", [median(walls)])
    findings.row(f"{name}, started again, CPU s", [median(cpus)])


def _restart(findings: Findings, directory: str, number: int, name: str = "stopped") -> float:
    begun = time.perf_counter()
    with ours("--data", directory) as broker:
        answered(broker)
        wall_s = time.perf_counter() - begun
        if number == 0:
            findings.row(f"{name}, started again, s", [wall_s])
            findings.row(f"{name}, started again, CPU s", [broker.cpu_ns() / 1e9])
            findings.row(f"{name}, started again, memory, MB", [broker.rss_bytes() / 1e6])
            findings.row(f"{name}, started again, idle, %", [idle_percent(broker)])
    return wall_s


def _big_topic(findings: Findings, data: str, rounds: int) -> None:
    directories = {name: f"{data}/{name}" for name in ("empty", "big")}
    with ours("--data", directories["empty"]) as broker:
        _create(broker, "big", {})
    _make_big(directories["big"])
    walls: dict[str, list[float]] = {name: [] for name in directories}
    cpus: dict[str, list[float]] = {name: [] for name in directories}
    for _ in range(max(rounds, BIG_ROUNDS)):
        for name, directory in directories.items():
            begun = time.perf_counter()
            with ours("--data", directory) as broker:
                answered(broker, topics=("big",), partitions=1)
                walls[name].append(time.perf_counter() - begun)
                cpus[name].append(broker.cpu_ns() / 1e9)
    for name in directories:
        findings.row(f"started with the {name} topic, s", [median(walls[name])])
        findings.row(f"started with the {name} topic, CPU s", [median(cpus[name])])
    gigabytes = BIG_SEGMENTS * BIG_SEGMENT_BYTES >> 30
    for what, seconds in (("wall", walls), ("CPU", cpus)):
        name = f"started with {gigabytes} GiB / with nothing, {what}"
        findings.judge(Bar.of(name, ratios(seconds["big"], seconds["empty"]), BIG_RATIO))


def _make_big(directory: str) -> None:
    """A topic of as many segments; all but the newest are made as large as they may be."""
    record = Random(1).randbytes(BIG_RECORD_BYTES - 1_000)
    batch = encode_batch([(int(time.time() * 1000), None, record, ())])
    with ours("--data", directory) as broker:
        _create(broker, "big", {"segment.bytes": str(BIG_RECORD_BYTES)})
        partition = ProduceRequest.PartitionProduceData(index=0, records=batch)
        topic = ProduceRequest.TopicProduceData(name="big", partition_data=[partition])
        with connect(broker) as sock:
            for _ in range(BIG_SEGMENTS + 1):
                request = ProduceRequest(acks=1, timeout_ms=30_000, topic_data=[topic])
                answer = ask(sock, request, 7)
                assert isinstance(answer, ProduceResponse)
                assert not answer.responses[0].partition_responses[0].error_code
    logs = sorted(Path(directory, "big-0").glob("*.log"))
    assert len(logs) == BIG_SEGMENTS + 1
    for log in logs[:-1]:
        os.truncate(log, BIG_SEGMENT_BYTES)


@contextlib.contextmanager
def _data_directory() -> Iterator[str]:
    with tempfile.TemporaryDirectory(
        prefix="kafkawire-bench-", dir=os.environ.get(DATA_VARIABLE), ignore_cleanup_errors=True
    ) as data:
        yield data


def make(broker: Contender) -> Made:
    """Make all partitions and wait for them."""
    rss_before, cpu_ns, begun = broker.rss_bytes(), broker.cpu_ns(), time.perf_counter()
    for name in TOPICS:
        progress(f"{broker.name}: making {name}")
        _create(broker, name, {}, PARTITIONS_PER_TOPIC)
    answered(broker)
    wall_s = time.perf_counter() - begun
    return Made(wall_s, (broker.cpu_ns() - cpu_ns) / 1e9, rss_before)


def _create(broker: Contender, name: str, configs: dict[str, str], partitions: int = 1) -> None:
    make_config = CreateTopicsRequest.CreatableTopicConfig
    topic = CreateTopicsRequest.CreatableTopic(
        name=name,
        num_partitions=partitions,
        replication_factor=1,
        configs=[make_config(name=key, value=value) for key, value in configs.items()],
    )
    with connect(broker) as sock:
        response = ask(sock, CreateTopicsRequest(topics=[topic], timeout_ms=int(LIMIT_S * 1000)), 4)
    assert isinstance(response, CreateTopicsResponse)
    assert not response.topics[0].error_code, response


def answered(
    broker: Contender, topics: tuple[str, ...] = TOPICS, partitions: int = PARTITIONS
) -> None:
    """Wait until Metadata lists all partitions of these topics, each with a leader."""
    wanted = MetadataRequest(
        topics=[MetadataRequest.MetadataRequestTopic(name=name) for name in topics]
    )
    limit = time.monotonic() + LIMIT_S
    with connect(broker) as sock:
        while True:
            found = ask(sock, wanted, 4)
            assert isinstance(found, MetadataResponse)
            listed = [each for topic in found.topics for each in topic.partitions]
            if sum(not each.error_code and each.leader_id >= 0 for each in listed) == partitions:
                return
            assert time.monotonic() < limit, f"{broker.name}: {len(listed)} partitions"
            time.sleep(0.01)


def write_all(broker: Contender) -> None:
    """Append a record to every partition."""
    records = encode_batch([(int(time.time() * 1000), None, bytes(100), ())])
    make_data = ProduceRequest.PartitionProduceData
    with connect(broker) as sock:
        for name in TOPICS:
            data = [make_data(index=at, records=records) for at in range(PARTITIONS_PER_TOPIC)]
            topic = ProduceRequest.TopicProduceData(name=name, partition_data=data)
            request = ProduceRequest(acks=1, timeout_ms=30_000, topic_data=[topic])
            answer = ask(sock, request, 7)
            assert isinstance(answer, ProduceResponse)
            assert not any(each.error_code for each in answer.responses[0].partition_responses)


def idle_percent(broker: Contender) -> float:
    """Per cent of a processor that the broker takes while nobody asks it for anything."""
    time.sleep(1.0)
    before = broker.cpu_ns()
    time.sleep(IDLE_S)
    return (broker.cpu_ns() - before) / 1e7 / IDLE_S


if __name__ == "__main__":
    sys.exit(main(__doc__, run, ROUNDS))
