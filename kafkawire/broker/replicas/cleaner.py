"""The log cleaner: compacted logs are cleaned one after another, the dirtiest first.

Now and then it looks at the compacted logs. One that has changed since is measured; the dirtiest of
those that are dirty enough is cleaned, a slice at a time, so that a broker answers requests in
between, and then it looks again. Segments that a compacted log need not keep (`compact,delete`, or
a log start that has moved) go on the way: Kafka leaves that to the cleaner, so that both never
work on the same log (`LogCleaner`, `LogCleanerManager`).

A log that cannot be read is not tried again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.log.config import INT64_MAX
from kafkawire.protocol.errors import ApiError

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from kafkawire.broker.replicas.partition import Partition
    from kafkawire.broker.replicas.replica_manager import ReplicaManager
    from kafkawire.broker.timers import Timers
    from kafkawire.log.compaction.cleanable import Cleanable
    from kafkawire.log.compaction.round import CleaningRound
    from kafkawire.log.topic_partition import TopicPartition

LOOKS_PER_SLICE = 256
"""Partitions looked at in a row."""
BYTES_PER_SLICE = 64 * 1024
"""What is read of a log in a row, or one batch if that is larger."""
SLICE_GAP_MS = 1
"""Whoever waits for the loop comes first."""
DISK_GAP_MS = 10
"""How often it is asked whether a disk has done what it was told."""


class LogCleaner:
    """Cleans the partitions of a `ReplicaManager`.

    `uncleanable` are those with a log that could not be read. The rest is for metrics: how dirty
    the dirtiest log was at the last look (0 to 1), how late the latest round began for the most
    urgent log, and what the latest finished round has done.
    """

    __slots__ = (
        "_best",
        "_delay_ms",
        "_left",
        "_looked",
        "_replicas",
        "_seen",
        "_steps",
        "_timers",
        "_work",
        "delay_ms",
        "dirtiest_ratio",
        "duration_ms",
        "last_round",
        "uncleanable",
    )

    def __init__(self, replicas: ReplicaManager) -> None:
        self._replicas = replicas
        self._left: Iterator[Partition] = iter(())
        self._looked: dict[TopicPartition, tuple[object, Cleanable]] = {}
        self._seen: dict[TopicPartition, tuple[object, Cleanable]] = {}
        self._best: tuple[Partition, Cleanable] | None = None
        self._work: tuple[Partition, CleaningRound] | None = None
        self._steps: Generator[int] | None = None
        self.uncleanable: dict[TopicPartition, Partition] = {}
        self.dirtiest_ratio = 0.0
        self._delay_ms = 0
        self.delay_ms = 0
        self.last_round: CleaningRound | None = None
        self.duration_ms = 0

    def start(self, timers: Timers, now_ms: int) -> None:
        """Begin, unless `log.cleaner.enable` says otherwise."""
        self._timers = timers
        if self._replicas.config.boolean("log.cleaner.enable"):
            self._look_later(now_ms)

    def _look_later(self, now_ms: int) -> None:
        backoff_ms = max(SLICE_GAP_MS, self._replicas.config.int("log.cleaner.backoff.ms"))
        self._timers.at(now_ms + backoff_ms, self._look)

    # Looking

    def _look(self, now_ms: int) -> None:
        if self._replicas.config.int("log.cleaner.threads") < 1:
            self._look_later(now_ms)
            return
        self._left = iter(list(self._replicas.written.values()))
        self._best = None
        self._seen = {}
        self.dirtiest_ratio = 0.0
        self._delay_ms = 0
        self._look_on(now_ms)

    def _look_on(self, now_ms: int) -> None:
        for _ in range(LOOKS_PER_SLICE):
            partition = next(self._left, None)
            if partition is None:
                self._choose(now_ms)
                return
            if partition.log.config.is_compacted and not partition.deleted:
                self._look_at(partition, now_ms)
        self._timers.at(now_ms + SLICE_GAP_MS, self._look_on)

    def _look_at(self, partition: Partition, now_ms: int) -> None:
        try:
            self._replicas.apply_retention(partition, now_ms)
            log = partition.log
            if len(log.segments) < 2 or partition.topic_partition in self.uncleanable:
                return
            plan = self._plan(partition, now_ms)
        except ApiError:
            return  # It is offline now.
        self.dirtiest_ratio = max(self.dirtiest_ratio, plan.ratio)
        self._delay_ms = max(self._delay_ms, plan.delay_ms)
        if not plan.is_worth_it(log.config.min_cleanable_dirty_ratio):
            return
        if self._best is None or plan.ratio > self._best[1].ratio:
            self._best = partition, plan

    def _plan(self, partition: Partition, now_ms: int) -> Cleanable:
        """What there is to clean: as it was before, if nothing has changed that matters."""
        from kafkawire.log.compaction.cleanable import cleanable

        log, name = partition.log, partition.topic_partition
        checkpoint = self._replicas.logs.cleaned_to(name)
        segments, config = log.segments, log.config
        active = segments[-1].base_offset
        bound = min(log.last_stable_offset, active)
        facts = (log, config, len(segments), active, bound, log.log_start_offset, checkpoint)
        known = self._looked.get(name)
        depends_on_time = config.min_compaction_lag_ms > 0 or (
            config.max_compaction_lag_ms != INT64_MAX
        )
        if known is None or known[0] != facts or depends_on_time:
            known = facts, cleanable(log, checkpoint, now_ms)
        self._seen[name] = known
        return known[1]

    def _choose(self, now_ms: int) -> None:
        self._looked = self._seen
        if self.uncleanable:
            self.uncleanable = {
                name: each for name, each in self.uncleanable.items() if not each.deleted
            }
        if self._best is None or self._best[0].deleted:
            self._look_later(now_ms)
        else:
            self._begin(*self._best, now_ms)

    # Cleaning

    def is_cleaning(self, partition: Partition) -> bool:
        """Whether a round over the partition is under way."""
        return self._work is not None and self._work[0] is partition

    def _begin(self, partition: Partition, plan: Cleanable, now_ms: int) -> None:
        from kafkawire.log.compaction.round import CleaningRound

        cleaning = CleaningRound(
            partition.log, plan, now_ms=now_ms, map_bytes_max=self._map_bytes_max()
        )
        self.delay_ms = self._delay_ms
        self._work = partition, cleaning
        self._steps = cleaning.steps()
        self._timers.at(now_ms + SLICE_GAP_MS, self._go_on)

    def _map_bytes_max(self) -> int:
        config = self._replicas.config
        load_factor = config.value("log.cleaner.io.buffer.load.factor")
        assert type(load_factor) is float
        threads = max(1, config.int("log.cleaner.threads"))
        return int(config.int("log.cleaner.dedupe.buffer.size") // threads * load_factor)

    def _go_on(self, now_ms: int) -> None:
        """Do one slice of the round."""
        from kafkawire.log.compaction.round import CleaningAborted
        from kafkawire.records.errors import RecordsError

        assert self._work is not None
        assert self._steps is not None
        partition, cleaning = self._work
        before = cleaning.stats.bytes_moved
        try:
            is_done = partition.deleted or self._do_slice()
        except RecordsError:
            self.uncleanable[partition.topic_partition] = partition
            self._end(now_ms)
        except (CleaningAborted, ApiError):
            self._end(now_ms)
        else:
            if partition.deleted:
                self._end(now_ms)
            elif is_done:
                self._finish(partition, cleaning, now_ms)
            else:
                gap_ms = self._gap_ms(cleaning.stats.bytes_moved - before)
                self._timers.at(now_ms + gap_ms, self._go_on)

    def _do_slice(self) -> bool:
        """True when the round is finished."""
        spent = 0
        assert self._steps is not None
        for size in self._steps:
            spent += size
            if not size or spent >= BYTES_PER_SLICE:
                return False
        return True

    def _gap_ms(self, bytes_moved: int) -> int:
        """How long to wait so that no more bytes are moved in a second than allowed."""
        rate = self._replicas.config.value("log.cleaner.io.max.bytes.per.second")
        assert type(rate) is float
        if not bytes_moved:
            return DISK_GAP_MS
        return max(SLICE_GAP_MS, int(bytes_moved * 1000 / max(rate, 1.0)))

    def _finish(self, partition: Partition, cleaning: CleaningRound, now_ms: int) -> None:
        self._replicas.logs.note_cleaned(partition.topic_partition, cleaning.end_offset)
        self.last_round = cleaning
        self.duration_ms = now_ms - cleaning.now_ms
        self._work = self._steps = None
        self._timers.at(now_ms + SLICE_GAP_MS, self._look)

    def _end(self, now_ms: int) -> None:
        """The round comes to nothing."""
        steps, self._steps = self._steps, None
        self._work = None
        try:
            if steps is not None:
                steps.close()
        except ApiError:
            pass  # Nothing can be taken back on a disk that fails.
        self._look_later(now_ms)
