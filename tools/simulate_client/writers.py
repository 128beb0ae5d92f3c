"""Producers of a day: bursts of records, and transactions that end in every way.

An application that waits in `send` may be cancelled; then the record was not accepted.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Any

import trio

from kafkawire.client import Producer
from kafkawire.client.errors import ClientError, TransactionUnresolved
from kafkawire.client.values import TopicPartition
from tests.support.requests.harness import START_MS
from tools.simulate_client.clock import now_ms

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from random import Random

    from tools.simulate_client.ledger import Ledger, Writings

VALUE_BYTES_MAX = 2000
LINGER_MS_MAX = 50


class Shared:
    """What all applications of a day have in common."""

    def __init__(self, random: Random, ledger: Ledger, writings: Writings, topics: list[str]):
        self.random = random
        self.ledger = ledger
        self.writings = writings
        self.topics = topics
        self.is_stormy = False
        """Whether applications cancel what they wait for, and take their time."""


class Writer:
    """One producer, which does what it is given to do, one after another."""

    def __init__(self, name: str, shared: Shared, **options: Any) -> None:
        self.name = name
        self.shared = shared
        self.producer: Producer[bytes, bytes] = Producer(
            "127.0.0.1:9092", client_id=name, **options
        )
        self.is_idle = True
        self.is_dead = False
        self._scope = trio.CancelScope()
        self._number = 0
        self._pending: deque[tuple[bytes, Any]] = deque()
        self._send, self._receive = trio.open_memory_channel[Any](100)

    @property
    def memory_used(self) -> int:
        """How much of buffer.memory is used."""
        memory = self.producer._core._accumulator.memory
        assert 0 <= memory.free <= memory.total, (memory.free, memory.total)
        return int(memory.total - memory.free)

    def do(self, work: Callable[[], Awaitable[None]]) -> None:
        """Do something after what is under way."""
        self.is_idle = False
        self._send.send_nowait(work)

    def write(self, count: int) -> None:
        """Write some records."""
        self.do(lambda: self._burst(count))

    async def run(self) -> None:
        """Be a producer until `close` or `kill`."""
        with self._scope:
            try:
                async with self.producer:
                    async for work in self._receive:
                        await work()
                        self.is_idle = not self._receive.statistics().current_buffer_used
            except (ClientError, BaseExceptionGroup):
                if not self.is_dead:
                    raise
        self._harvest()

    def close(self) -> None:
        """End after what is under way."""
        self._send.close()

    def kill(self) -> None:
        """End as a killed process does: the network has cut its connections."""
        self.is_dead = True
        self._scope.cancel()

    async def _burst(self, count: int) -> None:
        for _ in range(count):
            await self._one(None)
        await self.producer.flush()
        self._harvest()

    async def _one(self, transaction: int | None) -> None:
        random = self.shared.random
        self._number += 1
        size = random.randint(1, VALUE_BYTES_MAX)
        value = b"%s:%d:" % (self.name.encode(), self._number)
        value += b"." * max(0, size - len(value))
        key = b"%d" % random.randrange(100) if random.random() < 0.7 else None
        # Noted before: a value that was accepted may be written before `send` returns.
        self.shared.writings.gives(value, transaction)
        patience_s = random.uniform(0, 2) if self.shared.is_stormy else float("inf")
        with trio.move_on_after(patience_s) as scope:
            delivery = await self.producer.send(
                random.choice(self.shared.topics), value, key=key, timestamp=START_MS + now_ms()
            )
            self._pending.append((value, delivery))
        if scope.cancelled_caught:
            self.shared.writings.withdraws(value, transaction)

    def _harvest(self) -> None:
        """Note what was acknowledged."""
        pending, self._pending = self._pending, deque()
        for value, delivery in pending:
            if not delivery.is_done or delivery.error is not None:
                self.shared.writings.refused += 1
                if not self.is_dead:
                    why = delivery.error if delivery.is_done else "never ended"
                    self.shared.ledger.fault(f"{self.name}: {value[:20]!r} failed: {why}")
            else:
                topic, partition, offset, _ = delivery.metadata()
                place = TopicPartition(topic, partition)
                self.shared.writings.acknowledged(value, place, offset)


class TransactionalWriter(Writer):
    """One producer with a transactional id."""

    def __init__(self, name: str, shared: Shared, *, transactional_id: str, **options: Any) -> None:
        super().__init__(name, shared, transactional_id=transactional_id, **options)
        self.transactional_id = transactional_id

    def transaction(self, count: int, *, commits: bool) -> None:
        """Write records in a transaction."""
        self.do(lambda: self._transaction(count, commits))

    async def _transaction(self, count: int, commits: bool) -> None:
        writings = self.shared.writings
        transaction = writings.begins()
        try:
            async with self.producer.transaction():
                for _ in range(count):
                    await self._one(transaction)
                if not commits:
                    raise _Abort
            writings.ended(transaction, is_committed=True)
        except _Abort:
            writings.ended(transaction, is_committed=False)
        except TransactionUnresolved:
            pass
        except ClientError as error:
            # The commit did not succeed; what came of it is all or nothing.
            self.shared.ledger.note(f"{self.name}: transaction {transaction}: {error!r}")
        self._pending.clear()


class _Abort(Exception):
    """The application aborts the transaction."""
