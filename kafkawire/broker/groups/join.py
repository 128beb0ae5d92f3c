"""JoinGroup to a classic group, decided in Kafka's order (groups B.2, B.3).

A client without a member id gets one. An old client (up to version 3) or a static member is a
member at once; any other client only gets the id, with which it must join again (KIP-394).

    a JoinGroup of                     in the state         is
    a new member                       any                  parked, and starts a rebalance
    a member, with the same protocols  CompletingRebalance  answered at once
    a follower, the same protocols     Stable               answered at once
    a member, any other case           any                  parked, and starts a rebalance
    a static member without its id,
      if the protocol stays the same   Stable               written, then answered at once
      in any other case                any                  parked, and starts a rebalance

A decision is a response, or an `Answer` for a parked JoinGroup. Only two of them write: the first
JoinGroup creates the group, and a static member that comes back to a Stable group (KIP-345) gets
its new member id into the record. A parked JoinGroup changes the group in memory (`rebalance`).
"""

from __future__ import annotations

from kafkawire.broker.coordinator import Answer
from kafkawire.broker.groups.classic_group import ClassicGroup
from kafkawire.broker.groups.classic_records import replaced
from kafkawire.broker.groups.parked_calls import join_refusal, join_response
from kafkawire.broker.groups.rebalance import (
    add_pending,
    admit,
    rejoin,
    replace_member,
    restart_session,
)
from kafkawire.broker.groups.states import GroupState
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError
from kafkawire.protocol.since import JOIN_GROUP_MEMBER_ID_REQUIRED_SINCE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from random import Random

    from kafkawire.broker.delayed import Delayed
    from kafkawire.broker.groups.join_call import JoinCall
    from kafkawire.broker.groups.member import ClassicMember
    from kafkawire.broker.groups.shard import GroupShard
    from kafkawire.protocol.message import Message
    from kafkawire.protocol.messages.join_group_response import JoinGroupResponse

    Decision = JoinGroupResponse | Answer

JOIN_GROUP_SKIP_ASSIGNMENT_SINCE = 9

UUID_BYTES = 16


def join(shard: GroupShard, call: JoinCall) -> Message | Delayed:
    """Serve a JoinGroup whose group id and session timeout are valid.

    A refusal is held back like any response, because it may tell of an uncommitted state. Raises
    `ApiError` if the group's first record cannot be written.
    """
    group = shard.groups.get(call.group_id)
    decision: Decision
    if isinstance(group, ClassicGroup):
        decision = ClassicJoin(shard, group, call).decide()
    else:
        decision = _join_other(shard, call)
    if isinstance(decision, Answer):
        return shard.log.wait(decision)
    return shard.log.released(decision, call.now_ms)


def _join_other(shard: GroupShard, call: JoinCall) -> Decision:
    """Join a consumer group that has members, else create a classic group."""
    consumer = shard.consumer_group(call.group_id)
    if consumer is not None and consumer.members:
        from kafkawire.broker.groups.classic_members import joining

        return joining.join(shard, consumer, call)
    if call.member_id:
        return join_refusal(ErrorCode.UNKNOWN_MEMBER_ID, call.member_id, call.api_version)
    return ClassicJoin(shard, shard.create_group(call.group_id, call.now_ms), call).decide()


class ClassicJoin:
    """One JoinGroup to a classic group, and what is decided about it."""

    __slots__ = ("call", "group", "shard")

    def __init__(self, shard: GroupShard, group: ClassicGroup, call: JoinCall) -> None:
        self.shard = shard
        self.group = group
        self.call = call

    def decide(self) -> Decision:
        """Change the group, and return the response, or the parked JoinGroup."""
        group, call = self.group, self.call
        if not self._has_room():
            group.remove(call.member_id)
            return join_refusal(ErrorCode.GROUP_MAX_SIZE_REACHED, "", call.api_version)
        try:
            self._check_group()
            return self._join_known() if call.member_id else self._join_new()
        except ApiError as error:
            return join_refusal(error.code, call.member_id, call.api_version)

    def _has_room(self) -> bool:
        """True if `group.max.size` lets this client in (groups B-14)."""
        group, size_max = self.group, self.shard.settings.max_size
        member = group.members.get(self.call.member_id)
        if group.state in (GroupState.EMPTY, GroupState.DEAD):
            return True
        if group.state is GroupState.PREPARING_REBALANCE:
            is_parked = member is not None and member.presence.join is not None
            return is_parked or group.progress.parked_joins < size_max
        return member is not None or len(group.members) < size_max

    def _check_group(self) -> None:
        if self.group.state is GroupState.DEAD:
            raise ApiError(ErrorCode.COORDINATOR_NOT_AVAILABLE)
        if not self.group.accepts(self.call.protocol_type, self.call.protocols):
            raise ApiError(ErrorCode.INCONSISTENT_GROUP_PROTOCOL)

    # A client without a member id

    def _join_new(self) -> Decision:
        call = self.call
        instance_id, api_version = call.group_instance_id, call.api_version
        prefix = call.client_id if instance_id is None else instance_id
        named = call._replace(member_id=f"{prefix}-{random_uuid(self.shard.random)}")
        if instance_id is None and api_version >= JOIN_GROUP_MEMBER_ID_REQUIRED_SINCE:
            add_pending(self.shard, self.group, named)
            return join_refusal(ErrorCode.MEMBER_ID_REQUIRED, named.member_id, api_version)
        if instance_id is None or instance_id not in self.group.static_members:
            return admit(self.shard, self.group, named)
        return self._replace(self.group.members[self.group.static_members[instance_id]], named)

    def _replace(self, former: ClassicMember, named: JoinCall) -> Decision:
        """Let a new client take over the place of a static member (groups B-35 to B-37).

        A Stable group whose protocol stays the same does not rebalance: the record with the new
        member id is written, and the response has the current generation.
        """
        shard, group = self.shard, self.group
        is_stable = group.state is GroupState.STABLE
        if not is_stable or group.protocol_with(former, named.protocols) != group.protocol:
            return replace_member(shard, group, former, named)
        former_leader = group.leader or ""
        # Also if the write fails: the client has shown a sign of life (Kafka restarts it, too).
        restart_session(shard, group, former, named.now_ms)
        shard.log.append([replaced(group, former, named)], named.now_ms)
        member = group.members[named.member_id]
        group.set_protocols(member, named.protocols)
        return _taken_over(group, member, former_leader, named.api_version)

    # A client with a member id

    def _join_known(self) -> Decision:
        shard, group, call = self.shard, self.group, self.call
        if call.member_id in group.progress.pending_joins:
            if call.group_instance_id is not None:
                raise ApiError(ErrorCode.UNKNOWN_SERVER_ERROR)
            return admit(shard, group, call)
        member = group.check_member(call.member_id, call.group_instance_id)
        if self._is_content(member):
            with_members = group.leader == member.member_id
            return join_response(group, member, with_members=with_members)
        return rejoin(shard, group, member, call)

    def _is_content(self, member: ClassicMember) -> bool:
        """True if the current generation still suits a member that joins again (groups B-21)."""
        group = self.group
        if member.protocols != self.call.protocols:
            return False
        if group.state is GroupState.COMPLETING_REBALANCE:
            return True
        return group.state is GroupState.STABLE and group.leader != member.member_id


def random_uuid(random: Random) -> str:
    """A version 4 UUID as text (RFC 9562)."""
    data = bytearray(random.randbytes(UUID_BYTES))
    data[6] = data[6] & 0x0F | 0x40
    data[8] = data[8] & 0x3F | 0x80
    digits = data.hex()
    return "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))


def _taken_over(
    group: ClassicGroup, member: ClassicMember, former_leader: str, api_version: int
) -> JoinGroupResponse:
    """Return the current generation for a static member that has come back.

    From version 9 on a leader is told to keep the assignments. An older client has no such field:
    the response names the former member id as the leader, and the client goes on as a follower
    (KIP-814).
    """
    if api_version < JOIN_GROUP_SKIP_ASSIGNMENT_SINCE:
        response = join_response(group, member, with_members=False)
        response.leader = former_leader
        return response
    is_leader = group.leader == member.member_id
    response = join_response(group, member, with_members=is_leader)
    response.skip_assignment = is_leader
    return response
