"""What one task does with its rows: find topics, choose partitions, fill batches, send them.

A batch leaves when it has `batch.size` bytes, or when `linger.ms` have passed since its first
record and another Arrow batch comes; the rest leaves at the end.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from itertools import repeat
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from kafkawire.spark.cluster.errors import ClusterError, OutOfTime
from kafkawire.spark.cluster.metadata import TopicPartition
from kafkawire.spark.sink.partitioning import Partitioner
from kafkawire.spark.sink.rows import TopicRows, rows_by_topic

if TYPE_CHECKING:
    from kafkawire.records.builder import RecordTuple
    from kafkawire.spark.cluster.cluster import Cluster
    from kafkawire.spark.cluster.transactions import Identity

Ints = npt.NDArray[np.int64]


def wall_clock_ms() -> int:
    """What records are stamped with, as Java's producer does."""
    return time.time_ns() // 1_000_000


class _Filling:
    """Records of one partition that do not make a batch yet."""

    __slots__ = ("records", "since_ms", "size")

    def __init__(self) -> None:
        self.records: list[RecordTuple] = []
        self.size = 0
        self.since_ms = 0


class TaskWriter:
    """Writes Arrow batches as an identity; `row_count` and `topics` say what was written."""

    def __init__(
        self,
        cluster: Cluster,
        identity: Identity | None,
        topic: str | None,
        now_ms: Callable[[], int] = wall_clock_ms,
    ) -> None:
        self._cluster = cluster
        self._settings = cluster.settings.producer
        self._topic = topic
        self._now_ms = now_ms
        self._producer = cluster.producer(identity)
        self._partitioners: dict[str, Partitioner] = {}
        self._filling: dict[TopicPartition, _Filling] = {}
        self._counts: dict[str, int] = {}
        self._led: dict[str, list[int]] = {}
        self.row_count = 0

    @property
    def topics(self) -> list[str]:
        """Those that rows went to."""
        return sorted(self._counts)

    def write(self, batches: Iterable[pa.RecordBatch]) -> None:
        """Write all of them; returns when brokers have them. Raises ClusterError."""
        try:
            for batch in batches:
                now_ms = self._now_ms()
                for rows in rows_by_topic(batch, self._topic):
                    self._add(rows, now_ms)
                self._send_old(now_ms)
            for found in list(self._filling):
                self._send(found)
            self._producer.flush()
        finally:
            self._producer.close()

    def _add(self, rows: TopicRows, now_ms: int) -> None:
        partitions = self._assigned(rows)
        order = np.argsort(partitions, kind="stable")
        bounds = np.flatnonzero(np.diff(partitions[order])) + 1
        for chosen in np.split(order, bounds):
            if len(chosen):
                found = TopicPartition(rows.topic, int(partitions[chosen[0]]))
                parts = [rows.parts[index] for index in chosen.tolist()]
                records = [(now, *part) for now, part in zip(repeat(now_ms), parts, strict=False)]
                self._fill(found, records, rows.sizes[chosen], now_ms)
        self.row_count += len(rows.parts)

    def _assigned(self, rows: TopicRows) -> Ints:
        """A partition for each row: its own, or the partitioner's."""
        count = self._partition_count(rows.topic)
        given = rows.partitions
        if given is not None and len(given) and int(given.max()) >= count:
            count = self._partition_count(rows.topic, at_least=int(given.max()) + 1)
        partitioner = self._partitioners.get(rows.topic)
        if partitioner is None:
            partitioner = Partitioner(self._settings.batch_size)
            self._partitioners[rows.topic] = partitioner
        if given is None:
            return partitioner.assign(rows.keys, rows.sizes, count, self._led[rows.topic])
        open_ = given < 0
        if open_.any():
            keys = None if rows.keys is None else rows.keys.filter(pa.array(open_))
            given = given.copy()
            sizes, led = rows.sizes[open_], self._led[rows.topic]
            given[open_] = partitioner.assign(keys, sizes, count, led)
        return given

    def _partition_count(self, topic: str, at_least: int = 1) -> int:
        """How many partitions there are, once there are enough; makes the topic where allowed."""
        count = self._counts.get(topic, 0)
        limit_ms = self._settings.max_block_ms
        deadline = self._cluster.deadline(limit_ms)
        while count < at_least:
            try:
                partitions = self._cluster.topic(topic, deadline, creates=True).partitions
            except OutOfTime as error:
                if count:
                    raise _missing(topic, at_least - 1, count, limit_ms) from error
                raise ClusterError(
                    f"Topic {topic} not present in metadata after {limit_ms} ms. ({error})"
                ) from error
            count = len(partitions)
            self._led[topic] = [each for each, leader in partitions.items() if leader >= 0]
            if count < at_least and not deadline.pause():
                raise _missing(topic, at_least - 1, count, limit_ms)
        self._counts[topic] = count
        return count

    def _fill(
        self, found: TopicPartition, records: Sequence[RecordTuple], sizes: Ints, now_ms: int
    ) -> None:
        """Add records; send each batch that is full."""
        filling = self._filling.setdefault(found, _Filling())
        ends = np.cumsum(sizes)
        start, base = 0, 0
        while start < len(records):
            left = self._settings.batch_size - filling.size
            # As many as fit, but one if the batch is empty.
            stop = int(np.searchsorted(ends, base + left, side="right"))
            stop = max(stop, start + (not filling.records))
            if not filling.records:
                filling.since_ms = now_ms
            filling.records += records[start:stop]
            if stop == len(records):
                filling.size += int(ends[-1]) - base
                return
            base = int(ends[stop - 1]) if stop else 0
            start = stop
            self._send(found)

    def _send(self, found: TopicPartition) -> None:
        filling = self._filling[found]
        if filling.records:
            self._producer.append(found, filling.records)
        filling.records, filling.size = [], 0

    def _send_old(self, now_ms: int) -> None:
        """What has lingered; nothing is looked at before `linger.ms` of the oldest has passed."""
        linger_ms = self._settings.linger_ms
        for found, filling in self._filling.items():
            if filling.records and now_ms - filling.since_ms > linger_ms:
                self._send(found)
                self._producer.push()


def _missing(topic: str, partition: int, count: int, limit_ms: int) -> ClusterError:
    return ClusterError(
        f"Partition {partition} of topic {topic} with partition count {count}"
        f" is not present in metadata after {limit_ms} ms."
    )
