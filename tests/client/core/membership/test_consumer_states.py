"""The table of a KIP-848 member (client M.4): each pair is allowed, or a bug."""

from __future__ import annotations

from itertools import product

import pytest

from kafkawire.client.core.membership.consumer_states import (
    MEMBER,
    SENDING,
    TRANSITIONS,
    Event,
    State,
    next_state,
)
from tests.support.suite.state_tables import assert_moves, reachable

ALLOWED = """
UNSUBSCRIBED SUBSCRIBE JOINING
JOINING TARGET RECONCILING
JOINING SETTLED STABLE
RECONCILING TARGET RECONCILING
RECONCILING SETTLED STABLE
RECONCILING RECONCILED ACKNOWLEDGING
ACKNOWLEDGING ACKNOWLEDGED STABLE
ACKNOWLEDGING BEHIND RECONCILING
STABLE TARGET RECONCILING
STABLE SETTLED STABLE
FENCED HOOKS_DONE JOINING
FENCED LEAVE UNSUBSCRIBED
PREPARE_LEAVING HOOKS_DONE LEAVING
LEAVING LEFT UNSUBSCRIBED
LEAVING LEFT_STALE STALE
STALE REJOIN JOINING
STALE LEAVE UNSUBSCRIBED
FATAL SUBSCRIBE JOINING
FATAL LEAVE UNSUBSCRIBED
"""
FROM_MEMBER = "FENCE FENCED, FAIL FATAL, LEAVE PREPARE_LEAVING, EXPIRE PREPARE_LEAVING"


def allowed() -> dict[tuple[State, Event], State]:
    """Return the table as client M.4 has it."""
    found = {}
    for line in ALLOWED.strip().splitlines():
        before, event, after = line.split()
        found[State[before], Event[event]] = State[after]
    for name in ("JOINING", "RECONCILING", "ACKNOWLEDGING", "STABLE"):
        for pair in FROM_MEMBER.split(", "):
            event, after = pair.split()
            found[State[name], Event[event]] = State[after]
    return found


@pytest.mark.parametrize(("state", "event"), list(product(State, Event)))
def test_each_pair_is_in_the_table_or_a_bug(state: State, event: Event) -> None:
    assert_moves(next_state, state, event, allowed().get((state, event)))


def test_every_state_can_be_reached_and_left() -> None:
    assert reachable(TRANSITIONS, State.UNSUBSCRIBED) == set(State)
    assert all(TRANSITIONS[state] for state in State)


def test_members_send_heartbeats_until_they_have_left() -> None:
    """client M.4: FENCED, STALE, FATAL and UNSUBSCRIBED are silent."""
    assert set(MEMBER) < set(SENDING)
    silent = {State.UNSUBSCRIBED, State.FENCED, State.STALE, State.FATAL}
    assert set(State) - set(SENDING) == silent
