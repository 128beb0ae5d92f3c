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
DIVERGENCE_FROM = 12
"""The first version that can be told of a diverging epoch (KIP-595)."""
TOPIC_IDS_FROM = 13
REPLICA_STATE_FROM = 15


class View(NamedTuple):
    """Who looks, and how far: the same view of an unchanged partition shows the same."""

    bound: int
    """HIGH_WATERMARK, LAST_STABLE_OFFSET or LOG_END."""
    leader_required: bool
    replica_id: int
    """The follower that asks; every consumer is -1."""
    checks_divergence: bool
    """A session may remember a fetched epoch that an older version cannot be answered about."""


class FetchTerms:
    """One request's version, view and limits; sizes are bytes, waits milliseconds."""

    __slots__ = (
        "bound",
        "checks_divergence",
        "deadline_ms",
        "leader_required",
        "max_bytes",
        "min_bytes",
        "minimum_one",
        "now_ms",
        "replica_id",
        "uses_topic_ids",
        "version",
        "view",
        "waits",
    )

    def __init__(
        self, request: FetchRequest, version: int, *, fetch_max_bytes: int, now_ms: int
    ) -> None:
        """Raises `ApiError` with UNKNOWN_SERVER_ERROR for an unknown isolation level (A-13)."""
        self.version = version
        self.now_ms = now_ms
        self.uses_topic_ids = version >= TOPIC_IDS_FROM
        self.view = view = _view(request, version)
        self.bound, self.leader_required, self.replica_id, self.checks_divergence = view
        self.max_bytes = min(request.max_bytes, fetch_max_bytes)
        self.min_bytes = min(request.min_bytes, self.max_bytes)
        self.minimum_one = version > HARD_LIMIT_UP_TO
        self.waits = request.max_wait_ms > 0
        self.deadline_ms = now_ms + request.max_wait_ms

    @property
    def is_follower(self) -> bool:
        """Whether a replica asks."""
        return self.replica_id >= 0

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


def _view(request: FetchRequest, version: int) -> View:
    isolation = request.isolation_level
    if isolation not in (READ_UNCOMMITTED, READ_COMMITTED):
        raise ApiError(ErrorCode.UNKNOWN_SERVER_ERROR, f"unknown isolation level {isolation}")
    replica_id = replica_id_of(request, version)
    checks_divergence = version >= DIVERGENCE_FROM
    if replica_id >= 0:
        return View(LOG_END, True, replica_id, checks_divergence)
    if replica_id == FUTURE_REPLICA:
        return View(LOG_END, False, replica_id, checks_divergence)
    bound = LAST_STABLE_OFFSET if isolation == READ_COMMITTED else HIGH_WATERMARK
    leader_required = version <= LEADER_ONLY_UP_TO
    return View(bound, leader_required, ORDINARY_CONSUMER, checks_divergence)
