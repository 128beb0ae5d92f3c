"""The states of the log cleaner: what the table allows, and nothing else."""

from __future__ import annotations

from itertools import product

import pytest

from kafkawire.broker.replicas.cleaner_states import (
    TRANSITIONS,
    CleanerEvent,
    CleanerState,
    next_state,
)
from tests.support.suite.state_tables import assert_moves, reachable

ALLOWED = {
    "OFF STARTED": "RESTING",
    "RESTING SUSPENDED": "RESTING",
    "RESTING LOOK_DUE": "LOOKING",
    "LOOKING SLICE_DONE": "LOOKING",
    "LOOKING NOTHING_DIRTY": "RESTING",
    "LOOKING LOG_CHOSEN": "CLEANING",
    "CLEANING SLICE_DONE": "CLEANING",
    "CLEANING FINISHED": "RESTING",
    "CLEANING GIVEN_UP": "RESTING",
}


@pytest.mark.parametrize(("state", "event"), list(product(CleanerState, CleanerEvent)), ids=str)
def test_each_pair_leads_where_the_table_says_or_is_a_bug(
    state: CleanerState, event: CleanerEvent
) -> None:
    expected = ALLOWED.get(f"{state.name} {event.name}")
    assert_moves(next_state, state, event, CleanerState[expected] if expected else None)


def test_every_state_can_be_reached_and_left() -> None:
    """A cleaner that has begun never stops: each state but Off leads to each other one."""
    assert set(TRANSITIONS) == set(CleanerState)
    reached = reachable(TRANSITIONS, CleanerState.RESTING)
    assert reached == set(CleanerState) - {CleanerState.OFF}
    assert all(TRANSITIONS[state] for state in CleanerState)
