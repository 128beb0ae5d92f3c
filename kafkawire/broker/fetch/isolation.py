"""Refuses an unknown isolation level if the request would read anything (fetch A-13).

Kafka looks at the level when it begins to read. Until then a session has taken over the changes of
the request, and partitions that are refused before reading need no level. Seen on 4.4.0.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.broker.fetch.authorization import resolver_of
from kafkawire.broker.fetch.counting import note_resolved
from kafkawire.broker.fetch.resolving import partitions_of
from kafkawire.broker.fetch.view import READ_COMMITTED, READ_UNCOMMITTED
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError

if TYPE_CHECKING:
    from kafkawire.broker.fetch.plan import FetchPlan
    from kafkawire.broker.fetch.resolving import FetchingBroker

ISOLATION_LEVELS = (READ_UNCOMMITTED, READ_COMMITTED)


def require_nothing_readable(plan: FetchPlan, broker: FetchingBroker) -> None:
    """Raise `ApiError` with UNKNOWN_SERVER_ERROR unless every partition is refused."""
    session = plan.session
    if session is None:
        partitions = partitions_of(plan.request, uses_topic_ids=plan.uses_topic_ids)
    else:
        partitions = session.partitions
    find = resolver_of(plan.view)
    # All of them: a name that was found once stays, also if the request fails (E-19).
    for cached in partitions.values():
        if cached.partition is None or cached.partition.deleted:
            find(cached, broker)
            if session is not None:
                note_resolved(session, cached, broker)
    if any(not cached.rejected for cached in partitions.values()):
        raise ApiError(ErrorCode.UNKNOWN_SERVER_ERROR, "unknown isolation level")
