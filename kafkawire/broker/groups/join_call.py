"""A JoinGroup request as groups read it, whichever protocol the group uses."""

from __future__ import annotations

from typing import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kafkawire.broker.context import RequestContext
    from kafkawire.protocol.messages.join_group_request import JoinGroupRequest

Protocols = tuple[tuple[str, bytes], ...]
"""Names and metadata in the member's order of preference; the metadata is opaque."""


class JoinCall(NamedTuple):
    """What a JoinGroup request and its connection declare; the member id may be empty."""

    group_id: str
    member_id: str
    group_instance_id: str | None
    client_id: str
    client_host: str
    protocol_type: str
    protocols: Protocols
    session_timeout_ms: int
    rebalance_timeout_ms: int
    api_version: int
    now_ms: int


def join_call(request: JoinGroupRequest, context: RequestContext) -> JoinCall:
    """Read a request. In version 0 the session timeout is the rebalance timeout (groups B-10)."""
    rebalance_timeout_ms = request.rebalance_timeout_ms
    if context.api_version == 0:
        rebalance_timeout_ms = request.session_timeout_ms
    return JoinCall(
        group_id=request.group_id,
        member_id=request.member_id,
        group_instance_id=request.group_instance_id,
        client_id=context.client_id,
        client_host=f"/{context.connection.client_host}",
        protocol_type=request.protocol_type,
        protocols=tuple((offer.name, bytes(offer.metadata)) for offer in request.protocols),
        session_timeout_ms=request.session_timeout_ms,
        rebalance_timeout_ms=rebalance_timeout_ms,
        api_version=context.api_version,
        now_ms=context.now_ms,
    )
