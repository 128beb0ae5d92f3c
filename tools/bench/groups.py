"""Groups and transactions: forming, heartbeats, reloading offsets, one transactional producer.

    python -m tools.bench groups [--check]
    python -m tools.bench.groups [--check] [--kafka HOST:PORT:PID] [--rounds N]

The broker is a process of its own, and CPU is that of its process. A group forms from the first
JoinGroup (or heartbeat, KIP-848) to the moment when all members have their assignments; members
wait as real ones do, so only CPU is judged. Heartbeats come every 3 s from classic members and
every 5 s from those of KIP-848, as their clients have it by default, from a connection each.
Offsets are read back when every group is served again, counted from the start of the process.

Apache Kafka's figures stand beside ours if one is named by `--kafka`; it wants
`group.initial.rebalance.delay.ms` and all else at their defaults.
"""

from __future__ import annotations

import socket
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from statistics import median, quantiles
from typing import Any

from kafkawire.protocol.messages.create_topics_request import CreateTopicsRequest
from kafkawire.protocol.messages.end_txn_request import EndTxnRequest
from kafkawire.protocol.messages.find_coordinator_request import FindCoordinatorRequest
from kafkawire.protocol.messages.init_producer_id_request import InitProducerIdRequest
from kafkawire.protocol.messages.offset_commit_request import OffsetCommitRequest
from kafkawire.protocol.messages.offset_fetch_request import OffsetFetchRequest
from kafkawire.protocol.messages.produce_request import ProduceRequest
from kafkawire.records.builder import encode_batch
from tools.bench import group_load as load
from tools.bench.brokers import Contender, kafka, ours
from tools.bench.command import main
from tools.bench.group_load import TOPIC, Member
from tools.bench.load import ask, connect
from tools.bench.report import Bar, Findings

ROUNDS = 3
MEMBERS, PARTITIONS = 500, 5_000
STEADY_MEMBERS, STEADY_GROUPS, STEADY_S = 5_000, 50, 15.0
CLASSIC_INTERVAL_S, CONSUMER_INTERVAL_S = 3.0, 5.0
OFFSET_GROUPS, OFFSETS_PER_GROUP = 100, 1_000
OFFSETS = OFFSET_GROUPS * OFFSETS_PER_GROUP
TRANSACTIONS_PER_S, TRANSACTIONS_S = 200, 10.0
TRANSACTION_TOPIC = "bench-transactions"

FORMING_CPU_S = 2.0
STEADY_PERCENT = 20.0
RELOAD_S = 2.0
TRANSACTION_P99_MS = 20.0
PACE = 0.99
"""So much of the pace must have been kept for it to count as kept."""

Form = Callable[[list[Member], int], None]
PROTOCOLS: dict[str, Form] = {"classic": load.form_classic, "consumer": load.form_consumer}


def run(check: bool, kafka_named: str | None = None, rounds: int = ROUNDS) -> int:
    """Measure and print; with `check`, 1 if a bar falls short."""
    findings = Findings()
    measure(findings, rounds)
    if kafka_named is not None:
        with kafka(kafka_named) as broker:
            _beside(findings, broker)
    return findings.conclude(check)


def measure(findings: Findings, rounds: int) -> None:
    """Measure ours, print, and judge in `findings`."""
    findings.table("groups and transactions", ["seen"])
    for name, form in PROTOCOLS.items():
        figures = []
        for _ in range(rounds):
            with ours() as broker:
                figures.append(forming(broker, form)[0])
        what = f"{MEMBERS} members over {PARTITIONS:,} partitions, {name}: CPU"
        findings.judge(Bar.of(what, figures, FORMING_CPU_S, " s"))
    for name in PROTOCOLS:
        with ours() as broker:
            percent, each_us = steady(broker, name)
        findings.row(f"a heartbeat, {name}: CPU, us", [each_us])
        what = f"heartbeats of {STEADY_MEMBERS:,} members, {name}"
        findings.judge(Bar.of(what, [percent], STEADY_PERCENT, " %"))
    _reloads(findings, rounds)
    with ours() as broker:
        _transactions(findings, broker)


def _beside(findings: Findings, broker: Contender) -> None:
    for name, form in PROTOCOLS.items():
        cpu_s, wall_s = forming(broker, form)
        findings.row(f"{broker.name}: {MEMBERS} members, {name}: CPU s", [cpu_s])
        findings.row(f"{broker.name}: {MEMBERS} members, {name}: wall s", [wall_s])
    milliseconds, _ = transactions(broker)
    findings.row(f"{broker.name}: a transaction, p99 ms", [_p99(milliseconds)])


def forming(broker: Contender, form: Form) -> tuple[float, float]:
    """Seconds of CPU, and of the clock, until a group has formed."""
    _make_topic(broker, TOPIC, PARTITIONS)
    group = f"forming-{form.__name__}"
    load.ready(broker, group)
    members = [Member(broker, group, number) for number in range(MEMBERS)]
    cpu_ns, begun = broker.cpu_ns(), time.monotonic()
    form(members, PARTITIONS)
    taken = (broker.cpu_ns() - cpu_ns) / 1e9, time.monotonic() - begun
    load.close(members)
    return taken


def steady(broker: Contender, protocol: str) -> tuple[float, float]:
    """Percent of a core while all members only beat, and microseconds of CPU for one heartbeat."""
    size = STEADY_MEMBERS // STEADY_GROUPS
    _make_topic(broker, TOPIC, size)
    groups = [f"steady-{number}" for number in range(STEADY_GROUPS)]
    load.ready(broker, *groups)
    members = [Member(broker, group, number) for group in groups for number in range(size)]
    PROTOCOLS[protocol](members, size)
    is_classic = protocol == "classic"
    request_of = Member.classic_beat if is_classic else Member.consumer_beat
    cpu_ns, begun = broker.cpu_ns(), time.monotonic()
    beats = load.beat_steadily(
        members,
        request_of,
        version=load.BEAT if is_classic else load.CONSUMER_BEAT,
        interval_s=CLASSIC_INTERVAL_S if is_classic else CONSUMER_INTERVAL_S,
        seconds=STEADY_S,
    )
    cpu_s, wall_s = (broker.cpu_ns() - cpu_ns) / 1e9, time.monotonic() - begun
    load.close(members)
    return 100 * cpu_s / wall_s, cpu_s / beats * 1e6


def _reloads(findings: Findings, rounds: int) -> None:
    with tempfile.TemporaryDirectory(prefix="kafkawire-bench-") as data:
        with ours("--data", data) as broker:
            _commit_all(broker)
        walls, cpus = [], []
        for _ in range(rounds):
            begun = time.monotonic()
            with ours("--data", data) as broker:
                load.ready(broker, *_offset_groups())
                walls.append(time.monotonic() - begun)
                cpus.append(broker.cpu_ns() / 1e9)
                _fetch_all(broker)
    findings.row(f"start and reload of {OFFSETS:,} offsets: CPU s", [median(cpus)])
    findings.judge(Bar.of(f"start and reload of {OFFSETS:,} offsets", walls, RELOAD_S, " s"))


def _commit_all(broker: Contender) -> None:
    _make_topic(broker, TOPIC, OFFSETS_PER_GROUP)
    groups = _offset_groups()
    load.ready(broker, *groups)
    part = OffsetCommitRequest.OffsetCommitRequestPartition
    partitions = [part(partition_index=at, committed_offset=at) for at in range(OFFSETS_PER_GROUP)]
    topic = OffsetCommitRequest.OffsetCommitRequestTopic(name=TOPIC, partitions=partitions)
    with connect(broker) as sock:
        for group in groups:
            found: Any = ask(sock, OffsetCommitRequest(group_id=group, topics=[topic]), 8)
            assert not any(each.error_code for each in found.topics[0].partitions)


def _fetch_all(broker: Contender) -> None:
    """See that every group's offsets are there again, all of them."""
    with connect(broker) as sock:
        for group in _offset_groups():
            found: Any = ask(sock, OffsetFetchRequest(group_id=group, topics=None), 7)
            assert sum(len(each.partitions) for each in found.topics) == OFFSETS_PER_GROUP


def _offset_groups() -> list[str]:
    return [f"offsets-{number}" for number in range(OFFSET_GROUPS)]


def _transactions(findings: Findings, broker: Contender) -> None:
    cpu_ns = broker.cpu_ns()
    milliseconds, per_second = transactions(broker)
    each_us = (broker.cpu_ns() - cpu_ns) / len(milliseconds) / 1e3
    findings.row("a transaction: CPU, us", [each_us])
    findings.row("a transaction: median, ms", [median(milliseconds)])
    pace = Bar.of(
        "pace asked / transactions per second", [TRANSACTIONS_PER_S / per_second], 1 / PACE
    )
    findings.judge(pace)
    p99 = _p99(milliseconds)
    findings.judge(
        Bar.of(f"{TRANSACTIONS_PER_S} transactions/s: p99", [p99], TRANSACTION_P99_MS, " ms")
    )


def transactions(broker: Contender) -> tuple[list[float], float]:
    """Milliseconds that each transaction took, at a steady pace; how many there were a second."""
    _make_topic(broker, TRANSACTION_TOPIC, 1)
    with _producer(broker) as (sock, producer):
        taken, begun = [], time.perf_counter()
        count = round(TRANSACTIONS_PER_S * TRANSACTIONS_S)
        for number in range(count):
            time.sleep(max(0.0, begun + number / TRANSACTIONS_PER_S - time.perf_counter()))
            started = time.perf_counter()
            producer = _transaction(sock, producer)
            taken.append((time.perf_counter() - started) * 1e3)
        return taken, count / (time.perf_counter() - begun)


@contextmanager
def _producer(broker: Contender) -> Iterator[tuple[socket.socket, tuple[int, int]]]:
    with connect(broker) as sock:
        asked = InitProducerIdRequest(transactional_id="bench", transaction_timeout_ms=60_000)
        while ask_code(sock, FindCoordinatorRequest(key="bench", key_type=1), 3):
            time.sleep(load.AGAIN_S)
        while True:
            found: Any = ask(sock, asked, 4)
            if not found.error_code:
                break
            time.sleep(load.AGAIN_S)
        yield sock, (found.producer_id, found.producer_epoch)


def ask_code(sock: socket.socket, request: Any, version: int) -> int:
    """The error code of the answer."""
    found: Any = ask(sock, request, version)
    return int(found.error_code)


def _transaction(sock: socket.socket, producer: tuple[int, int]) -> tuple[int, int]:
    """One record, and a commit; who the producer is from then on (KIP-890)."""
    producer_id, epoch = producer
    data = encode_batch(
        [(int(time.time() * 1000), None, b"v" * 100, ())],
        producer_id=producer_id,
        producer_epoch=epoch,
        base_sequence=0,
        transactional=True,
    )
    partition = ProduceRequest.PartitionProduceData(index=0, records=data)
    topic = ProduceRequest.TopicProduceData(name=TRANSACTION_TOPIC, partition_data=[partition])
    produced: Any = ask(
        sock,
        ProduceRequest(transactional_id="bench", acks=-1, timeout_ms=30_000, topic_data=[topic]),
        12,
    )
    assert not produced.responses[0].partition_responses[0].error_code, produced
    ended: Any = ask(
        sock,
        EndTxnRequest(
            transactional_id="bench", producer_id=producer_id, producer_epoch=epoch, committed=True
        ),
        5,
    )
    assert not ended.error_code, ended
    return ended.producer_id, ended.producer_epoch


def _p99(milliseconds: list[float]) -> float:
    return quantiles(milliseconds, n=100)[98]


def _make_topic(broker: Contender, name: str, partitions: int) -> None:
    topic = CreateTopicsRequest.CreatableTopic(
        name=name, num_partitions=partitions, replication_factor=1
    )
    with connect(broker) as sock:
        ask(sock, CreateTopicsRequest(topics=[topic], timeout_ms=60_000), 4)


if __name__ == "__main__":
    sys.exit(main(__doc__, run, ROUNDS))
