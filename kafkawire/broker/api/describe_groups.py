"""DescribeGroups: state, members and assignments of classic groups (groups B.9)."""

from __future__ import annotations

from kafkawire.broker.context import Versions
from kafkawire.broker.groups.administration import GROUP_OPERATIONS, describe
from kafkawire.broker.security.access import groups_permitted
from kafkawire.broker.security.authorizer import Operation
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError
from kafkawire.protocol.messages.describe_groups_response import DescribeGroupsResponse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kafkawire.broker.broker import Broker
    from kafkawire.broker.context import RequestContext
    from kafkawire.protocol.messages.describe_groups_request import DescribeGroupsRequest

    DescribedGroup = DescribeGroupsResponse.DescribedGroup

VERSIONS = Versions(0, 6)
RESTS = True


def handle(
    broker: Broker, request: DescribeGroupsRequest, context: RequestContext
) -> DescribeGroupsResponse:
    """Groups come by coordinator partition, not as requested; each has an error of its own."""
    allowed, denied = groups_permitted(broker, context, Operation.DESCRIBE, request.groups)
    described = [_denied(group_id) for group_id in denied]
    described += [
        _described(broker, partition, group_id, context.api_version)
        for partition, group_ids in broker.groups.by_partition(allowed)
        for group_id in group_ids
    ]
    if request.include_authorized_operations:
        for group in described:
            if group.error_code == ErrorCode.NONE:
                group.authorized_operations = GROUP_OPERATIONS
    return DescribeGroupsResponse(groups=described)


def _denied(group_id: str) -> DescribedGroup:
    code = ErrorCode.GROUP_AUTHORIZATION_FAILED
    return DescribeGroupsResponse.DescribedGroup(group_id=group_id, error_code=code)


def _described(broker: Broker, partition: int, group_id: str, api_version: int) -> DescribedGroup:
    try:
        return describe(broker.groups.shard_at(partition), group_id, api_version)
    except ApiError as error:
        return DescribeGroupsResponse.DescribedGroup(group_id=group_id, error_code=error.code)
