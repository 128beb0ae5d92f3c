"""Send every line of the standard library through kafkawire and check that all of it comes back.

    python -m tools.demo                             # starts its own broker
    python -m tools.demo --bootstrap 127.0.0.1:9092  # any Kafka

Every line of every `.py` file of the running interpreter's standard library becomes one record,
keyed by the file's name. confluent-kafka produces them (lz4) into a topic of 12 partitions;
two kafka-python consumers of one group read them back, the second joining late and the first
leaving early. Compared are the count of records, the order within each file (its SHA-256 depends
on it), and that no offset was skipped or seen twice. Exit code 0 if all agree, else 1.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import itertools
import subprocess
import sys
import sysconfig
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tqdm import tqdm

TOPIC = "standard-library"
GROUP = "readers"
PARTITIONS = 12
WAIT_SECONDS_MAX = 120.0
START_LINES_MAX = 20
JOIN_LATE_AT = 0.25
LEAVE_EARLY_AT = 0.6


def source_files() -> dict[str, Path]:
    """Every module of the standard library by its name, installed packages left out."""
    root = Path(sysconfig.get_paths()["stdlib"])
    found = sorted(path for path in root.rglob("*.py") if "site-packages" not in path.parts)
    return {path.relative_to(root).as_posix(): path for path in found}


def lines_of(path: Path) -> list[bytes]:
    """The file's lines with their ends; together they are the file, byte for byte."""
    return path.read_bytes().splitlines(keepends=True)


class Ledger:
    """What was sent and what came back, by file; complains about every offset out of turn."""

    def __init__(self, bar: Any) -> None:
        self.sent: dict[str, str] = {}
        self.sent_count = 0
        self.received: dict[str, Any] = {}
        self.received_count = 0
        self.faults: list[str] = []
        self._next_offset = [0] * PARTITIONS
        self._lock = threading.Lock()
        self._bar = bar

    def take(self, records: list[Any]) -> None:
        """Enter one poll's records of one partition."""
        with self._lock:
            for record in records:
                expected = self._next_offset[record.partition]
                if record.offset != expected:
                    self.faults.append(
                        f"partition {record.partition}: offset {record.offset} came, not {expected}"
                    )
                self._next_offset[record.partition] = record.offset + 1
                name = record.key.decode()
                digest = self.received.get(name)
                if digest is None:
                    digest = self.received[name] = hashlib.sha256()
                digest.update(record.value)
            self.received_count += len(records)
        self._bar.update(len(records))

    def share(self) -> float:
        """How much of what was sent has come back, 0 to 1."""
        return self.received_count / max(1, self.sent_count)

    def complaints(self) -> list[str]:
        """Everything that does not agree; empty is success."""
        found = self.faults[:10]
        if self.received_count != self.sent_count:
            found.append(f"{self.received_count:,} records came back of {self.sent_count:,}")
        for name, digest in self.sent.items():
            back = self.received.get(name)
            if back is None or back.hexdigest() != digest:
                found.append(f"{name}: its SHA-256 differs")
        return found


def produce(bootstrap: str, files: dict[str, Path], ledger: Ledger, bar: Any) -> None:
    """Send every line of every file, and wait until the broker has acknowledged all of them."""
    from confluent_kafka import Producer

    failures: list[str] = []

    def delivered(error: Any, _message: Any) -> None:
        if error is not None:
            failures.append(str(error))

    producer = Producer(
        {
            "bootstrap.servers": bootstrap,
            "compression.type": "lz4",
            "linger.ms": 20,
            "enable.idempotence": True,
            "partitioner": "murmur2_random",
            "queue.buffering.max.messages": 200_000,
        }
    )
    for name, path in files.items():
        lines = lines_of(path)
        key = name.encode()
        for line in lines:
            while True:
                try:
                    producer.produce(TOPIC, line, key, on_delivery=delivered)
                    break
                except BufferError:
                    producer.poll(0.1)
        producer.poll(0)
        if lines:
            ledger.sent[name] = hashlib.sha256(b"".join(lines)).hexdigest()
        ledger.sent_count += len(lines)
        bar.update(len(lines))
    if producer.flush(WAIT_SECONDS_MAX) or failures:
        raise RuntimeError(f"not everything was delivered: {failures[:3]}")


class Reader(threading.Thread):
    """One member of the group; commits whatever it has taken before it polls again."""

    def __init__(self, bootstrap: str, name: str, ledger: Ledger) -> None:
        super().__init__(name=name, daemon=True)
        self.count = 0
        self.error: Exception | None = None
        self.leave = threading.Event()
        self._address = bootstrap
        self._ledger = ledger

    def run(self) -> None:
        """Read until told to leave; whatever goes wrong is kept for the main thread."""
        try:
            self._read()
        except Exception as error:  # noqa: BLE001 - reported by the main thread
            self.error = error

    def _read(self) -> None:
        from kafka import KafkaConsumer

        consumer = KafkaConsumer(
            bootstrap_servers=self._address,
            group_id=GROUP,
            client_id=self.name,
            auto_offset_reset="earliest",
            enable_auto_commit=False,
            max_poll_records=5000,
            heartbeat_interval_ms=300,
        )

        consumer.subscribe([TOPIC])
        while not self.leave.is_set():
            batches = consumer.poll(timeout_ms=200)
            for records in batches.values():
                self._ledger.take(records)
                self.count += len(records)
            if batches:
                # Partitions are given up only inside poll(): all that was taken is committed then.
                consumer.commit()
        consumer.close(autocommit=False)


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


def consume(bootstrap: str, ledger: Ledger) -> tuple[Reader, Reader]:
    """Two readers: the second joins at a quarter, the first leaves at three fifths."""
    first = Reader(bootstrap, "early", ledger)
    second = Reader(bootstrap, "late", ledger)
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


def create_topic(bootstrap: str) -> None:
    """A fresh topic; one left over from an earlier run against the same broker is in the way."""
    from confluent_kafka.admin import AdminClient
    from confluent_kafka.cimpl import NewTopic

    admin = AdminClient({"bootstrap.servers": bootstrap})
    if TOPIC in admin.list_topics(timeout=WAIT_SECONDS_MAX).topics:
        raise SystemExit(
            f"demo: the topic {TOPIC!r} exists already on {bootstrap}; delete it first"
        )
    for future in admin.create_topics([NewTopic(TOPIC, num_partitions=PARTITIONS)]).values():
        future.result(WAIT_SECONDS_MAX)


@contextlib.contextmanager
def broker(bootstrap: str | None) -> Iterator[str]:
    """The address of the broker given, or of one of our own that ends with the block."""
    if bootstrap is not None:
        yield bootstrap
        return
    command = [sys.executable, "-m", "kafkawire", "serve", "--listen", "127.0.0.1:0"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        words = (
            word.strip(",.")
            for line in itertools.islice(process.stdout, START_LINES_MAX)
            for word in line.split()
        )
        yield next(word for word in words if word.startswith("127.0.0.1:"))
    finally:
        process.terminate()
        process.wait(10)


def run(bootstrap: str) -> int:
    """The whole demonstration against one broker; its exit code."""
    files = source_files()
    total = sum(len(lines_of(path)) for path in files.values())
    if not total:
        raise SystemExit("demo: this interpreter's standard library has no .py files to send")
    create_topic(bootstrap)
    began = time.monotonic()
    with tqdm(total=total, desc="produce", unit=" lines", unit_scale=True) as bar:
        ledger = Ledger(None)
        produce(bootstrap, files, ledger, bar)
    produced = time.monotonic()
    with tqdm(total=total, desc="consume", unit=" lines", unit_scale=True) as bar:
        ledger._bar = bar
        first, second = consume(bootstrap, ledger)
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
    arguments = parser.parse_args()
    with broker(arguments.bootstrap) as bootstrap:
        return run(bootstrap)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit("demo: interrupted")
