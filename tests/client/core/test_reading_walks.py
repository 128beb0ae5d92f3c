"""Random walks: whatever happens to a reader, it hands out the log, once and in order."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from kafkawire.client.core.sources import FetchOptions
from kafkawire.client.values import TopicPartition
from tests.client.support.read_world import ReadWorld

STEPS = 300
MEMORY = 1 << 20
CODES = (-1, 3, 6, 9, 56, 70, 71, 74, 75, 78, 100, 103, 106)
"""Error codes that pass; 70, 71 and 106 are those of whole answers."""


class Walk:
    """A reader, five partitions, and what is expected of each."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.world = ReadWorld(
            seed=seed,
            memory=MEMORY,
            fetch=FetchOptions(max_partition_fetch_bytes=self.random.choice((100, 5000, 1 << 20))),
        )
        self.partitions = self.world.topic(5)
        self.ends = dict.fromkeys(self.partitions, 0)
        self.expected: dict[TopicPartition, int] = dict.fromkeys(self.partitions, 0)
        self.held: list[Any] = []
        self.fault = 0
        self.world.edit = self.edit
        self.world.assign(*self.partitions)

    def edit(self, api: int, answer: Any) -> Any:
        """Have one Fetch fail, or one partition in it."""
        if api != 1 or not self.fault:
            return None
        code, self.fault = self.fault, 0
        if code in (70, 71, 106):
            answer.error_code, answer.session_id, answer.responses = code, 0, []
        elif answer.responses:
            data = self.random.choice(answer.responses[0].partitions)
            data.error_code, data.records, data.high_watermark = code, b"", -1
        return answer

    def step(self) -> None:
        choice = self.random.random()
        partition = self.random.choice(self.partitions)
        world, reader = self.world, self.world.reader
        if choice < 0.3:
            values = [b"x" * self.random.choice((1, 100, 30_000))] * self.random.randint(1, 4)
            world.produce(partition, *values)
            self.ends[partition] += len(values)
        elif choice < 0.7:
            self.ask()
        elif choice < 0.8:
            world.advance(self.random.choice((1, 10, 100, 700)))
        elif choice < 0.85:
            (reader.pause if self.random.random() < 0.5 else reader.resume)(
                [partition], world.now_ms
            )
        elif choice < 0.9:
            self.expected[partition] = self.random.randint(0, self.ends[partition])
            reader.seek(partition, self.expected[partition], world.now_ms)
        elif choice < 0.93:
            world.drop_connections()
        elif choice < 0.96:
            self.fault = self.random.choice(CODES)
        else:
            self.reassign()
        assert reader.memory.used_bytes <= MEMORY + 4 * 31_000, "one oversized batch"

    def ask(self) -> None:
        """Take a batch; give it back now or later."""
        self.world.settle()
        batch = self.world.reader.next(self.random.choice((1, 2, 500)), self.world.now_ms)
        if batch is not None:
            first = self.expected[batch.partition]
            assert [record.offset for record in batch] == list(range(first, first + len(batch)))
            self.expected[batch.partition] = batch.next_offset
            self.held.append(batch)
        if self.held and (len(self.held) > 3 or self.random.random() < 0.5):
            self.world.reader.release(self.held.pop(0), self.world.now_ms)

    def reassign(self) -> None:
        """Leave some partitions and come back to them at once."""
        kept = self.random.sample(self.partitions, 3)
        self.world.reader.assign(kept, self.world.now_ms)
        self.world.reader.assign(self.partitions, self.world.now_ms)
        for partition in self.partitions:
            if partition not in kept:
                self.world.reader.seek(partition, self.expected[partition], self.world.now_ms)

    def finish(self) -> None:
        """All is well again: everything comes within a minute."""
        self.fault = 0
        self.world.reader.resume(self.partitions, self.world.now_ms)
        for _ in range(1200):
            self.ask()
            self.world.advance(50)
            if self.expected == self.ends:
                break
        assert self.expected == self.ends
        for batch in self.held:
            self.world.reader.release(batch, self.world.now_ms)
        self.world.reader.assign([], self.world.now_ms)
        self.world.advance(2000)
        assert self.world.reader.memory.used_bytes == 0


@pytest.mark.parametrize("seed", range(10))
def test_a_reader_hands_out_the_log_once_and_in_order(seed: int) -> None:
    """client N-10 (a), (e), (g), N 30; fetch J 161, J 162: faults, seeks, pauses, reassignments."""
    walk = Walk(seed)
    for _ in range(STEPS):
        walk.step()
    walk.finish()
