"""Iterators over what a consumer reads: classes, so that leaving a loop early leaves nothing."""

from __future__ import annotations

import math
from collections.abc import AsyncIterator, Iterator
from itertools import islice
from typing import Generic, Protocol, Self

import trio

from kafkawire.client.batch import Batch
from kafkawire.client.codecs import K, V
from kafkawire.client.record import ConsumerRecord

RUN = 32
"""The number of records that are returned without a checkpoint."""


class Asked(Protocol[K, V]):
    """The source of batches: a consumer."""

    async def next_batch(self, max_records: int, timeout_s: float = math.inf) -> Batch[K, V] | None:
        """Return the next batch; None if there is none in time."""


class Batches(AsyncIterator["Batch[K, V]"], Generic[K, V]):
    """Batches of a consumer; a class, so that leaving a loop early leaves nothing behind."""

    def __init__(self, consumer: Asked[K, V], max_records: int) -> None:
        self._consumer = consumer
        self._max_records = max_records

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Batch[K, V]:
        batch = await self._consumer.next_batch(self._max_records)
        assert batch is not None, "an ask without a time limit ended without a batch"
        return batch


class Records(AsyncIterator["ConsumerRecord[K, V]"], Generic[K, V]):
    """Records of a consumer, one by one.

    A loop without a wait of its own lets other tasks run, and notices that it is cancelled, after
    `RUN` records; a checkpoint for each record would take longer than the record.
    """

    def __init__(self, batches: Batches[K, V]) -> None:
        self._batches = batches
        self._batch: Iterator[ConsumerRecord[K, V]] = iter(())
        self._records: Iterator[ConsumerRecord[K, V]] = iter(())
        """The records of the batch up to the next checkpoint."""

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> ConsumerRecord[K, V]:
        for record in self._records:
            return record
        await trio.lowlevel.checkpoint()
        self._records = islice(self._batch, RUN)
        for record in self._records:
            return record
        self._batch = iter(await self._batches.__anext__())
        self._records = islice(self._batch, RUN)
        return next(self._records)
