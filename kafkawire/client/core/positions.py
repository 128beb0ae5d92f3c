"""Where each assigned partition is read next, and the steps before it can be read.

    INITIALIZING  there is no position: a committed offset, a seek or a reset policy sets it
    RESETTING     ListOffsets is sent to the leader: earliest, latest, or the offset of a time
    VALIDATING    OffsetForLeaderEpoch is sent: is the log still the one that was read?
    FETCHING      there is a position; only now records are fetched and handed out

`TRANSITIONS` is the machine; a pair that it lacks is a bug. Pausing and hiding a partition are no
states, but flags that keep it from being fetched and handed out.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

from kafkawire.client.core.view import NO_EPOCH, NO_ID, NO_NODE

if TYPE_CHECKING:
    from kafkawire.client.core.backoff import Backoff
    from kafkawire.client.core.buffers import Buffer
    from kafkawire.client.errors import ClientError
    from kafkawire.client.values import TopicPartition
    from kafkawire.timers import Timer


class State(Enum):
    """See the module's docstring."""

    INITIALIZING = "initializing"
    RESETTING = "resetting"
    VALIDATING = "validating"
    FETCHING = "fetching"


HAS_POSITION = (State.FETCHING, State.VALIDATING)
"""The states in which a partition has an offset to read next."""


class Event(Enum):
    """Events of a partition."""

    COMMITTED = "an offset is committed, without an epoch"
    COMMITTED_WITH_EPOCH = "an offset is committed, with an epoch"
    NOT_COMMITTED = "no offset is committed, and there is a reset policy"
    NO_POLICY = "an offset is missing or out of range, and there is no reset policy"
    SOUGHT = "seek, without an epoch"
    SOUGHT_WITH_EPOCH = "seek, with an epoch"
    RESET = "seek to the beginning, to the end or to a time"
    OFFSET_FOUND = "the leader has answered the reset"
    VALID = "the log still has what was read, or the leader cannot tell"
    TRUNCATED = "the log ends before the position, and there is a reset policy"
    TRUNCATED_SOMEWHERE = "the log differs at an unknown offset, and there is a reset policy"
    TRUNCATED_WITHOUT_POLICY = "the log differs, and there is no reset policy"
    LEADER_CHANGED = "another leader or epoch, and the position has an epoch"
    OUT_OF_RANGE = "the leader's log has no such offset, and there is a reset policy"
    RECREATED = "the topic is another one under the same name"


_S, _E = State, Event
_ANYWHERE = {
    _E.SOUGHT: _S.FETCHING,
    _E.SOUGHT_WITH_EPOCH: _S.VALIDATING,
    _E.RESET: _S.RESETTING,
}
TRANSITIONS: dict[State, dict[Event, State]] = {
    _S.INITIALIZING: {
        **_ANYWHERE,
        _E.COMMITTED: _S.FETCHING,
        _E.COMMITTED_WITH_EPOCH: _S.VALIDATING,
        _E.NOT_COMMITTED: _S.RESETTING,
        _E.NO_POLICY: _S.INITIALIZING,
    },
    _S.RESETTING: {
        **_ANYWHERE,
        _E.OFFSET_FOUND: _S.FETCHING,
        _E.RECREATED: _S.RESETTING,
    },
    _S.VALIDATING: {
        **_ANYWHERE,
        _E.VALID: _S.FETCHING,
        _E.TRUNCATED: _S.FETCHING,
        _E.TRUNCATED_SOMEWHERE: _S.RESETTING,
        _E.TRUNCATED_WITHOUT_POLICY: _S.VALIDATING,
        _E.LEADER_CHANGED: _S.VALIDATING,
        _E.RECREATED: _S.RESETTING,
        _E.NO_POLICY: _S.VALIDATING,
    },
    _S.FETCHING: {
        **_ANYWHERE,
        _E.LEADER_CHANGED: _S.VALIDATING,
        _E.OUT_OF_RANGE: _S.RESETTING,
        _E.NO_POLICY: _S.FETCHING,
        _E.RECREATED: _S.RESETTING,
    },
}


def next_state(state: State, event: Event) -> State:
    """Return the state after an event."""
    assert event in TRANSITIONS[state], f"{event.name} in {state.name}"
    return TRANSITIONS[state][event]


class Position(NamedTuple):
    """The next offset to read, and the epoch of the record before it, NO_EPOCH if unknown."""

    offset: int
    epoch: int = NO_EPOCH


class Partition:
    """One assigned partition. Its owner is the reader; components change what is theirs."""

    __slots__ = (
        "backoff",
        "buffer",
        "error",
        "high_watermark",
        "is_denied",
        "is_hidden",
        "is_paused",
        "is_resting",
        "is_sought",
        "is_sticky",
        "key",
        "last_stable_offset",
        "leader",
        "leader_epoch",
        "log_start_offset",
        "position",
        "preferred",
        "preferred_timer",
        "reset_to",
        "rest_timer",
        "source",
        "state",
        "topic_id",
        "was_recreated",
    )

    def __init__(self, key: TopicPartition, topic_id: bytes = NO_ID) -> None:
        self.key = key
        self.topic_id = topic_id
        self.state = State.INITIALIZING
        self.position: Position | None = None
        self.leader = NO_NODE
        """The leader and its epoch for which the position is valid."""
        self.leader_epoch = NO_EPOCH
        self.is_paused = False
        self.is_hidden = False
        """Whether a hook or a revocation that goes on keeps it from being read."""
        self.is_resting = False
        """Whether it waits for a back-off after an error."""
        self.is_sought = False
        """Whether the application chose the position and has got no records of it (`sought`)."""
        self.is_denied = False
        """Whether it waits for metadata, since it may not be read."""
        self.error: ClientError | None = None
        """The error that the next request for records raises."""
        self.is_sticky = False
        """Whether `error` stays until a seek."""
        self.buffer: Buffer | None = None
        """Records that came and were not handed out."""
        self.reset_to: int | None = None
        """The timestamp that RESETTING asks for; None: that of the policy."""
        self.was_recreated = False
        """Whether it begins at the earliest offset since its topic is a new one."""
        self.preferred: int | None = None
        """The replica that the leader named to read from instead (KIP-392)."""
        self.preferred_timer: Timer | None = None
        self.rest_timer: Timer | None = None
        self.backoff: Backoff | None = None
        self.source: int | None = None
        """The broker in whose fetches it is now."""
        self.high_watermark: int | None = None
        self.last_stable_offset: int | None = None
        self.log_start_offset: int | None = None

    def on(self, event: Event) -> None:
        """Change the state."""
        self.state = next_state(self.state, event)

    def fail(self, error: ClientError, *, is_sticky: bool = False) -> None:
        """Have the next ask raise an error; a sticky one is raised until a seek."""
        self.error, self.is_sticky = error, is_sticky

    @property
    def is_fetchable(self) -> bool:
        """Whether records may be asked for."""
        return self.is_expecting and not (
            self.is_paused or self.is_hidden or self.is_resting or self.is_denied
        )

    @property
    def is_expecting(self) -> bool:
        """True if records that arrive for its position are kept, also while it is paused."""
        return self.state is State.FETCHING and self.buffer is None and self.error is None

    @property
    def is_ready(self) -> bool:
        """Whether an ask may get something of it: records, or an error."""
        if self.is_hidden or self.is_paused:
            return False
        if self.error is not None:
            return True
        return self.buffer is not None and self.state is State.FETCHING

    def end(self, isolation_level: int) -> int | None:
        """Return the end of the readable records, None if it is unknown."""
        return self.last_stable_offset if isolation_level else self.high_watermark

    def lag(self, isolation_level: int) -> int | None:
        """Return how many offsets there are to the end, None before that is known."""
        end = self.end(isolation_level)
        if end is None or self.position is None or self.state not in HAS_POSITION:
            return None
        return max(0, end - self.position.offset)

    def lead(self) -> int | None:
        """Return how many offsets there are from the start, None before that is known."""
        start = self.log_start_offset
        if start is None or self.position is None or self.state not in HAS_POSITION:
            return None
        return max(0, self.position.offset - start)

    def forget_log(self) -> None:
        """Forget the ends of the log: the topic is another one now."""
        self.high_watermark = self.last_stable_offset = self.log_start_offset = None
