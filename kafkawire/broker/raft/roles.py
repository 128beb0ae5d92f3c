"""The roles of a quorum replica, and the events that change them, as a table.

An observer is no role: it is a replica that is not in the voter set. It is only ever unattached or
a follower, because it has no election timer (Kafka's `QuorumState` and its `EpochState` classes).
"""

from __future__ import annotations

from enum import Enum, auto


class Role(Enum):
    """What a replica does in its epoch."""

    UNATTACHED = auto()
    """Knows the epoch, and no leader that it could fetch from."""
    PROSPECTIVE = auto()
    """Asks for pre-votes in the epoch as it is (KIP-996)."""
    CANDIDATE = auto()
    """Has voted for itself in a new epoch and asks for votes."""
    FOLLOWER = auto()
    """Fetches from the leader."""
    LEADER = auto()
    RESIGNED = auto()
    """Was the leader of this epoch, and serves no requests in it any more."""


class Event(Enum):
    """What changes a role."""

    EPOCH_SEEN = auto()
    """A higher epoch, whose leader is unknown or has no known address."""
    LEADER_FOUND = auto()
    """The leader of this or a higher epoch, with its address."""
    TIMED_OUT = auto()
    """The timer of the role has run out: election, fetch or resignation."""
    WON = auto()
    """A majority of pre-votes or of votes."""
    LOST = auto()
    """No majority of pre-votes, and no leader to go back to."""
    RESIGNED = auto()
    ALONE = auto()
    """The replica starts as the only voter, which waits for no timer."""


_R, _E = Role, Event
_ANYWHERE = {_E.EPOCH_SEEN: _R.UNATTACHED, _E.LEADER_FOUND: _R.FOLLOWER}

TRANSITIONS: dict[Role, dict[Event, Role]] = {
    _R.UNATTACHED: {**_ANYWHERE, _E.TIMED_OUT: _R.PROSPECTIVE, _E.ALONE: _R.PROSPECTIVE},
    _R.PROSPECTIVE: {
        **_ANYWHERE,
        _E.WON: _R.CANDIDATE,
        _E.LOST: _R.UNATTACHED,
    },
    _R.CANDIDATE: {
        **_ANYWHERE,
        _E.WON: _R.LEADER,
        _E.TIMED_OUT: _R.PROSPECTIVE,
    },
    _R.FOLLOWER: {**_ANYWHERE, _E.TIMED_OUT: _R.PROSPECTIVE},
    _R.LEADER: {**_ANYWHERE, _E.RESIGNED: _R.RESIGNED},
    _R.RESIGNED: {**_ANYWHERE, _E.TIMED_OUT: _R.UNATTACHED, _E.ALONE: _R.PROSPECTIVE},
}


def next_role(role: Role, event: Event) -> Role:
    """Return the role after `event`."""
    assert event in TRANSITIONS[role], f"{event.name} in {role.name}"
    return TRANSITIONS[role][event]
