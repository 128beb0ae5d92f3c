"""What one fetch request allows: its bounds and limits (fetch.md B.3).

These belong to the request and are never remembered by a session (fetch.md B-4). What decides
which data a partition may show, and whether it may be asked at all, is the *view*; a session has
to look at all of its partitions anew when its client changes it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError

if TYPE_CHECKING:
    from kafkawire.broker.fetch.following import FollowerView
    from kafkawire.broker.fetch.preferring import PreferringView
    from kafkawire.broker.fetch.read import Role
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
"""A broker moving a replica between its own disks; it reads like a follower (fetch.md B-5)."""

HARD_LIMIT_UP_TO = 2
"""Up to this version even the first batch obeys the limits (fetch.md C-1)."""
LEADER_ONLY_UP_TO = 10
"""Up to this version consumers may read from leaders only (KIP-392)."""
TOPIC_IDS_FROM = 13
REPLICA_STATE_FROM = 15


class UnknownIsolation(ApiError):
    """Neither read_uncommitted nor read_committed (fetch.md A-13)."""

    def __init__(self) -> None:
        super().__init__(ErrorCode.UNKNOWN_SERVER_ERROR, "unknown isolation level")


class View(NamedTuple):
    """Who looks, and how far: the same view of an unchanged partition shows the same."""

    bound: int
    """HIGH_WATERMARK, LAST_STABLE_OFFSET or LOG_END."""
    leader_required: bool
    replica_id: int
    """The follower that asks; every consumer is -1."""
    access: Access | None = None
    """What may be asked for; None where everything may."""
    role: FollowerView | PreferringView | None = None
    """What else the answers to this kind of asker depend on."""


class FetchTerms:
    """One request's version, view and limits; sizes are bytes, waits milliseconds."""

    __slots__ = (
        "bound",
        "deadline_ms",
        "max_bytes",
        "min_bytes",
        "now_ms",
        "role",
        "version",
        "view",
    )

    def __init__(
        self, request: FetchRequest, version: int, *, fetch_max_bytes: int, now_ms: int
    ) -> None:
        """Raises `UnknownIsolation`."""
        self.version = version
        self.now_ms = now_ms
        self.deadline_ms = now_ms + request.max_wait_ms
        self.view = view = _view(request, version)
        self.bound = view.bound
        self.role: Role | None = None
        """How it is read where reading is not all; None for most consumers."""
        asked = request.max_bytes
        self.max_bytes = max_bytes = asked if asked < fetch_max_bytes else fetch_max_bytes
        wanted = request.min_bytes
        self.min_bytes = wanted if wanted < max_bytes else max_bytes

    @property
    def waits(self) -> bool:
        """Whether there is time to wait for more."""
        return self.deadline_ms > self.now_ms

    @property
    def uses_topic_ids(self) -> bool:
        """Whether topics are named by id (KIP-516)."""
        return self.version >= TOPIC_IDS_FROM

    @property
    def minimum_one(self) -> bool:
        """Whether the first batch of all may exceed the limits (fetch.md C-1)."""
        return self.version > HARD_LIMIT_UP_TO

    @property
    def is_follower(self) -> bool:
        """Whether a replica asks."""
        return self.view.replica_id >= 0

    @property
    def is_read_committed(self) -> bool:
        """Whether the answer lists aborted transactions."""
        return self.bound == LAST_STABLE_OFFSET

    def upper_bound(self, log: PartitionLog) -> int:
        """The first offset of `log` that may not be shown (fetch.md B-13)."""
        if self.bound == HIGH_WATERMARK:
            return log.high_watermark
        return log.last_stable_offset if self.bound == LAST_STABLE_OFFSET else log.log_end_offset


def replica_id_of(request: FetchRequest, version: int) -> int:
    """Who asks, wherever the version says it (KIP-903): a follower's id, or negative."""
    if version >= REPLICA_STATE_FROM:
        return request.replica_state.replica_id
    return request.replica_id


def _consumer_views(bound: int) -> tuple[View, ...]:
    """The views of consumers by version; the last one is that of all later versions."""
    return tuple(
        View(bound, version <= LEADER_ONLY_UP_TO, ORDINARY_CONSUMER)
        for version in range(LEADER_ONLY_UP_TO + 2)
    )


_CONSUMERS = {
    READ_UNCOMMITTED: _consumer_views(HIGH_WATERMARK),
    READ_COMMITTED: _consumer_views(LAST_STABLE_OFFSET),
}


def _view(request: FetchRequest, version: int) -> View:
    consumers = _CONSUMERS.get(request.isolation_level)
    if consumers is None:
        raise UnknownIsolation
    replica_id = replica_id_of(request, version)
    if replica_id >= 0 or replica_id == FUTURE_REPLICA:
        return View(LOG_END, replica_id >= 0, replica_id)
    return consumers[version] if version < len(consumers) else consumers[-1]
