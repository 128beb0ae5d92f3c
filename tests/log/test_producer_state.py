"""Duplicates, sequence errors and open transactions of a partition."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.log.producer_state import EndTransactionMarker, ProducerState
from kafkawire.protocol.errors import ApiError
from kafkawire.records.batch import BatchHeader
from tests.support.log.batches import header_of, make_batch

BATCHES_KEPT = 5
SEQUENCES = 2**31

MAX32 = 2**31 - 1


def head(
    sequence: int,
    count: int = 1,
    *,
    epoch: int = 0,
    producer: int = 7,
    offset: int = 0,
    transactional: bool = False,
    timestamp: int = 0,
) -> BatchHeader:
    batch = make_batch(
        count,
        timestamps=[timestamp] * count,
        producer_id=producer,
        producer_epoch=epoch,
        base_sequence=sequence,
        transactional=transactional,
        base_offset=offset,
    )
    return header_of(batch)


def marker(
    *, epoch: int = 0, producer: int = 7, offset: int = 0, commit: bool = True, coordinator: int = 0
) -> EndTransactionMarker:
    return EndTransactionMarker(producer, epoch, coordinator, commit, offset, 0)


def state_of(*headers: BatchHeader) -> ProducerState:
    state = ProducerState()
    for header in headers:
        state.record_batch(header)
    return state


def refusal(state: ProducerState, header: BatchHeader) -> int:
    try:
        state.check(header)
    except ApiError as error:
        return error.code
    return 0


def test_an_unknown_producer_may_begin_anywhere() -> None:
    """produce B-4, B-20."""
    assert refusal(ProducerState(), head(7, epoch=3)) == 0


@pytest.mark.parametrize(("adds", "code"), [(True, 45), (False, 0)])
def test_an_unknown_producer_begins_at_zero_in_a_partition_added_for_it(
    adds: bool, code: int
) -> None:
    """produce A-109, F 126: but anywhere where it has added the partition itself (B-20)."""
    state = ProducerState()
    state.start_verification(head(5, transactional=True), 0, adds=adds)

    assert refusal(state, head(0, transactional=True)) == 0
    assert refusal(state, head(5, transactional=True)) == code
    assert refusal(state, head(5)) == code, "observed: plain batches of it too"
    assert refusal(state, head(5, producer=8)) == 0


def test_an_older_epoch_is_fenced() -> None:
    """produce B-21: INVALID_PRODUCER_EPOCH whatever the sequence."""
    assert refusal(state_of(head(0, epoch=5)), head(1, epoch=4)) == 47


def test_a_newer_epoch_begins_at_zero() -> None:
    """produce B-22."""
    state = state_of(head(0, epoch=1))

    assert refusal(state, head(1, epoch=5)) == 45
    assert refusal(state, head(0, epoch=5)) == 0


@pytest.mark.parametrize(("sequence", "code"), [(3, 0), (4, 45), (2, 45), (0, 45)])
def test_the_next_sequence_follows_the_last(sequence: int, code: int) -> None:
    """produce B-23: gaps and steps back alike."""
    assert refusal(state_of(head(0, 3)), head(sequence)) == code


def test_after_a_marker_of_a_new_epoch_zero_is_expected() -> None:
    """produce B-23."""
    state = state_of(head(0, 3))
    state.record_marker(marker(epoch=1))

    assert refusal(state, head(3, epoch=1)) == 45
    assert refusal(state, head(0, epoch=1)) == 0


def test_a_marker_of_the_same_epoch_keeps_the_sequence() -> None:
    """produce B-43."""
    state = state_of(head(0, 3, transactional=True))
    state.record_marker(marker())

    assert refusal(state, head(3)) == 0


def test_sequences_wrap_inside_of_a_batch() -> None:
    """produce B-3."""
    state = state_of(head(MAX32 - 1, 4))

    assert refusal(state, head(2)) == 0
    assert refusal(state, head(3)) == 45


def test_no_epoch_no_checks() -> None:
    """produce A-82, B-24."""
    state = state_of(head(0, epoch=-1))

    assert refusal(state, head(9, epoch=-1)) == 0
    assert refusal(state, head(9, epoch=0)) == 0


def test_plain_batches_do_not_mix_into_a_transaction() -> None:
    """produce B-26, F 128."""
    state = state_of(head(0, transactional=True))

    assert refusal(state, head(1)) == 48
    assert refusal(state, head(1, transactional=True)) == 0


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(1, 3)), max_size=40), st.integers(0, 2))
def test_duplicates_are_found_as_a_naive_memory_finds_them(
    sent: list[tuple[int, int]], start: int
) -> None:
    """produce B-10, B-11, B-14, B-23: one producer sends batches, some of them again."""
    state = ProducerState()
    sequence = (SEQUENCES - start) % SEQUENCES
    offset = 0
    remembered: list[tuple[int, int, int]] = []
    for back, count in sent:
        first = remembered[-back][0] if 0 < back <= len(remembered) else sequence
        header = head(first, count, offset=offset)
        same = [each for each in remembered if each[:2] == (first, header.last_sequence)]
        found = state.find_duplicate(header)
        assert (found.first_offset if found else None) == (same[-1][2] if same else None)
        if found is not None:
            continue
        is_next = not remembered or first == sequence
        assert (refusal(state, header) == 0) == is_next
        if is_next:
            state.record_batch(header)
            remembered = [*remembered, (first, header.last_sequence, offset)][-BATCHES_KEPT:]
            sequence = (first + count) % SEQUENCES
            offset += count


def test_a_duplicate_is_of_the_same_epoch() -> None:
    """produce B-15."""
    state = state_of(head(0, epoch=1))

    assert state.find_duplicate(head(0, epoch=0)) is None
    assert state.find_duplicate(head(0, epoch=1)) is not None


@pytest.mark.parametrize(
    ("epoch", "coordinator", "code"),
    [(1, 3, 0), (2, 3, 0), (0, 3, 47), (1, 2, 52), (1, 4, 0), (0, 2, 47)],
)
def test_markers_of_replaced_producers_and_coordinators_are_refused(
    epoch: int, coordinator: int, code: int
) -> None:
    """produce scenario 151."""
    state = state_of(head(0, epoch=1))
    state.record_marker(marker(epoch=1, coordinator=3))
    try:
        state.check_marker(marker(epoch=epoch, coordinator=coordinator))
        refused = 0
    except ApiError as error:
        refused = error.code

    assert refused == code


def test_a_marker_for_an_unknown_producer_makes_it_known() -> None:
    """produce scenario 150."""
    state = ProducerState()
    state.check_marker(marker(epoch=3, coordinator=1))

    assert state.record_marker(marker(epoch=3, coordinator=1)) is None
    entry = state.get(7)
    assert entry is not None
    assert (entry.producer_epoch, entry.coordinator_epoch) == (3, 1)


def test_a_transaction_is_open_from_its_first_batch_to_its_marker() -> None:
    """produce C-110."""
    state = state_of(head(0, offset=4, transactional=True), head(1, offset=5, transactional=True))
    assert state.has_open_transaction(7, 0)
    assert not state.has_open_transaction(7, 1)
    assert state.first_unstable_offset == 4

    completed = state.record_marker(marker(offset=6, commit=False))

    assert completed is not None
    assert completed == (7, 4, 6, True)
    assert not state.has_open_transaction(7, 0)
    assert state.last_stable_offset_after(completed) == 7


def test_a_completed_transaction_is_unstable_until_its_marker_is_replicated() -> None:
    """fetch B-30."""
    state = state_of(head(0, offset=4, transactional=True))
    state.record_marker(marker(offset=5))

    state.high_watermark_moved(5)
    assert state.first_unstable_offset == 4
    state.high_watermark_moved(6)
    assert state.first_unstable_offset is None


def test_idle_producers_expire_by_the_timestamp_of_their_records() -> None:
    """produce B-35, B-36."""
    state = state_of(head(0, producer=1, timestamp=100), head(0, producer=2, timestamp=101))
    state.expire(1100, 1000)

    assert state.get(1) is None
    assert state.get(2) is not None


def test_producers_with_open_transactions_do_not_expire() -> None:
    """produce B-37, F 93."""
    state = state_of(head(0, transactional=True))
    state.expire(10**15, 1000)

    assert len(state) == 1


def test_truncation_forgets_who_wrote_behind_the_cut() -> None:
    state = state_of(
        head(0, producer=1, offset=0), head(0, producer=2, offset=1, transactional=True)
    )

    assert state.truncate(1) == {2}
    assert [entry.producer_id for entry in state] == [1]
    assert state.first_unstable_offset is None


def test_the_earliest_of_open_and_unreplicated_transactions_is_unstable() -> None:
    """fetch B-30: one that was decided, and waits for its replicas, before one that is open."""
    state = state_of(head(0, offset=4, transactional=True))
    state.record_marker(marker(offset=5))
    state.record_batch(head(0, producer=8, offset=6, transactional=True))

    assert state.first_unstable_offset == 4
    state.high_watermark_moved(6)
    assert state.first_unstable_offset == 6
