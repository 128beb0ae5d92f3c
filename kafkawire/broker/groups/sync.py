"""SyncGroup to a classic group: the leader hands in the assignments, each member gets its own.

    a SyncGroup of    in the state          is
    a member          Empty, Dead           refused: UNKNOWN_MEMBER_ID, COORDINATOR_NOT_AVAILABLE
    a member          PreparingRebalance    refused: REBALANCE_IN_PROGRESS
    a follower        CompletingRebalance   parked
    the leader        CompletingRebalance   parked, and its assignments are written (`assigned`)
    a member          Stable                answered at once

The write makes the group Stable and answers all parked SyncGroups, the leader's among them. If the
record cannot be written, all of them get the error and the group rebalances, as in Kafka.
"""

from __future__ import annotations

from kafkawire.broker.groups.classic_records import assigned
from kafkawire.broker.groups.parked_calls import answer_sync, park_sync, sync_response
from kafkawire.broker.groups.rebalance import fail_syncs, prepare, received_sync, restart_session
from kafkawire.broker.groups.states import GroupEvent, GroupState, next_state
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kafkawire.broker.context import RequestContext
    from kafkawire.broker.delayed import Delayed
    from kafkawire.broker.groups.classic_group import ClassicGroup
    from kafkawire.broker.groups.member import ClassicMember
    from kafkawire.broker.groups.shard import GroupShard
    from kafkawire.protocol.message import Message
    from kafkawire.protocol.messages.sync_group_request import SyncGroupRequest


def sync(
    shard: GroupShard, request: SyncGroupRequest, context: RequestContext
) -> Message | Delayed:
    """Serve a SyncGroup with a group id (groups B-50 to B-53).

    Raises `ApiError` for a request that the group refuses.
    """
    group = shard.classic_group(request.group_id)
    consumer = shard.consumer_group(request.group_id) if group is None else None
    if consumer is not None:
        from kafkawire.broker.groups.classic_members import calls

        response = calls.sync(shard, consumer, request, context.now_ms)
        return shard.log.released(response, context.now_ms)
    if group is None or group.state is GroupState.EMPTY:
        raise ApiError(ErrorCode.UNKNOWN_MEMBER_ID)
    member = _checked_member(group, request)
    if group.state is GroupState.PREPARING_REBALANCE:
        raise ApiError(ErrorCode.REBALANCE_IN_PROGRESS)
    received_sync(group, member)
    if group.state is GroupState.STABLE:
        return shard.log.released(sync_response(group, member), context.now_ms)
    answer = park_sync(shard, member)
    if group.leader == member.member_id:
        assignments = {each.member_id: bytes(each.assignment) for each in request.assignments}
        _assign(shard, group, assignments, context.now_ms)
    return shard.log.wait(answer)


def _checked_member(group: ClassicGroup, request: SyncGroupRequest) -> ClassicMember:
    if group.state is GroupState.DEAD:
        raise ApiError(ErrorCode.COORDINATOR_NOT_AVAILABLE)
    member = group.check_member(request.member_id, request.group_instance_id)
    if request.generation_id != group.generation:
        raise ApiError(ErrorCode.ILLEGAL_GENERATION)
    if request.protocol_type is not None and request.protocol_type != group.protocol_type:
        raise ApiError(ErrorCode.INCONSISTENT_GROUP_PROTOCOL)
    if request.protocol_name is not None and request.protocol_name != group.protocol:
        raise ApiError(ErrorCode.INCONSISTENT_GROUP_PROTOCOL)
    return member


def _assign(
    shard: GroupShard, group: ClassicGroup, assignments: dict[str, bytes], now_ms: int
) -> None:
    """Write the leader's assignments, then answer the members.

    Assignments for member ids outside the group are ignored.
    """
    next_state(group.state, GroupEvent.ASSIGNED)
    try:
        shard.log.append([assigned(group, assignments)], now_ms)
    except ApiError as error:
        fail_syncs(shard, group, error.code, now_ms)
        prepare(shard, group, now_ms)
        return
    for member in group.ordered_members():
        if answer_sync(shard, member, sync_response(group, member)):
            restart_session(shard, group, member, now_ms)
