"""Iterators over batches and records, left early and asked again."""

from __future__ import annotations

import math

import trio

from kafkawire.client.batch import Batch
from kafkawire.client.core.collecting import Completed
from kafkawire.client.iterators import Batches, Records
from kafkawire.client.values import TopicPartition
from kafkawire.records.builder import encode_batch


def batch_of(count: int) -> Batch:
    """Return so many records, as if they came at offset 0."""
    data = bytes(encode_batch([(0, None, b"v", [])] * count))
    batch = Completed(TopicPartition("t", 0), data, 0).next_batch(count)
    assert batch is not None
    return batch


class Asked:
    """Gives the batches that it was made with."""

    def __init__(self, *batches: Batch) -> None:
        self.batches = list(batches)

    async def next_batch(self, max_records: int, timeout_s: float = math.inf) -> Batch | None:
        return self.batches.pop(0)


async def test_a_loop_that_is_left_goes_on_where_it_was() -> None:
    """client B-5."""
    records = Records(Batches(Asked(batch_of(3), batch_of(2)), 500))
    seen = []
    for _ in range(2):
        async for record in records:
            seen.append(record.offset)
            if len(seen) in (2, 5):
                break
    assert seen == [0, 1, 2, 0, 1]


async def test_a_loop_that_never_waits_is_cancelled_within_a_batch() -> None:
    """client B-5: other tasks run, too; a record that was not given out is not lost."""
    records = Records(Batches(Asked(batch_of(100)), 500))
    seen: list[int] = []
    async with trio.open_nursery() as nursery:
        nursery.start_soon(trio.lowlevel.checkpoint)
        with trio.CancelScope() as scope:
            async for record in records:
                seen.append(record.offset)
                scope.cancel()
        assert scope.cancelled_caught
        assert len(seen) <= 40
        while len(seen) < 100:
            seen.append((await records.__anext__()).offset)
    assert seen == list(range(100))
