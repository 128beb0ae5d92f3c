"""JoinGroup: become a member of a classic group, or stay one (groups B.2)."""

from __future__ import annotations

from kafkawire.broker.context import Versions
from kafkawire.broker.groups.join import join
from kafkawire.broker.groups.rebalance import join_refusal
from kafkawire.broker.security.access import require_group
from kafkawire.broker.security.authorizer import Operation
from kafkawire.protocol.error_codes import ErrorCode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kafkawire.broker.broker import Broker
    from kafkawire.broker.context import RequestContext
    from kafkawire.broker.delayed import Delayed
    from kafkawire.protocol.errors import ApiError
    from kafkawire.protocol.message import Message
    from kafkawire.protocol.messages.join_group_request import JoinGroupRequest

VERSIONS = Versions(0, 9)


def handle(broker: Broker, request: JoinGroupRequest, context: RequestContext) -> Message | Delayed:
    """Checks that need no group come before the question who coordinates it (groups B-10)."""
    require_group(broker, context, Operation.READ, request.group_id)
    settings = broker.groups.settings
    if not request.group_id:
        return _refused(ErrorCode.INVALID_GROUP_ID, request, context)
    shortest, longest = settings.min_session_timeout_ms, settings.max_session_timeout_ms
    if not shortest <= request.session_timeout_ms <= longest:
        return _refused(ErrorCode.INVALID_SESSION_TIMEOUT, request, context)
    return join(broker.groups.shard_of(request.group_id), request, context)


def error_response(request: JoinGroupRequest, context: RequestContext, error: ApiError) -> Message:
    """A refusal that concerns the coordinator, not the member."""
    if error.code is ErrorCode.GROUP_AUTHORIZATION_FAILED:
        return join_refusal(error.code, "", context.api_version)
    return _refused(error.code, request, context)


def _refused(code: int, request: JoinGroupRequest, context: RequestContext) -> Message:
    return join_refusal(code, request.member_id, context.api_version)
