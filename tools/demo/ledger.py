"""The lines that are sent and come back, and what both kinds of clients have in common."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

TOPIC = "standard-library"
GROUP = "readers"
PARTITIONS = 12
WAIT_SECONDS_MAX = 120.0
RECORDS_AT_ONCE_MAX = 5000


def lines_of(path: Path) -> list[bytes]:
    """Return the file's lines with their ends; together they are the file, byte for byte."""
    return path.read_bytes().splitlines(keepends=True)


def refuse_old_topic(bootstrap: str) -> None:
    """Refuse a broker that has the topic of an earlier run."""
    raise SystemExit(f"demo: the topic {TOPIC!r} exists already on {bootstrap}; delete it first")


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
        self.bar = bar

    def take(self, records: Sequence[Any]) -> None:
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
        self.bar.update(len(records))

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

    def sends(self, name: str, lines: list[bytes]) -> None:
        """Enter a file that is sent."""
        if lines:
            self.sent[name] = hashlib.sha256(b"".join(lines)).hexdigest()
        self.sent_count += len(lines)


class Reader(threading.Thread):
    """One member of the group, in a thread; commits what it has taken before it asks again."""

    def __init__(self, bootstrap: str, name: str, ledger: Ledger) -> None:
        super().__init__(name=name, daemon=True)
        self.count = 0
        self.error: BaseException | None = None
        self.leave = threading.Event()
        self.address = bootstrap
        self.ledger = ledger

    def run(self) -> None:
        """Read until told to leave; whatever goes wrong is kept for the main thread."""
        try:
            self.read()
        except Exception as error:  # noqa: BLE001 - reported by the main thread
            self.error = error

    def read(self) -> None:
        """Read until `leave` is set."""
        raise NotImplementedError

    def take(self, records: Sequence[Any]) -> None:
        """Enter records of one partition."""
        self.ledger.take(records)
        self.count += len(records)
