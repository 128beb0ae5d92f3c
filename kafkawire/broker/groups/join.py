"""JoinGroup to a classic group, in the order in which Kafka decides (groups B.2, B.3).

A client that has no member id yet gets one: at once a member if it is old (up to version 3) or
static, else only the id, with which it must come back (KIP-394). A static member (KIP-345) that
comes back without an id takes over the place of its former self, and if the group is Stable and
would choose the same protocol nobody else notices.
"""

from __future__ import annotations

from typing import NamedTuple

from kafkawire.broker.coordinator import Answer
from kafkawire.broker.groups.member import (
    ClassicMember,
    Protocols,
    protocols_of,
    rebalance_timeout_of,
)
from kafkawire.broker.groups.rebalance import (
    add_pending,
    answer_sync,
    begin_new_membership,
    join_refusal,
    join_response,
    rebalance,
    refuse_join,
    restart_session,
)
from kafkawire.broker.groups.records import group_record
from kafkawire.broker.groups.states import GroupState
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError
from kafkawire.protocol.messages.sync_group_response import SyncGroupResponse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from random import Random

    from kafkawire.broker.context import RequestContext
    from kafkawire.broker.delayed import Delayed
    from kafkawire.broker.groups.classic_group import ClassicGroup
    from kafkawire.broker.groups.consumer.group import ConsumerGroup
    from kafkawire.broker.groups.shard import GroupShard
    from kafkawire.protocol.message import Message
    from kafkawire.protocol.messages.join_group_request import JoinGroupRequest
    from kafkawire.protocol.messages.join_group_response import JoinGroupResponse

MEMBER_ID_REQUIRED_SINCE = 4
SKIP_ASSIGNMENT_SINCE = 9

UUID_BYTES = 16


class _Call(NamedTuple):
    """A JoinGroup with what it is about."""

    shard: GroupShard
    group: ClassicGroup
    request: JoinGroupRequest
    context: RequestContext
    protocols: Protocols

    @property
    def now_ms(self) -> int:
        return self.context.now_ms

    def refused(self, code: int, member_id: str) -> Message | Delayed:
        """A refusal is held back like any answer: it may tell of an uncommitted state."""
        return self.answered(join_refusal(code, member_id, self.context.api_version))

    def answered(self, response: JoinGroupResponse) -> Message | Delayed:
        return self.shard.log.released(response, self.now_ms)


def join(
    shard: GroupShard, request: JoinGroupRequest, context: RequestContext
) -> Message | Delayed:
    """Serve a JoinGroup whose group id and session timeout are valid.

    Raises `ApiError` if the group's first record cannot be written.
    """
    group = shard.classic_group(request.group_id)
    if group is None:
        consumer = shard.consumer_group(request.group_id)
        if consumer is not None and consumer.members:
            return _join_consumer_group(shard, consumer, request, context)
        if request.member_id:
            refusal = join_refusal(
                ErrorCode.UNKNOWN_MEMBER_ID, request.member_id, context.api_version
            )
            return shard.log.released(refusal, context.now_ms)
        group = shard.create_group(request.group_id, context.now_ms)
    call = _Call(shard, group, request, context, protocols_of(request))
    if not _has_room(call):
        group.remove(request.member_id)
        return call.refused(ErrorCode.GROUP_MAX_SIZE_REACHED, "")
    if group.state is GroupState.DEAD:
        return call.refused(ErrorCode.COORDINATOR_NOT_AVAILABLE, request.member_id)
    if not group.accepts(request.protocol_type, call.protocols):
        return call.refused(ErrorCode.INCONSISTENT_GROUP_PROTOCOL, request.member_id)
    return _join_known(call) if request.member_id else _join_new(call)


def _join_consumer_group(
    shard: GroupShard, group: ConsumerGroup, request: JoinGroupRequest, context: RequestContext
) -> Message | Delayed:
    from kafkawire.broker.groups.conversion import joining

    try:
        response = joining.join(shard, group, request, context)
    except ApiError as error:
        response = join_refusal(error.code, "", context.api_version)
    return shard.log.released(response, context.now_ms)


def _has_room(call: _Call) -> bool:
    """Whether `group.max.size` lets this client in (groups B-14)."""
    group, size_max = call.group, call.shard.settings.max_size
    member = group.members.get(call.request.member_id)
    if group.state in (GroupState.EMPTY, GroupState.DEAD):
        return True
    if group.state is GroupState.PREPARING_REBALANCE:
        is_waiting = member is not None and member.join is not None
        return is_waiting or group.awaiting_join < size_max
    return member is not None or len(group.members) < size_max


# A client without a member id


def _join_new(call: _Call) -> Message | Delayed:
    instance_id = call.request.group_instance_id
    if instance_id is not None:
        member_id = f"{instance_id}-{random_uuid(call.shard.random)}"
        if instance_id in call.group.static_members:
            return _replace(call, member_id)
        return _add(call, member_id)
    member_id = f"{call.context.client_id}-{random_uuid(call.shard.random)}"
    if call.context.api_version < MEMBER_ID_REQUIRED_SINCE:
        return _add(call, member_id)
    deadline_ms = call.now_ms + call.request.session_timeout_ms
    add_pending(call.shard, call.group, member_id, deadline_ms)
    return call.refused(ErrorCode.MEMBER_ID_REQUIRED, member_id)


def random_uuid(random: Random) -> str:
    """A version 4 UUID as text (RFC 9562)."""
    data = bytearray(random.randbytes(UUID_BYTES))
    data[6] = data[6] & 0x0F | 0x40
    data[8] = data[8] & 0x3F | 0x80
    digits = data.hex()
    return "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))


def _add(call: _Call, member_id: str) -> Message | Delayed:
    group, request = call.group, call.request
    pending = group.pending_joins.pop(member_id, None)
    if pending is not None:
        pending.cancel()
    member = ClassicMember(
        member_id,
        request.group_instance_id,
        client_id=call.context.client_id,
        client_host=f"/{call.context.connection.client_host}",
    )
    member.protocols = call.protocols
    member.session_timeout_ms = request.session_timeout_ms
    member.rebalance_timeout_ms = rebalance_timeout_of(request, call.context.api_version)
    if not group.members:
        group.protocol_type = request.protocol_type
    answer = member.join = Answer()
    member.join_version = call.context.api_version
    begin_new_membership(call.shard, group, member, call.now_ms)
    return call.shard.log.wait(answer)


# A client with a member id


def _join_known(call: _Call) -> Message | Delayed:
    group, request = call.group, call.request
    if request.member_id in group.pending_joins:
        if request.group_instance_id is not None:
            return call.refused(ErrorCode.UNKNOWN_SERVER_ERROR, request.member_id)
        return _add(call, request.member_id)
    try:
        member = group.check_member(request.member_id, request.group_instance_id)
    except ApiError as error:
        return call.refused(error.code, request.member_id)
    if _is_content(call, member):
        with_members = group.leader == member.member_id
        return call.answered(join_response(group, member, with_members=with_members))
    answer = _update(call, member)
    rebalance(call.shard, group, call.now_ms)
    return call.shard.log.wait(answer)


def _is_content(call: _Call, member: ClassicMember) -> bool:
    """Whether the current generation still suits a member that asks again (groups B-21)."""
    if member.protocols != call.protocols:
        return False
    if call.group.state is GroupState.COMPLETING_REBALANCE:
        return True
    return call.group.state is GroupState.STABLE and call.group.leader != member.member_id


def _update(call: _Call, member: ClassicMember) -> Answer:
    """Take over what the member offers now, and let this call wait in place of an earlier one.

    An earlier JoinGroup of the same member is never answered (groups B-22).
    """
    call.group.set_protocols(member, call.protocols)
    member.session_timeout_ms = call.request.session_timeout_ms
    member.rebalance_timeout_ms = rebalance_timeout_of(call.request, call.context.api_version)
    if member.join is None:
        call.group.awaiting_join += 1
    else:
        call.shard.log.abandon(member.join)
    answer = member.join = Answer()
    member.join_version = call.context.api_version
    return answer


# A static member that comes back


class _Former(NamedTuple):
    """What a replacement must restore if it cannot be written."""

    member_id: str
    protocols: Protocols
    session_timeout_ms: int
    rebalance_timeout_ms: int


def _replace(call: _Call, member_id: str) -> Message | Delayed:
    """Let a static member take over the place of its former id (groups B-35 to B-37)."""
    shard, group = call.shard, call.group
    instance_id = call.request.group_instance_id
    assert instance_id is not None
    member = group.members[group.static_members[instance_id]]
    former = _Former(
        member.member_id,
        member.protocols,
        member.session_timeout_ms,
        member.rebalance_timeout_ms,
    )
    former_leader = group.leader
    refuse_join(shard, group, member, ErrorCode.FENCED_INSTANCE_ID, former.member_id)
    answer_sync(shard, member, SyncGroupResponse(error_code=ErrorCode.FENCED_INSTANCE_ID))
    group.rename(member, member_id)
    member.is_new = False
    restart_session(shard, group, member, call.now_ms)
    if group.state is not GroupState.STABLE or not _keeps_protocol(call, member):
        answer = _update(call, member)
        rebalance(shard, group, call.now_ms)
        return shard.log.wait(answer)
    return _take_over(call, member, former, former_leader or "")


def _keeps_protocol(call: _Call, member: ClassicMember) -> bool:
    """Whether the group would choose the same protocol with what the member offers now."""
    former = member.protocols
    call.group.set_protocols(member, call.protocols)
    is_kept = call.group.select_protocol() == call.group.protocol
    call.group.set_protocols(member, former)
    return is_kept


def _take_over(
    call: _Call, member: ClassicMember, former: _Former, former_leader: str
) -> Message | Delayed:
    """Replace without a rebalance: write the new id, answer with the current generation.

    Up to version 8 a client cannot be told to keep an assignment that it would lead to, so a
    leader is told that its former id leads, and goes on as a follower (KIP-814).
    """
    shard, group = call.shard, call.group
    group.set_protocols(member, call.protocols)
    member.session_timeout_ms = call.request.session_timeout_ms
    member.rebalance_timeout_ms = rebalance_timeout_of(call.request, call.context.api_version)
    try:
        shard.log.append([group_record(group.group_id, group.record())], call.now_ms)
    except ApiError as error:
        _give_back(call, member, former)
        return call.refused(error.code, "")
    if call.context.api_version < SKIP_ASSIGNMENT_SINCE:
        response = join_response(group, member, with_members=False)
        response.leader = former_leader
        return call.answered(response)
    is_leader = group.leader == member.member_id
    response = join_response(group, member, with_members=is_leader)
    response.skip_assignment = is_leader
    return call.answered(response)


def _give_back(call: _Call, member: ClassicMember, former: _Former) -> None:
    call.group.rename(member, former.member_id)
    call.group.set_protocols(member, former.protocols)
    member.session_timeout_ms = former.session_timeout_ms
    member.rebalance_timeout_ms = former.rebalance_timeout_ms
    restart_session(call.shard, call.group, member, call.now_ms)
