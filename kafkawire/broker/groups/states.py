"""The state machine of a classic group, as a table.

    Empty ──────────────── REBALANCE ───────────────► PreparingRebalance
    PreparingRebalance ─── ALL_JOINED ──────────────► CompletingRebalance
    PreparingRebalance ─── NONE_JOINED ─────────────► Empty
    CompletingRebalance ── ASSIGNED ────────────────► Stable
    CompletingRebalance, Stable ── REBALANCE ───────► PreparingRebalance
    every state ────────── UNLOADED ────────────────► Dead

These are the changes that Kafka's `ClassicGroupState` allows. A group that is read back from the
log starts as Empty or Stable, whatever its record says last: the two states in between exist in
memory only.
"""

from __future__ import annotations

from enum import Enum, unique


@unique
class GroupState(Enum):
    """A classic group's state; the value is its name on the wire."""

    EMPTY = "Empty"
    PREPARING_REBALANCE = "PreparingRebalance"
    COMPLETING_REBALANCE = "CompletingRebalance"
    STABLE = "Stable"
    DEAD = "Dead"


@unique
class GroupEvent(Enum):
    """What moves a group from one state to another."""

    REBALANCE = "a member came, left or changed its mind"
    ALL_JOINED = "the join phase ended with members"
    NONE_JOINED = "the join phase ended without a member"
    ASSIGNED = "the leader's assignments are written"
    UNLOADED = "this broker no longer coordinates the group"


_S = GroupState
_E = GroupEvent

TRANSITIONS: dict[GroupState, dict[GroupEvent, GroupState]] = {
    _S.EMPTY: {
        _E.REBALANCE: _S.PREPARING_REBALANCE,
        _E.UNLOADED: _S.DEAD,
    },
    _S.PREPARING_REBALANCE: {
        _E.ALL_JOINED: _S.COMPLETING_REBALANCE,
        _E.NONE_JOINED: _S.EMPTY,
        _E.UNLOADED: _S.DEAD,
    },
    _S.COMPLETING_REBALANCE: {
        _E.REBALANCE: _S.PREPARING_REBALANCE,
        _E.ASSIGNED: _S.STABLE,
        _E.UNLOADED: _S.DEAD,
    },
    _S.STABLE: {
        _E.REBALANCE: _S.PREPARING_REBALANCE,
        _E.UNLOADED: _S.DEAD,
    },
    _S.DEAD: {
        _E.UNLOADED: _S.DEAD,
    },
}


def next_state(state: GroupState, event: GroupEvent) -> GroupState:
    """The state that `event` leads to; anything not in the table is a bug."""
    assert event in TRANSITIONS[state], f"{event.name} in {state.name}"
    return TRANSITIONS[state][event]


def can_rebalance(state: GroupState) -> bool:
    """Whether a rebalance may start in this state."""
    return GroupEvent.REBALANCE in TRANSITIONS[state]
