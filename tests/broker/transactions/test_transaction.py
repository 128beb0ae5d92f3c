"""How each operation makes the next state of an id, without a broker around it."""

from __future__ import annotations

import pytest

from kafkawire.broker.transactions.states import TransactionState
from kafkawire.broker.transactions.transaction import Transaction, TransactionalId
from kafkawire.log.topic_partition import TopicPartition
from kafkawire.timers import Timers

S = TransactionState
NOW_MS = 1_700_000_000_000
LATER_MS = NOW_MS + 5
A, B = TopicPartition("t", 0), TopicPartition("t", 1)
IDLE = (S.EMPTY, S.COMPLETE_COMMIT, S.COMPLETE_ABORT)


def transaction(state: S = S.EMPTY, **fields: object) -> Transaction:
    said = {"producer_id": 7, "producer_epoch": 3, "timeout_ms": 60_000, **fields}
    return Transaction(last_update_ms=NOW_MS, state=state, **said)  # type: ignore[arg-type]


def ongoing(**fields: object) -> Transaction:
    return transaction(S.ONGOING, start_ms=NOW_MS, **{"partitions": frozenset((A,)), **fields})


@pytest.mark.parametrize("state", IDLE)
@pytest.mark.parametrize(
    ("epoch", "last", "expected", "now"),
    [
        (-1, -1, None, (0, -1)),
        (-1, -1, 5, (0, -1)),
        (3, 2, None, (4, -1)),
        (3, 2, 3, (4, 3)),
        (3, 2, 2, (3, 2)),
    ],
)
def test_the_epoch_grows_unless_it_is_asked_for_again(
    state: S, epoch: int, last: int, expected: int | None, now: tuple[int, int]
) -> None:
    """produce C-26, C-28: the new timeout counts in each case."""
    before = transaction(
        state, producer_epoch=epoch, last_producer_epoch=last, start_ms=5, client_version=2
    )
    after = before.with_next_epoch(expected, 1000, LATER_MS)
    assert (after.producer_epoch, after.last_producer_epoch) == now
    assert (after.state, after.producer_id, after.timeout_ms) == (S.EMPTY, 7, 1000)
    assert (after.start_ms, after.last_update_ms, after.partitions) == (-1, LATER_MS, frozenset())
    assert after.client_version == 2


@pytest.mark.parametrize(("expected", "last"), [(32766, 32766), (None, -1)])
def test_a_new_producer_id_begins_at_zero(expected: int | None, last: int) -> None:
    """produce C-29."""
    before = transaction(producer_epoch=32766)
    assert before.is_exhausted
    assert not transaction(producer_epoch=32765).is_exhausted, "produce C-13"
    after = before.with_next_producer_id(8, expected, 1000, LATER_MS)
    assert (after.producer_id, after.producer_epoch) == (8, 0)
    assert (after.previous_producer_id, after.last_producer_epoch) == (7, last)


@pytest.mark.parametrize("state", [*IDLE, S.ONGOING])
def test_partitions_begin_a_transaction_or_go_on_with_one(state: S) -> None:
    """produce C-43, C-45: the start stands while it is going on."""
    partitions = frozenset((A,)) if state is S.ONGOING else frozenset()
    before = transaction(state, start_ms=NOW_MS - 9, partitions=partitions)
    after = before.with_partitions([B], 2, LATER_MS)
    assert after.state is S.ONGOING
    assert after.partitions == {*partitions, B}
    assert after.start_ms == (NOW_MS - 9 if state is S.ONGOING else LATER_MS)
    assert (after.last_update_ms, after.client_version) == (LATER_MS, 2)
    assert (after.producer_epoch, after.last_producer_epoch) == (3, -1)


@pytest.mark.parametrize("is_commit", [True, False])
def test_old_clients_keep_their_epoch(is_commit: bool) -> None:
    """produce C-62, C-92, C-134: even where a newer one began the transaction."""
    before = ongoing(client_version=2, last_producer_epoch=2)
    after = before.ending(is_commit=is_commit, client_version=0, time_ms=LATER_MS)
    assert after.state is (S.PREPARE_COMMIT if is_commit else S.PREPARE_ABORT)
    assert (after.producer_epoch, after.last_producer_epoch, after.client_version) == (3, 2, 0)
    assert (after.partitions, after.start_ms) == (frozenset({A}), NOW_MS)
    done = after.completed(LATER_MS + 1)
    assert (done.producer_epoch, done.producer_id) == (3, 7)


@pytest.mark.parametrize("is_commit", [True, False])
def test_new_clients_get_the_next_epoch(is_commit: bool) -> None:
    """produce C-70, C-92, C-105: the start is kept when it is complete."""
    after = ongoing().ending(is_commit=is_commit, client_version=2, time_ms=LATER_MS)
    assert (after.producer_epoch, after.last_producer_epoch) == (4, 3)
    assert after.next_identity == (7, 4)
    done = after.completed(LATER_MS + 1)
    assert done.state is (S.COMPLETE_COMMIT if is_commit else S.COMPLETE_ABORT)
    assert (done.producer_id, done.producer_epoch, done.last_producer_epoch) == (7, 4, 3)
    assert (done.start_ms, done.partitions, done.client_version) == (NOW_MS, frozenset(), 2)


@pytest.mark.parametrize("state", IDLE)
def test_an_abort_of_nothing_begins_when_it_is_asked_for(state: S) -> None:
    """produce C-72."""
    after = transaction(state, start_ms=5).ending(
        is_commit=False, client_version=2, time_ms=LATER_MS
    )
    assert (after.state, after.start_ms) == (S.PREPARE_ABORT, LATER_MS)
    assert (after.producer_epoch, after.partitions) == (4, frozenset())


def test_the_last_epoch_hands_over_to_the_reserved_producer_id() -> None:
    """produce C-74."""
    prepared = ongoing(producer_epoch=32766).ending(
        is_commit=True, client_version=2, time_ms=LATER_MS, next_producer_id=9
    )
    assert (prepared.producer_id, prepared.producer_epoch) == (7, 32767)
    assert prepared.next_identity == (9, 0)
    done = prepared.completed(LATER_MS)
    assert (done.producer_id, done.producer_epoch, done.previous_producer_id) == (9, 0, 7)
    assert (done.next_producer_id, done.last_producer_epoch) == (-1, 32766)


@pytest.mark.parametrize(("epoch", "expected"), [(3, 4), (32766, 32767), (32767, 32767)])
def test_fencing_takes_the_next_epoch_and_forgets_the_last(epoch: int, expected: int) -> None:
    """produce C-31, C-33, C-131."""
    after = ongoing(producer_epoch=epoch, last_producer_epoch=2).fenced(LATER_MS)
    assert (after.state, after.client_version) == (S.PREPARE_ABORT, 0)
    assert (after.producer_epoch, after.last_producer_epoch) == (expected, -1)
    assert after.next_producer_id == -1


def test_a_transition_that_kafka_does_not_know_is_a_bug() -> None:
    """produce C-12."""
    prepared = ongoing().ending(is_commit=True, client_version=0, time_ms=NOW_MS)
    with pytest.raises(AssertionError, match="PREPARE_COMMIT to ONGOING"):
        prepared.with_partitions([B], 0, NOW_MS)


def test_two_phase_commits_are_known_by_their_timeout() -> None:
    """produce C-25, C-34."""
    assert transaction(timeout_ms=(1 << 31) - 1).is_two_phase
    assert not transaction(timeout_ms=900_000).is_two_phase
    assert ongoing().times_out_at_ms == NOW_MS + 60_000


def test_a_stopped_timer_does_not_run() -> None:
    timers = Timers()
    ran: list[int] = []
    held = TransactionalId("x", transaction())
    held.stop_timer()
    held.timer = timers.at(NOW_MS, ran.append)
    held.stop_timer()
    timers.run(NOW_MS, 9)
    kept: list[object] = [held.timer]
    assert (ran, kept, len(timers)) == ([], [None], 0)
