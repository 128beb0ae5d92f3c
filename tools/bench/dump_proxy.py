"""What the proxy of wire-dump costs: a small request's latency, and the throughput of batches.

The same requests go directly and through the proxy in turns, on connections that stay open. The
proxy, the broker and the client are processes of their own; the proxy looks at all that passes, and
has done so before the next turn. Fetches that nobody decodes are the hardest: no client works for
its bytes, so that all there is to hide behind is a copy in the kernel. What passes in a turn is a
burst for the proxy, which looks at it in the end; a row with ten times as much shows what is left
when it has to look while more comes.
"""

from __future__ import annotations

import contextlib
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from statistics import median

from kafkawire.protocol.exchange import encode_request
from kafkawire.protocol.messages.fetch_request import FetchRequest
from kafkawire.protocol.messages.heartbeat_request import HeartbeatRequest
from kafkawire.protocol.messages.produce_request import ProduceRequest
from kafkawire.records.builder import encode_batch
from tools.bench.brokers import Contender, ours
from tools.bench.load import TOPIC, connect, make_topic
from tools.bench.report import Bar, Findings, progress
from tools.programs import ADDRESS, HOST, printed, running, wire_dump

LATENCY_AT_MOST_US = 200.0
THROUGHPUT_AT_MOST = 2.0
"""Direct / through the proxy, in bytes per second."""
PINGS, PING_TURNS = 1000, 10
BATCHES, BATCH_TURNS = 40, 5
BATCH_BYTES = (1 << 20) - 4096
UNDER_WAY = 4
WARM_PINGS = 300
READY_LIMIT_S = 20.0
AT_REST_NS, REST_S = 2_000_000, 0.2
"""A process that takes less CPU time than this in so long has nothing left to do."""
RateOf = Callable[[Contender], float]
ROOT = Path(__file__).resolve().parents[2]


def measure(findings: Findings, part: int = 1) -> None:
    """Measure; `part` is the share of the work that is left out."""
    progress("starting a broker, and a proxy before it")
    with ours() as broker:
        make_topic(broker)
        with proxy(broker) as through:
            _latency(findings, broker, through, max(2, PING_TURNS // part))
            turns, ways = max(2, BATCH_TURNS // part), (broker, through)
            _throughput(findings, "produce", partial(_rate, frame=produces()), ways, turns)
            _throughput(findings, "a stock consumer", consumed, ways, turns)
            raw = partial(_rate, frame=fetches())
            _throughput(findings, "fetches that nobody decodes", raw, ways, turns)
            many = partial(_rate, frame=fetches(), batches=10 * BATCHES)
            _throughput(findings, "the same, ten times as many", many, ways, turns)


@contextlib.contextmanager
def proxy(broker: Contender) -> Iterator[Contender]:
    """A proxy before a broker, its output thrown away."""
    command = wire_dump("proxy", f"{HOST}:0", "--to", f"{broker.host}:{broker.port}")
    with running(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as process:
        address = printed(process.stderr, f"listening on ({ADDRESS})")[1]
        try:
            yield Contender("proxy", HOST, int(address.rpartition(":")[2]), process.pid)
        finally:
            process.send_signal(signal.SIGINT)
            _, errors = process.communicate()
            for line in errors.splitlines():
                print(line.replace("wire-dump: ", "the proxy said: "))


def _latency(findings: Findings, broker: Contender, through: Contender, turns: int) -> None:
    frame = encode_request(12, 4, 1, "bench", HeartbeatRequest(group_id="g", member_id="m"))
    added, direct_us, through_us = [], [], []
    with connect(broker) as direct, connect(through) as proxied:
        for sock in (direct, proxied):
            _pings(sock, frame, WARM_PINGS)
        for _ in range(turns):
            before = median(_pings(direct, frame, PINGS))
            after = median(_pings(proxied, frame, PINGS))
            direct_us.append(before)
            through_us.append(after)
            added.append(after - before)
    findings.table("a small request, p50, us", ["direct", "proxy", "added"])
    findings.row("heartbeat", [median(direct_us), median(through_us), median(added)])
    findings.judge(Bar.of("latency the proxy adds, p50", added, LATENCY_AT_MOST_US, " us"))


def _pings(sock: socket.socket, frame: bytes, count: int) -> list[float]:
    """Microseconds from each request to its answer."""
    found = []
    for _ in range(count):
        began = time.perf_counter_ns()
        sock.sendall(frame)
        sock.recv(4096)
        found.append((time.perf_counter_ns() - began) / 1000)
    return found


def produces() -> bytes:
    """A request with a batch of about 1 MiB."""
    values = [bytes([number % 251]) * 1000 for number in range(BATCH_BYTES // 1010)]
    records = encode_batch([(int(time.time() * 1000), None, value, ()) for value in values])
    partition = ProduceRequest.PartitionProduceData(index=0, records=records)
    topic = ProduceRequest.TopicProduceData(name=TOPIC, partition_data=[partition])
    request = ProduceRequest(acks=1, timeout_ms=30_000, topic_data=[topic])
    return encode_request(request.API_KEY, 7, 1, "bench", request)


def fetches() -> bytes:
    """A request for such a batch."""
    partition = FetchRequest.FetchPartition(
        partition=0, fetch_offset=0, partition_max_bytes=1 << 20
    )
    topic = FetchRequest.FetchTopic(topic=TOPIC, partitions=[partition])
    request = FetchRequest(max_wait_ms=500, min_bytes=1, max_bytes=1 << 20, topics=[topic])
    return encode_request(request.API_KEY, 12, 1, "bench", request)


def _throughput(
    findings: Findings, name: str, rate_of: RateOf, ways: tuple[Contender, Contender], turns: int
) -> None:
    rates: list[list[float]] = [[], []]
    for turn in range(turns + 1):
        for number in (0, 1) if turn % 2 else (1, 0):
            rate = rate_of(ways[number])
            _rest(ways[number])
            if turn:
                rates[number].append(rate)
    pairs = [direct / through for direct, through in zip(*rates, strict=True)]
    findings.table(f"batches of 1 MiB, MB/s: {name}", ["direct", "proxy", "direct / proxy"])
    findings.row("", [*(median(each) for each in rates), median(pairs)])
    findings.judge(Bar.of(f"{name}, direct / through the proxy", pairs, THROUGHPUT_AT_MOST))


def _rest(contender: Contender) -> None:
    """Wait until it has done what it put off, so that the next to be measured has the machine."""
    before, now = 0, contender.cpu_ns()
    while now - before > AT_REST_NS:
        time.sleep(REST_S)
        before, now = now, contender.cpu_ns()


def _rate(contender: Contender, frame: bytes, batches: int = BATCHES) -> float:
    """Megabytes per second of requests and answers, a few under way."""
    moved, sent = 0, UNDER_WAY
    with connect(contender) as sock, sock.makefile("rb", buffering=1 << 18) as reader:
        began = time.perf_counter()
        sock.sendall(frame * UNDER_WAY)
        for _ in range(batches):
            size = int.from_bytes(reader.read(4), "big")
            moved += len(frame) + len(reader.read(size))
            if sent < batches:
                sock.sendall(frame)
                sent += 1
        return moved / (time.perf_counter() - began) / 1e6


def consumed(contender: Contender) -> float:
    """Megabytes per second that librdkafka's consumer hands out."""
    from confluent_kafka import OFFSET_BEGINNING, Consumer, TopicPartition

    consumer = Consumer(
        {
            "bootstrap.servers": f"{contender.host}:{contender.port}",
            "group.id": "bench",
            "enable.auto.commit": False,
            "fetch.message.max.bytes": 4 << 20,
            "queued.max.messages.kbytes": 16 << 10,
        }
    )
    consumer.assign([TopicPartition(TOPIC, 0, OFFSET_BEGINNING)])
    wanted = BATCHES * BATCH_BYTES
    moved, began = 0, 0.0
    while moved < wanted:
        for message in consumer.consume(10_000, 0.1):
            moved += len(message.value() or b"")
        # What comes before the first records is no throughput.
        if moved and not began:
            began, wanted = time.perf_counter(), wanted + moved
    seconds = time.perf_counter() - began
    consumer.close()
    return BATCHES * BATCH_BYTES / seconds / 1e6
