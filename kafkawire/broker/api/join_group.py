"""JoinGroup: become a member of a classic group, or stay one (groups B.2)."""

from __future__ import annotations

from kafkawire.broker.context import Versions
from kafkawire.broker.groups.join import join
from kafkawire.broker.groups.join_call import join_call
from kafkawire.broker.groups.parked_calls import join_refusal
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
    from kafkawire.protocol.messages.join_group_request import JoinGroupRequest

VERSIONS = Versions(0, 9)


def handle(broker: Broker, request: JoinGroupRequest, context: RequestContext) -> Message | Delayed:
    """Checks that need no group come before the question who coordinates it (groups B-10)."""
    require_group(broker, context, Operation.READ, request.group_id)
    settings = broker.groups.settings
    if not request.group_id:
        raise ApiError(ErrorCode.INVALID_GROUP_ID)
    shortest, longest = settings.min_session_timeout_ms, settings.max_session_timeout_ms
    if not shortest <= request.session_timeout_ms <= longest:
        raise ApiError(ErrorCode.INVALID_SESSION_TIMEOUT)
    return join(broker.groups.shard_of(request.group_id), join_call(request, context))


def error_response(request: JoinGroupRequest, context: RequestContext, error: ApiError) -> Message:
    """A refusal that concerns the coordinator, not the member."""
    is_hidden = error.code is ErrorCode.GROUP_AUTHORIZATION_FAILED
    return join_refusal(error.code, "" if is_hidden else request.member_id, context.api_version)
