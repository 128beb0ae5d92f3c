"""A copy by transactions whose process is killed: nothing it has on the way arrives any more."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from random import Random
from typing import Any

import pytest
import trio

from kafkawire.client import Batch, ClientError, Consumer, Producer
from tests.client.cancellation.stage import FIRST, SECOND, Stage
from tests.client.support.memory_net import MemoryLine
from tests.client.support.steps import Moment, simulated

RECORDS = 100
"""In each partition of the source."""
KILLS = 20
LIFE_S = 0.04
"""A process is killed so long after its first batch at the latest: three transactions later."""
LIMIT_S = 3600.0


class Process:
    """A process that copies topic `t` to topic `copy`, with connections of its own."""

    def __init__(self, stage: Stage) -> None:
        self.has_read = trio.Event()
        """Set when the first batch has come."""
        self.is_in_transaction = False
        self._stage = stage
        self._scope = trio.CancelScope()
        self._lines: list[MemoryLine] = []
        self._is_dead = False

    async def run(self) -> None:
        """Copy all there is, or until killed. What a dead process would say is of no interest."""
        try:
            await self._live()
        except ClientError:
            if not self._is_dead:
                raise

    async def _live(self) -> None:
        stage = self._stage
        producer = stage.producer(transactional_id="copier")
        consumer = stage.consumer(topics=["t"], group_id="g", enable_auto_commit=False)
        for client in (producer, consumer):
            self._connect(client)
        with self._scope:
            async with producer, consumer:
                await producer.init_transactions()
                while copied(stage) < 2 * RECORDS:
                    for batch in (await consumer.poll(max_records=3)).values():
                        self.has_read.set()
                        await self._copy(batch, consumer, producer)

    async def _copy(
        self,
        batch: Batch[bytes, bytes],
        consumer: Consumer[bytes, bytes],
        producer: Producer[bytes, bytes],
    ) -> None:
        self._stage.ledger.done("g", batch.partition, batch.next_offset)
        self.is_in_transaction = True
        async with producer.transaction() as transaction:
            for value in batch.values():
                await producer.send("copy", value, partition=batch.partition.partition)
            await transaction.send_offsets(consumer, batch)
        self.is_in_transaction = False

    def kill(self) -> None:
        """End without another byte to the broker."""
        self._is_dead = True
        for line in self._lines:
            line.drop()
        self._scope.cancel()

    def _connect(self, client: Any) -> None:
        opened: Callable[..., Awaitable[MemoryLine]] = self._stage.net.open

        async def open_line(*given: Any) -> MemoryLine:
            line = await opened(*given)
            self._lines.append(line)
            if self._is_dead:
                line.drop()
            return line

        client._runtime.open_line = open_line


async def lives(stage: Stage, random: Random) -> int:
    """Kill one process after the other but the last; return how many died in a transaction."""
    died_in_transaction = 0
    async with trio.open_nursery() as nursery:
        for _ in range(KILLS):
            process = Process(stage)
            nursery.start_soon(process.run)
            await process.has_read.wait()
            await trio.sleep(random.uniform(0, LIFE_S))
            died_in_transaction += process.is_in_transaction
            process.kill()
        assert copied(stage) < 2 * RECORDS, "the last ones had nothing to do"
        await Process(stage).run()
    return died_in_transaction


def copied(stage: Stage) -> int:
    """Return how many records are done, as the group's offsets say."""
    return sum(stage.ledger.committed("g", each) for each in (FIRST, SECOND))


@pytest.mark.slow
def test_each_record_is_copied_exactly_once_through_twenty_kills() -> None:
    """client N 123: whenever a process dies, the next one goes on behind what was committed."""
    stage = Stage(None, Moment.BLOCKED)
    stage.harness.create_topic("copy", 2)
    for partition in range(2):
        stage.fill(RECORDS, partition)

    async def main() -> int:
        with trio.fail_after(LIMIT_S):
            async with trio.open_nursery() as nursery:
                nursery.start_soon(stage.net.run)
                died = await lives(stage, Random(4))
                nursery.cancel_scope.cancel()
        return died

    assert simulated(main) > KILLS // 2
    assert stage.values("copy") == stage.values("t")
    assert [len(each) for each in stage.values("t")] == [RECORDS, RECORDS]
    assert stage.ledger.violations == []
