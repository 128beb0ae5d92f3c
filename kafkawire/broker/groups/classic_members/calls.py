"""SyncGroup, Heartbeat and LeaveGroup to a consumer group (groups D-93 to D-95).

A classic member hears REBALANCE_IN_PROGRESS when there is reason to join again: there is a target
that it has not reached, it has partitions to give back, or all that it waits for has become free.
"""

from __future__ import annotations

from kafkawire.broker.groups.classic_members.timers import await_join, synced
from kafkawire.broker.groups.consumer.embedded import version_of, write_assignment
from kafkawire.broker.groups.consumer.leaving import remove
from kafkawire.broker.groups.consumer.lookup import known_member, owner_of
from kafkawire.broker.groups.consumer.member import MemberState
from kafkawire.broker.groups.consumer.timers import restart_classic_session
from kafkawire.broker.groups.subscription import CONSUMER_PROTOCOL_TYPE
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError
from kafkawire.protocol.messages.sync_group_response import SyncGroupResponse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from kafkawire.broker.groups.consumer.group import ConsumerGroup
    from kafkawire.broker.groups.consumer.member import ConsumerMember
    from kafkawire.broker.groups.shard import GroupShard
    from kafkawire.protocol.messages.heartbeat_request import HeartbeatRequest
    from kafkawire.protocol.messages.leave_group_request import LeaveGroupRequest
    from kafkawire.protocol.messages.sync_group_request import SyncGroupRequest

    MemberIdentity = LeaveGroupRequest.MemberIdentity


def sync(
    shard: GroupShard, group: ConsumerGroup, request: SyncGroupRequest, now_ms: int
) -> SyncGroupResponse:
    """A classic member's partitions. Raises `ApiError`."""
    member = _classic_member(group, request.member_id, request.group_instance_id)
    _check_generation(member, request.generation_id)
    _check_protocol(member, request)
    is_behind = group.assignment_epoch > member.current.epoch
    if is_behind and member.current.state is not MemberState.UNREVOKED:
        await_join(shard, group, member, now_ms)
        raise ApiError(ErrorCode.REBALANCE_IN_PROGRESS)
    synced(member)
    restart_classic_session(shard, group, member, now_ms)
    return SyncGroupResponse(
        protocol_type=request.protocol_type,
        protocol_name=request.protocol_name,
        assignment=write_assignment(
            version_of(_protocols(member)[0][1]), member.current.assigned, shard.metadata
        ),
    )


def heartbeat(
    shard: GroupShard, group: ConsumerGroup, request: HeartbeatRequest, now_ms: int
) -> None:
    """A classic member lives. Raises `ApiError`, REBALANCE_IN_PROGRESS if it is to rejoin."""
    member = _classic_member(group, request.member_id, request.group_instance_id)
    _check_generation(member, request.generation_id)
    restart_classic_session(shard, group, member, now_ms)
    if _is_to_rejoin(group, member):
        await_join(shard, group, member, now_ms)
        raise ApiError(ErrorCode.REBALANCE_IN_PROGRESS)


def leave(
    shard: GroupShard,
    group: ConsumerGroup,
    leaving: Sequence[MemberIdentity],
    now_ms: int,
) -> list[int]:
    """Take members out, of whatever protocol; returns a code for each.

    Raises `ApiError` if it cannot be written.
    """
    members: dict[str, ConsumerMember] = {}
    codes: list[int] = []
    for identity in leaving:
        try:
            member = _leaving_member(group, identity)
        except ApiError as error:
            codes.append(error.code)
        else:
            members[member.member_id] = member
            codes.append(ErrorCode.NONE)
    if members:
        remove(shard, group, list(members.values()), now_ms)
    return codes


def _leaving_member(group: ConsumerGroup, identity: MemberIdentity) -> ConsumerMember:
    """A member by its id, or by its instance id alone, as administrators name it."""
    member_id, instance_id = identity.member_id, identity.group_instance_id
    if instance_id is None:
        return known_member(group, member_id)
    owner_id = group.static_members.get(instance_id, "")
    return owner_of(group, member_id or owner_id, instance_id)


def _classic_member(
    group: ConsumerGroup, member_id: str, instance_id: str | None
) -> ConsumerMember:
    """The member that a classic request speaks for; one of the new protocol is none."""
    if instance_id is None:
        member = known_member(group, member_id)
    else:
        member = owner_of(group, member_id, instance_id)
    if not member.is_classic:
        raise ApiError(ErrorCode.UNKNOWN_MEMBER_ID)
    return member


def _protocols(member: ConsumerMember) -> tuple[tuple[str, bytes], ...]:
    classic = member.profile.classic
    assert classic is not None
    return classic.protocols


def _check_generation(member: ConsumerMember, generation: int) -> None:
    if generation != member.current.epoch:
        raise ApiError(ErrorCode.ILLEGAL_GENERATION)


def _check_protocol(member: ConsumerMember, request: SyncGroupRequest) -> None:
    """The type and the name that the member heard when it joined."""
    name = _protocols(member)[0][0]
    if request.protocol_type not in (None, CONSUMER_PROTOCOL_TYPE):
        raise ApiError(ErrorCode.INCONSISTENT_GROUP_PROTOCOL)
    if request.protocol_name not in (None, name):
        raise ApiError(ErrorCode.INCONSISTENT_GROUP_PROTOCOL)


def _is_to_rejoin(group: ConsumerGroup, member: ConsumerMember) -> bool:
    current = member.current
    if current.epoch < group.assignment_epoch or current.state is MemberState.UNREVOKED:
        return True
    return current.state is MemberState.UNRELEASED and not _waits_for_others(group, member)


def _waits_for_others(group: ConsumerGroup, member: ConsumerMember) -> bool:
    """Whether some other member still has what this one is to get."""
    assigned = member.current.assigned
    return any(
        index not in assigned.get(topic_id, ()) and not group.is_free(topic_id, index)
        for topic_id, indexes in group.targets.get(member.member_id, {}).items()
        for index in indexes
    )
