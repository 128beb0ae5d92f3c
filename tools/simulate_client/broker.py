"""The broker's core in trio's time, with data on a disk that outlives a kill."""

from __future__ import annotations

from collections.abc import Mapping
from heapq import heappop, heappush
from itertools import count
from typing import TYPE_CHECKING

import trio

from kafkawire.protocol.messages.partition_change_record import PartitionChangeRecord
from kafkawire.timers import NEVER
from tests.support.log.simulated_disk import Change, SimulatedDisk
from tests.support.requests.harness import START_MS
from tests.support.requests.stored_harness import StoredHarness
from tools.simulate_client.clock import now_ms

if TYPE_CHECKING:
    from collections.abc import Callable

    from kafkawire.client.values import TopicPartition


class QuietDisk(SimulatedDisk):
    """A disk that keeps no history of its changes: a day has too many."""

    def _change(self, name: str, *arguments: str | int | bytes) -> None:
        Change(name, arguments).make(self.volume)


class Life(StoredHarness):
    """One life of the broker's process, from a moment of the day on."""

    def __init__(self, disk: SimulatedDisk, settings: Mapping[str, str], seed: int) -> None:
        self.start_ms = START_MS + now_ms()
        self.numbers = count()
        super().__init__(disk, settings, seed)


class SimulatedBroker:
    """A broker of which there is one process at a time, and the events that are due.

    Attributes:
        life: The process; None while there is none.
        on_change: Called after each event, when the broker's core may have new answers.
    """

    def __init__(self, settings: Mapping[str, str], seed: int) -> None:
        self._settings = settings
        self._seed = seed
        self._disk: SimulatedDisk = QuietDisk()
        self._disk.note_calls = False
        self._events: list[tuple[int, int, Callable[[], None]]] = []
        self._numbers = count()
        self._sleep: trio.CancelScope | None = None
        self._due_ms = NEVER
        self.lives = 0
        self.life: Life | None = None
        self.last: Life | None = None
        """The process, or the one before while there is none: what it kept is on the disk."""

    def start(self) -> None:
        """Start a process on what the one before has left."""
        assert self.life is None, "there is a process already"
        self.lives += 1
        self.life = self.last = Life(self._disk, self._settings, self._seed * 1000 + self.lives)

    def kill(self) -> None:
        """End the process without a goodbye; what it has written stays."""
        assert self.life is not None
        for client in list(self.life.clients):
            client.close()
        self.life = None
        volume = self._disk.volume
        self._disk = QuietDisk(volume)
        self._disk.note_calls = False

    def stop(self) -> None:
        """End the process in order."""
        assert self.life is not None
        life = self.current()
        assert life.stop(), "the broker left something"
        self.kill()

    def current(self) -> Life:
        """Return the process, with its clock set to now."""
        assert self.life is not None, "there is no process"
        self.life.now_ms = START_MS + now_ms()
        return self.life

    def elect(self, partition: TopicPartition) -> None:
        """Have a partition begin another leader epoch."""
        life = self.current()
        topic = life.broker.metadata.topics[partition.topic]
        change = PartitionChangeRecord(
            partition_id=partition.partition, topic_id=topic.topic_id, leader=1
        )
        life.broker.controller.commit([change], life.now_ms)
        life.settle()
        self.moved()

    def at(self, due_ms: int, event: Callable[[], None]) -> None:
        """Call `event` at a time of the clients' clocks."""
        heappush(self._events, (due_ms, next(self._numbers), event))
        self.moved()

    def moved(self) -> None:
        """Note that the time of the next event may be another one."""
        due_ms = self._next_ms()
        if due_ms != self._due_ms:
            self._due_ms = due_ms
            if self._sleep is not None:
                self._sleep.deadline = _trio_time(due_ms)

    def _next_ms(self) -> int:
        found = self._events[0][0] if self._events else NEVER
        if self.life is not None:
            found = min(found, self.life.broker.next_deadline_ms() - START_MS)
        return found

    async def keep_time(self) -> None:
        """Do what is due, for ever."""
        while True:
            with trio.CancelScope() as self._sleep:
                self._sleep.deadline = _trio_time(self._due_ms)
                await trio.sleep_forever()
            while self._events and self._events[0][0] <= now_ms():
                heappop(self._events)[2]()
            if self.life is not None:
                self.current().settle()
            self._due_ms = self._next_ms()


def _trio_time(at_ms: int) -> float:
    """Return the time at which `now_ms` is `at_ms`; a hair later, since times are rounded."""
    return float("inf") if at_ms >= NEVER - START_MS else at_ms / 1000 + 1e-5
