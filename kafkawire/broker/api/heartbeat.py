"""Heartbeat: a member lives, and hears whether it should rejoin (groups B.6)."""

from __future__ import annotations

from kafkawire.broker.context import Versions
from kafkawire.broker.groups.membership import heartbeat
from kafkawire.broker.security.access import require_group
from kafkawire.broker.security.authorizer import Operation
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError
from kafkawire.protocol.messages.heartbeat_response import HeartbeatResponse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kafkawire.broker.broker import Broker
    from kafkawire.broker.context import RequestContext
    from kafkawire.broker.delayed import Delayed
    from kafkawire.protocol.message import Message
    from kafkawire.protocol.messages.heartbeat_request import HeartbeatRequest

VERSIONS = Versions(0, 4)


def handle(broker: Broker, request: HeartbeatRequest, context: RequestContext) -> Message | Delayed:
    """Every refusal is a top-level error."""
    require_group(broker, context, Operation.READ, request.group_id)
    if not request.group_id:
        raise ApiError(ErrorCode.INVALID_GROUP_ID)
    shard = broker.groups.shard_of(request.group_id)
    heartbeat(shard, request, context.now_ms)
    return shard.log.released(HeartbeatResponse(), context.now_ms)


def error_response(request: HeartbeatRequest, context: RequestContext, error: ApiError) -> Message:
    """While groups are loading a heartbeat is fine: members survive the move (groups A-50)."""
    del request, context
    if error.code is ErrorCode.COORDINATOR_LOAD_IN_PROGRESS:
        return HeartbeatResponse()
    return HeartbeatResponse(error_code=error.code)
