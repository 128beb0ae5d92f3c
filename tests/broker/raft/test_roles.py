"""Roles: every pair of role and event."""

from __future__ import annotations

from itertools import product

import pytest

from kafkawire.broker.raft.roles import TRANSITIONS, Event, Role, next_role

ALLOWED = {
    (Role.UNATTACHED, Event.TIMED_OUT): Role.PROSPECTIVE,
    (Role.PROSPECTIVE, Event.WON): Role.CANDIDATE,
    (Role.PROSPECTIVE, Event.LOST): Role.UNATTACHED,
    (Role.CANDIDATE, Event.WON): Role.LEADER,
    (Role.CANDIDATE, Event.TIMED_OUT): Role.PROSPECTIVE,
    (Role.FOLLOWER, Event.TIMED_OUT): Role.PROSPECTIVE,
    (Role.UNATTACHED, Event.ALONE): Role.PROSPECTIVE,
    (Role.RESIGNED, Event.ALONE): Role.PROSPECTIVE,
    (Role.LEADER, Event.RESIGNED): Role.RESIGNED,
    (Role.RESIGNED, Event.TIMED_OUT): Role.UNATTACHED,
}


@pytest.mark.parametrize(("role", "event"), list(product(Role, Event)))
def test_each_event_leads_to_its_role_or_is_a_bug(role: Role, event: Event) -> None:
    """replication A-39: a higher epoch or a leader moves every role."""
    if event is Event.EPOCH_SEEN:
        assert next_role(role, event) is Role.UNATTACHED
    elif event is Event.LEADER_FOUND:
        assert next_role(role, event) is Role.FOLLOWER
    elif (role, event) in ALLOWED:
        assert next_role(role, event) is ALLOWED[role, event]
    else:
        with pytest.raises(AssertionError):
            next_role(role, event)


def test_every_role_is_reached_and_none_is_final() -> None:
    assert {role for events in TRANSITIONS.values() for role in events.values()} == set(Role)
    assert all(TRANSITIONS[role] for role in Role)
