"""Whom a rebalance of a classic group waits for, and until when."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kafkawire.broker.groups.session import SessionTimer
    from kafkawire.timers import Timer


class RebalanceProgress:
    """The progress of a group's rebalance: volatile state, lost when the group is unloaded.

    The functions of `parked_calls` count the parked JoinGroup requests, those of `rebalance` change
    the rest. A member that is removed or renamed takes its entries along (`ClassicGroup`).
    """

    __slots__ = (
        "is_initial",
        "join_timer",
        "member_was_added",
        "parked_joins",
        "pending_joins",
        "pending_syncs",
        "sync_timer",
    )

    def __init__(self) -> None:
        self.parked_joins = 0
        """How many members have a parked JoinGroup."""
        self.pending_joins: dict[str, SessionTimer] = {}
        """Member ids that were assigned to clients which have not joined with them yet (KIP-394).
        The timer removes the id."""
        self.pending_syncs: set[str] = set()
        """Ids of the members of this generation that have not sent SyncGroup yet."""
        self.is_initial = False
        """True if the rebalance began in an empty group (KIP-134)."""
        self.member_was_added = False
        """True if a member was added since the initial rebalance last extended its delay."""
        self.join_timer: Timer | None = None
        """Ends the join phase."""
        self.sync_timer: Timer | None = None
        """Removes the members that have not sent SyncGroup."""
