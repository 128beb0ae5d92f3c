"""The log of a partition: producers, transactions, the last stable offset."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.log.append import AppendOrigin, Verification
from kafkawire.log.read import LogPosition
from kafkawire.protocol.errors import ApiError
from kafkawire.records.batch import BatchHeader
from tests.support.log.batches import (
    NOW_MS,
    append,
    append_marker,
    headers_of,
    make_batch,
    make_log,
)


def produced(sequence: int, *, transactional: bool = False, **fields: Any) -> bytes:
    return make_batch(
        producer_id=fields.pop("producer", 7),
        producer_epoch=fields.pop("epoch", 0),
        base_sequence=sequence,
        transactional=transactional,
        **fields,
    )


def open_transaction(log: object, sequence: int = 0, producer: int = 7) -> None:
    append(
        log,  # type: ignore[arg-type]
        produced(sequence, transactional=True, producer=producer),
        verification=Verification.VERIFIED,
    )


def test_the_transaction_index_of_a_script() -> None:
    """fetch H-14, H-15, J 76: what is stable once each of two is aborted, a third being open."""
    log = make_log()
    open_transaction(log, producer=1)
    for _ in range(7):
        append(log, make_batch())
    open_transaction(log, producer=2)
    for _ in range(20):
        append(log, make_batch())
    append_marker(log, 1, 0, commit=False)
    for _ in range(6):
        append(log, make_batch())
    open_transaction(log, producer=3)
    for _ in range(37):
        append(log, make_batch())
    append_marker(log, 2, 0, commit=False)
    (segment,) = log.segments

    assert segment.transaction_index is not None
    assert segment.transaction_index.entries == [(1, 0, 29, 8), (2, 8, 74, 36)]


def test_what_a_coordinator_appends_is_known_of_its_producer() -> None:
    """fetch B-30, produce B-2: unexamined, and yet remembered; it opens a transaction."""
    log = make_log()
    append(log, produced(0, transactional=True), origin=AppendOrigin.COORDINATOR)
    assert (log.last_stable_offset, log.high_watermark) == (0, 1)
    entry = log.producer_state.get(7)
    assert entry is not None
    append_marker(log, 7, 0, commit=False)
    assert log.last_stable_offset == 2
    assert log.aborted_transactions(0, 2) == [(7, 0)]


def test_a_duplicate_is_answered_with_what_it_repeats() -> None:
    """produce B-12: original offset, the batch's own timestamp, nothing appended."""
    log = make_log()
    append(log, make_batch())
    append(log, produced(0))
    append(log, produced(1))

    info = append(log, produced(0))

    assert info.duplicate
    assert (info.first_offset, info.last_offset, info.size) == (1, 1, 0)
    assert info.log_append_time_ms == NOW_MS
    assert log.log_end_offset == 3


def test_a_batch_that_is_refused_may_have_rolled_the_log() -> None:
    """fetch H-22, produce A-42 rows 18 to 21: observed; the producer is asked for afterwards."""
    log = make_log({"segment.ms": "10"})
    append(log, produced(0))
    late: dict[str, Any] = {"timestamps": [NOW_MS + 11]}
    with pytest.raises(ApiError, match="OUT_OF_ORDER_SEQUENCE_NUMBER"):
        append(log, produced(5, **late))
    assert [segment.base_offset for segment in log.segments] == [0, 1]
    assert log.position_of(1) == LogPosition(1, 1, 0)

    assert append(log, produced(0)).duplicate
    assert log.read(0, max_bytes=999, upper_bound=1, minimum_one=True).size == log.size
    append(log, produced(1))
    assert [segment.next_offset for segment in log.segments] == [1, 2]


def test_producers_stay_known_when_their_records_are_deleted() -> None:
    """produce B-30."""
    log = make_log()
    append(log, produced(0))
    log.delete_records_before(1)

    assert append(log, produced(0)).first_offset == 0
    with pytest.raises(ApiError) as refused:
        append(log, produced(2))
    assert refused.value.code == 45


def test_negative_producer_ids_have_no_state() -> None:
    """produce A-81."""
    log = make_log()
    for producer in (-1, -5):
        append(log, make_batch(producer_id=producer, producer_epoch=3, base_sequence=5))

    assert len(log.producer_state) == 0
    assert [header.base_sequence for header in headers_of(log)] == [5, 5]


def test_an_unverified_transactional_batch_is_refused() -> None:
    """produce A-42 rows 19 and 20."""
    log = make_log()
    append(log, produced(0, epoch=5))
    for epoch, code in ((4, 47), (5, 48)):
        with pytest.raises(ApiError) as refused:
            append(log, produced(1, epoch=epoch, transactional=True))
        assert refused.value.code == code


def test_the_last_stable_offset_waits_for_the_marker() -> None:
    """produce C-111."""
    log = make_log()
    append(log, make_batch())
    open_transaction(log)
    append(log, make_batch())
    assert (log.high_watermark, log.last_stable_offset) == (3, 1)

    append_marker(log, 7, 0, commit=True)

    assert log.last_stable_offset == log.high_watermark == 4
    assert log.aborted_transactions(0, 4) == []


def test_a_marker_that_is_not_replicated_does_not_count() -> None:
    """fetch B-30, produce C-114."""
    log = make_log()
    open_transaction(log)
    marker = append_marker
    marker(log, 7, 0, commit=True)
    log.producer_state.high_watermark_moved(0)
    behind = make_log()
    open_transaction(behind)
    behind.append_as_leader(
        next(iter(reversed([bytes(batch) for _, batch in log.iter_batches()]))),
        leader_epoch=0,
        now_ms=NOW_MS,
        origin=AppendOrigin.COORDINATOR,
    )

    assert (behind.high_watermark, behind.last_stable_offset) == (1, 0)
    behind.move_high_watermark(2)
    assert behind.last_stable_offset == 2


def test_the_last_stable_offset_is_never_beyond_the_high_watermark() -> None:
    """fetch B-30, H-24: a transaction that begins behind it does not matter yet."""
    log = make_log()
    append(log, make_batch())
    log.append_as_leader(
        produced(0, transactional=True),
        leader_epoch=0,
        now_ms=NOW_MS,
        verification=Verification.VERIFIED,
    )
    log.append_as_leader(make_batch(), leader_epoch=0, now_ms=NOW_MS)
    log.high_watermark = 0

    assert log.last_stable_offset == 0


def test_leader_epochs_follow_both_ends_of_the_log() -> None:
    """produce D-44, D-62; fetch H-55."""
    log = make_log()
    for epoch in (0, 2, 3):
        append(log, make_batch(2), leader_epoch=epoch)

    log.delete_records_before(3)
    assert log.leader_epochs.entries == [(2, 3), (3, 4)]
    log.truncate_to(4)
    assert log.leader_epochs.entries == [(2, 3)]


def test_aborted_transactions_are_listed_in_the_order_of_their_markers() -> None:
    """produce C-112, fetch B-53 to B-55."""
    log = make_log()
    open_transaction(log, producer=1)
    open_transaction(log, producer=2)
    append_marker(log, 2, 0, commit=False)
    append_marker(log, 1, 0, commit=False)

    assert log.aborted_transactions(0, 4) == [(2, 1), (1, 0)]
    assert log.aborted_transactions(3, 4) == [(1, 0)]
    (index,) = [segment.transaction_index for segment in log.segments]
    assert index is not None
    assert [aborted.last_stable_offset for aborted in index.entries] == [0, 4]


def test_the_bound_of_the_aborted_list_comes_from_the_sparse_index() -> None:
    """fetch B-53, B-54: a superset of what the bytes need."""
    log = make_log({"index.interval.bytes": "150"})
    for _ in range(8):
        append(log, make_batch())
    size = len(make_batch())
    one = log.read(0, max_bytes=size, upper_bound=8, minimum_one=True)
    rest = log.read(6, max_bytes=9**9, upper_bound=8, minimum_one=True)

    assert log.aborted_bound(one) == 3
    assert log.aborted_bound(rest) == 8


def test_deletion_passes_an_open_transaction() -> None:
    """produce B-31, C-118: the last stable offset is then the log start."""
    log = make_log()
    open_transaction(log)
    append(log, make_batch(2))
    log.delete_records_before(2)
    assert (log.last_stable_offset, log.high_watermark) == (2, 3)

    append_marker(log, 7, 0, commit=True)

    assert log.last_stable_offset == 4


@given(
    st.lists(st.tuples(st.integers(1, 3), st.sampled_from(["data", "commit", "abort", "plain"])))
)
def test_the_last_stable_offset_is_that_of_a_walk_over_the_log(
    steps: list[tuple[int, str]],
) -> None:
    """fetch B-30: after each step, and again after a truncation to it."""
    log = make_log()
    ends: list[int] = []
    sequences = {1: 0, 2: 0, 3: 0}
    for producer, step in steps:
        if step == "plain":
            append(log, make_batch())
        elif step == "data":
            open_transaction(log, sequences[producer], producer)
            sequences[producer] += 1
        else:
            append_marker(log, producer, 0, commit=step == "commit")
        ends.append(log.log_end_offset)
        assert log.last_stable_offset == walked(headers_of(log), log.high_watermark)
    for end in reversed(ends):
        log.truncate_to(end)
        assert log.last_stable_offset == walked(headers_of(log), log.high_watermark)


def walked(headers: list[BatchHeader], high_watermark: int) -> int:
    first: dict[int, int] = {}
    for header in headers:
        if header.is_control:
            first.pop(header.producer_id, None)
        elif header.is_transactional:
            first.setdefault(header.producer_id, header.base_offset)
    return min([high_watermark, *first.values()])


def test_truncation_takes_producers_back_to_what_is_left() -> None:
    """produce B-32."""
    log = make_log()
    append(log, produced(0))
    append(log, produced(1))
    append(log, produced(0, producer=8))
    log.truncate_to(1)

    assert [entry.producer_id for entry in log.producer_state] == [7]
    assert append(log, produced(0)).duplicate
    assert append(log, produced(1)).first_offset == 1
