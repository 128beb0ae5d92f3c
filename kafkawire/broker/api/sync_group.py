"""SyncGroup: hand in the assignments as leader, get one's own (groups B.5)."""

from __future__ import annotations

from kafkawire.broker.context import Versions
from kafkawire.broker.groups.sync import sync
from kafkawire.broker.security.access import require_group
from kafkawire.broker.security.authorizer import Operation
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kafkawire.broker.broker import Broker
    from kafkawire.broker.context import RequestContext
    from kafkawire.broker.delayed import Delayed
    from kafkawire.protocol.message import Message
    from kafkawire.protocol.messages.sync_group_request import SyncGroupRequest

VERSIONS = Versions(0, 5)

PROTOCOL_NEEDED_SINCE = 5


def handle(broker: Broker, request: SyncGroupRequest, context: RequestContext) -> Message | Delayed:
    """Wait for the leader, or be the leader; every refusal is a top-level error."""
    is_vague = request.protocol_type is None or request.protocol_name is None
    if context.api_version >= PROTOCOL_NEEDED_SINCE and is_vague:
        raise ApiError(ErrorCode.INCONSISTENT_GROUP_PROTOCOL)
    require_group(broker, context, Operation.READ, request.group_id)
    if not request.group_id:
        raise ApiError(ErrorCode.INVALID_GROUP_ID)
    return sync(broker.groups.shard_of(request.group_id), request, context)
