"""The state machine of a transactional id, and what EndTxn means in each state, as tables.

    Empty, Complete* ── partitions are added ──► Ongoing ──► PrepareCommit ──► CompleteCommit
                                                 Ongoing ──► PrepareAbort ───► CompleteAbort
    Complete* ───────── InitProducerId ────────► Empty
    Empty, Complete* ── abort (KIP-890 v2) ────► PrepareAbort
    Empty, Complete* ── nobody used it ────────► Dead

Prepare* is the decision: from then on nothing but markers and their record may follow. Dead is
never written, it is the wait for a tombstone's commit (Kafka's `TransactionState`).

Since KIP-890 a producer's epoch grows with each transaction, so that the epoch of a request tells
a repeated EndTxn from the next one. Hence three tables of outcomes: for clients that know nothing
of that, for those that do, and for those that ask again. What they say of Prepare* is Kafka's, and
is heard of rarely: a completion is pending while markers are missing (produce C-84).
"""

from __future__ import annotations

from enum import Enum, IntEnum, auto, unique


@unique
class TransactionState(IntEnum):
    """A transactional id's state; the value is its number in `__transaction_state`."""

    EMPTY = 0
    ONGOING = 1
    PREPARE_COMMIT = 2
    PREPARE_ABORT = 3
    COMPLETE_COMMIT = 4
    COMPLETE_ABORT = 5
    DEAD = 6
    PREPARE_EPOCH_FENCE = 7

    @property
    def wire_name(self) -> str:
        """What DescribeTransactions and ListTransactions call it."""
        return _WIRE_NAMES[self]


_S = TransactionState

_WIRE_NAMES = {
    _S.EMPTY: "Empty",
    _S.ONGOING: "Ongoing",
    _S.PREPARE_COMMIT: "PrepareCommit",
    _S.PREPARE_ABORT: "PrepareAbort",
    _S.COMPLETE_COMMIT: "CompleteCommit",
    _S.COMPLETE_ABORT: "CompleteAbort",
    _S.DEAD: "Dead",
    _S.PREPARE_EPOCH_FENCE: "PrepareEpochFence",
}
STATES_BY_NAME = {name: state for state, name in _WIRE_NAMES.items()}

IDLE = frozenset((_S.EMPTY, _S.COMPLETE_COMMIT, _S.COMPLETE_ABORT))
"""No transaction is going on, and none is being ended."""
PREPARED = frozenset((_S.PREPARE_COMMIT, _S.PREPARE_ABORT))
"""The end is decided, and its markers are not all written."""

SOURCES: dict[TransactionState, frozenset[TransactionState]] = {
    _S.EMPTY: IDLE,
    _S.ONGOING: IDLE | {_S.ONGOING},
    _S.PREPARE_COMMIT: frozenset((_S.ONGOING,)),
    _S.PREPARE_ABORT: IDLE | {_S.ONGOING},
    _S.COMPLETE_COMMIT: frozenset((_S.PREPARE_COMMIT,)),
    _S.COMPLETE_ABORT: frozenset((_S.PREPARE_ABORT,)),
    _S.DEAD: IDLE,
    _S.PREPARE_EPOCH_FENCE: frozenset((_S.ONGOING,)),
}
"""The states from which each may be entered (produce C-12). Here fencing passes through
PrepareEpochFence in no time, because it is one decision with the abort that follows. From an idle
state PrepareAbort is entered by clients of KIP-890 v2 only."""

COMPLETED = {_S.PREPARE_COMMIT: _S.COMPLETE_COMMIT, _S.PREPARE_ABORT: _S.COMPLETE_ABORT}


@unique
class Outcome(Enum):
    """What an EndTxn does, or is told."""

    BEGIN = auto()
    """The end begins: it is written down, and markers follow."""
    DONE = auto()
    """So it ended already."""
    CONCURRENT = auto()
    """It is about to end so: CONCURRENT_TRANSACTIONS."""
    INVALID = auto()
    """Nothing can be ended so: INVALID_TXN_STATE."""
    FENCED = auto()
    """Whoever asks is not the producer of now: PRODUCER_FENCED."""


_O = Outcome
Outcomes = dict[TransactionState, tuple[Outcome, Outcome]]
"""By state: the outcome of a commit, and of an abort."""

_REPEATED: Outcomes = {
    _S.PREPARE_COMMIT: (_O.CONCURRENT, _O.INVALID),
    _S.PREPARE_ABORT: (_O.INVALID, _O.CONCURRENT),
    _S.COMPLETE_COMMIT: (_O.DONE, _O.INVALID),
    _S.COMPLETE_ABORT: (_O.INVALID, _O.DONE),
}

CLASSIC: Outcomes = {
    **_REPEATED,
    _S.EMPTY: (_O.INVALID, _O.INVALID),
    _S.ONGOING: (_O.BEGIN, _O.BEGIN),
}
"""EndTxn up to version 4, with the epoch of now."""

BUMPING: Outcomes = {
    _S.EMPTY: (_O.INVALID, _O.BEGIN),
    _S.ONGOING: (_O.BEGIN, _O.BEGIN),
    _S.PREPARE_COMMIT: (_O.FENCED, _O.FENCED),
    _S.PREPARE_ABORT: (_O.FENCED, _O.FENCED),
    _S.COMPLETE_COMMIT: (_O.INVALID, _O.BEGIN),
    _S.COMPLETE_ABORT: (_O.INVALID, _O.BEGIN),
}
"""EndTxn from version 5 on, with the epoch of now."""

REPEATED: Outcomes = {
    **_REPEATED,
    _S.EMPTY: (_O.FENCED, _O.FENCED),
    _S.ONGOING: (_O.FENCED, _O.FENCED),
}
"""EndTxn from version 5 on, with the epoch that an earlier one raised (produce C-73)."""


def outcome(outcomes: Outcomes, state: TransactionState, *, is_commit: bool) -> Outcome:
    """Look up what an EndTxn does in a state."""
    commit, abort = outcomes[state]
    return commit if is_commit else abort
