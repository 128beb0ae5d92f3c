"""Applications that read in groups: one batch at a time, or with handlers."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from random import Random
from typing import Any

import trio

from kafkawire.client import Consumer, PartitionStream
from tests.client.cancellation.ledger import Reading
from tests.client.cancellation.stage import FIRST, SECOND, Stage
from tests.client.cancellation.whims import BLOCK, Leaving, Whim, answered

Bytes = Consumer[bytes, bytes]
SOURCE = (FIRST, SECOND)


class Reader:
    """Reads in a group, one batch at a time, and commits now and then."""

    def __init__(self, stage: Stage, random: Random, group: str) -> None:
        self.whim = Whim(stage, random)
        self.group = group
        self.reading = Reading(stage.ledger, group)
        options: dict[str, Any] = {"enable_auto_commit": random.random() < 0.7}
        if random.random() < 0.4:
            options |= {
                "group_protocol": "classic",
                "heartbeat_interval_ms": 300,
                "session_timeout_ms": 5000,
                "partition_assignment_strategy": random.choice(["range", "cooperative-sticky"]),
            }
        self._options = options

    async def run(self) -> None:
        """Open one consumer after another."""
        for _ in range(self.whim.random.randint(1, 2)):
            await self.whim.attempt(self._once, BLOCK)

    async def _once(self) -> None:
        stage, random = self.whim.stage, self.whim.random
        self.reading.next.clear()
        self.reading.in_hand = None
        interval_ms = random.choice([10, 5000])
        consumer = stage.member(
            self.reading,
            group_id=self.group,
            auto_commit_interval_ms=interval_ms,
            **self._options,
        )

        async def body() -> None:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self._ask_others, consumer)
                for _ in range(random.randint(2, 6)):
                    await self.whim.attempt(lambda: self._read(consumer))
                nursery.cancel_scope.cancel()

        await Leaving(stage).through(consumer, body)

    async def _read(self, consumer: Bytes) -> None:
        random = self.whim.random
        for _ in range(random.randint(1, 3)):
            self.reading.asks()
            found = await consumer.poll(1.0, max_records=random.randint(1, 5))
            for batch in found.values():
                self.reading.got(batch)
            await self.whim.rest()
            if random.random() < 0.3:
                self.reading.commits()
                await consumer.commit()
            if random.random() < 0.1:
                await consumer.unsubscribe()
                self.reading.in_hand = None
                await consumer.subscribe(["t"])

    async def _ask_others(self, consumer: Bytes) -> None:
        """Do beside what else can be done."""
        random = self.whim.random

        async def commit() -> None:
            self.reading.commits()
            await consumer.commit()

        async def position() -> None:
            for each in consumer.assignment:
                await consumer.position(each)

        questions: list[Callable[[], Awaitable[Any]]] = [
            commit,
            position,
            lambda: consumer.committed(SOURCE),
            lambda: consumer.end_offsets(SOURCE),
            lambda: consumer.beginning_offsets(SOURCE),
            lambda: consumer.offsets_for_times(dict.fromkeys(SOURCE, 0)),
        ]
        while True:
            question = random.choice(questions)
            await self.whim.attempt(lambda question=question: answered(question))  # type: ignore[misc]
            await self.whim.rest()
            await trio.sleep(0.05)

    def check(self) -> list[str]:
        """What it was handed, the ledger has checked."""
        return self.whim.unexpected()


class Server:
    """Reads in a group with a handler for each partition."""

    def __init__(self, stage: Stage, random: Random, group: str) -> None:
        self.whim = Whim(stage, random)
        self.group = group
        self.reading = Reading(stage.ledger, group)

    async def run(self) -> None:
        """Serve, and serve again."""
        await self.whim.attempt(self._once, BLOCK)

    async def _once(self) -> None:
        stage, random = self.whim.stage, self.whim.random
        consumer = stage.member(
            self.reading, group_id=self.group, max_poll_records=random.randint(1, 5)
        )
        concurrency = random.choice([None, 1])

        async def body() -> None:
            for _ in range(random.randint(1, 3)):
                with trio.move_on_after(random.choice([0.1, 0.5, 1.5])):
                    await self.whim.attempt(
                        lambda: consumer.serve(self._handle, concurrency=concurrency), BLOCK
                    )

        await Leaving(stage).through(consumer, body)

    async def _handle(self, stream: PartitionStream[bytes, bytes]) -> None:
        key, ledger, random = stream.partition, self.whim.stage.ledger, self.whim.random
        undone = -1
        try:
            while True:
                batch = await stream.__anext__()
                self.reading.got(batch)
                undone = batch.first_offset
                await self.whim.rest()
                ledger.done(self.group, key, batch.next_offset)  # the next ask says so, too
                undone = -1
                if random.random() < 0.3:
                    await stream.commit(batch)
        except StopAsyncIteration:
            pass
        finally:
            if undone >= 0 and key in self.reading.next:
                self.reading.next[key] = undone

    def check(self) -> list[str]:
        """What it was handed, the ledger has checked."""
        return self.whim.unexpected()
