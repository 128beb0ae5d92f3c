"""Plans of fetches without a broker: no session, no role, no rights, no quota."""

from __future__ import annotations

from kafkawire.broker.fetch.plan import FetchPlan, Role
from kafkawire.broker.fetch.view import view_of
from kafkawire.protocol.messages.fetch_request import FetchRequest


def plan_of(
    request: FetchRequest,
    version: int,
    *,
    fetch_max_bytes: int = 1_000,
    now_ms: int = 0,
    role: Role | None = None,
) -> FetchPlan:
    """The plan of `request`, with the limits of fetch B-12."""
    max_bytes = min(request.max_bytes, fetch_max_bytes)
    return FetchPlan(
        request=request,
        version=version,
        now_ms=now_ms,
        max_bytes=max_bytes,
        min_bytes=min(request.min_bytes, max_bytes),
        view=view_of(request, version),
        role=role,
        session=None,
    )
