"""Applications that copy records exactly once, by transactions."""

from __future__ import annotations

from random import Random

from kafkawire.client import Consumer, Producer, TransactionUnresolved
from tests.client.cancellation.ledger import Reading
from tests.client.cancellation.stage import FIRST, SECOND, Stage
from tests.client.cancellation.whims import BLOCK, COPY, Leaving, Whim
from tests.support.requests.harness import START_MS

Bytes = Consumer[bytes, bytes]
SOURCE = (FIRST, SECOND)


class Copier:
    """Copies records exactly once: it reads them, and writes them with its offsets."""

    def __init__(self, stage: Stage, random: Random, group: str) -> None:
        self.whim = Whim(stage, random)
        self.group = group
        self.reading = Reading(stage.ledger, group)

    async def run(self) -> None:
        """Copy with one consumer and one producer after the other."""
        for _ in range(self.whim.random.randint(1, 3)):
            await self.whim.attempt(self._once, BLOCK)

    async def _once(self) -> None:
        stage, random = self.whim.stage, self.whim.random
        self.reading.next.clear()
        self.reading.in_hand = None
        consumer = stage.member(self.reading, group_id=self.group, enable_auto_commit=False)
        producer = stage.producer(transactional_id=self.group, linger_ms=random.choice([0, 10]))

        async def inner() -> None:
            for _ in range(random.randint(1, 5)):
                await self.whim.attempt(lambda: self._copy(consumer, producer), COPY)

        async def outer() -> None:
            await Leaving(stage).through(producer, inner)

        await Leaving(stage).through(consumer, outer)

    async def _copy(self, consumer: Bytes, producer: Producer[bytes, bytes]) -> None:
        self.reading.in_hand = None
        found = await consumer.poll(1.0, max_records=self.whim.random.randint(1, 5))
        for batch in found.values():
            self.reading.got(batch)
            key = batch.partition
            is_committed = is_known = False
            self.whim.stage.ledger.done(self.group, key, batch.next_offset)
            try:
                async with producer.transaction() as transaction:
                    for value in batch.values():
                        await producer.send(
                            "copy", value, partition=key.partition, timestamp=START_MS
                        )
                        if self.whim.random.random() < 0.3:
                            await self.whim.rest()
                    await transaction.send_offsets(consumer, batch)
                is_committed = is_known = True
            except TransactionUnresolved:
                raise
            except BaseException:
                is_known = True
                raise
            finally:
                if is_known and not is_committed and key in consumer.assignment:
                    consumer.seek(key, batch.first_offset)
                    if key in self.reading.next:
                        self.reading.next[key] = batch.first_offset

    def check(self) -> list[str]:
        """Compare the copy with the offsets: as far as they go, each record is there once."""
        stage = self.whim.stage
        wrong = self.whim.unexpected()
        for key, copied in zip(SOURCE, stage.values("copy"), strict=True):
            offset = stage.ledger.committed(self.group, key)
            wanted = stage.values("t")[key.partition][:offset]
            if copied != wanted:
                wrong.append(f"{key}: {len(copied)} copied, {offset} committed: {copied} {wanted}")
        return wrong
