"""What is in the log after produce requests were answered too late, of ours and of Apache Kafka.

    .venv/bin/python -m compat.late_answers                      # both, in a minute
    .venv/bin/python -m compat.late_answers --against kafkawire  # one of them

An idempotent confluent-kafka with `message.timeout.ms=3000` produces through a proxy that holds the
answers to its first produce requests back for longer than that, as an overloaded machine would.
Each broker has a line: how many values the client was told are written or have failed, how many are
in the log, missing, or there more than once, and by which producer epochs.
"""

from __future__ import annotations

import argparse
import collections
import contextlib
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from typing import NamedTuple

from compat.oracle.node import OracleUnavailable
from compat.oracle.side import Side
from compat.oracle.sides import apache
from compat.oracle.steps import Answer, Ask
from kafkawire.protocol.messages.create_topics_request import CreateTopicsRequest
from kafkawire.protocol.messages.fetch_request import FetchRequest
from kafkawire.records.batch import iter_headers
from kafkawire.records.record import decode_records
from tests.support.suite.patience import patient
from tools.programs import ADDRESS, HOST, free_port, kafkawire, printed, running

VALUES = 4_000
VALUES_PER_SECOND = 800
MESSAGE_TIMEOUT_MS = 3_000
HELD_SECONDS = 4.0
"""How long an answer is held back: longer than a message may take."""
HOLDING_SECONDS = 2.5
"""Requests of the first so many seconds get their answers late."""
TOPIC = "late"
PRODUCE = 0
BROKERS = ("apache:4.4.0", "kafkawire")
FLUSH_SECONDS_MAX = patient(60.0)


Batch = tuple[int, int, int, int]
"""Producer id and epoch, base sequence and number of records."""


class Outcome(NamedTuple):
    """What the client was told of its values, and what is in the log."""

    written: set[int]
    failed: set[int]
    logged: collections.Counter[int]
    batches: list[Batch]
    """In the order of the log."""

    @property
    def epochs(self) -> list[int]:
        """The producer epochs in the log."""
        return sorted({epoch for _, epoch, _, _ in self.batches})

    @property
    def lost(self) -> set[int]:
        """Values that are not in the log though the client was told that they are written."""
        return self.written - set(self.logged)

    @property
    def twice(self) -> list[int]:
        """Values that are in the log more than once."""
        return [value for value, count in self.logged.items() if count > 1]

    @property
    def gaps(self) -> int:
        """Batches that do not go on where their producer's epoch was, or begin it at 0."""
        ends: dict[tuple[int, int], int] = {}
        found = 0
        for producer_id, epoch, sequence, count in self.batches:
            found += sequence != ends.get((producer_id, epoch), 0)
            ends[producer_id, epoch] = sequence + count
        return found

    def line(self) -> str:
        """The outcome in words."""
        return (
            f"written {len(self.written)}, failed {len(self.failed)}; in the log "
            f"{self.logged.total()} of {len(self.logged)} values, lost {len(self.lost)}, "
            f"twice {len(self.twice)}, epochs {self.epochs}, gaps in sequences {self.gaps}"
        )


class Proxy:
    """Passes everything between clients and one broker; some produce answers come late."""

    def __init__(self, port: int) -> None:
        self.broker_port = 0
        self._begun: float | None = None
        self._listener = socket.create_server((HOST, port))
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        """Take no more connections."""
        self._listener.close()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                broker = socket.create_connection((HOST, self.broker_port))
                late: set[int] = set()
                for work in (self._forward, self._back):
                    threading.Thread(target=work, args=(client, broker, late), daemon=True).start()

    def _forward(self, client: socket.socket, broker: socket.socket, late: set[int]) -> None:
        with contextlib.suppress(OSError), broker, client.makefile("rb") as stream:
            while frame := _frame(stream):
                if int.from_bytes(frame[4:6], "big") == PRODUCE and self._is_holding():
                    late.add(int.from_bytes(frame[8:12], "big"))
                broker.sendall(frame)

    def _back(self, client: socket.socket, broker: socket.socket, late: set[int]) -> None:
        with contextlib.suppress(OSError), client, broker.makefile("rb") as stream:
            while frame := _frame(stream):
                if int.from_bytes(frame[4:8], "big") in late:
                    time.sleep(HELD_SECONDS)
                client.sendall(frame)

    def _is_holding(self) -> bool:
        now = time.monotonic()
        self._begun = now if self._begun is None else self._begun
        return now - self._begun < HOLDING_SECONDS


def _frame(stream: object) -> bytes:
    """The next frame with its length; nothing at the end."""
    head: bytes = stream.read(4)  # type: ignore[attr-defined]
    body: bytes = stream.read(int.from_bytes(head, "big"))  # type: ignore[attr-defined]
    return head + body


@contextlib.contextmanager
def ours(advertised: str) -> Iterator[Side]:
    """`kafkawire serve`, which tells clients to come to another address."""
    port = free_port()
    listening = ("--listen", f"{HOST}:{port}", "--advertise", advertised)
    with running(kafkawire("serve", *listening), stdout=subprocess.PIPE) as process:
        printed(process.stdout, ADDRESS)
        yield Side("kafkawire", HOST, port)


@contextlib.contextmanager
def proxied(name: str) -> Iterator[tuple[Side, str]]:
    """A broker that tells clients to come by a proxy, and the address of that."""
    port = free_port()
    proxy = Proxy(port)
    address = f"{HOST}:{port}"
    made = (
        ours(address)
        if name == "kafkawire"
        else apache(
            name.removeprefix("apache:"), {"advertised.listeners": f"PLAINTEXT://{address}"}
        )
    )
    try:
        with made as side:
            proxy.broker_port = side.port
            yield side, address
    finally:
        proxy.close()


def produced(bootstrap: str) -> tuple[set[int], set[int]]:
    """Produce all values; those that are written and those that have failed, as the client says."""
    from confluent_kafka import Producer

    written: set[int] = set()
    failed: set[int] = set()

    def told(error: object, message: object) -> None:
        value = int(message.value())  # type: ignore[attr-defined]
        (written if error is None else failed).add(value)

    producer = Producer(
        {
            "bootstrap.servers": bootstrap,
            "enable.idempotence": True,
            "message.timeout.ms": MESSAGE_TIMEOUT_MS,
            "linger.ms": 5,
            "log_level": 0,
            "on_delivery": told,
        }
    )
    for value in range(VALUES):
        producer.produce(TOPIC, str(value), partition=0)
        producer.poll(1 / VALUES_PER_SECOND)
    producer.flush(FLUSH_SECONDS_MAX)
    return written, failed


def logged(side: Side) -> tuple[collections.Counter[int], list[Batch]]:
    """The values in the log, and its batches."""
    values: collections.Counter[int] = collections.Counter()
    batches: list[Batch] = []
    offset = 0
    while True:
        part = FetchRequest.FetchPartition(
            partition=0, fetch_offset=offset, partition_max_bytes=1 << 24
        )
        topic = FetchRequest.FetchTopic(topic=TOPIC, partitions=[part])
        found = side.do(Ask(FetchRequest(max_bytes=1 << 24, topics=[topic], session_epoch=-1), 12))
        assert isinstance(found, Answer), found
        records = bytes(found.message.responses[0].partitions[0].records or b"")  # type: ignore[attr-defined]
        if not records:
            return values, batches
        for at, header in iter_headers(records):
            batches.append(
                (
                    header.producer_id,
                    header.producer_epoch,
                    header.base_sequence,
                    header.last_offset_delta + 1,
                )
            )
            batch = records[at : at + header.size]
            values.update(int(bytes(each.value or b"")) for each in decode_records(batch))
            offset = header.base_offset + header.last_offset_delta + 1


def outcome(name: str) -> Outcome:
    """Produce to a broker of that name whose first answers are late; what comes of it."""
    with proxied(name) as (side, bootstrap):
        topic = CreateTopicsRequest.CreatableTopic(
            name=TOPIC, num_partitions=1, replication_factor=1
        )
        made = side.do(Ask(CreateTopicsRequest(topics=[topic], timeout_ms=10_000), 5))
        assert isinstance(made, Answer), made
        written, failed = produced(bootstrap)
        values, batches = logged(side)
        side.close()
    return Outcome(written, failed, values, batches)


def main(arguments: list[str] | None = None) -> int:
    """Run the command; returns its exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m compat.late_answers",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--against", action="append", help=f"a broker; default {BROKERS}")
    for name in parser.parse_args(arguments).against or BROKERS:
        try:
            sys.stdout.write(f"{name:14} {outcome(name).line()}\n")
        except OracleUnavailable as missing:
            sys.stderr.write(f"{missing}\n")
            return 2
        sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
