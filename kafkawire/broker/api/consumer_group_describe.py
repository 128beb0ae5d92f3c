"""ConsumerGroupDescribe: epochs, members and assignments of consumer groups (KIP-848)."""

from __future__ import annotations

from kafkawire.broker.context import Versions
from kafkawire.broker.groups.administration import GROUP_OPERATIONS
from kafkawire.broker.groups.consumer.describing import describe
from kafkawire.broker.security.access import access_of
from kafkawire.broker.security.authorizer import Operation
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError
from kafkawire.protocol.messages.consumer_group_describe_response import (
    ConsumerGroupDescribeResponse,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kafkawire.broker.broker import Broker
    from kafkawire.broker.context import RequestContext
    from kafkawire.broker.security.access import Access
    from kafkawire.protocol.messages.consumer_group_describe_request import (
        ConsumerGroupDescribeRequest,
    )

    DescribedGroup = ConsumerGroupDescribeResponse.DescribedGroup

VERSIONS = Versions(0, 1)
RESTS = True

GROUP_DENIED = ApiError(ErrorCode.GROUP_AUTHORIZATION_FAILED)
NO_NAME = ApiError(ErrorCode.INVALID_GROUP_ID)


def handle(
    broker: Broker, request: ConsumerGroupDescribeRequest, context: RequestContext
) -> ConsumerGroupDescribeResponse:
    """Each group has an error of its own. Those that are refused unseen come first (A-62)."""
    groups = broker.groups
    if not groups.serves_consumer_groups:
        return _all_refused(request, ErrorCode.UNSUPPORTED_VERSION)
    access = access_of(broker, context)
    denied, nameless, asked = _sorted(request, access)
    described = [_refused(group_id, GROUP_DENIED) for group_id in denied]
    described += [_refused(group_id, NO_NAME) for group_id in nameless]
    described += [
        _described(broker, partition, group_id, access)
        for partition, group_ids in groups.by_partition(asked)
        for group_id in group_ids
    ]
    if request.include_authorized_operations:
        for group in described:
            if group.error_code == ErrorCode.NONE:
                group.authorized_operations = GROUP_OPERATIONS
    return ConsumerGroupDescribeResponse(groups=described)


def error_response(
    request: ConsumerGroupDescribeRequest, context: RequestContext, error: ApiError
) -> ConsumerGroupDescribeResponse:
    """Every group has the error."""
    del context
    return _all_refused(request, error.code)


def _sorted(
    request: ConsumerGroupDescribeRequest, access: Access | None
) -> tuple[list[str], list[str], list[str]]:
    """The groups that the client may not see, those without a name, and the others."""
    denied: list[str] = []
    nameless: list[str] = []
    asked: list[str] = []
    for group_id in request.group_ids:
        if access is not None and not access.to_group(Operation.DESCRIBE, group_id):
            denied.append(group_id)
        elif not group_id:
            nameless.append(group_id)
        else:
            asked.append(group_id)
    return denied, nameless, asked


def _described(
    broker: Broker, partition: int, group_id: str, access: Access | None
) -> DescribedGroup:
    try:
        return describe(broker.groups.shard_at(partition), group_id, access)
    except ApiError as error:
        return _refused(group_id, error)


def _refused(group_id: str, error: ApiError) -> DescribedGroup:
    return ConsumerGroupDescribeResponse.DescribedGroup(
        group_id=group_id, error_code=error.code, error_message=error.message
    )


def _all_refused(request: ConsumerGroupDescribeRequest, code: int) -> ConsumerGroupDescribeResponse:
    refused = [_refused(group_id, ApiError(code)) for group_id in request.group_ids]
    return ConsumerGroupDescribeResponse(groups=refused)
