"""States of a member of a classic group, in which the leader assigns.

UNJOINED   no membership, or one that has to find its coordinator
PREPARING  gives back what a rebalance asks for: everything, or (cooperative) a part
JOINING    JoinGroup is under way, or waits for a back-off
SYNCING    joined; the leader assigns, and SyncGroup is under way
ADOPTING   gives back and takes over what the leader assigned
STABLE     owns what it was assigned
LEFT       left the group, since the application held records for too long
FAILED     the coordinator refuses the member for good
LEAVING    gives everything back, then LeaveGroup is under way
"""

from __future__ import annotations

from enum import Enum


class State(Enum):
    """See the module's docstring."""

    UNJOINED = "unjoined"
    PREPARING = "preparing"
    JOINING = "joining"
    SYNCING = "syncing"
    ADOPTING = "adopting"
    STABLE = "stable"
    LEFT = "left"
    FAILED = "failed"
    LEAVING = "leaving"


class Event(Enum):
    """Events that move a member from one state to another."""

    FOUND = "the coordinator is known"
    PREPARED = "what had to be given back is, or is lost"
    JOINED = "the group has a new generation"
    SYNCED = "the assignment came"
    ADOPTED = "the assignment is taken over"
    REJOIN = "the member has to join once more, with what it owns"
    REBALANCE = "the group rebalances, or the member requests a rebalance"
    FENCE = "the group does not know the member, or its generation"
    LOSE = "the coordinator is lost"
    FAIL = "the coordinator refused the member for good"
    EXPIRE = "the application held records for too long"
    ASK = "the application asks again"
    SUBSCRIBE = "the application subscribed"
    LEAVE = "the application unsubscribed or closes"
    GONE = "the coordinator was told, or cannot be told"


_S, _E = State, Event
_ENDS = {_E.FAIL: _S.FAILED, _E.EXPIRE: _S.LEFT, _E.LEAVE: _S.LEAVING}

TRANSITIONS: dict[State, dict[Event, State]] = {
    _S.UNJOINED: {_E.FOUND: _S.PREPARING, _E.FAIL: _S.FAILED, _E.LEAVE: _S.LEAVING},
    _S.PREPARING: {_E.PREPARED: _S.JOINING, _E.FENCE: _S.PREPARING, **_ENDS},
    _S.JOINING: {
        _E.JOINED: _S.SYNCING,
        _E.REJOIN: _S.JOINING,
        _E.FENCE: _S.JOINING,
        _E.LOSE: _S.UNJOINED,
        **_ENDS,
    },
    _S.SYNCING: {
        _E.SYNCED: _S.ADOPTING,
        _E.REJOIN: _S.JOINING,
        _E.FENCE: _S.JOINING,
        _E.LOSE: _S.UNJOINED,
        **_ENDS,
    },
    _S.ADOPTING: {
        _E.ADOPTED: _S.STABLE,
        _E.REJOIN: _S.JOINING,
        _E.REBALANCE: _S.PREPARING,
        _E.FENCE: _S.PREPARING,
        _E.LOSE: _S.UNJOINED,
        **_ENDS,
    },
    _S.STABLE: {
        _E.REBALANCE: _S.PREPARING,
        _E.FENCE: _S.PREPARING,
        _E.LOSE: _S.UNJOINED,
        **_ENDS,
    },
    _S.LEFT: {_E.ASK: _S.UNJOINED, _E.LEAVE: _S.LEAVING},
    _S.FAILED: {_E.SUBSCRIBE: _S.UNJOINED, _E.LEAVE: _S.LEAVING},
    _S.LEAVING: {_E.GONE: _S.UNJOINED},
}

REBALANCING = (State.UNJOINED, State.PREPARING, State.JOINING, State.SYNCING)
HEARTBEATING = (State.PREPARING, State.ADOPTING, State.STABLE, State.LEAVING)
"""States in which heartbeats are sent, if there is a generation. One that is sent while SyncGroup
waits would wait behind it, and the coordinator does not count the time until then."""


def next_state(state: State, event: Event) -> State:
    """Return the state after an event. An event that the table lacks is a bug."""
    assert event in TRANSITIONS[state], f"{event.name} in {state.name}"
    return TRANSITIONS[state][event]
