"""How a classic group gets from one generation to the next.

    prepare ──► everybody joins, or the join timer ends the wait ──► complete_join
            ──► the leader sends assignments, or the sync timer removes who did not sync

The first rebalance of an empty group waits for a while instead of for its members, because nobody
can know who else is about to start (KIP-134): `group.initial.rebalance.delay.ms`, again and again
while new members keep coming, at most the longest rebalance timeout in all.

Functions take the shard, the group and the time. They change what is not durable directly, and the
durable part by writing a record (Kafka's `GroupMetadataManager`, the classic half).
"""

from __future__ import annotations

from functools import partial

from kafkawire.broker.groups.records import group_record
from kafkawire.broker.groups.session import SessionTimer
from kafkawire.broker.groups.settings import NEW_MEMBER_JOIN_TIMEOUT_MS
from kafkawire.broker.groups.states import GroupEvent, GroupState, can_rebalance, next_state
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError
from kafkawire.protocol.messages.group_metadata_value import GroupMetadataValue
from kafkawire.protocol.messages.join_group_response import JoinGroupResponse
from kafkawire.protocol.messages.sync_group_response import SyncGroupResponse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kafkawire.broker.groups.classic_group import ClassicGroup
    from kafkawire.broker.groups.member import ClassicMember
    from kafkawire.broker.groups.shard import GroupShard

PROTOCOL_NAME_NULLABLE_SINCE = 7

# Answers


def join_refusal(code: int, member_id: str, api_version: int) -> JoinGroupResponse:
    """The body of a failed JoinGroup (groups B-11)."""
    return JoinGroupResponse(
        error_code=code,
        member_id=member_id,
        generation_id=-1,
        protocol_name=None if api_version >= PROTOCOL_NAME_NULLABLE_SINCE else "",
        leader="",
        members=[],
    )


def join_response(
    group: ClassicGroup, member: ClassicMember, *, with_members: bool
) -> JoinGroupResponse:
    """The current generation, as a member sees it; the leader sees everybody."""
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
    """A member's assignment."""
    return SyncGroupResponse(
        protocol_type=group.protocol_type,
        protocol_name=group.protocol,
        assignment=member.assignment,
    )


def answer_join(
    shard: GroupShard, group: ClassicGroup, member: ClassicMember, response: JoinGroupResponse
) -> None:
    """Answer a member's JoinGroup, if one is waiting."""
    if member.join is not None:
        answer, member.join = member.join, None
        group.awaiting_join -= 1
        shard.log.give(answer, response)


def refuse_join(
    shard: GroupShard, group: ClassicGroup, member: ClassicMember, code: int, member_id: str
) -> None:
    """Refuse a member's JoinGroup, if one is waiting."""
    answer_join(shard, group, member, join_refusal(code, member_id, member.join_version))


def answer_sync(shard: GroupShard, member: ClassicMember, response: SyncGroupResponse) -> bool:
    """Answer a member's SyncGroup, if one is waiting; returns whether one was."""
    if member.sync is None:
        return False
    answer, member.sync = member.sync, None
    shard.log.give(answer, response)
    return True


def fail_syncs(shard: GroupShard, group: ClassicGroup, code: int, now_ms: int) -> None:
    """Forget all assignments, and refuse every waiting SyncGroup (groups B-3)."""
    for member in group.ordered_members():
        member.assignment = b""
        if answer_sync(shard, member, SyncGroupResponse(error_code=code)):
            restart_session(shard, group, member, now_ms)


# Sessions


def restart_session(
    shard: GroupShard, group: ClassicGroup, member: ClassicMember, now_ms: int
) -> None:
    """A member has shown that it lives: give it its session timeout from now on."""
    move_session(shard, group, member, now_ms + member.session_timeout_ms)


def move_session(
    shard: GroupShard, group: ClassicGroup, member: ClassicMember, deadline_ms: int
) -> None:
    """Expire the member at `deadline_ms`."""
    if member.session is None:
        expire = partial(expire_member, shard, group, member)
        member.session = SessionTimer(shard.timers, expire)
    member.session.move(deadline_ms)


def expire_member(
    shard: GroupShard, group: ClassicGroup, member: ClassicMember, now_ms: int
) -> None:
    """A session has ended (groups B-70); one whose call waits counts as alive (B-46)."""
    if member.must_heartbeat:
        remove_member(shard, group, member)
        after_removal(shard, group, now_ms)


def add_pending(shard: GroupShard, group: ClassicGroup, member_id: str, deadline_ms: int) -> None:
    """Hand out a member id that must join before `deadline_ms` (KIP-394)."""
    session = SessionTimer(shard.timers, partial(_expire_pending, shard, group, member_id))
    group.pending_joins[member_id] = session
    session.move(deadline_ms)


def _expire_pending(shard: GroupShard, group: ClassicGroup, member_id: str, now_ms: int) -> None:
    group.remove(member_id)
    maybe_complete_join(shard, group, now_ms)


def remove_member(shard: GroupShard, group: ClassicGroup, member: ClassicMember) -> None:
    """Take a member out, telling its waiting calls that it is unknown now.

    Kafka leaves a waiting SyncGroup of a removed member without any answer; an answer costs
    nobody anything.
    """
    refuse_join(shard, group, member, ErrorCode.UNKNOWN_MEMBER_ID, "")
    answer_sync(shard, member, SyncGroupResponse(error_code=ErrorCode.UNKNOWN_MEMBER_ID))
    group.remove(member.member_id)


def after_removal(shard: GroupShard, group: ClassicGroup, now_ms: int) -> None:
    """Members have left: those who stay must share anew (groups B-63, B-70)."""
    if group.state in (GroupState.STABLE, GroupState.COMPLETING_REBALANCE):
        prepare(shard, group, now_ms)
    else:
        maybe_complete_join(shard, group, now_ms)


# The join phase


def begin_new_membership(
    shard: GroupShard, group: ClassicGroup, member: ClassicMember, now_ms: int
) -> None:
    """A new member waits in its first JoinGroup (groups B-30)."""
    member.is_new = True
    if group.state is GroupState.PREPARING_REBALANCE and group.is_initial_rebalance:
        group.member_was_added = True
    group.add(member)
    move_session(shard, group, member, now_ms + NEW_MEMBER_JOIN_TIMEOUT_MS)
    rebalance(shard, group, now_ms)


def rebalance(shard: GroupShard, group: ClassicGroup, now_ms: int) -> None:
    """Start a rebalance, or see whether the one under way can go on."""
    if can_rebalance(group.state):
        prepare(shard, group, now_ms)
    else:
        maybe_complete_join(shard, group, now_ms)


def prepare(shard: GroupShard, group: ClassicGroup, now_ms: int) -> None:
    """Enter the join phase."""
    if group.state is GroupState.COMPLETING_REBALANCE:
        fail_syncs(shard, group, ErrorCode.REBALANCE_IN_PROGRESS, now_ms)
    group.cancel_sync_timer()
    group.transition(GroupEvent.REBALANCE, now_ms)
    if group.is_initial_rebalance:
        group.member_was_added = False
        delay_ms = shard.settings.initial_rebalance_delay_ms
        budget_ms = max(group.rebalance_timeout_ms - delay_ms, 0)
        _await_more_members(shard, group, now_ms + delay_ms, budget_ms)
    elif group.has_all_joined:
        complete_join(shard, group, now_ms)
    else:
        _await_join(shard, group, now_ms)


def _await_join(shard: GroupShard, group: ClassicGroup, now_ms: int) -> None:
    group.cancel_join_timer()
    group.join_timer = shard.timers.at(
        now_ms + group.rebalance_timeout_ms, partial(complete_join, shard, group)
    )


def _await_more_members(
    shard: GroupShard, group: ClassicGroup, deadline_ms: int, budget_ms: int
) -> None:
    group.cancel_join_timer()
    group.join_timer = shard.timers.at(
        deadline_ms, partial(_complete_initial_join, shard, group, budget_ms)
    )


def _complete_initial_join(
    shard: GroupShard, group: ClassicGroup, budget_ms: int, now_ms: int
) -> None:
    """Wait once more if members came meanwhile and there is time left (groups B-40)."""
    if group.member_was_added and budget_ms > 0:
        group.member_was_added = False
        delay_ms = min(shard.settings.initial_rebalance_delay_ms, budget_ms)
        _await_more_members(shard, group, now_ms + delay_ms, budget_ms - delay_ms)
    else:
        complete_join(shard, group, now_ms)


def maybe_complete_join(shard: GroupShard, group: ClassicGroup, now_ms: int) -> None:
    """End the join phase if there is nobody to wait for; an initial one never ends early."""
    if (
        group.state is GroupState.PREPARING_REBALANCE
        and group.has_all_joined
        and not group.is_initial_rebalance
    ):
        complete_join(shard, group, now_ms)


def complete_join(shard: GroupShard, group: ClassicGroup, now_ms: int) -> None:
    """End the join phase with those who have joined (groups B-42, B-43)."""
    group.cancel_join_timer()
    for member in list(group.members.values()):
        if member.join is None and member.group_instance_id is None:
            group.remove(member.member_id)
    if not group.members:
        _become_empty(shard, group, now_ms)
    elif _elect_joined_leader(group):
        _begin_generation(shard, group, now_ms)
    else:
        _await_join(shard, group, now_ms)


def _elect_joined_leader(group: ClassicGroup) -> bool:
    """Have a leader who is there; False if only absent static members are left."""
    assert group.leader is not None
    if group.members[group.leader].join is not None:
        return True
    for member_id in group.ordered_ids():
        if group.members[member_id].join is not None:
            group.leader = member_id
            return True
    return False


def _begin_generation(shard: GroupShard, group: ClassicGroup, now_ms: int) -> None:
    group.next_generation(now_ms)
    for member in group.ordered_members():
        with_members = member.member_id == group.leader
        response = join_response(group, member, with_members=with_members)
        answer_join(shard, group, member, response)
        member.is_new = False
        restart_session(shard, group, member, now_ms)
        group.pending_syncs.add(member.member_id)
    group.cancel_sync_timer()
    group.sync_timer = shard.timers.at(
        now_ms + group.rebalance_timeout_ms,
        partial(_expire_syncs, shard, group, group.generation),
    )


def _become_empty(shard: GroupShard, group: ClassicGroup, now_ms: int) -> None:
    """The group has lost its last member; that survives even if it cannot be written."""
    next_state(group.state, GroupEvent.NONE_JOINED)
    value = GroupMetadataValue(
        protocol_type=group.protocol_type or "",
        generation=group.generation + 1,
        protocol=None,
        leader=None,
        current_state_timestamp=now_ms,
        members=[],
    )
    try:
        shard.log.append([group_record(group.group_id, value)], now_ms)
    except ApiError:
        group.restore(value)


# The sync phase


def received_sync(group: ClassicGroup, member: ClassicMember) -> None:
    """A member has sent SyncGroup; the last one ends the wait for them."""
    group.pending_syncs.discard(member.member_id)
    if not group.pending_syncs:
        group.cancel_sync_timer()


def _expire_syncs(shard: GroupShard, group: ClassicGroup, generation: int, now_ms: int) -> None:
    """Remove the members that never sent SyncGroup, and share anew (groups B-47)."""
    group.sync_timer = None
    if group.generation != generation or not group.pending_syncs:
        return
    for member_id in sorted(group.pending_syncs):
        remove_member(shard, group, group.members[member_id])
    prepare(shard, group, now_ms)


def unload(shard: GroupShard, group: ClassicGroup, now_ms: int) -> None:
    """This broker coordinates the group no longer: waiting calls go elsewhere (groups A-26)."""
    group.stop_timers()
    group.transition(GroupEvent.UNLOADED, now_ms)
    for member in group.ordered_members():
        refuse_join(shard, group, member, ErrorCode.NOT_COORDINATOR, member.member_id)
        answer_sync(shard, member, SyncGroupResponse(error_code=ErrorCode.NOT_COORDINATOR))
