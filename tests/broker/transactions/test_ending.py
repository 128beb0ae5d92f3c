"""EndTxn in every state."""

from __future__ import annotations

import pytest

from kafkawire.broker.transactions.states import TransactionState
from tests.support.requests.coordination import TransactionsHarness

S = TransactionState
WHO = (0, 5)
"""The producer and its epoch in the state that is looked at."""
COLUMNS = (
    S.EMPTY,
    S.ONGOING,
    S.PREPARE_COMMIT,
    S.PREPARE_ABORT,
    S.COMPLETE_COMMIT,
    S.COMPLETE_ABORT,
)


def in_state(state: S) -> TransactionsHarness:
    """A broker whose id `x` is in that state; no marker can be written to partition 3."""
    harness = TransactionsHarness()
    harness.identity()
    harness.place(producer_epoch=5, last_producer_epoch=4)
    if state is S.EMPTY:
        return harness
    epoch = 5 if state is S.ONGOING else 4
    harness.place(producer_epoch=epoch)
    harness.add((0, epoch), 3)
    if state is S.ONGOING:
        return harness
    harness.partition(3).is_leader = state in (S.COMPLETE_COMMIT, S.COMPLETE_ABORT)
    commit = state in (S.PREPARE_COMMIT, S.COMPLETE_COMMIT)
    assert harness.end((0, 4), commit=commit) == (0, 0, 5)
    return harness


@pytest.mark.parametrize(
    ("version", "epoch", "commit", "row"),
    [
        (4, 5, True, "48 0 51 51 0 48"),
        (4, 5, False, "48 0 51 51 48 0"),
        (4, 4, True, "90 90 90 90 90 90"),
        (4, 6, True, "90 90 90 90 90 90"),
        (1, 6, True, "47 47 47 47 47 47"),
        (5, 5, True, "48 0 51 51 48 48"),
        (5, 5, False, "0 0 51 51 0 0"),
        (5, 4, True, "90 90 51 51 0 48"),
        (5, 4, False, "90 90 51 51 48 0"),
        (5, 3, True, "90 90 51 51 90 90"),
        (5, 6, False, "90 90 51 51 90 90"),
    ],
)
def test_an_end_is_answered_by_state_version_and_epoch(
    version: int, epoch: int, commit: bool, row: str
) -> None:
    """produce C-13, C-61, C-71 to C-73, F 134, F 135, F 136, F 139, F 140.

    While markers are missing the completion is pending, which comes first (C-84).
    """
    for state, word in zip(COLUMNS, row.split(), strict=True):
        harness = in_state(state)
        assert harness.transaction().state is state
        found = harness.end_code((0, epoch), commit=commit, version=version)
        assert found == int(word), state.name


def test_an_old_client_keeps_its_epoch() -> None:
    """produce C-62, C-142, C-143, F 142: where it writes all the time, too."""
    harness = TransactionsHarness()
    who = harness.identity()
    for commit in (True, False):
        harness.add(who, 0, 1)
        assert harness.end(who, commit=commit, version=4) == (0, -1, -1)
    assert harness.states_written() == [
        "Empty",
        *("Ongoing", "PrepareCommit", "CompleteCommit"),
        *("Ongoing", "PrepareAbort", "CompleteAbort"),
    ]
    expected = [(0, 0, True), (0, 0, False)]
    for index in (0, 1):
        found = [(pid, epoch, m.is_commit) for pid, epoch, m in harness.markers(index)]
        assert found == expected, "produce C-92"
    assert harness.add_as_broker(who, {"t": [0]}) == {("t", 0): 0}
    assert harness.end_code(who, version=4) == 0
    assert harness.end_code(who, version=5) == 48, "produce C-62"


def test_a_new_client_gets_its_epoch_for_the_next_transaction() -> None:
    """produce C-70, C-72, C-92, C-140, F 137, F 138, F 143."""
    harness = TransactionsHarness()
    who = harness.identity()
    harness.add(who, 0)
    assert harness.end(who) == (0, 0, 1)
    assert harness.end(who) == (0, 0, 1), "produce C-73"
    assert harness.end(who, commit=False) == (48, -1, -1)
    harness.add((0, 1), 0)
    assert harness.end(who) == (90, -1, -1), "produce C-73"
    assert harness.end((0, 1), commit=False) == (0, 0, 2)
    assert harness.end((0, 2), commit=False) == (0, 0, 3)
    found = [(pid, epoch, m.is_commit) for pid, epoch, m in harness.markers()]
    assert found == [(0, 1, True), (0, 2, False)], "none for what has no partitions"


def test_an_abort_of_nothing_is_written_all_the_same() -> None:
    """produce C-72, C-75, F 111: as the end of a transaction without partitions is."""
    harness = TransactionsHarness()
    who = harness.identity()
    harness.advance(9)
    assert harness.end(who, commit=False) == (0, 0, 1)
    assert harness.transaction().start_ms == harness.now_ms
    assert harness.add_all((0, 1), {}) == {}
    assert harness.state() == "Ongoing", "produce C-44"
    assert harness.end((0, 1)) == (0, 0, 2)
    written = ["PrepareAbort", "CompleteAbort", "Ongoing", "PrepareCommit", "CompleteCommit"]
    assert harness.states_written() == ["Empty", *written]


def test_the_last_epoch_leads_to_another_producer_id() -> None:
    """produce C-74, F 141."""
    harness = TransactionsHarness()
    harness.identity()
    harness.place(producer_epoch=32766)
    harness.add((0, 32766), 0)
    assert harness.end((0, 32766)) == (0, 1, 0)
    assert [(pid, epoch) for pid, epoch, _ in harness.markers()] == [(0, 32767)]
    assert harness.end((0, 32766)) == (0, 1, 0)
    assert harness.end((0, 32766), commit=False) == (48, -1, -1)
    assert harness.identity(given=(0, 32766)) == (1, 0)
    assert harness.end_code((0, 32766)) == 49, "that has made the new id the previous one"


def test_a_retry_over_the_last_epoch_is_known_until_the_next_transaction() -> None:
    """produce C-71, C-73, C-74."""
    harness = TransactionsHarness()
    harness.identity()
    harness.place(producer_epoch=32766)
    harness.add((0, 32766), 0)
    harness.partition(0).is_leader = False
    assert harness.end((0, 32766)) == (0, 1, 0)
    assert harness.end_code((0, 32766)) == 51
    assert harness.end_code((0, 32766), commit=False) == 51
    harness.partition(0).is_leader = True
    harness.advance(50)
    assert harness.end((0, 32766)) == (0, 1, 0)
    harness.add((1, 0), 0)
    assert harness.end_code((0, 32766)) == 49


@pytest.mark.parametrize("version", [4, 5])
def test_others_and_unknown_ids_are_told_apart(version: int) -> None:
    """produce C-60, C-61, C-71."""
    harness = in_state(S.ONGOING)
    assert harness.end_code((1, 5), version=version) == 49
    assert harness.end_code(WHO, name="nobody", version=version) == 49
    assert harness.end_code(WHO, name="", version=version) == 42


def test_at_level_0_new_clients_are_refused_and_nothing_gets_stuck() -> None:
    """produce C-132, F 158: Kafka's id could not be used any more."""
    harness = TransactionsHarness()
    harness.broker.metadata.features["transaction.version"] = 0
    who = harness.identity()
    assert harness.add_as_broker(who, {"t": [0]}) == {("t", 0): 35}
    assert harness.add(who, 0) == 0
    assert harness.end_code(who, version=5) == 35
    assert harness.end_code(who, version=4) == 0
    assert harness.state() == "CompleteCommit"


def test_at_level_1_new_clients_are_served() -> None:
    """produce C-132, F 158."""
    harness = TransactionsHarness()
    harness.broker.metadata.features["transaction.version"] = 1
    who = harness.identity()
    assert harness.add_as_broker(who, {"t": [0]}) == {("t", 0): 0}
    assert harness.end(who) == (0, 0, 1)


def test_a_level_that_changes_meanwhile_ends_nothing_otherwise() -> None:
    """produce C-133: a transaction that was begun under one level ends under another."""
    harness = TransactionsHarness()
    features = harness.broker.metadata.features
    who = harness.identity()
    features["transaction.version"] = 0
    assert harness.add(who, 0) == 0
    features["transaction.version"] = 2
    assert harness.end_code(who, version=4) == 0
    assert harness.add(who, 0) == 0
    features["transaction.version"] = 0
    assert harness.end_code(who, version=4) == 0
    assert harness.describe().producer_epoch == 0
