"""DeleteGroups: remove empty groups and their offsets (groups B.11)."""

from __future__ import annotations

from kafkawire.broker.context import Versions
from kafkawire.broker.coordinator import released_by_all
from kafkawire.broker.groups.administration import delete_groups
from kafkawire.broker.security.access import groups_permitted
from kafkawire.broker.security.authorizer import Operation
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError
from kafkawire.protocol.messages.delete_groups_response import DeleteGroupsResponse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kafkawire.broker.broker import Broker
    from kafkawire.broker.context import RequestContext
    from kafkawire.broker.delayed import Delayed
    from kafkawire.broker.groups.shard import GroupShard
    from kafkawire.protocol.message import Message
    from kafkawire.protocol.messages.delete_groups_request import DeleteGroupsRequest

VERSIONS = Versions(0, 3)


def handle(
    broker: Broker, request: DeleteGroupsRequest, context: RequestContext
) -> Message | Delayed:
    """Duplicates count once; groups come by coordinator partition, not as requested."""
    names = dict.fromkeys(request.groups_names)
    allowed, denied = groups_permitted(broker, context, Operation.DELETE, names)
    results: list[DeleteGroupsResponse.DeletableGroupResult] = []
    shards: list[GroupShard] = []
    for partition, group_ids in broker.groups.by_partition(allowed):
        try:
            shard = broker.groups.shard_at(partition)
            codes = delete_groups(shard, group_ids, context.now_ms)
            shards.append(shard)
        except ApiError as error:
            codes = [error.code] * len(group_ids)
        results += map(_result, group_ids, codes)
    results += [_result(name, ErrorCode.GROUP_AUTHORIZATION_FAILED) for name in denied]
    logs = [shard.log for shard in shards]
    return released_by_all(logs, DeleteGroupsResponse(results=results), context.now_ms)


def error_response(
    request: DeleteGroupsRequest, context: RequestContext, error: ApiError
) -> Message:
    """The tombstones were not committed in time."""
    del context
    names = dict.fromkeys(request.groups_names)
    return DeleteGroupsResponse(results=[_result(name, error.code) for name in names])


def _result(group_id: str, code: int) -> DeleteGroupsResponse.DeletableGroupResult:
    return DeleteGroupsResponse.DeletableGroupResult(group_id=group_id, error_code=code)
