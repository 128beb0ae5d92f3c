"""The states of a followed partition, and the reasons of each change, as a table.

Kafka's `PartitionFetchState` has two states and a delay. Here the delay is part of the state, and
so is the search for the leader's offsets, during which Kafka's fetcher thread blocks.
"""

from __future__ import annotations

from enum import Enum, auto


class FetchState(Enum):
    """The next thing that the fetcher does for a partition."""

    FETCHING = auto()
    """The partition is part of the next fetch."""
    TRUNCATING = auto()
    """The log has to be cut before the first fetch in this leader epoch."""
    SEARCHING = auto()
    """The fetch offset is out of range; the leader's first and last offsets are needed."""
    DELAYED = auto()
    """The partition waits for `replica.fetch.backoff.ms`, then it is fetched."""
    TRUNCATION_DELAYED = auto()
    """The partition waits for `replica.fetch.backoff.ms`, then its log is cut."""
    FAILED = auto()
    """The partition is in no fetcher until its next leader epoch."""


class Reason(Enum):
    """An event that changes the state of a partition."""

    TRUNCATED = auto()
    """The log agrees with the leader's, or the next fetch finds out."""
    TRUNCATED_PARTLY = auto()
    """The log was cut to an epoch that the leader may not have; the leader is asked again."""
    OUT_OF_RANGE = auto()
    """The leader's log has no such offset."""
    OFFSETS_FOUND = auto()
    """The follower continues at an offset that the leader has."""
    REFUSED = auto()
    """The leader responded with an error, sent damaged records, or could not be reached."""
    BACKED_OFF = auto()
    """The delay is over."""
    FENCED = auto()
    """The leader is in a newer epoch than this broker's metadata."""
    BROKEN = auto()
    """The log failed, or it does not end where the fetch began."""


_S, _R = FetchState, Reason
_ENDS = {_R.FENCED: _S.FAILED, _R.BROKEN: _S.FAILED}

TRANSITIONS: dict[FetchState, dict[Reason, FetchState]] = {
    _S.FETCHING: {
        **_ENDS,
        _R.TRUNCATED: _S.FETCHING,
        # The next fetch diverges again.
        _R.TRUNCATED_PARTLY: _S.FETCHING,
        _R.OUT_OF_RANGE: _S.SEARCHING,
        _R.REFUSED: _S.DELAYED,
    },
    _S.TRUNCATING: {
        **_ENDS,
        _R.TRUNCATED: _S.FETCHING,
        _R.TRUNCATED_PARTLY: _S.TRUNCATING,
        _R.REFUSED: _S.TRUNCATION_DELAYED,
    },
    _S.SEARCHING: {
        **_ENDS,
        _R.OFFSETS_FOUND: _S.FETCHING,
        _R.REFUSED: _S.DELAYED,
    },
    # A failure of the whole fetcher does not prolong a delay.
    _S.DELAYED: {
        _R.BROKEN: _S.FAILED,
        _R.BACKED_OFF: _S.FETCHING,
        _R.REFUSED: _S.DELAYED,
    },
    _S.TRUNCATION_DELAYED: {
        _R.BROKEN: _S.FAILED,
        _R.BACKED_OFF: _S.TRUNCATING,
        _R.REFUSED: _S.TRUNCATION_DELAYED,
    },
    _S.FAILED: {},
}


def next_state(state: FetchState, reason: Reason) -> FetchState:
    """Return the state that follows `state` for `reason`."""
    assert reason in TRANSITIONS[state], f"{reason.name} in {state.name}"
    return TRANSITIONS[state][reason]
