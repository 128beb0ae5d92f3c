"""The states of a transactional producer, and what leads from one to another.

UNINITIALIZED   no producer id was requested
INITIALIZING    a producer id is requested, or a greater epoch after an error
READY           between two transactions
IN_TRANSACTION  records are accepted
COMMITTING      records are sent, then the transaction ends
ABORTING        batches in flight end, then the transaction ends
ABORTABLE       something failed: the transaction can only be aborted
UNRESOLVED      the end was sent and not answered in time
FATAL           the producer can only be closed
"""

from __future__ import annotations

from enum import Enum


class State(Enum):
    """See the module's docstring."""

    UNINITIALIZED = "uninitialized"
    INITIALIZING = "initializing"
    READY = "ready"
    IN_TRANSACTION = "in a transaction"
    COMMITTING = "committing"
    ABORTING = "aborting"
    ABORTABLE = "to be aborted"
    UNRESOLVED = "unresolved"
    FATAL = "fatal"


class Event(Enum):
    """Events of a transactional producer."""

    INIT = "a producer id is requested"
    INITIALIZED = "there is a producer id"
    BEGIN = "a transaction begins"
    COMMIT = "the application commits the transaction"
    ABORT = "the application aborts the transaction"
    ENDED = "the transaction has ended"
    ENDED_TO_BUMP = "the transaction has ended, and the epoch has to grow"
    NO_ANSWER = "the end was not answered in time"
    ABORTABLE_ERROR = "something failed within the transaction"
    FATAL_ERROR = "something failed for good"


_S, _E = State, Event
_ENDING = {
    _E.ENDED: _S.READY,
    _E.ENDED_TO_BUMP: _S.INITIALIZING,
    _E.NO_ANSWER: _S.UNRESOLVED,
    _E.FATAL_ERROR: _S.FATAL,
}
TRANSITIONS: dict[State, dict[Event, State]] = {
    _S.UNINITIALIZED: {_E.INIT: _S.INITIALIZING, _E.FATAL_ERROR: _S.FATAL},
    _S.INITIALIZING: {
        _E.INITIALIZED: _S.READY,
        _E.ABORTABLE_ERROR: _S.UNINITIALIZED,
        _E.FATAL_ERROR: _S.FATAL,
    },
    _S.READY: {_E.BEGIN: _S.IN_TRANSACTION, _E.FATAL_ERROR: _S.FATAL},
    _S.IN_TRANSACTION: {
        _E.COMMIT: _S.COMMITTING,
        _E.ABORT: _S.ABORTING,
        _E.ABORTABLE_ERROR: _S.ABORTABLE,
        _E.FATAL_ERROR: _S.FATAL,
    },
    _S.COMMITTING: {**_ENDING, _E.ABORTABLE_ERROR: _S.ABORTABLE},
    _S.UNRESOLVED: {**_ENDING, _E.NO_ANSWER: _S.UNRESOLVED, _E.ABORTABLE_ERROR: _S.ABORTABLE},
    _S.ABORTABLE: {
        _E.ABORT: _S.ABORTING,
        _E.ABORTABLE_ERROR: _S.ABORTABLE,
        _E.FATAL_ERROR: _S.FATAL,
    },
    _S.ABORTING: {**_ENDING, _E.ABORTABLE_ERROR: _S.ABORTING},
    _S.FATAL: {_E.FATAL_ERROR: _S.FATAL, _E.ABORTABLE_ERROR: _S.FATAL},
}


def next_state(state: State, event: Event) -> State:
    """Return the state that an event leads to; a pair that the table lacks is a bug."""
    assert event in TRANSITIONS[state], f"{event.name} in {state.name}"
    return TRANSITIONS[state][event]
