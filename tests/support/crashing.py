"""A partition on a simulated disk, what it promised at each moment, and what a crash leaves of it.

`Life` is a process: it opens the data directory, works on one partition, and notes after every step
what holds from then on (`Promise`). `survives` then says of a log that was found after a crash in
the middle of a step whether that is what it may be:

- every batch lies where it once lay, bytes and all, and offsets are dense as they were;
- what was there before the step and after it is there, as far as it was promised: all of it if the
  process was killed, what lies below the recovery point if the power failed;
- the log start is not below what a checkpoint promised, nor above what it ever was;
- producers, leader epochs and indexes are those that follow from the batches that are there.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import count, pairwise
from random import Random
from typing import Any, NamedTuple

from kafkawire.log.append import AppendOrigin, Verification
from kafkawire.log.config import LogConfig
from kafkawire.log.files.background import Done, inline
from kafkawire.log.files.log_manager import LogManager
from kafkawire.log.offset_index import OffsetIndex
from kafkawire.log.partition_log import PartitionLog
from kafkawire.log.retention import apply_retention
from kafkawire.log.segment import Segment
from kafkawire.log.time_index import TimeIndex
from kafkawire.log.topic_partition import TopicPartition
from tests.support.batches import NOW_MS, header_of, make_batch, make_marker
from tests.support.simulated_disk import SimulatedDisk

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
        self.manager = LogManager(
            DATA,
            disk=self.disk,
            random=Random(next(_lives)),
            background=self._background if self.deferred else inline,
        )
        self.manager.find(0)
        self.log = self.manager.open(NAME, TOPIC_ID, self.config, PartitionLog, NOW_MS)
        self.log.move_high_watermark(self.log.log_end_offset)
        self.leader_epoch = max(self.log.leader_epochs.latest, 0)
        for entry in self.log.producer_state:
            self.sequences[entry.producer_id] = entry.last_sequence + 1
        self.sure_start = self._noted_start = self._checkpointed_start()
        self.done("start")

    def _checkpointed_start(self) -> int:
        return self.manager.log_start_offsets.get(NAME)

    def done(self, step: str) -> None:
        """A step has been made; what holds now."""
        log = self.log
        content = content_of(log)
        # Where a log was cut within a batch, nothing tells so afterwards.
        end = header_of(content[-1][1]).next_offset if content else log.log_end_offset
        sure = min(log.recovery_point, end)
        self.promises.append(
            Promise(
                len(self.disk.changes),
                step,
                content,
                log.log_end_offset,
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
        self.manager.background = self.manager.shared.background = inline
        assert self.manager.close(1)
        self.sure_start = self._noted_start = self._checkpointed_start()
        self.done("stop")

    def restart(self) -> None:
        """Stop cleanly and start again."""
        self.stop()
        self._start()


# Looking at what is found


def survives(
    found: Life,
    before: Promise,
    after: Promise,
    *,
    killed: bool,
    ever: set[Any],
) -> None:
    """Assert that a log may be what `found` is, after a crash between two promises.

    `ever` is all that was ever appended.
    """
    log = found.log
    content = content_of(log)
    assert set(content) <= ever, "something that was never appended"
    if after.step == "compact":
        _is_one_of(content, before, after, killed=killed)
    else:
        _has_what_was_promised(log, content, before, after, killed=killed)
    lowest = min(before.sure_start, after.sure_start)
    highest = max(before.highest_start, after.highest_start)
    if after.content or before.content:
        assert lowest <= log.log_start_offset <= max(highest, _first(content, log)), "log start"
    assert log.log_start_offset <= log.log_end_offset
    follows_from_its_batches(log, highest)


def _first(content: Content, log: PartitionLog) -> int:
    return content[0][0] if content else log.log_end_offset


def _promised(before: Promise, after: Promise, *, killed: bool) -> Content:
    both = set(before.content) & set(after.content)
    sure = min(before.sure_end, after.sure_end)
    return tuple(
        each
        for each in before.content
        if each in both and (killed or header_of(each[1]).next_offset <= sure)
    )


def _has_what_was_promised(
    log: PartitionLog, content: Content, before: Promise, after: Promise, *, killed: bool
) -> None:
    promised = _promised(before, after, killed=killed)
    missing = [base for base, batch in promised if (base, batch) not in set(content)]
    assert not missing, f"lost: {missing}"
    if killed:
        assert set(content) <= set(before.content) | set(after.content), "what had been removed"
    expected = content[0][0] if content else log.log_end_offset
    gaps = _gaps(before.content) | _gaps(after.content)
    start = max(before.highest_start, after.highest_start)
    sure = min(before.sure_end, after.sure_end)
    # The end of a file may be lost together with its length, which nothing tells.
    bases = {segment.base_offset for segment in log.segments}
    for base, batch in (*content, (log.log_end_offset, None)):
        # What had been deleted may come back in part.
        is_lost = not killed and base in bases and expected >= sure
        is_gap = (expected, base) in gaps or base <= start
        assert base == expected or is_gap or is_lost, "not dense"
        expected = header_of(batch).next_offset if batch else base
    if killed:
        assert min(before.end, after.end) <= log.log_end_offset <= max(before.end, after.end)
    else:
        assert log.log_end_offset >= min(before.sure_end, after.sure_end), "the end was promised"


def _gaps(content: Content) -> set[tuple[int, int]]:
    """Where compaction left holes: (offset after a batch, offset of the next one)."""
    found = set()
    for (_, batch), (base, _) in pairwise(content):
        if header_of(batch).next_offset != base:
            found.add((header_of(batch).next_offset, base))
    return found


def _is_one_of(content: Content, before: Promise, after: Promise, *, killed: bool) -> None:
    """All of what was before a cleaning, or all of what was after it, up to a sure end."""
    sure = max(before.sure_end, after.sure_end) if not killed else before.end
    sides = [
        [each for each in side.content if header_of(each[1]).next_offset <= sure]
        for side in (before, after)
    ]
    below = [each for each in content if header_of(each[1]).next_offset <= sure]
    assert below in sides, "neither the old nor the new log"


def follows_from_its_batches(log: PartitionLog, start: int) -> None:
    """Everything that is known of a log beside its batches is what a replay of them says.

    Of epochs that ended below `start`, where the log once began, nothing need be known.
    """
    replayed = replay(log)
    known = {entry.producer_id: entry for entry in log.producer_state}
    for entry in replayed.producer_state:
        found = known[entry.producer_id]
        for field in ("producer_epoch", "last_sequence", "coordinator_epoch"):
            assert getattr(found, field) == getattr(entry, field), field
        assert found.transaction_first_offset == entry.transaction_first_offset
    unknown = set(known) - {entry.producer_id for entry in replayed.producer_state}
    assert all(known[each].last_offset < max(log.log_start_offset, start) for each in unknown)
    _epochs_follow(log, start)
    for segment in log.segments:
        indexes_follow(segment)
    for segment, other in zip(log.segments, replayed.segments, strict=False):
        if log.segments[0].base_offset:
            break  # what began before cannot be replayed
        aborted = segment.transaction_index
        expected = other.transaction_index
        assert (aborted.entries if aborted else []) == (expected.entries if expected else [])


def replay(log: PartitionLog) -> PartitionLog:
    """The same batches in the same segments, in memory and from the beginning."""
    fresh = PartitionLog(log.topic_partition, log.config)
    for segment in log.segments:
        fresh.segments.append(Segment(segment.base_offset, NOW_MS))
        for _, header, batch in segment.batches():
            fresh.log_end_offset = header.base_offset
            fresh._store(bytes(batch), header, NOW_MS)
            fresh.fold(header, batch)
    fresh.move_high_watermark(fresh.log_end_offset)
    return fresh


def _epochs_follow(log: PartitionLog, start: int) -> None:
    entries = log.leader_epochs.entries
    for header, _ in log.iter_batches():
        if header.base_offset < max(log.log_start_offset, start):
            continue
        epochs = [epoch for epoch, start in entries if start <= header.base_offset]
        assert epochs, f"no epoch for {header.base_offset}"
        assert epochs[-1] == header.partition_leader_epoch, "an epoch that the batches deny"
    assert all(start <= log.log_end_offset for _, start in entries)


def indexes_follow(segment: Segment) -> None:
    """Entries name batches that are there, and times that are theirs."""
    places = {position: header for position, header, _ in segment.batches()}
    offsets = OffsetIndex.from_bytes(segment.base_offset, segment.offset_index.to_bytes())
    data = offsets.to_bytes()
    for at in range(0, len(data), 8):
        offset = segment.base_offset + int.from_bytes(data[at : at + 4], "big")
        position = int.from_bytes(data[at + 4 : at + 8], "big")
        assert places[position].last_offset == offset, "an index entry without its batch"
    times = TimeIndex.from_bytes(segment.base_offset, segment.time_index.to_bytes()).to_bytes()
    newest: dict[int, int] = {}
    latest = -1
    for header in places.values():
        if header.max_timestamp > latest:
            latest = header.max_timestamp
            newest[latest] = header.last_offset
    for at in range(0, len(times), 12):
        timestamp = int.from_bytes(times[at : at + 8], "big", signed=True)
        offset = segment.base_offset + int.from_bytes(times[at + 8 : at + 12], "big")
        assert newest.get(timestamp) == offset, "a time index entry that is not so"
    assert segment.max_timestamp == latest
    ends = [header.next_offset for header in places.values()]
    assert segment.next_offset == (ends[-1] if ends else segment.base_offset)
