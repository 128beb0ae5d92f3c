"""One look of the log cleaner over the compacted logs: which one is the dirtiest.

A log that has not changed since the last look is not measured again. Segments that a compacted log
need not keep (`compact,delete`, or a log start that has moved) go on the way: Kafka leaves that to
the cleaner, so that both never work on the same log (`LogCleaner`, `LogCleanerManager`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.log.config import INT64_MAX
from kafkawire.protocol.errors import ApiError

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from kafkawire.broker.replicas.housekept import HousekeptReplicas
    from kafkawire.broker.replicas.partition import Partition
    from kafkawire.log.compaction.cleanable import Cleanable
    from kafkawire.log.topic_partition import TopicPartition

    Measured = dict[TopicPartition, tuple[object, Cleanable]]
    """Facts about a log when it was measured, and the outcome."""

LOOKS_PER_SLICE = 256
"""Partitions looked at in a row."""


class CleanerLook:
    """A look over the partitions that were ever written to, without those in `uncleanable`.

    `measured` has the logs of this look, for the next one. `best` is the dirtiest log that is worth
    cleaning, `dirtiest_ratio` (0 to 1) that of all, `delay_ms` how late the most urgent one is.
    """

    __slots__ = (
        "_known",
        "_left",
        "_replicas",
        "_uncleanable",
        "best",
        "delay_ms",
        "dirtiest_ratio",
        "measured",
    )

    def __init__(
        self, replicas: HousekeptReplicas, uncleanable: Collection[TopicPartition], known: Measured
    ) -> None:
        self._replicas = replicas
        self._uncleanable = uncleanable
        self._known = known
        self._left: Iterator[Partition] = iter(list(replicas.written.values()))
        self.measured: Measured = {}
        self.best: tuple[Partition, Cleanable] | None = None
        self.dirtiest_ratio = 0.0
        self.delay_ms = 0

    def go_on(self, now_ms: int) -> bool:
        """Look at the next partitions; True if there are no more."""
        for _ in range(LOOKS_PER_SLICE):
            partition = next(self._left, None)
            if partition is None:
                return True
            if partition.log.config.is_compacted and not partition.deleted:
                self._look_at(partition, now_ms)
        return False

    def _look_at(self, partition: Partition, now_ms: int) -> None:
        try:
            self._replicas.apply_retention(partition, now_ms)
            log = partition.log
            if len(log.segments) < 2 or partition.topic_partition in self._uncleanable:
                return
            plan = self._plan(partition, now_ms)
        except ApiError:
            return  # It is offline now.
        self.dirtiest_ratio = max(self.dirtiest_ratio, plan.ratio)
        self.delay_ms = max(self.delay_ms, plan.delay_ms)
        if not plan.is_worth_it(log.config.min_cleanable_dirty_ratio):
            return
        if self.best is None or plan.ratio > self.best[1].ratio:
            self.best = partition, plan

    def _plan(self, partition: Partition, now_ms: int) -> Cleanable:
        """Return what there is to clean: as before, if nothing has changed that matters."""
        from kafkawire.log.compaction.cleanable import cleanable

        log, name = partition.log, partition.topic_partition
        checkpoint = self._replicas.logs.cleaned_to(name)
        segments, config = log.segments, log.config
        active = segments[-1].base_offset
        bound = min(log.last_stable_offset, active)
        facts = (log, config, len(segments), active, bound, log.log_start_offset, checkpoint)
        known = self._known.get(name)
        depends_on_time = config.min_compaction_lag_ms > 0 or (
            config.max_compaction_lag_ms != INT64_MAX
        )
        if known is None or known[0] != facts or depends_on_time:
            time_ms = self._replicas.wall_clock.time_ms(now_ms)
            known = facts, cleanable(log, checkpoint, time_ms)
        self.measured[name] = known
        return known[1]
