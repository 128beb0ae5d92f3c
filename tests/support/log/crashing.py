"""A partition on a simulated disk, and what it promised at each moment.

`Life` is a process: it opens the data directory, works on one partition, and notes after every step
what holds from then on (`Promise`). What must be true of a log that is found after a crash says
`crash_checks`.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from random import Random
from typing import Any, NamedTuple

from kafkawire.log.append import AppendOrigin, Verification
from kafkawire.log.config import LogConfig
from kafkawire.log.files.background import Done, inline
from kafkawire.log.files.log_manager import LogManager, Means
from kafkawire.log.partition_log import PartitionLog
from kafkawire.log.retention import apply_retention
from kafkawire.log.topic_partition import TopicPartition
from tests.support.log.batches import NOW_MS, header_of, make_batch, make_marker
from tests.support.log.kept import Recorder
from tests.support.log.simulated_disk import SimulatedDisk

DATA = "/data"
NAME = TopicPartition("t", 0)
TOPIC_ID = b"topic id of 16 b"
CONFIGS = {"internal.segment.bytes": "700", "index.interval.bytes": "150"}

_lives = count()

Content = tuple[tuple[int, bytes], ...]
"""Batches with their base offsets, as they lie in the log."""


class Promise(NamedTuple):
    """What holds after a step."""

    changes: int
    """The disk's, so far."""
    step: str
    content: Content
    end: int
    sure_end: int
    """What lies below it survives a power failure."""
    start: int
    sure_start: int
    highest_start: int
    """What lies below it had been deleted once, though a crash may have brought it back."""


NOTHING_YET = Promise(0, "nothing", (), 0, 0, 0, 0, 0)


def content_of(log: PartitionLog) -> Content:
    return tuple((header.base_offset, bytes(batch)) for header, batch in log.iter_batches())


def new_disk() -> SimulatedDisk:
    disk = SimulatedDisk()
    disk.note_calls = False
    disk.make_directory(DATA)
    disk.sync_directory("/")
    return SimulatedDisk(disk.volume)


class Life:
    """A process that works on the partition `t-0` of the data directory of `disk`."""

    def __init__(
        self,
        disk: SimulatedDisk,
        configs: dict[str, str] | None = None,
        inherited: Promise = NOTHING_YET,
        *,
        deferred: bool = False,
    ) -> None:
        self.disk = disk
        self.deferred = deferred
        """What may be done in the background waits until `settle`."""
        self._waiting: list[tuple[Callable[[], object], Done]] = []
        disk.note_calls = False
        self.config = LogConfig.from_mapping({**CONFIGS, **(configs or {})})
        self.promises = [inherited]
        self.sequences: dict[int, int] = {}
        self.leader_epoch = 0
        self._start()

    def _start(self) -> None:
        observer = Recorder()
        self.manager = LogManager(
            DATA,
            disk=self.disk,
            random=Random(next(_lives)),
            observer=observer,
            means=Means(background=self._background if self.deferred else inline),
        )
        self.told = observer.told
        self.manager.find(0)
        self.log = self.manager.open(NAME, TOPIC_ID, self.config, PartitionLog, NOW_MS)
        self.log.move_high_watermark(self.log.log_end_offset)
        self.leader_epoch = max(self.log.leader_epochs.latest, 0)
        for entry in self.log.producer_state:
            self.sequences[entry.producer_id] = entry.last_sequence + 1
        self.sure_start = self._noted_start = self._checkpointed_start()
        self.done("start")

    def _checkpointed_start(self) -> int:
        return self.manager.checkpoints.log_start_offsets.get(NAME)

    def done(self, step: str) -> None:
        """A step has been made; what holds now."""
        log = self.log
        content = content_of(log)
        # A cut within a batch leaves no trace in the log.
        end = header_of(content[-1][1]).next_offset if content else log.log_end_offset
        sure = min(log.recovery_point, end)
        self.promises.append(
            Promise(
                len(self.disk.changes),
                step,
                content,
                end,
                sure,
                log.log_start_offset,
                self.sure_start,
                max(log.log_start_offset, self.promises[-1].highest_start),
            )
        )

    def around(self, moment: int) -> tuple[Promise, Promise]:
        """What held before the step that was under way after so many changes, and after it."""
        at = 0
        # Steps that changed nothing on disk are over as well.
        while at + 1 < len(self.promises) and self.promises[at + 1].changes <= moment:
            at += 1
        return self.promises[at], self.promises[min(at + 1, len(self.promises) - 1)]

    def _background(self, work: Callable[[], object], done: Done) -> None:
        self._waiting.append((work, done))

    # Steps

    def settle(self) -> None:
        """Do what waits, and what comes of it."""
        while self._waiting:
            inline(*self._waiting.pop(0))
            if not self._waiting:
                self.sure_start = self._noted_start
            self.done("settle")

    def append(self, count: int = 1, size: int = 20, **fields: Any) -> None:
        self._append(make_batch(count, size=size, **fields))
        self.done("append")

    def append_numbered(self, producer_id: int, count: int = 1, *, open_: bool = False) -> None:
        """Of an idempotent producer; as part of a transaction if `open_`."""
        sequence = self.sequences.get(producer_id, 0)
        self.sequences[producer_id] = sequence + count
        batch = make_batch(
            count,
            producer_id=producer_id,
            producer_epoch=0,
            base_sequence=sequence,
            transactional=open_,
        )
        self._append(batch, verification=Verification.VERIFIED)
        self.done("append numbered")

    def end_transaction(self, producer_id: int, *, commit: bool) -> None:
        marker = make_marker(producer_id, 0, commit=commit)
        self._append(marker, origin=AppendOrigin.COORDINATOR)
        self.done("marker")

    def _append(self, batch: bytes, **options: Any) -> None:
        log = self.log
        log.append_as_leader(batch, leader_epoch=self.leader_epoch, now_ms=NOW_MS, **options)
        log.move_high_watermark(log.log_end_offset)

    def next_epoch(self) -> None:
        self.leader_epoch += 1

    def flush(self) -> None:
        self.log.store.flush(self.log)
        self.done("flush")

    def truncate(self, offset: int) -> None:
        self.log.truncate_to(offset)
        self.sequences = {
            entry.producer_id: entry.last_sequence + 1 for entry in self.log.producer_state
        }
        self.done("truncate")

    def delete_records(self, offset: int) -> None:
        self.log.delete_records_before(offset)
        self.manager.moved(self.log)
        self.done("delete records")

    def retain(self, **configs: str) -> None:
        """Apply retention with other limits than usual."""
        mapping = {**CONFIGS, **{name.replace("_", "."): value for name, value in configs.items()}}
        self.log.config = LogConfig.from_mapping(mapping)
        apply_retention(self.log, NOW_MS)
        self.log.config = self.config
        self.manager.moved(self.log)
        self.done("retain")

    def compact(self, first: int, count: int, keep: Any) -> None:
        """Write some neighbouring sealed segments anew as one, with the batches `keep` likes.

        As a real cleaning would, it keeps those of producers with an id.
        """
        log = self.log
        old = log.segments[first : first + count]
        assert first + count < len(log.segments), "the active segment is never cleaned"
        cleaned = log.store.cleaned_segment(log, old[0].base_offset, NOW_MS)
        batches = [(header, bytes(batch)) for each in old for _, header, batch in each.batches()]
        for header, batch in batches:
            is_last = header.base_offset == batches[-1][0].base_offset
            if keep(header) or header.producer_id >= 0 or is_last:
                cleaned.append(batch, header, now_ms=NOW_MS, index_interval_bytes=150)
        log.replace_segments(old, [cleaned])
        self.done("compact")

    def checkpoint(self) -> None:
        """What the timers do: write down recovery points and log starts."""
        self.manager.moved(self.log)
        self.manager.checkpoint_recovery_points()
        self.manager.checkpoint_log_starts()
        self._noted_start = self._checkpointed_start()
        if not self._waiting:
            self.sure_start = self._noted_start
        self.done("checkpoint")

    def stop(self) -> None:
        self.settle()
        self.deferred = False
        self.manager.shared.background = inline
        assert self.manager.close(1)
        self.sure_start = self._noted_start = self._checkpointed_start()
        self.done("stop")

    def restart(self) -> None:
        """Stop cleanly and start again."""
        self.stop()
        self._start()
