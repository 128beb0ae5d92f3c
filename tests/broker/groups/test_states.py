"""The classic group's table of states, walked exhaustively."""

import itertools

import pytest

from kafkawire.broker.groups.states import (
    TRANSITIONS,
    GroupEvent,
    GroupState,
    can_rebalance,
    next_state,
)
from tests.support.suite.state_tables import assert_moves, reachable

S = GroupState

KAFKAS_VALID_PREVIOUS_STATES = {
    S.EMPTY: {S.PREPARING_REBALANCE},
    S.PREPARING_REBALANCE: {S.STABLE, S.COMPLETING_REBALANCE, S.EMPTY},
    S.COMPLETING_REBALANCE: {S.PREPARING_REBALANCE},
    S.STABLE: {S.COMPLETING_REBALANCE},
    S.DEAD: {S.STABLE, S.PREPARING_REBALANCE, S.COMPLETING_REBALANCE, S.EMPTY, S.DEAD},
}


@pytest.mark.parametrize(("state", "event"), [*itertools.product(GroupState, GroupEvent)])
def test_every_event_in_every_state_is_in_the_table_or_a_bug(
    state: GroupState, event: GroupEvent
) -> None:
    """groups B-3: targets that the table does not name are impossible."""
    assert_moves(next_state, state, event, TRANSITIONS[state].get(event))


def test_the_table_allows_exactly_the_changes_of_kafka() -> None:
    """groups B-2."""
    allowed: dict[GroupState, set[GroupState]] = {state: set() for state in GroupState}
    for state, events in TRANSITIONS.items():
        for target in events.values():
            allowed[target].add(state)
    assert allowed == KAFKAS_VALID_PREVIOUS_STATES


def test_every_state_is_reachable_and_only_dead_is_final() -> None:
    assert reachable(TRANSITIONS, S.EMPTY) == set(GroupState)
    final = {s for s, events in TRANSITIONS.items() if set(events.values()) <= {s}}
    assert final == {S.DEAD}


def test_a_rebalance_starts_in_every_state_but_a_rebalance_and_dead() -> None:
    """groups B-30: where one is under way, the join phase is checked instead."""
    assert {state for state in GroupState if can_rebalance(state)} == {
        S.EMPTY,
        S.COMPLETING_REBALANCE,
        S.STABLE,
    }


def test_the_names_on_the_wire_are_those_of_kafka() -> None:
    """groups B-1."""
    assert [state.value for state in GroupState] == [
        "Empty",
        "PreparingRebalance",
        "CompletingRebalance",
        "Stable",
        "Dead",
    ]
