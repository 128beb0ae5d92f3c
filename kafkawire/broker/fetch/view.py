"""The view of a fetch: the kind of client, and how far it sees (fetch B.2).

The same view of an unchanged partition shows the same. So a session looks at all of its partitions
again when its client comes with another view.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kafkawire.protocol.since import FETCH_REPLICA_STATE_SINCE

if TYPE_CHECKING:
    from kafkawire.broker.security.access import Access
    from kafkawire.log.partition_log import PartitionLog
    from kafkawire.protocol.messages.fetch_request import FetchRequest

HIGH_WATERMARK = 0
LAST_STABLE_OFFSET = 1
LOG_END = 2

READ_UNCOMMITTED = 0
READ_COMMITTED = 1

ORDINARY_CONSUMER = -1
FUTURE_REPLICA = -3
"""A broker that moves a replica between its own disks; it reads like a follower (fetch B-5)."""

LEADER_ONLY_UP_TO = 10
"""Up to this version consumers may read from leaders only (KIP-392)."""


class View(NamedTuple):
    """The kind of client, and the upper bound of what it sees."""

    bound: int
    """HIGH_WATERMARK, LAST_STABLE_OFFSET or LOG_END."""
    leader_required: bool
    replica_id: int
    """The id of a follower; -1 for every consumer."""
    is_follower: bool
    """True if the client is a replica of another broker."""
    access: Access | None = None
    """The rights of the client; None if the broker has no authorizer."""
    role: tuple[object, ...] | None = None
    """What else the reads of the plan's role depend on."""

    def upper_bound(self, log: PartitionLog) -> int:
        """Return the first offset of `log` that the client may not see (fetch B-13)."""
        if self.bound == HIGH_WATERMARK:
            return log.high_watermark
        return log.last_stable_offset if self.bound == LAST_STABLE_OFFSET else log.log_end_offset


def replica_id_of(request: FetchRequest, version: int) -> int:
    """Return the id of a follower, or a negative one; its place depends on `version` (KIP-903)."""
    if version >= FETCH_REPLICA_STATE_SINCE:
        return request.replica_state.replica_id
    return request.replica_id


def _consumer_views(bound: int) -> tuple[View, ...]:
    """Return the views of consumers by version; the last one holds for all later versions."""
    return tuple(
        View(bound, version <= LEADER_ONLY_UP_TO, ORDINARY_CONSUMER, is_follower=False)
        for version in range(LEADER_ONLY_UP_TO + 2)
    )


_UNCOMMITTED = _consumer_views(HIGH_WATERMARK)
_COMMITTED = _consumer_views(LAST_STABLE_OFFSET)


def view_of(request: FetchRequest, version: int) -> View:
    """Return the view of `request` without rights and role.

    An unknown isolation level counts as read_uncommitted here; `isolation` checks it.
    """
    replica_id = replica_id_of(request, version)
    if replica_id >= 0 or replica_id == FUTURE_REPLICA:
        is_follower = replica_id >= 0
        return View(LOG_END, is_follower, replica_id, is_follower)
    views = _COMMITTED if request.isolation_level == READ_COMMITTED else _UNCOMMITTED
    return views[version] if version <= LEADER_ONLY_UP_TO else views[-1]
