"""How a classic group gets from one generation to the next, and what happens in memory on the way.

    prepare ──► every member joins, or the join timer ends the wait ──► complete_join
            ──► the leader sends assignments, or the sync timer removes members without SyncGroup

A change of the group's state, what is written first, and what then changes in memory:

    event       function            record    in memory
    REBALANCE   prepare             -         parked SyncGroups refused; join timer
    ALL_JOINED  _begin_generation   -         next generation; JoinGroups answered; sync timer
    NONE_JOINED _become_empty       emptied   -
    ASSIGNED    sync._assign        assigned  parked SyncGroups answered; sessions
    UNLOADED    unload              -         timers stopped, parked requests refused

A change of one member, which no record holds until the group is assigned:

    change                              function        then
    a member id is assigned             add_pending     the id expires unless a JoinGroup uses it
    a new member joins                  admit           rebalance
    a known member joins again          rejoin          rebalance
    a static member comes back          replace_member  rebalance
    a member leaves, or its session
    ends, or it sent no SyncGroup       remove_member   rebalance (after_removal, prepare)

Only a static member that comes back to a Stable group is written at once (`join`, `replaced`).

The first rebalance of an empty group waits for a while instead of for its members, because more
clients may be about to start (KIP-134): `group.initial.rebalance.delay.ms`, again and again while
members are added, at most the longest rebalance timeout in all.

(Kafka's `GroupMetadataManager`, the classic half.)
"""

from __future__ import annotations

from functools import partial

from kafkawire.broker.groups.classic_records import emptied
from kafkawire.broker.groups.lines import state_line
from kafkawire.broker.groups.member import new_member
from kafkawire.broker.groups.parked_calls import (
    answer_join,
    join_response,
    park_join,
    refuse_join,
    refuse_sync,
)
from kafkawire.broker.groups.session import SessionTimer
from kafkawire.broker.groups.settings import NEW_MEMBER_JOIN_TIMEOUT_MS
from kafkawire.broker.groups.states import GroupEvent, GroupState, can_rebalance
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kafkawire.broker.coordinator import Answer
    from kafkawire.broker.groups.classic_group import ClassicGroup
    from kafkawire.broker.groups.join_call import JoinCall
    from kafkawire.broker.groups.member import ClassicMember
    from kafkawire.broker.groups.rebalance_progress import RebalanceProgress
    from kafkawire.broker.groups.shard import GroupShard

# Sessions


def restart_session(
    shard: GroupShard, group: ClassicGroup, member: ClassicMember, now_ms: int
) -> None:
    """Give a member that shows a sign of life its session timeout from now on."""
    move_session(shard, group, member, now_ms + member.session_timeout_ms)


def move_session(
    shard: GroupShard, group: ClassicGroup, member: ClassicMember, deadline_ms: int
) -> None:
    """Expire the member at `deadline_ms`."""
    presence = member.presence
    if presence.session is None:
        expire = partial(expire_member, shard, group, member)
        presence.session = SessionTimer(shard.timers, expire)
    presence.session.move(deadline_ms)


def expire_member(
    shard: GroupShard, group: ClassicGroup, member: ClassicMember, now_ms: int
) -> None:
    """End a session (groups B-70); a member with a parked request stays (B-46)."""
    if member.presence.must_heartbeat:
        remove_member(shard, group, member)
        after_removal(shard, group, now_ms)


def add_pending(shard: GroupShard, group: ClassicGroup, call: JoinCall) -> None:
    """Assign a member id, which the client must join with in its session timeout (KIP-394)."""
    session = SessionTimer(shard.timers, partial(_expire_pending, shard, group, call.member_id))
    group.progress.pending_joins[call.member_id] = session
    session.move(call.now_ms + call.session_timeout_ms)


def _expire_pending(shard: GroupShard, group: ClassicGroup, member_id: str, now_ms: int) -> None:
    group.remove(member_id)
    maybe_complete_join(shard, group, now_ms)


# Members that come


def admit(shard: GroupShard, group: ClassicGroup, call: JoinCall) -> Answer:
    """Add a new member, whose first JoinGroup waits (groups B-30)."""
    progress = group.progress
    pending = progress.pending_joins.pop(call.member_id, None)
    if pending is not None:
        pending.cancel()
    member = new_member(call)
    member.presence.is_new = True
    if group.state is GroupState.PREPARING_REBALANCE and progress.is_initial:
        progress.member_was_added = True
    if not group.members:
        group.protocol_type = call.protocol_type
    group.add(member)
    answer = park_join(shard, group, member, call.api_version)
    move_session(shard, group, member, call.now_ms + NEW_MEMBER_JOIN_TIMEOUT_MS)
    rebalance(shard, group, call.now_ms)
    return answer


def rejoin(shard: GroupShard, group: ClassicGroup, member: ClassicMember, call: JoinCall) -> Answer:
    """Take over what a known member offers now, and let its JoinGroup wait."""
    group.update(member, call)
    answer = park_join(shard, group, member, call.api_version)
    rebalance(shard, group, call.now_ms)
    return answer


def replace_member(
    shard: GroupShard, group: ClassicGroup, former: ClassicMember, call: JoinCall
) -> Answer:
    """Give a static member the member id of its new client, which joins (groups B-35, B-37).

    Parked requests of the former client are fenced.
    """
    refuse_join(shard, group, former, ErrorCode.FENCED_INSTANCE_ID, former.member_id)
    refuse_sync(shard, former, ErrorCode.FENCED_INSTANCE_ID)
    group.rename(former, call.member_id)
    former.presence.is_new = False
    restart_session(shard, group, former, call.now_ms)
    return rejoin(shard, group, former, call)


# Members that go


def remove_member(shard: GroupShard, group: ClassicGroup, member: ClassicMember) -> None:
    """Remove a member, and refuse its parked requests with UNKNOWN_MEMBER_ID.

    Kafka leaves a parked SyncGroup of a removed member without any response.
    """
    refuse_join(shard, group, member, ErrorCode.UNKNOWN_MEMBER_ID, "")
    refuse_sync(shard, member, ErrorCode.UNKNOWN_MEMBER_ID)
    group.remove(member.member_id)
    if shard.logger.debug is not None:
        shard.logger.debug(f"group {group.group_id!r}: member {member.member_id!r} is gone")


def after_removal(shard: GroupShard, group: ClassicGroup, now_ms: int) -> None:
    """Share anew among the members that stay (groups B-63, B-70)."""
    if group.state in (GroupState.STABLE, GroupState.COMPLETING_REBALANCE):
        prepare(shard, group, now_ms)
    else:
        maybe_complete_join(shard, group, now_ms)


# The join phase


def rebalance(shard: GroupShard, group: ClassicGroup, now_ms: int) -> None:
    """Start a rebalance, or complete the join phase of the present one if it can be."""
    if can_rebalance(group.state):
        prepare(shard, group, now_ms)
    else:
        maybe_complete_join(shard, group, now_ms)


def prepare(shard: GroupShard, group: ClassicGroup, now_ms: int) -> None:
    """Enter the join phase."""
    if group.state is GroupState.COMPLETING_REBALANCE:
        fail_syncs(shard, group, ErrorCode.REBALANCE_IN_PROGRESS, now_ms)
    progress = group.progress
    _stop_sync_timer(progress)
    progress.is_initial = group.state is GroupState.EMPTY
    group.transition(GroupEvent.REBALANCE, shard.wall_clock.time_ms(now_ms))
    _log_state(shard, group)
    if progress.is_initial:
        progress.member_was_added = False
        delay_ms = shard.settings.initial_rebalance_delay_ms
        budget_ms = max(group.rebalance_timeout_ms - delay_ms, 0)
        _await_more_members(shard, group, now_ms + delay_ms, budget_ms)
    elif group.has_all_joined:
        complete_join(shard, group, now_ms)
    else:
        _await_join(shard, group, now_ms)


def _log_state(shard: GroupShard, group: ClassicGroup) -> None:
    if shard.logger.debug is not None:
        shard.logger.debug(state_line(group))


def _await_join(shard: GroupShard, group: ClassicGroup, now_ms: int) -> None:
    deadline_ms = now_ms + group.rebalance_timeout_ms
    _stop_join_timer(group.progress)
    group.progress.join_timer = shard.timers.at(deadline_ms, partial(complete_join, shard, group))


def _await_more_members(
    shard: GroupShard, group: ClassicGroup, deadline_ms: int, budget_ms: int
) -> None:
    complete = partial(_complete_initial_join, shard, group, budget_ms)
    _stop_join_timer(group.progress)
    group.progress.join_timer = shard.timers.at(deadline_ms, complete)


def _stop_join_timer(progress: RebalanceProgress) -> None:
    if progress.join_timer is not None:
        progress.join_timer.cancel()
        progress.join_timer = None


def _complete_initial_join(
    shard: GroupShard, group: ClassicGroup, budget_ms: int, now_ms: int
) -> None:
    """Wait once more if members were added and there is time left (groups B-40)."""
    if group.progress.member_was_added and budget_ms > 0:
        group.progress.member_was_added = False
        delay_ms = min(shard.settings.initial_rebalance_delay_ms, budget_ms)
        _await_more_members(shard, group, now_ms + delay_ms, budget_ms - delay_ms)
    else:
        complete_join(shard, group, now_ms)


def maybe_complete_join(shard: GroupShard, group: ClassicGroup, now_ms: int) -> None:
    """End the join phase if every member has joined; an initial one never ends early."""
    if (
        group.state is GroupState.PREPARING_REBALANCE
        and group.has_all_joined
        and not group.progress.is_initial
    ):
        complete_join(shard, group, now_ms)


def complete_join(shard: GroupShard, group: ClassicGroup, now_ms: int) -> None:
    """End the join phase with the members that have joined (groups B-42, B-43)."""
    _stop_join_timer(group.progress)
    for member in list(group.members.values()):
        if member.presence.join is None and member.group_instance_id is None:
            group.remove(member.member_id)
    if not group.members:
        _become_empty(shard, group, now_ms)
    elif _elect_joined_leader(group):
        _begin_generation(shard, group, now_ms)
    else:
        _await_join(shard, group, now_ms)


def _elect_joined_leader(group: ClassicGroup) -> bool:
    """Make a member that has joined the leader; False if only absent static members are left."""
    assert group.leader is not None
    if group.members[group.leader].presence.join is not None:
        return True
    for member_id in group.ordered_ids():
        if group.members[member_id].presence.join is not None:
            group.leader = member_id
            return True
    return False


def _begin_generation(shard: GroupShard, group: ClassicGroup, now_ms: int) -> None:
    group.next_generation(shard.wall_clock.time_ms(now_ms))
    _log_state(shard, group)
    progress = group.progress
    for member in group.ordered_members():
        with_members = member.member_id == group.leader
        response = join_response(group, member, with_members=with_members)
        answer_join(shard, group, member, response)
        member.presence.is_new = False
        restart_session(shard, group, member, now_ms)
        progress.pending_syncs.add(member.member_id)
    deadline_ms = now_ms + group.rebalance_timeout_ms
    expire = partial(_expire_syncs, shard, group, group.generation)
    _stop_sync_timer(progress)
    progress.sync_timer = shard.timers.at(deadline_ms, expire)


def _become_empty(shard: GroupShard, group: ClassicGroup, now_ms: int) -> None:
    """Write that the group has no members; it is empty in memory even if the write fails.

    The record from before then holds again after an unload, until the sessions of its members end.
    """
    time_ms = shard.wall_clock.time_ms(now_ms)
    try:
        shard.log.append([emptied(group, time_ms)], now_ms)
    except ApiError:
        group.become_empty(time_ms)


# The sync phase


def received_sync(group: ClassicGroup, member: ClassicMember) -> None:
    """Count the SyncGroup of a member; the last one of them ends the wait."""
    progress = group.progress
    progress.pending_syncs.discard(member.member_id)
    if not progress.pending_syncs:
        _stop_sync_timer(progress)


def _stop_sync_timer(progress: RebalanceProgress) -> None:
    if progress.sync_timer is not None:
        progress.sync_timer.cancel()
        progress.sync_timer = None


def fail_syncs(shard: GroupShard, group: ClassicGroup, code: int, now_ms: int) -> None:
    """Drop all assignments, and refuse every parked SyncGroup (groups B-3)."""
    for member in group.ordered_members():
        member.assignment = b""
        if refuse_sync(shard, member, code):
            restart_session(shard, group, member, now_ms)


def _expire_syncs(shard: GroupShard, group: ClassicGroup, generation: int, now_ms: int) -> None:
    """Remove the members that never sent SyncGroup, and share anew (groups B-47)."""
    progress = group.progress
    progress.sync_timer = None
    if group.generation != generation or not progress.pending_syncs:
        return
    for member_id in sorted(progress.pending_syncs):
        remove_member(shard, group, group.members[member_id])
    prepare(shard, group, now_ms)


def unload(shard: GroupShard, group: ClassicGroup, now_ms: int) -> None:
    """Stop coordinating the group: send parked requests to the new coordinator (groups A-26)."""
    group.stop_timers()
    group.transition(GroupEvent.UNLOADED, shard.wall_clock.time_ms(now_ms))
    for member in group.ordered_members():
        refuse_join(shard, group, member, ErrorCode.NOT_COORDINATOR, member.member_id)
        refuse_sync(shard, member, ErrorCode.NOT_COORDINATOR)
