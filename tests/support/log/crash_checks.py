"""What may be found of a log after a crash in the middle of a step of its `Life`.

- Every batch lies where it once lay, bytes and all, and offsets are dense as they were;
- what was there before the step and after it is there, as far as it was promised: all of it if the
  process was killed, what lies below the recovery point if the power failed;
- the log start is not below what a checkpoint promised, nor above what it ever was;
- no segment is reported as damaged, nor, if the process was killed, as gone;
- producers, leader epochs and indexes are those that follow from the batches that are there.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from kafkawire.log.offset_index import OffsetIndex
from kafkawire.log.partition_log import PartitionLog
from kafkawire.log.segment import Segment
from kafkawire.log.time_index import TimeIndex
from tests.support.log.batches import NOW_MS, header_of
from tests.support.log.crashing import Content, Life, Promise, content_of


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
    lost = "gone" if killed else "damaged"  # a power failure may take what was not synced
    assert not [line for line in found.told if lost in line or "damaged" in line]
    assert not [line for line in found.told if "has it begin" in line], "retention is no loss"
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
    # The end of a file may be lost together with its length, which no other file records.
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
    """All state of a log beside its batches equals the state of a replay of them.

    The log may lack epochs that ended below `start`, where the log once began.
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
