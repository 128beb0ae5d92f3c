"""The tables of states and outcomes, against each other and against the rules' own table."""

from __future__ import annotations

import pytest

from kafkawire.broker.transactions.states import (
    BUMPING,
    CLASSIC,
    COMPLETED,
    IDLE,
    PREPARED,
    REPEATED,
    SOURCES,
    STATES_BY_NAME,
    Outcome,
    TransactionState,
    outcome,
)

S = TransactionState


def test_states_have_kafkas_numbers_and_names() -> None:
    """produce C-11."""
    assert {state.value: state.wire_name for state in S} == {
        0: "Empty",
        1: "Ongoing",
        2: "PrepareCommit",
        3: "PrepareAbort",
        4: "CompleteCommit",
        5: "CompleteAbort",
        6: "Dead",
        7: "PrepareEpochFence",
    }
    assert {state.wire_name: state for state in S} == STATES_BY_NAME


def test_transitions_are_those_that_kafka_allows() -> None:
    """produce C-12."""
    complete = {S.COMPLETE_COMMIT, S.COMPLETE_ABORT}
    expected = {
        S.EMPTY: {S.EMPTY, *complete},
        S.ONGOING: {S.ONGOING, S.EMPTY, *complete},
        S.PREPARE_COMMIT: {S.ONGOING},
        S.PREPARE_ABORT: {S.ONGOING, S.EMPTY, *complete},
        S.COMPLETE_COMMIT: {S.PREPARE_COMMIT},
        S.COMPLETE_ABORT: {S.PREPARE_ABORT},
        S.DEAD: {S.EMPTY, *complete},
        S.PREPARE_EPOCH_FENCE: {S.ONGOING},
    }
    assert {state: set(sources) for state, sources in SOURCES.items()} == expected


def test_every_state_can_be_left_and_a_decided_one_by_one_way_only() -> None:
    """produce C-12, C-84: from a Prepare state only the transaction's own end leads on."""
    for state in IDLE | PREPARED | {S.ONGOING}:
        onward = {target for target, sources in SOURCES.items() if state in sources}
        assert onward
        if state in PREPARED:
            assert onward == {COMPLETED[state]}


COLUMNS = (
    S.EMPTY,
    S.ONGOING,
    S.PREPARE_COMMIT,
    S.PREPARE_ABORT,
    S.COMPLETE_COMMIT,
    S.COMPLETE_ABORT,
)
WORDS = {
    "48": Outcome.INVALID,
    "51": Outcome.CONCURRENT,
    "90": Outcome.FENCED,
    "0": Outcome.DONE,
    "->": Outcome.BEGIN,
}


@pytest.mark.parametrize(
    ("outcomes", "is_commit", "row"),
    [
        (CLASSIC, True, "48 -> 51 48 0 48"),
        (CLASSIC, False, "48 -> 48 51 48 0"),
        (BUMPING, True, "48 -> 90 90 48 48"),
        (BUMPING, False, "-> -> 90 90 -> ->"),
        (REPEATED, True, "90 90 51 48 0 48"),
        (REPEATED, False, "90 90 48 51 48 0"),
    ],
)
def test_an_end_has_the_outcome_of_the_table(
    outcomes: dict[S, tuple[Outcome, Outcome]], is_commit: bool, row: str
) -> None:
    """produce C-13: the rows of EndTxn, word for word."""
    found = [outcome(outcomes, state, is_commit=is_commit) for state in COLUMNS]
    assert found == [WORDS[word] for word in row.split()]
