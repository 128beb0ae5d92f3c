"""JoinGroup and SyncGroup requests that wait for other members, and the responses to them.

A parked request is an `Answer` of its member's `Presence`: volatile state, which the functions of
this module alone change. A response leaves when everything that was written before it is committed.
"""

from __future__ import annotations

from kafkawire.broker.coordinator import Answer
from kafkawire.protocol.messages.join_group_response import JoinGroupResponse
from kafkawire.protocol.messages.sync_group_response import SyncGroupResponse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kafkawire.broker.groups.classic_group import ClassicGroup
    from kafkawire.broker.groups.member import ClassicMember
    from kafkawire.broker.groups.shard import GroupShard

JOIN_GROUP_PROTOCOL_NAME_NULLABLE_SINCE = 7

# Responses


def join_refusal(code: int, member_id: str, api_version: int) -> JoinGroupResponse:
    """Return the response of a failed JoinGroup (groups B-11)."""
    return JoinGroupResponse(
        error_code=code,
        member_id=member_id,
        generation_id=-1,
        protocol_name=None if api_version >= JOIN_GROUP_PROTOCOL_NAME_NULLABLE_SINCE else "",
        leader="",
        members=[],
    )


def join_response(
    group: ClassicGroup, member: ClassicMember, *, with_members: bool
) -> JoinGroupResponse:
    """Return the current generation for one member; the leader gets all members with it."""
    members = []
    if with_members:
        members = [
            JoinGroupResponse.JoinGroupResponseMember(
                member_id=other.member_id,
                group_instance_id=other.group_instance_id,
                metadata=other.metadata(group.protocol),
            )
            for other in group.ordered_members()
        ]
    return JoinGroupResponse(
        generation_id=group.generation,
        protocol_type=group.protocol_type,
        protocol_name=group.protocol,
        leader=group.leader or "",
        member_id=member.member_id,
        members=members,
    )


def sync_response(group: ClassicGroup, member: ClassicMember) -> SyncGroupResponse:
    """Return a member's assignment."""
    return SyncGroupResponse(
        protocol_type=group.protocol_type,
        protocol_name=group.protocol,
        assignment=member.assignment,
    )


# JoinGroup


def park_join(
    shard: GroupShard, group: ClassicGroup, member: ClassicMember, api_version: int
) -> Answer:
    """Park a JoinGroup of the member in place of an earlier one.

    The earlier request is never answered (groups B-22).
    """
    presence = member.presence
    if presence.join is None:
        group.progress.parked_joins += 1
    else:
        shard.log.abandon(presence.join)
    answer = presence.join = Answer()
    presence.join_version = api_version
    return answer


def answer_join(
    shard: GroupShard, group: ClassicGroup, member: ClassicMember, response: JoinGroupResponse
) -> None:
    """Answer the member's parked JoinGroup, if there is one."""
    answer = member.presence.join
    if answer is not None:
        member.presence.join = None
        group.progress.parked_joins -= 1
        shard.log.give(answer, response)


def refuse_join(
    shard: GroupShard, group: ClassicGroup, member: ClassicMember, code: int, member_id: str
) -> None:
    """Refuse the member's parked JoinGroup, if there is one; the response names `member_id`."""
    version = member.presence.join_version
    answer_join(shard, group, member, join_refusal(code, member_id, version))


# SyncGroup


def park_sync(shard: GroupShard, member: ClassicMember) -> Answer:
    """Park a SyncGroup of the member in place of an earlier one, as `park_join` does."""
    presence = member.presence
    if presence.sync is not None:
        shard.log.abandon(presence.sync)
    answer = presence.sync = Answer()
    return answer


def answer_sync(shard: GroupShard, member: ClassicMember, response: SyncGroupResponse) -> bool:
    """Answer the member's parked SyncGroup; returns False if there is none."""
    answer = member.presence.sync
    if answer is None:
        return False
    member.presence.sync = None
    shard.log.give(answer, response)
    return True


def refuse_sync(shard: GroupShard, member: ClassicMember, code: int) -> bool:
    """Refuse the member's parked SyncGroup; returns False if there is none."""
    return answer_sync(shard, member, SyncGroupResponse(error_code=code))
