"""LeaveGroup: members go, on their own or sent by an administrator (groups B.7)."""

from __future__ import annotations

from kafkawire.broker.context import Versions
from kafkawire.broker.groups.membership import leave
from kafkawire.broker.security.access import require_group
from kafkawire.broker.security.authorizer import Operation
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError
from kafkawire.protocol.messages.leave_group_request import LeaveGroupRequest
from kafkawire.protocol.messages.leave_group_response import LeaveGroupResponse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kafkawire.broker.broker import Broker
    from kafkawire.broker.context import RequestContext
    from kafkawire.broker.delayed import Delayed
    from kafkawire.protocol.message import Message

VERSIONS = Versions(0, 5)

SEVERAL_MEMBERS_SINCE = 3


def handle(
    broker: Broker, request: LeaveGroupRequest, context: RequestContext
) -> Message | Delayed:
    """Up to version 2 the one member's code is the answer, later each member has its own."""
    require_group(broker, context, Operation.READ, request.group_id)
    if not request.group_id:
        raise ApiError(ErrorCode.INVALID_GROUP_ID)
    shard = broker.groups.shard_of(request.group_id)
    if context.api_version < SEVERAL_MEMBERS_SINCE:
        only = [LeaveGroupRequest.MemberIdentity(member_id=request.member_id)]
        (code,) = leave(shard, request.group_id, only, context.now_ms)
        return shard.log.released(LeaveGroupResponse(error_code=code), context.now_ms)
    codes = leave(shard, request.group_id, request.members, context.now_ms)
    members = [
        LeaveGroupResponse.MemberResponse(
            member_id=identity.member_id,
            group_instance_id=identity.group_instance_id,
            error_code=code,
        )
        for identity, code in zip(request.members, codes, strict=True)
    ]
    return shard.log.released(LeaveGroupResponse(members=members), context.now_ms)
