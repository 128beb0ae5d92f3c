"""States of a transactional producer."""

from __future__ import annotations

from itertools import product

import pytest

from kafkawire.client.core.producing.transaction_states import (
    TRANSITIONS,
    Event,
    State,
    next_state,
)
from tests.support.suite.state_tables import assert_moves, reachable


@pytest.mark.parametrize(("state", "event"), list(product(State, Event)))
def test_each_pair_is_in_the_table_or_a_bug(state: State, event: Event) -> None:
    """client M.2, N-11."""
    assert_moves(next_state, state, event, TRANSITIONS[state].get(event))


def test_every_state_is_reached_and_only_one_is_final() -> None:
    """client M.2: FATAL is left by closing only."""
    assert reachable(TRANSITIONS, State.UNINITIALIZED) == set(State)
    final = {state for state in State if set(TRANSITIONS[state].values()) <= {state}}
    assert final == {State.FATAL}


def test_records_are_accepted_after_begin_only() -> None:
    """client M.2: I-3."""
    sources = [
        (state, event)
        for state, row in TRANSITIONS.items()
        for event, end in row.items()
        if end is State.IN_TRANSACTION
    ]
    assert sources == [(State.READY, Event.BEGIN)]
