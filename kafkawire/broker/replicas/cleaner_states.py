"""The states of the log cleaner, as a table.

    Off ─────── STARTED ───────► Resting     log.cleaner.enable
    Resting ─── SUSPENDED ─────► Resting     log.cleaner.threads is 0; ask again after the backoff
    Resting ─── LOOK_DUE ──────► Looking     the rest is over
    Looking ─── SLICE_DONE ────► Looking     there are more partitions
    Looking ─── NOTHING_DIRTY ─► Resting     for log.cleaner.backoff.ms
    Looking ─── LOG_CHOSEN ────► Cleaning    the dirtiest log
    Cleaning ── SLICE_DONE ────► Cleaning    there is more to read, or a disk to wait for
    Cleaning ── FINISHED ──────► Resting     for a moment: another log may be dirty
    Cleaning ── GIVEN_UP ──────► Resting     for log.cleaner.backoff.ms; the log has changed, is
                                             deleted, cannot be read, or its disk fails

In each state but Off exactly one timer runs, and its callback is the state's step. One log is
cleaned at a time, so this is the cleaner's state and not that of a partition (Kafka has one of each
partition, `LogCleaningState`, for several threads).
"""

from __future__ import annotations

from enum import Enum, unique


@unique
class CleanerState(Enum):
    """What the cleaner's timer will do."""

    OFF = "Off"
    RESTING = "Resting"
    LOOKING = "Looking"
    CLEANING = "Cleaning"


@unique
class CleanerEvent(Enum):
    """What moves the cleaner from one state to another."""

    STARTED = "the broker has started"
    SUSPENDED = "the rest is over, but there is no thread for cleaning"
    LOOK_DUE = "the rest is over"
    SLICE_DONE = "a slice of the work is done"
    NOTHING_DIRTY = "no log is worth cleaning"
    LOG_CHOSEN = "the dirtiest log is known"
    FINISHED = "the log is clean"
    GIVEN_UP = "the round comes to nothing"


_S = CleanerState
_E = CleanerEvent

TRANSITIONS: dict[CleanerState, dict[CleanerEvent, CleanerState]] = {
    _S.OFF: {
        _E.STARTED: _S.RESTING,
    },
    _S.RESTING: {
        _E.SUSPENDED: _S.RESTING,
        _E.LOOK_DUE: _S.LOOKING,
    },
    _S.LOOKING: {
        _E.SLICE_DONE: _S.LOOKING,
        _E.NOTHING_DIRTY: _S.RESTING,
        _E.LOG_CHOSEN: _S.CLEANING,
    },
    _S.CLEANING: {
        _E.SLICE_DONE: _S.CLEANING,
        _E.FINISHED: _S.RESTING,
        _E.GIVEN_UP: _S.RESTING,
    },
}


def next_state(state: CleanerState, event: CleanerEvent) -> CleanerState:
    """Return the state that `event` leads to; anything not in the table is a bug."""
    assert event in TRANSITIONS[state], f"{event.name} in {state.name}"
    return TRANSITIONS[state][event]
