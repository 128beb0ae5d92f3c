"""One run after another on the same directory: start, load, die, start again, compare.

A run in seven dies while it starts, one in ten is stopped as it should be. Only what is new is read
again after each run, and everything after every `FULL_EVERY` and at the end.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

from kafkawire.testing import Gone, RawConnection
from tools.crash.administrator import COMMITTED_TOPIC, Administrator, create_topic
from tools.crash.ledger import Ledger, Place
from tools.crash.node import Finding, Node
from tools.crash.producers import IdempotentProducer, KeyedProducer, Producer, Size
from tools.crash.reading import EARLIEST, LATEST, batches, keyed_records, offset_at
from tools.crash.wire import connected

LOAD_SECONDS_MAX = 0.8
START_SECONDS_MAX = 0.6
DIES_EARLY = 1 / 7
STOPS = 1 / 10
FULL_EVERY = 25
SEGMENT_BYTES = 1 << 20
KEYED = Place("keyed", 0)
TOPICS = {
    COMMITTED_TOPIC: (3, {"segment.bytes": str(SEGMENT_BYTES)}),
    "numbered": (4, {"segment.bytes": str(SEGMENT_BYTES), "index.interval.bytes": "100"}),
    KEYED.topic: (
        1,
        {
            "cleanup.policy": "compact",
            "segment.bytes": str(SEGMENT_BYTES),
            "min.cleanable.dirty.ratio": "0.01",
        },
    ),
}
SETTINGS = ("log.cleaner.backoff.ms=100", "auto.create.topics.enable=false")


class Crashes:
    """A directory, what was written to it, and how often its broker died."""

    def __init__(self, directory: Path, random: Random) -> None:
        self.ledger = Ledger()
        self.starts: list[float] = []
        """Seconds to the first answer, after each death."""
        self.early = 0
        """How many starts did not come to an end."""
        self.stops = 0
        self._directory = directory
        self._random = random
        self._checked: dict[Place, int] = {}
        self._keyed = KeyedProducer(self.ledger, KEYED, 20, self._fork())
        self._administrator = Administrator(self.ledger, self._fork())
        self._producers = self._make_producers()

    def _fork(self) -> Random:
        return Random(self._random.getrandbits(64))

    def _make_producers(self) -> list[Producer]:
        plain = [Place("plain", number) for number in range(3)]
        numbered = [Place("numbered", number) for number in range(4)]
        small, large = Size(3, 100), Size(20, 40_000)
        return [
            Producer("plain-small", self.ledger, plain, small, self._fork()),
            Producer("plain-large", self.ledger, plain[:2], large, self._fork()),
            IdempotentProducer("idempotent-small", self.ledger, numbered, small, self._fork()),
            IdempotentProducer("idempotent-large", self.ledger, numbered[:2], large, self._fork()),
        ]

    def prepare(self) -> None:
        """The topics, made by a broker that stops as it should."""
        node = self._start()
        node.wait()
        wire = connected(node.port)
        for name, (partitions, configs) in TOPICS.items():
            code = create_topic(wire, name, partitions, configs)
            if code:
                raise Finding(f"{name} cannot be created: {code}")
        wire.close()
        node.stop()

    def run(self, number: int) -> None:
        """One life of the broker, whose beginning is compared with the end of the one before."""
        if self._random.random() < DIES_EARLY:
            self._die_early()
        with self._start() as node:
            self.starts.append(node.wait())
            self.compare(node.port, everything=number % FULL_EVERY == 0)
            self._load(node, self._random.random() * LOAD_SECONDS_MAX)

    def finish(self) -> None:
        """Look at everything once more, twice: after the last death, and after a stop."""
        for _ in range(2):
            node = self._start()
            node.wait()
            self.compare(node.port, everything=True)
            node.stop()

    def _start(self) -> Node:
        return Node(self._directory, *SETTINGS)

    def _die_early(self) -> None:
        node = self._start()
        time.sleep(self._random.random() * START_SECONDS_MAX)
        node.kill()
        self.early += 1

    def _load(self, node: Node, seconds: float) -> None:
        stop = threading.Event()
        works: list[Callable[[int, threading.Event], None]] = [
            *(each.run for each in self._producers),
            self._keyed.run,
            self._administrator.run,
        ]
        threads = [threading.Thread(target=work, args=(node.port, stop)) for work in works]
        for thread in threads:
            thread.start()
        time.sleep(seconds)
        is_stopped = self._random.random() < STOPS
        if is_stopped:
            stop.set()
        else:
            node.kill()
        for thread in threads:
            thread.join()
        if is_stopped:
            node.stop()
            self.stops += 1

    def compare(self, port: int, *, everything: bool) -> None:
        """Read what is there and hold it against what was promised."""
        wire = connected(port)
        try:
            for place in self.ledger.places:
                self._compare_place(wire, place, everything=everything)
            self._keyed.compare(keyed_records(wire, KEYED))
            self._administrator.compare(wire)
        except Gone:
            raise Finding("the broker hung up while it was read from") from None
        finally:
            wire.close()

    def _compare_place(self, wire: RawConnection, place: Place, *, everything: bool) -> None:
        start = 0 if everything else self._checked.get(place, 0)
        first, end = offset_at(wire, place, EARLIEST), offset_at(wire, place, LATEST)
        if first:
            self.ledger.note(f"{place}: begins at {first}, and nothing was ever deleted")
        if end < start:
            self.ledger.note(f"{place}: ends at {end}, and had been read up to {start}")
            start = 0
        self.ledger.compare(place, start, end, batches(wire, place, start, end))
        self._checked[place] = end
