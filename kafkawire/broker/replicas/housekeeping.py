"""What has to be done now and then: retention, compaction, and forgetting silent producers.

Each task goes over the partitions that have ever been written to, a slice at a time, so that a
broker with many of them answers requests in between. Intervals are Kafka's own (fetch H-51,
produce B-35).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.broker.replicas.cleaner import LogCleaner

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from kafkawire.broker.replicas.housekept import HousekeptReplicas
    from kafkawire.broker.replicas.partition import Partition
    from kafkawire.timers import Timers

PARTITIONS_PER_SLICE = 64


class Housekeeping:
    """The periodic work on the partitions of a `ReplicaManager`."""

    __slots__ = ("_replicas", "cleaner")

    def __init__(self, replicas: HousekeptReplicas) -> None:
        self._replicas = replicas
        self.cleaner = LogCleaner(replicas)

    def start(self, timers: Timers, now_ms: int) -> None:
        """Begin; each task comes back by itself from now on."""
        config = self._replicas.config
        retention = Task(timers, self._replicas, self._retain, "log.retention.check.interval.ms")
        producers = Task(
            timers,
            self._replicas,
            self._forget_producers,
            "producer.id.expiration.check.interval.ms",
        )
        timers.at(now_ms + config.int("log.initial.task.delay.ms"), retention.begin)
        interval_ms = config.int("producer.id.expiration.check.interval.ms")
        timers.at(now_ms + interval_ms, producers.begin)
        self.cleaner.start(timers, now_ms)

    def _retain(self, partition: Partition, now_ms: int) -> None:
        if not partition.log.config.is_compacted:  # Those are the cleaner's.
            self._replicas.apply_retention(partition, now_ms)

    def _forget_producers(self, partition: Partition, now_ms: int) -> None:
        producers = partition.log.producer_state
        if producers:
            expiration_ms = self._replicas.config.int("producer.id.expiration.ms")
            producers.expire(self._replicas.wall_clock.time_ms(now_ms), expiration_ms)


class Task:
    """One kind of work, done to all written partitions each `interval` (a configuration)."""

    __slots__ = ("_interval", "_left", "_replicas", "_timers", "_work")

    def __init__(
        self,
        timers: Timers,
        replicas: HousekeptReplicas,
        work: Callable[[Partition, int], None],
        interval: str,
    ) -> None:
        self._timers = timers
        self._replicas = replicas
        self._work = work
        self._interval = interval
        self._left: Iterator[Partition] = iter(())

    def begin(self, now_ms: int) -> None:
        """Start a round over what is written now."""
        self._timers.at(now_ms + self._replicas.config.int(self._interval), self.begin)
        self._left = iter(list(self._replicas.written.values()))
        self.go_on(now_ms)

    def go_on(self, now_ms: int) -> None:
        """Do one slice, and ask to be called again soon if there may be more."""
        for _ in range(PARTITIONS_PER_SLICE):
            partition = next(self._left, None)
            if partition is None:
                return
            if not partition.deleted:
                self._work(partition, now_ms)
        self._timers.at(now_ms + 1, self.go_on)  # at `now_ms`, all slices would be one tick's
