"""The end of a log is cut off, and with it what was known of what lay there."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.log.append import AppendOrigin
from kafkawire.log.partition_log import PartitionLog
from kafkawire.log.truncation import restart_at
from tests.support.log.batches import (
    NOW_MS,
    append,
    append_marker,
    headers_of,
    make_batch,
    make_log,
    make_marker,
    numbered_batch,
)
from tests.support.log.stored_logs import PATH, new_disk, new_log


def in_memory(**configs: str) -> PartitionLog:
    return make_log({name.replace("_", "."): text for name, text in configs.items()})


def in_files(**configs: Any) -> PartitionLog:
    return new_log(new_disk(), **configs)


both = pytest.mark.parametrize("made", [in_memory, in_files], ids=["memory", "files"])


@given(st.integers(0, 40), st.sampled_from([in_memory, in_files]))
def test_everything_from_the_offset_on_goes(offset: int, made: Any) -> None:
    """fetch H-55: cut at the first batch whose last offset reaches it; all ends are lowered."""
    log = made(internal_segment_bytes="400", index_interval_bytes="100")
    for epoch in range(10):
        append(log, make_batch(3, size=30), leader_epoch=epoch // 3)
    log.delete_records_before(20)
    log.store.flush(log)
    headers = headers_of(log)
    assert len(log.segments) > 3
    log.truncate_to(offset)
    kept = [header for header in headers if header.last_offset < offset]
    if offset < 30:
        assert headers_of(log) == kept
    end = min(offset, 30)
    assert (log.log_end_offset, log.high_watermark) == (end, end)
    assert (log.log_start_offset, log.recovery_point) == (min(20, end), end)
    assert all(segment.base_offset <= end for segment in log.segments)
    assert all(start < end for _, start in log.leader_epochs.entries)
    append(log, make_batch(), leader_epoch=9)
    assert headers_of(log)[-1].base_offset == end


@both
def test_transactions_that_are_cut_in_half_are_open_again(made: Any) -> None:
    """fetch H-55, H-14: their markers are gone, and so is the index entry."""
    log = made()
    append(log, numbered_batch(0), origin=AppendOrigin.RAFT)
    append_marker(log, 7, 0, commit=False)
    append(log, numbered_batch(1), origin=AppendOrigin.RAFT)
    append_marker(log, 7, 0, commit=False)
    assert log.aborted_transactions(0, 4) == [(7, 0), (7, 2)]
    log.truncate_to(3)
    assert log.aborted_transactions(0, 3) == [(7, 0)]
    assert log.last_stable_offset == 2
    entry = log.producer_state.get(7)
    assert entry is not None
    assert (entry.transaction_first_offset, entry.last_sequence) == (2, 1)
    log.truncate_to(0)
    assert log.producer_state.get(7) is None


@both
def test_an_aborted_transaction_before_the_cut_is_noted_once(made: Any) -> None:
    """fetch H-55, B-55."""
    log = made()
    append(log, numbered_batch(0), origin=AppendOrigin.RAFT)
    append_marker(log, 7, 0, commit=False)
    append(log, make_batch())
    log.truncate_to(2)
    assert log.aborted_transactions(0, 2) == [(7, 0)]
    assert log.last_stable_offset == 2


@both
def test_a_transaction_that_waits_to_be_replicated_waits_on(made: Any) -> None:
    """fetch H-24, H-55, produce C-110: its marker is still beyond the high watermark."""
    log = made(internal_segment_bytes="170")
    options: Any = {"leader_epoch": 0, "now_ms": NOW_MS}
    log.append_as_leader(numbered_batch(0), origin=AppendOrigin.RAFT, **options)
    marker = make_marker(7, 0, commit=True)
    log.append_as_leader(marker, origin=AppendOrigin.COORDINATOR, **options)
    for _ in range(4):
        log.append_as_leader(make_batch(), **options)
    log.move_high_watermark(1)
    assert log.last_stable_offset == 0
    log.truncate_to(4)
    assert log.last_stable_offset == 0
    log.move_high_watermark(2)
    assert log.last_stable_offset == 2


@both
def test_what_was_written_before_the_first_segment_is_forgotten(made: Any) -> None:
    """fetch H-55: Kafka begins anew where the log is cut below all of its segments."""
    log = made(internal_segment_bytes="170")
    append(log, numbered_batch(0, transactional=False))
    for _ in range(5):
        append(log, make_batch())
    log.drop_segments(2)
    assert log.producer_state.get(7) is not None
    log.truncate_to(1)
    assert (log.log_start_offset, log.log_end_offset, log.segments) == (1, 1, [])
    assert log.producer_state.get(7) is None
    assert log.leader_epochs.entries == []


@both
def test_nothing_happens_at_or_behind_the_end(made: Any) -> None:
    log = made()
    append(log, make_batch(3))
    for offset in (3, 4):
        log.truncate_to(offset)
        assert (log.log_end_offset, log.high_watermark) == (3, 3)


@both
def test_open_transactions_stay_in_the_order_of_the_log(made: Any) -> None:
    """fetch H-55, produce C-110: also of a producer whose later batches went."""
    log = made()
    for producer, sequence in ((1, 0), (2, 0), (1, 1), (2, 1), (1, 2)):
        append(log, numbered_batch(sequence, producer=producer), origin=AppendOrigin.RAFT)
    log.truncate_to(4)
    assert log.last_stable_offset == 0
    append_marker(log, 1, 0, commit=True)
    assert log.last_stable_offset == 1


def test_whenever_a_process_dies_in_it_what_is_left_has_no_hole() -> None:
    """fetch H-41, H-55: the newest segments go first."""
    disk = new_disk()
    log = new_log(disk, internal_segment_bytes="150")
    for _ in range(8):
        append(log, make_batch())
    bases = [segment.base_offset for segment in log.segments]
    assert len(bases) > 3
    made = len(disk.changes)
    log.truncate_to(1)
    for moment in disk.moments():
        if moment.number >= made:
            names = moment.volume.directory(PATH).names
            left = sorted(int(name[:20]) for name in names if name.endswith(".log"))
            assert left == bases[: len(left)]


@both
def test_a_log_begins_anew_at_an_offset(made: Any) -> None:
    """replication A-34: with no epochs, no segments, and the next record at the offset."""
    log = made()
    for _ in range(3):
        append(log, make_batch())
    restart_at(log, 50)
    assert (log.log_start_offset, log.log_end_offset, log.high_watermark) == (50, 50, 50)
    assert (log.segments, log.leader_epochs.entries) == ([], [])
    append(log, make_batch())
    assert [header.base_offset for header, _ in log.iter_batches()] == [50]


@both
def test_an_epoch_without_records_goes_even_if_no_record_does(made: Any) -> None:
    """fetch G-62: truncation to the end; a leader that appended nothing left such an epoch."""
    log = made()
    append(log, make_batch(), leader_epoch=2)
    log.leader_epochs.assign(5, 1)
    log.truncate_to(1)
    assert (log.log_end_offset, log.leader_epochs.entries) == (1, [(2, 0)])
