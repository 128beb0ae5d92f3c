"""Where one await of the client is cancelled at one of its steps, with the world around it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from random import Random
from typing import Any

import trio

from kafkawire.client import Admin, Consumer, GroupHooks, Producer, TopicPartition
from kafkawire.records.builder import encode_batch
from tests.client.cancellation.ledger import Ledger, Reading
from tests.client.support.broker_log import values
from tests.client.support.leftovers import ALSO_IN_BACKGROUND, left_behind, waits
from tests.client.support.memory_net import MemoryLine, MemoryNet
from tests.client.support.steps import Moment, Steps, simulated
from tests.support.requests.harness import START_MS, BrokerHarness
from tests.support.requests.produce import produce_request

ADDRESS = "127.0.0.1:9092"
SETTLED_S = 0.5
"""After so long, what a cancelled call has sent is answered."""
CONFIG = {
    "log.message.timestamp.after.max.ms": str(1 << 62),
    "group.consumer.min.heartbeat.interval.ms": "50",
    "group.consumer.heartbeat.interval.ms": "50",
    "group.consumer.min.session.timeout.ms": "5000",
    "group.consumer.session.timeout.ms": "5000",
    "group.min.session.timeout.ms": "100",
}
FIRST, SECOND = TopicPartition("t", 0), TopicPartition("t", 1)


class Stage:
    """One broker with topic `t` of two partitions, and the point at which work is cancelled."""

    def __init__(self, at: int | None, moment: Moment, seed: int = 0) -> None:
        self.seed = seed
        self.harness = BrokerHarness(CONFIG, seed)
        self.harness.create_topic("t", 2)
        self.net = MemoryNet(self.harness, Random(seed), [0.001, 0.002])
        self.ledger = Ledger(self.harness)
        self.net.watch = self.ledger.watch
        self.steps = Steps(at, moment)
        """Those of the work that is to be cancelled."""
        self._opened: list[Any] = []

    # Clients

    def consumer(self, **options: Any) -> Consumer[bytes, bytes]:
        """Return a consumer that is not open."""
        given: Any = {
            "client_id": self._name(),
            "auto_offset_reset": "earliest",
            "fetch_max_wait_ms": 50,
            **options,
        }
        consumer: Consumer[bytes, bytes] = Consumer(ADDRESS, **given)
        self._use(consumer)
        return consumer

    def member(self, reading: Reading, **options: Any) -> Consumer[bytes, bytes]:
        """Return a consumer of a group whose assignments are noted."""
        hooks = GroupHooks(reading.assigned, reading.taken, reading.taken)
        given: Any = {"topics": ["t"], "group_id": "g", "hooks": hooks, **options}
        return self.consumer(**given)

    def producer(self, **options: Any) -> Producer[bytes, bytes]:
        """Return a producer that is not open."""
        given: Any = {"client_id": self._name(), "linger_ms": 0, **options}
        producer: Producer[bytes, bytes] = Producer(ADDRESS, **given)
        self._use(producer)
        return producer

    def admin(self) -> Admin:
        """Return an admin client that is not open."""
        admin = Admin(ADDRESS, client_id=self._name())
        self._use(admin)
        return admin

    def _name(self) -> str:
        """Return a name that does not depend on what the process has done before."""
        return f"client-{len(self._opened)}"

    def _use(self, client: Any) -> None:
        client._runtime.random.seed(f"{self.seed} {len(self._opened)}")
        self.net.serve(client)
        self._opened.append(client)

    # Records

    def fill(self, count: int, partition: int = 0, topic: str = "t") -> None:
        """Append so many records, each in one record batch."""
        records = [(START_MS, None, b"%d" % number, ()) for number in range(count)]
        self.harness.connect().request(
            produce_request((topic, partition, encode_batch(records))), 11
        )

    def values(self, topic: str) -> list[list[bytes]]:
        """Return the committed values of the two partitions of a topic."""
        return [values(self.harness, TopicPartition(topic, number)) for number in range(2)]

    # Cancelling

    async def cancels(self, client: Any, work: Callable[[], Awaitable[None]]) -> bool:
        """Run work and cancel it; return whether it was cancelled, rather than over before.

        Nothing may be left of it then in the client, and no connection may be closed. The client
        is None if the work closes it, or others use it meanwhile.
        """
        before = {} if client is None else waits(client)
        lines = [] if client is None else _lines(client)
        await self.steps.run(work)
        if client is not None:
            left = _more(waits(client), before)
            assert not left.keys() - ALSO_IN_BACKGROUND, f"left behind: {left}"
            lines += _lines(client)
            await trio.sleep(SETTLED_S)
            left = _more(waits(client), before)
            assert not left, f"left behind: {left}"
            assert all(line.is_open for line in lines), "a connection was closed"
        return self.steps.ended_early

    def check(self) -> None:
        """Raise AssertionError if something is wrong."""
        wrong = self.wrong()
        assert not wrong, wrong

    def wrong(self) -> list[str]:
        """Return what the ledger has found, and what clients keep whose blocks were left."""
        kept = [(type(client).__name__, left_behind(client)) for client in self._opened]
        return [
            *self.ledger.violations,
            *(f"a {name} has kept {what}" for name, what in kept if what),
            *("a connection is open" for line in self.net.all_lines if line.is_open),
        ]


def _more(now: dict[str, int], before: dict[str, int]) -> dict[str, int]:
    return {key: count for key, count in now.items() if count > before[key]}


def _lines(client: Any) -> list[MemoryLine]:
    """Return the connections to brokers; those for bootstrapping are closed after a while."""
    lines = client._runtime.carrier.lines
    return [line for lane, line in lines.items() if lane.node_id >= 0]


Play = Callable[[Stage], Awaitable[None]]


class Row:
    """One row of the contract: which awaits it drives, and the play that cancels them."""

    def __init__(self, drives: tuple[str, ...], play: Play) -> None:
        self.drives = drives
        self.play = play

    def run(self, at: int | None, moment: Moment = Moment.BLOCKED) -> Steps:
        """Play with a cancellation at a step; None: without one."""

        async def main() -> Steps:
            stage = Stage(at, moment)
            tasks = trio.lowlevel.current_statistics().tasks_living
            async with trio.open_nursery() as nursery:
                nursery.start_soon(stage.net.run)
                await self.play(stage)
                await trio.sleep(SETTLED_S)
                assert trio.lowlevel.current_statistics().tasks_living == tasks + 1
                nursery.cancel_scope.cancel()
            stage.check()
            assert stage.steps.count, "the play has cancelled nothing"
            return stage.steps

        return simulated(main)


ROWS: dict[str, Row] = {}


def row(*drives: str) -> Callable[[Play], Play]:
    """Enter a play into the table, with the awaits that it drives: `Consumer.commit`."""

    def enter(play: Play) -> Play:
        name = getattr(play, "__name__", "")
        assert name not in ROWS, f"there are two rows {name}"
        ROWS[name] = Row(drives, play)
        return play

    return enter
