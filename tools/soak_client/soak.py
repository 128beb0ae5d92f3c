"""One soak: a broker, two producers and two groups, of which the younger half is killed.

The elder producer and one member of each group live from beginning to end: their memory is what is
measured. The broker keeps its port and its directory over all its lives.
"""

from __future__ import annotations

import time
from pathlib import Path
from random import Random

import trio

from kafkawire.client import Admin, NewTopic
from tools.crash.node import Finding, Node
from tools.soak_client.ledger import Ledger
from tools.soak_client.processes import Role, Worker
from tools.soak_client.worker import TOPIC

PARTITIONS = 6
SETTINGS = (
    "group.consumer.session.timeout.ms=10000",
    "group.consumer.min.session.timeout.ms=10000",
    "group.consumer.heartbeat.interval.ms=3000",
    "group.consumer.min.heartbeat.interval.ms=3000",
    "offsets.topic.num.partitions=1",
)
GROUPS = {"billing": "classic", "audit": "consumer"}
PAUSE_S = (3.0, 15.0)
"""Between two kills."""
BROKER_DOWN_S = (0.0, 3.0)
BROKER_SHARE = 0.4
"""So many of the kills are those of the broker."""
LOOK_S = 0.5
READ_SECONDS_MAX = 120.0
"""After the last record is written, everything is read after so long."""
WARM_SECONDS_MAX = 300.0
WARM_SHARE = 0.4
"""Memory is measured first after five minutes, or after this share of a short run."""
RSS_GROWTH_BYTES_MAX = 8 << 20
"""What a process that lives all along may have more at the end than when it was warm."""


class Soak:
    """The run of one seed, with its files in `folder`."""

    def __init__(self, folder: Path, random: Random, port: int) -> None:
        self.ledger = Ledger(list(GROUPS))
        self.kills: dict[str, int] = {}
        self.memory: dict[str, tuple[int, int]] = {}
        """By process: bytes when it was warm, and at the end."""
        self.read_seconds = 0.0
        self._folder = folder
        self._random = random
        self._port = port
        self._node = self._broker()
        self._node.wait()
        trio.run(create_topic, self._node.port)
        self._elders = [Role("produce", "writer")]
        self._elders += [Role("consume", f"{name}-elder", name, of) for name, of in GROUPS.items()]
        self._young = [Role("produce", "mortal")]
        self._young += [Role("consume", f"{name}-young", name, of) for name, of in GROUPS.items()]
        self._workers = {role: self._worker(role) for role in (*self._elders, *self._young)}
        self._dead: list[Worker] = []

    def run(self, seconds: float) -> None:
        """Kill for so long, then have everything read. Raises Finding."""
        began = time.monotonic()
        warm_at = began + min(WARM_SECONDS_MAX, WARM_SHARE * seconds)
        end = began + seconds
        warm: dict[str, int] = {}
        while time.monotonic() < end:
            self._wait(min(end, time.monotonic() + self._random.uniform(*PAUSE_S)))
            if not warm and time.monotonic() >= warm_at:
                warm = self._rss()
            if time.monotonic() < end:
                self._kill()
        self._finish(warm)

    def close(self) -> None:
        """End all processes that are left."""
        for worker in self._workers.values():
            worker.close()
        self._node.close()

    # Inside

    def _kill(self) -> None:
        """Kill the broker or one of the young, and have it live again."""
        if self._random.random() < BROKER_SHARE:
            self._node.kill()
            self._count("broker")
            self._wait(time.monotonic() + self._random.uniform(*BROKER_DOWN_S))
            self._node = self._broker()
            self._node.wait()
            return
        role = self._random.choice(self._young)
        self._workers[role].kill()
        self._count(role.name)
        self._dead.append(self._workers[role])
        self._workers[role] = self._worker(role)

    def _finish(self, warm: dict[str, int]) -> None:
        """End producers, have everything read, end the rest, and compare."""
        self._measure(warm)
        for role, worker in self._workers.items():
            if role.kind == "produce":
                worker.end()
        began = time.monotonic()
        self._take_in()
        while any(self.ledger.unread(group) for group in GROUPS):
            if time.monotonic() > began + READ_SECONDS_MAX:
                break
            self._wait(time.monotonic() + LOOK_S)
        self.read_seconds = time.monotonic() - began
        for role, worker in self._workers.items():
            if role.kind == "consume":
                worker.end()
        self._take_in()
        self.ledger.finish()
        self._node.stop()

    def _measure(self, warm: dict[str, int]) -> None:
        for name, after in self._rss().items():
            self.memory[name] = (warm[name], after)
        for name, (before, after) in self.memory.items():
            if after > before + RSS_GROWTH_BYTES_MAX:
                self.ledger.note(f"{name} has grown from {before:,} to {after:,} bytes")

    def _rss(self) -> dict[str, int]:
        return {self._workers[role].name: self._workers[role].rss() for role in self._elders}

    def _wait(self, until: float) -> None:
        """Let time pass, and read what the processes note."""
        while True:
            self._take_in()
            for worker in self._workers.values():
                if worker.role.kind == "consume" or not self._is_over(worker):
                    worker.check()
            left = until - time.monotonic()
            if left <= 0:
                return
            time.sleep(min(left, LOOK_S))

    @staticmethod
    def _is_over(worker: Worker) -> bool:
        return worker.process.poll() == 0

    def _take_in(self) -> None:
        """Enter what was noted; what the dead have left comes first."""
        for worker in (*self._dead, *self._workers.values()):
            role = worker.role
            for entry in worker.tail.new():
                if role.kind == "produce":
                    self.ledger.wrote(entry)
                else:
                    self.ledger.was_read(role.group, f"{role.group}/{worker.name}", entry)
        self._dead.clear()

    def _count(self, name: str) -> None:
        self.kills[name] = self.kills.get(name, 0) + 1

    def _broker(self) -> Node:
        return Node(self._folder / "data", *SETTINGS, port=self._port)

    def _worker(self, role: Role) -> Worker:
        return Worker(role, self._port, self._folder)


async def create_topic(port: int) -> None:
    """Create the topic of a soak."""
    async with Admin(f"127.0.0.1:{port}") as admin:
        (await admin.create_topics([NewTopic(TOPIC, PARTITIONS)])).unwrap()


__all__ = ["Finding", "Soak"]
