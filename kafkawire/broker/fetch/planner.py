"""Makes the plan of a fetch, from the parts that decide its response.

1. quota: how many bytes of records the client may have at once (`quotas`)
2. session: the one that the request goes on with, updated by the request (`opening`)
3. view: version, isolation level and kind of client (`view`)
4. role: followers (`following`), and consumers that another replica may serve (`preferring`)
5. rights: the access that the authorizer decides about (`authorization`)
6. limits: the least of what request, broker and quota allow

A request with an unknown isolation level fails here if it would read anything (`isolation`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.broker.fetch.authorization import forget_rights
from kafkawire.broker.fetch.following import follower_role
from kafkawire.broker.fetch.isolation import ISOLATION_LEVELS, require_nothing_readable
from kafkawire.broker.fetch.opening import open_session
from kafkawire.broker.fetch.plan import FetchPlan
from kafkawire.broker.fetch.preferring import preferring_role
from kafkawire.broker.fetch.quotas import limit_of
from kafkawire.broker.fetch.view import View, view_of
from kafkawire.broker.security.access import Access
from kafkawire.protocol.since import FETCH_TOPIC_IDS_SINCE

if TYPE_CHECKING:
    from kafkawire.broker.context import RequestContext
    from kafkawire.broker.fetch.plan import Role
    from kafkawire.broker.fetch.resolving import FetchingBroker
    from kafkawire.protocol.messages.fetch_request import FetchRequest


def plan_fetch(request: FetchRequest, broker: FetchingBroker, context: RequestContext) -> FetchPlan:
    """Return the plan of `request`. Raises `SessionRefused`, and `ApiError` for the whole fetch."""
    version, now_ms = context.api_version, context.now_ms
    max_bytes = broker.config.int("fetch.max.bytes")
    if context.meter is not None:
        max_bytes = limit_of(context.meter, request, version, max_bytes)
    session = open_session(
        broker.fetch_sessions,
        request,
        uses_topic_ids=version >= FETCH_TOPIC_IDS_SINCE,
        now_ms=now_ms,
    )
    view = view_of(request, version)
    role = None
    if view.is_follower or broker.replica_selector is not None:
        role = _role(request, view, broker, context)
        if role is not None:
            view = view._replace(role=role.view)
    if broker.authorizer is not None:
        view = view._replace(access=Access(broker.authorizer, context))
        if session is not None:
            forget_rights(session, view)
    if request.max_bytes < max_bytes:
        max_bytes = request.max_bytes
    min_bytes = request.min_bytes
    if min_bytes > max_bytes and broker.behaviour.clamps_min_bytes:
        min_bytes = max_bytes
    plan = FetchPlan(request, version, now_ms, max_bytes, min_bytes, view, role, session)
    if request.isolation_level not in ISOLATION_LEVELS:
        require_nothing_readable(plan, broker)
    return plan


def _role(
    request: FetchRequest, view: View, broker: FetchingBroker, context: RequestContext
) -> Role | None:
    if view.is_follower:
        return follower_role(request, context.api_version, view.replica_id, broker)
    return preferring_role(request, broker, context)
