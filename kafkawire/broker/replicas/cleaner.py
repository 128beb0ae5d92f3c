"""The log cleaner: compacted logs are cleaned one after another, the dirtiest first.

`cleaner_states` has its states as a table. Now and then it looks at the compacted logs
(`cleaner_look`). The dirtiest of those that are dirty enough is cleaned (`log.compaction.round`), a
slice at a time, so that a broker answers requests in between, and then it looks again.

A log that cannot be read is not tried again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.broker.loggers import Logger
from kafkawire.broker.replicas.cleaner_states import CleanerEvent, CleanerState, next_state
from kafkawire.protocol.errors import ApiError

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from kafkawire.broker.replicas.cleaner_look import CleanerLook
    from kafkawire.broker.replicas.housekept import HousekeptReplicas
    from kafkawire.broker.replicas.partition import Partition
    from kafkawire.log.compaction.cleanable import Cleanable
    from kafkawire.log.compaction.round import CleaningRound
    from kafkawire.log.topic_partition import TopicPartition
    from kafkawire.timers import Timers

BYTES_PER_SLICE = 64 * 1024
"""What is read of a log in a row, or one batch if that is larger."""
SLICE_GAP_MS = 1
"""Requests that wait for the loop come first."""
DISK_GAP_MS = 10
"""The time between two looks at whether a disk operation has ended, in milliseconds."""


class _Work:
    """The round over one partition; `steps` does it."""

    __slots__ = ("began_ms", "cleaning", "partition", "steps")

    def __init__(self, partition: Partition, cleaning: CleaningRound, now_ms: int) -> None:
        self.partition = partition
        self.cleaning = cleaning
        self.steps: Generator[int] = cleaning.steps()
        self.began_ms = now_ms

    def go_on(self) -> bool:
        """Do one slice; True if the round is finished. Raises as `CleaningRound.steps`."""
        spent = 0
        for size in self.steps:
            spent += size
            if not size or spent >= BYTES_PER_SLICE:
                return False
        return True


class LogCleaner:
    """Cleans the partitions of a `ReplicaManager`.

    `uncleanable` are those with a log that could not be read. The rest is for metrics: how late the
    latest round began for the most urgent log, what the latest finished round has done, and how
    long it took.
    """

    __slots__ = (
        "_look",
        "_replicas",
        "_steps",
        "_timers",
        "_work",
        "delay_ms",
        "duration_ms",
        "last_round",
        "logger",
        "state",
        "uncleanable",
    )

    def __init__(self, replicas: HousekeptReplicas) -> None:
        self._replicas = replicas
        self.logger = Logger("kafkawire.cleaner")
        self.state = CleanerState.OFF
        self._steps: dict[CleanerState, Callable[[int], None]] = {
            CleanerState.RESTING: self._wake,
            CleanerState.LOOKING: self._look_on,
            CleanerState.CLEANING: self._clean_on,
        }
        self._look: CleanerLook | None = None
        """The look that goes on, or the last one."""
        self._work: _Work | None = None
        self.uncleanable: dict[TopicPartition, Partition] = {}
        self.delay_ms = 0
        self.last_round: CleaningRound | None = None
        self.duration_ms = 0

    @property
    def dirtiest_ratio(self) -> float:
        """How dirty the dirtiest log was at the last look, 0 to 1."""
        return 0.0 if self._look is None else self._look.dirtiest_ratio

    def is_cleaning(self, partition: Partition) -> bool:
        """Whether a round over the partition is under way."""
        return self._work is not None and self._work.partition is partition

    def start(self, timers: Timers, now_ms: int) -> None:
        """Begin, unless `log.cleaner.enable` says otherwise."""
        self._timers = timers
        if self._replicas.config.boolean("log.cleaner.enable"):
            self._later(CleanerEvent.STARTED, now_ms, self._backoff_ms())

    def _backoff_ms(self) -> int:
        return max(SLICE_GAP_MS, self._replicas.config.int("log.cleaner.backoff.ms"))

    def _later(self, event: CleanerEvent, now_ms: int, gap_ms: int = SLICE_GAP_MS) -> None:
        """Change the state, and make the new state's step after a while."""
        self.state = next_state(self.state, event)
        self._timers.at(now_ms + gap_ms, self._steps[self.state])

    # Resting

    def _wake(self, now_ms: int) -> None:
        from kafkawire.broker.replicas.cleaner_look import CleanerLook

        if self._replicas.config.int("log.cleaner.threads") < 1:
            self._later(CleanerEvent.SUSPENDED, now_ms, self._backoff_ms())
            return
        known = {} if self._look is None else self._look.measured
        self._look = CleanerLook(self._replicas, self.uncleanable, known)
        self.state = next_state(self.state, CleanerEvent.LOOK_DUE)
        self._look_on(now_ms)

    # Looking

    def _look_on(self, now_ms: int) -> None:
        assert self._look is not None
        if not self._look.go_on(now_ms):
            self._later(CleanerEvent.SLICE_DONE, now_ms)
            return
        self.uncleanable = {
            name: each for name, each in self.uncleanable.items() if not each.deleted
        }
        best = self._look.best
        if best is None or best[0].deleted:
            self._later(CleanerEvent.NOTHING_DIRTY, now_ms, self._backoff_ms())
        else:
            self._begin(*best, now_ms)

    def _begin(self, partition: Partition, plan: Cleanable, now_ms: int) -> None:
        from kafkawire.log.compaction.round import CleaningRound

        assert self._look is not None
        time_ms = self._replicas.wall_clock.time_ms(now_ms)
        cleaning = CleaningRound(
            partition.log, plan, now_ms=time_ms, map_bytes_max=self._map_bytes_max()
        )
        self.delay_ms = self._look.delay_ms
        self._work = _Work(partition, cleaning, now_ms)
        if self.logger.debug is not None:
            name, dirty = partition.topic_partition, f"{plan.ratio:.0%} of it is dirty"
            self.logger.debug(f"{name}: a round begins, {dirty}")
        self._later(CleanerEvent.LOG_CHOSEN, now_ms)

    def _map_bytes_max(self) -> int:
        config = self._replicas.config
        load_factor = config.value("log.cleaner.io.buffer.load.factor")
        assert type(load_factor) is float
        threads = max(1, config.int("log.cleaner.threads"))
        return int(config.int("log.cleaner.dedupe.buffer.size") // threads * load_factor)

    # Cleaning

    def _clean_on(self, now_ms: int) -> None:
        """Do one slice of the round."""
        from kafkawire.log.compaction.round import CleaningAborted
        from kafkawire.records.errors import RecordsError

        work = self._work
        assert work is not None
        stats = work.cleaning.stats
        before = stats.bytes_moved
        try:
            is_done = work.partition.deleted or work.go_on()
        except RecordsError:
            self.uncleanable[work.partition.topic_partition] = work.partition
            self._give_up(work, now_ms)
        except (CleaningAborted, ApiError):
            self._give_up(work, now_ms)
        else:
            if work.partition.deleted:
                self._give_up(work, now_ms)
            elif is_done:
                self._finish(work, now_ms)
            else:
                gap_ms = self._gap_ms(stats.bytes_moved - before)
                self._later(CleanerEvent.SLICE_DONE, now_ms, gap_ms)

    def _gap_ms(self, bytes_moved: int) -> int:
        """How long to wait so that no more bytes are moved in a second than allowed."""
        rate = self._replicas.config.value("log.cleaner.io.max.bytes.per.second")
        assert type(rate) is float
        if not bytes_moved:
            return DISK_GAP_MS
        return max(SLICE_GAP_MS, int(bytes_moved * 1000 / max(rate, 1.0)))

    def _finish(self, work: _Work, now_ms: int) -> None:
        name, end_offset = work.partition.topic_partition, work.cleaning.end_offset
        self._replicas.logs.note_cleaned(name, end_offset)
        self.last_round = work.cleaning
        self.duration_ms = now_ms - work.began_ms
        if self.logger.debug is not None:
            self.logger.debug(f"{name}: cleaned up to {end_offset} in {self.duration_ms} ms")
        self._work = None
        self._later(CleanerEvent.FINISHED, now_ms)

    def _give_up(self, work: _Work, now_ms: int) -> None:
        """Take back what the round has begun."""
        self._work = None
        try:
            work.steps.close()
        except ApiError:
            pass  # Nothing can be taken back on a disk that fails.
        self._later(CleanerEvent.GIVEN_UP, now_ms, self._backoff_ms())
