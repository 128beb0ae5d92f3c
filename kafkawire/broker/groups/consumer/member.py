"""A member of a consumer group: what it said of itself, and what it has been given.

Both halves are immutable and are replaced as a whole, by the record that says so: the profile by a
member record (type 5), the current assignment by an assignment record (type 8). So a request can
work out what would become of a member without touching it, and a member that is compared with
itself has changed exactly when a record is due. (Kafka's `ConsumerGroupMember`.)
"""

from __future__ import annotations

from enum import IntEnum, unique
from typing import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kafkawire.broker.groups.session import SessionTimer
    from kafkawire.timers import Timer

Partitions = dict[bytes, dict[int, int]]
"""Topic id, partition, and the epoch at which the member got it. No topic is empty."""

NOTHING: Partitions = {}

NEW_MEMBER_EPOCH = 0
LEAVING_EPOCH = -1
LEAVING_STATIC_EPOCH = -2
"""A static member that has left and is expected back."""

NO_REBALANCE_TIMEOUT = -1


@unique
class MemberState(IntEnum):
    """How far a member has come on the way to its target; the values stand in records."""

    STABLE = 0
    UNREVOKED = 1
    """It is to give partitions back, and has not said yet that it has."""
    UNRELEASED = 2
    """It is to get partitions that others still have."""
    UNKNOWN = 127
    """A state of some later version of Kafka."""


STATES: dict[int, MemberState] = {int(state): state for state in MemberState}


class ClassicSide(NamedTuple):
    """What is known of a member that speaks JoinGroup and SyncGroup."""

    session_timeout_ms: int
    protocols: tuple[tuple[str, bytes], ...]


class Profile(NamedTuple):
    """What a member said of itself; of a new member, nothing."""

    instance_id: str | None = None
    rack_id: str | None = None
    client_id: str = ""
    client_host: str = ""
    topic_names: tuple[str, ...] = ()
    """In order, each once."""
    topic_regex: str = ""
    rebalance_timeout_ms: int = NO_REBALANCE_TIMEOUT
    server_assignor: str | None = None
    classic: ClassicSide | None = None
    """None of a member that speaks the new protocol."""


class CurrentAssignment(NamedTuple):
    """The partitions that a member has or is to give back, as of its epoch."""

    epoch: int = NEW_MEMBER_EPOCH
    previous_epoch: int = -1
    """The epoch before the last change, if only of the partitions (groups D-60)."""
    state: MemberState = MemberState.STABLE
    assigned: Partitions = NOTHING
    pending_revocation: Partitions = NOTHING


NEW_PROFILE = Profile()
NEW_ASSIGNMENT = CurrentAssignment()


class ConsumerMember:
    """One member, and the timers that run for it."""

    __slots__ = (
        "classic_join",
        "classic_sync",
        "current",
        "member_id",
        "profile",
        "rebalance",
        "session",
    )

    def __init__(
        self,
        member_id: str,
        profile: Profile = NEW_PROFILE,
        current: CurrentAssignment = NEW_ASSIGNMENT,
    ) -> None:
        self.member_id = member_id
        self.profile = profile
        self.current = current
        self.session: SessionTimer | None = None
        self.rebalance: Timer | None = None
        """Runs while the member has partitions to give back."""
        self.classic_join: Timer | None = None
        """Runs once a classic member has been told to join again."""
        self.classic_sync: Timer | None = None
        """Runs once a classic member has joined, until it asks for its assignment."""

    @property
    def is_classic(self) -> bool:
        """Whether it speaks JoinGroup and SyncGroup."""
        return self.profile.classic is not None

    def is_settled(self, assignment_epoch: int) -> bool:
        """Whether it has what the target of that epoch gives it."""
        current = self.current
        return current.state is MemberState.STABLE and current.epoch == assignment_epoch

    def epoch_of(self, topic_id: bytes, partition: int) -> int | None:
        """The epoch at which it got a partition that it has, or is to give back."""
        current = self.current
        for partitions in (current.assigned, current.pending_revocation):
            epoch = partitions.get(topic_id, {}).get(partition)
            if epoch is not None:
                return epoch
        return None

    def stop_timers(self) -> None:
        """Let nothing happen to it by itself any more."""
        if self.session is not None:
            self.session.cancel()
        self.stop_rebalance_timer()
        self.stop_classic_timers()

    def stop_classic_timers(self) -> None:
        """It need neither join nor ask for its assignment, or speaks the new protocol now."""
        for timer in (self.classic_join, self.classic_sync):
            if timer is not None:
                timer.cancel()
        self.classic_join = self.classic_sync = None

    def stop_rebalance_timer(self) -> None:
        """It has nothing to give back."""
        if self.rebalance is not None:
            self.rebalance.cancel()
            self.rebalance = None
