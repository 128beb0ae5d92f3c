"""States of a member of a group in which the broker assigns (KIP-848), under Kafka's names.

UNSUBSCRIBED     the consumer is no member
JOINING          a heartbeat with epoch 0 is sent
RECONCILING      what the member owns differs from its target
ACKNOWLEDGING    the next heartbeat names what the member owns now
STABLE           the member owns its target
FENCED           the coordinator removed the member; the hook `lost` runs
PREPARE_LEAVING  the member gives everything back, then leaves
LEAVING          a heartbeat with epoch -1 or -2 is sent
STALE            the member left, since the application held records for too long
FATAL            the coordinator refuses the member for good
"""

from __future__ import annotations

from enum import Enum


class State(Enum):
    """See the module's docstring."""

    UNSUBSCRIBED = "unsubscribed"
    JOINING = "joining"
    RECONCILING = "reconciling"
    ACKNOWLEDGING = "acknowledging"
    STABLE = "stable"
    FENCED = "fenced"
    PREPARE_LEAVING = "prepare leaving"
    LEAVING = "leaving"
    STALE = "stale"
    FATAL = "fatal"


class Event(Enum):
    """Events that move a member from one state to another."""

    SUBSCRIBE = "the application subscribed"
    TARGET = "a target came that is not owned"
    SETTLED = "a target came that is owned"
    RECONCILED = "what can be reconciled is"
    ACKNOWLEDGED = "a heartbeat was sent, and the target is owned"
    BEHIND = "a heartbeat was sent, and there is a newer target"
    FENCE = "the coordinator has no such member, or another epoch of it"
    FAIL = "the coordinator refused the member for good"
    LEAVE = "the application unsubscribed or closes"
    EXPIRE = "the application held records for too long"
    HOOKS_DONE = "the hooks for what was taken away are done"
    LEFT = "the coordinator was told, or cannot be told"
    LEFT_STALE = "the same, and the member comes back when the application asks"
    REJOIN = "the hooks are done, and the application asked"


_S, _E = State, Event
_WHILE_MEMBER = {
    _E.FENCE: _S.FENCED,
    _E.FAIL: _S.FATAL,
    _E.LEAVE: _S.PREPARE_LEAVING,
    _E.EXPIRE: _S.PREPARE_LEAVING,
}

TRANSITIONS: dict[State, dict[Event, State]] = {
    _S.UNSUBSCRIBED: {_E.SUBSCRIBE: _S.JOINING},
    _S.JOINING: {_E.TARGET: _S.RECONCILING, _E.SETTLED: _S.STABLE, **_WHILE_MEMBER},
    _S.RECONCILING: {
        _E.TARGET: _S.RECONCILING,
        _E.SETTLED: _S.STABLE,
        _E.RECONCILED: _S.ACKNOWLEDGING,
        **_WHILE_MEMBER,
    },
    _S.ACKNOWLEDGING: {_E.ACKNOWLEDGED: _S.STABLE, _E.BEHIND: _S.RECONCILING, **_WHILE_MEMBER},
    _S.STABLE: {_E.TARGET: _S.RECONCILING, _E.SETTLED: _S.STABLE, **_WHILE_MEMBER},
    _S.FENCED: {_E.HOOKS_DONE: _S.JOINING, _E.LEAVE: _S.UNSUBSCRIBED},
    _S.PREPARE_LEAVING: {_E.HOOKS_DONE: _S.LEAVING},
    _S.LEAVING: {_E.LEFT: _S.UNSUBSCRIBED, _E.LEFT_STALE: _S.STALE},
    _S.STALE: {_E.REJOIN: _S.JOINING, _E.LEAVE: _S.UNSUBSCRIBED},
    _S.FATAL: {_E.SUBSCRIBE: _S.JOINING, _E.LEAVE: _S.UNSUBSCRIBED},
}

MEMBER = (State.JOINING, State.RECONCILING, State.ACKNOWLEDGING, State.STABLE)
"""States in which the member keeps its place and takes assignments."""
SENDING = (*MEMBER, State.PREPARE_LEAVING, State.LEAVING)
"""States in which heartbeats are sent."""


def next_state(state: State, event: Event) -> State:
    """Return the state after an event. An event that the table lacks is a bug."""
    assert event in TRANSITIONS[state], f"{event.name} in {state.name}"
    return TRANSITIONS[state][event]
