"""Heartbeat and LeaveGroup of a classic group."""

from __future__ import annotations

from kafkawire.broker.groups.rebalance import after_removal, remove_member, restart_session
from kafkawire.broker.groups.states import GroupState
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from kafkawire.broker.groups.classic_group import ClassicGroup
    from kafkawire.broker.groups.shard import GroupShard
    from kafkawire.protocol.messages.heartbeat_request import HeartbeatRequest
    from kafkawire.protocol.messages.leave_group_request import LeaveGroupRequest

    MemberIdentity = LeaveGroupRequest.MemberIdentity


def heartbeat(shard: GroupShard, request: HeartbeatRequest, now_ms: int) -> None:
    """A member lives (groups B-55).

    A member of a generation that is still being assigned hears no error: it may be waiting for
    the leader. Raises `ApiError`, REBALANCE_IN_PROGRESS for a member that should rejoin.
    """
    group = shard.classic_group(request.group_id)
    if group is None:
        consumer = shard.consumer_group(request.group_id)
        if consumer is not None:
            from kafkawire.broker.groups.classic_members import calls

            calls.heartbeat(shard, consumer, request, now_ms)
            return
        raise ApiError(ErrorCode.UNKNOWN_MEMBER_ID)
    if group.state is GroupState.DEAD:
        raise ApiError(ErrorCode.COORDINATOR_NOT_AVAILABLE)
    member = group.check_member(request.member_id, request.group_instance_id)
    if request.generation_id != group.generation:
        raise ApiError(ErrorCode.ILLEGAL_GENERATION)
    restart_session(shard, group, member, now_ms)
    if group.state is GroupState.PREPARING_REBALANCE:
        raise ApiError(ErrorCode.REBALANCE_IN_PROGRESS)


def leave(
    shard: GroupShard, group_id: str, leaving: Sequence[MemberIdentity], now_ms: int
) -> list[int]:
    """Take members out of a group; returns a code for each (groups B-61 to B-63).

    Raises `ApiError` if this broker has just lost the group.
    """
    group = shard.classic_group(group_id)
    if group is None:
        consumer = shard.consumer_group(group_id)
        if consumer is not None:
            from kafkawire.broker.groups.classic_members import calls

            return calls.leave(shard, consumer, leaving, now_ms)
        return [ErrorCode.UNKNOWN_MEMBER_ID] * len(leaving)
    if group.state is GroupState.DEAD:
        raise ApiError(ErrorCode.COORDINATOR_NOT_AVAILABLE)
    codes = [_leave(shard, group, identity) for identity in leaving]
    if ErrorCode.NONE in codes:
        after_removal(shard, group, now_ms)
    return codes


def _leave(shard: GroupShard, group: ClassicGroup, identity: MemberIdentity) -> int:
    """Take one member out, named by its id, its instance id (by an administrator) or both."""
    member_id, instance_id = identity.member_id, identity.group_instance_id
    if member_id in group.progress.pending_joins:
        group.remove(member_id)
        return ErrorCode.NONE
    if not member_id and instance_id is not None:
        member_id = group.static_members.get(instance_id, "")
    try:
        member = group.check_member(member_id, instance_id)
    except ApiError as error:
        return error.code
    remove_member(shard, group, member)
    return ErrorCode.NONE
