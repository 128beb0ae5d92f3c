"""ConsumerGroupHeartbeat: a member of a group whose partitions the broker assigns (KIP-848)."""

from __future__ import annotations

from kafkawire.broker.context import Versions
from kafkawire.broker.groups.consumer.heartbeat import heartbeat
from kafkawire.broker.groups.consumer.validation import check_heartbeat
from kafkawire.broker.security.access import access_of
from kafkawire.broker.security.authorizer import Operation
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kafkawire.broker.broker import Broker
    from kafkawire.broker.context import RequestContext
    from kafkawire.broker.delayed import Delayed
    from kafkawire.broker.security.access import Access
    from kafkawire.protocol.message import Message
    from kafkawire.protocol.messages.consumer_group_heartbeat_request import (
        ConsumerGroupHeartbeatRequest,
    )

VERSIONS = Versions(0, 1)


def handle(
    broker: Broker, request: ConsumerGroupHeartbeatRequest, context: RequestContext
) -> Message | Delayed:
    """Every refusal is a top-level error, most of them with a message."""
    groups = broker.groups
    if not groups.serves_consumer_groups:
        raise ApiError(ErrorCode.UNSUPPORTED_VERSION)
    access = access_of(broker, context)
    if access is not None:
        _check_rights(access, request)
    check_heartbeat(request, context.api_version, groups.settings.consumer_assignors)
    shard = groups.shard_of(request.group_id)
    response = heartbeat(shard, request, context, access)
    return shard.log.released(response, context.now_ms)


def _check_rights(access: Access, request: ConsumerGroupHeartbeatRequest) -> None:
    """The group is to be read, and every topic that is named is to be seen (groups D-2)."""
    if not access.to_group(Operation.READ, request.group_id):
        raise ApiError(ErrorCode.GROUP_AUTHORIZATION_FAILED)
    for name in request.subscribed_topic_names or ():
        if not access.to_topic(Operation.DESCRIBE, name):
            raise ApiError(ErrorCode.TOPIC_AUTHORIZATION_FAILED)
