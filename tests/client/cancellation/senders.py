"""Applications that send by several tasks: what is accepted is there once, in order."""

from __future__ import annotations

from itertools import chain
from random import Random

import trio

from kafkawire.client import Closed, Delivery, Producer, ProducerRecord
from tests.client.cancellation.stage import Stage
from tests.client.cancellation.whims import BLOCK, Leaving, Whim
from tests.support.requests.harness import START_MS


class Sender:
    """Sends by several tasks: what was accepted is delivered once, in order; nothing else is."""

    def __init__(self, stage: Stage, random: Random, name: str) -> None:
        self.whim = Whim(stage, random)
        self.name = name
        self.accepted: list[tuple[str, int, bytes, Delivery]] = []
        """By which task, to which partition, what, and its delivery."""
        self.given_up: set[bytes] = set()
        """Values of sends that were cancelled or refused."""
        self.attempted: list[tuple[int, list[bytes]]] = []
        """Values of `send_all` that may be accepted in part."""
        self.leaving = Leaving(stage)
        self._numbers = iter(range(10_000))

    async def run(self) -> None:
        """Open one producer."""
        await self.whim.attempt(self._once, BLOCK)

    async def _once(self) -> None:
        stage, random = self.whim.stage, self.whim.random
        producer = stage.producer(
            linger_ms=random.choice([0, 5, 100]),
            batch_size=random.choice([100, 16384]),
            buffer_memory=random.choice([700, 1 << 20]),
            max_request_size=600,
        )

        async def body() -> None:
            async with trio.open_nursery() as nursery:
                for task in range(random.randint(1, 3)):
                    nursery.start_soon(self._send, producer, f"{self.name}{task}")

        await self.leaving.through(producer, body)

    async def _send(self, producer: Producer[bytes, bytes], task: str) -> None:
        random = self.whim.random
        for _ in range(random.randint(2, 10)):
            work = random.choice([self._one, self._one, self._one, self._many])
            await work(producer, task)
            if random.random() < 0.2:
                await self.whim.attempt(producer.flush)
            if self.accepted and random.random() < 0.2:
                delivery = random.choice(self.accepted)[3]
                await self.whim.attempt(lambda delivery=delivery: _awaited(delivery))  # type: ignore[misc]
            await self.whim.rest()

    async def _one(self, producer: Producer[bytes, bytes], task: str) -> None:
        partition, value = self.whim.random.randrange(2), self._value(task)

        async def work() -> None:
            self.given_up.add(value)
            delivery = await producer.send("out", value, partition=partition, timestamp=START_MS)
            self.given_up.discard(value)
            self.accepted.append((task, partition, value, delivery))

        await self.whim.attempt(work)

    async def _many(self, producer: Producer[bytes, bytes], task: str) -> None:
        partition = self.whim.random.randrange(2)
        sent = [self._value(task) for _ in range(self.whim.random.randint(1, 8))]

        async def work() -> None:
            self.attempted.append((partition, sent))
            records = [ProducerRecord(value, timestamp=START_MS) for value in sent]
            deliveries = await producer.send_all("out", records, partition=partition)
            self.attempted.pop()
            self.accepted += [
                (task, partition, value, delivery)
                for value, delivery in zip(sent, deliveries, strict=True)
            ]

        await self.whim.attempt(work)

    def _value(self, task: str) -> bytes:
        return f"{task}-{next(self._numbers)}-".encode() + b"x" * self.whim.random.randrange(60)

    def check(self) -> list[str]:
        """Compare what was accepted with the logs."""
        logs = self.whim.stage.values("out")
        return [
            *self.whim.unexpected(),
            *self._given_up_is_absent(logs),
            *self._accepted_is_there(logs),
            *self._attempted_is_a_beginning(logs),
        ]

    def _given_up_is_absent(self, logs: list[list[bytes]]) -> list[str]:
        found = self.given_up.intersection(chain.from_iterable(logs))
        return [f"a cancelled send was accepted: {value!r}" for value in sorted(found)]

    def _accepted_is_there(self, logs: list[list[bytes]]) -> list[str]:
        wrong: list[str] = []
        last: dict[tuple[str, int], int] = {}
        for task, partition, value, delivery in self.accepted:
            count = logs[partition].count(value)
            error = delivery.error
            if not delivery.is_done:
                wrong.append(f"{value!r} has no end")
            elif error is not None and not (isinstance(error, Closed) and self._may_lose):
                wrong.append(f"{value!r} has failed: {error}")
            if count != 1 and not (count == 0 and error is not None):
                wrong.append(f"{value!r} is there {count} times, and ended with {error}")
            if count == 1:
                place = logs[partition].index(value)
                if place < last.get((task, partition), -1):
                    wrong.append(f"{value!r} is before what was accepted before")
                last[task, partition] = place
        return wrong

    @property
    def _may_lose(self) -> bool:
        return self.leaving.was_cancelled

    def _attempted_is_a_beginning(self, logs: list[list[bytes]]) -> list[str]:
        wrong: list[str] = []
        for partition, sent in self.attempted:
            found = [value for value in logs[partition] if value in sent]
            if found != sent[: len(found)]:
                wrong.append(f"{found} of {sent} was accepted")
        return wrong


async def _awaited(delivery: Delivery) -> None:
    await delivery
