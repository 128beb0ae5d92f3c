"""JoinGroup to a group of the new protocol: a classic consumer becomes a member like the others.

It is answered at once, for nobody waits for anybody here: the broker assigns, and the answer's
generation is the member's epoch. There is no leader, so that no client assigns. Joining again is
how the member says what it still owns, and so how it gives partitions back (groups D-92; Kafka's
`classicGroupJoinToConsumerGroup`).
"""

from __future__ import annotations

from typing import NamedTuple

from kafkawire.broker.groups.consumer import regexes
from kafkawire.broker.groups.consumer.change import Change
from kafkawire.broker.groups.consumer.lookup import (
    FoundGroup,
    FoundMember,
    check_capacity,
    new_member_id,
    owner_of,
    replacement,
)
from kafkawire.broker.groups.consumer.member import ClassicSide, ConsumerMember
from kafkawire.broker.groups.conversion.downgrade import (
    become_classic,
    downgraded,
    downgrades_by,
)
from kafkawire.broker.groups.conversion.embedded import owned_by_topic_id, read_subscription
from kafkawire.broker.groups.conversion.policy import MigrationPolicy
from kafkawire.broker.groups.conversion.timers import await_sync, restart_session
from kafkawire.broker.groups.member import protocols_of, rebalance_timeout_of
from kafkawire.broker.groups.rebalance import PROTOCOL_NAME_NULLABLE_SINCE, prepare
from kafkawire.broker.groups.subscription import CONSUMER_PROTOCOL_TYPE
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError, DecodeError
from kafkawire.protocol.messages.join_group_response import JoinGroupResponse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kafkawire.broker.context import RequestContext
    from kafkawire.broker.groups.consumer.group import ConsumerGroup
    from kafkawire.broker.groups.consumer.member import Profile
    from kafkawire.broker.groups.consumer.reconciliation import Owned
    from kafkawire.broker.groups.conversion.embedded import Subscription
    from kafkawire.broker.groups.member import Protocols
    from kafkawire.broker.groups.shard import GroupShard
    from kafkawire.protocol.messages.join_group_request import JoinGroupRequest

MEMBER_ID_REQUIRED_SINCE = 4
NO_REGEX = ""


class _Call(NamedTuple):
    """A JoinGroup with what it is about."""

    shard: GroupShard
    group: ConsumerGroup
    request: JoinGroupRequest
    context: RequestContext
    member_id: str
    protocols: Protocols

    @property
    def now_ms(self) -> int:
        return self.context.now_ms


def join(
    shard: GroupShard, group: ConsumerGroup, request: JoinGroupRequest, context: RequestContext
) -> JoinGroupResponse:
    """Serve a JoinGroup to a consumer group that has members.

    Raises `ApiError`: INCONSISTENT_GROUP_PROTOCOL, GROUP_MAX_SIZE_REACHED, UNKNOWN_MEMBER_ID,
    FENCED_INSTANCE_ID; or if it cannot be written.
    """
    if shard.settings.migration_policy is MigrationPolicy.DISABLED:
        raise ApiError(ErrorCode.INCONSISTENT_GROUP_PROTOCOL)
    member_id = request.member_id or new_member_id(shard.random)
    check_capacity(shard, group, member_id, request.group_instance_id)
    call = _Call(shard, group, request, context, member_id, protocols_of(request))
    _check_protocols(call)
    is_dynamic = request.group_instance_id is None
    is_unknown = not request.member_id
    if is_unknown and is_dynamic and context.api_version >= MEMBER_ID_REQUIRED_SINCE:
        return JoinGroupResponse(
            error_code=ErrorCode.MEMBER_ID_REQUIRED,
            member_id=member_id,
            protocol_name=None if context.api_version >= PROTOCOL_NAME_NULLABLE_SINCE else "",
        )
    return _join(call)


def _check_protocols(call: _Call) -> None:
    """Something that all other classic members understand, too, must be offered."""
    request, group = call.request, call.group
    others = [
        {name for name, _ in each.profile.classic.protocols}
        for each in group.members.values()
        if each.profile.classic is not None
    ]
    if request.protocol_type != CONSUMER_PROTOCOL_TYPE or not any(
        all(name in names for names in others) for name, _ in call.protocols
    ):
        raise ApiError(ErrorCode.INCONSISTENT_GROUP_PROTOCOL)


def _join(call: _Call) -> JoinGroupResponse:
    group = call.group
    owner_id = group.static_members.get(call.request.group_instance_id or "")
    owner = None if owner_id is None else group.members[owner_id]
    found = _find_member(call, owner)
    subscription = _read(call.protocols[0][1])
    profile = _profile(found.member.profile, call, subscription)
    change = Change(call.shard, FoundGroup(group, []), found, profile, call.now_ms)
    has_new_topics = regexes.gives_topics(change) or change.has_new_names
    change.follow_metadata(has_reason=has_new_topics)
    owned = owned_by_topic_id(subscription.owned, call.shard.metadata)
    if downgrades_by(call.shard, group, owner):
        _finish_downgrade(call, change, owned)
    else:
        change.find_target()
        change.reconcile(owned)
        live = change.write().members[call.member_id]
        restart_session(call.shard, group, live, call.now_ms)
        await_sync(call.shard, group, live, call.now_ms)
    return JoinGroupResponse(
        member_id=call.member_id,
        generation_id=change.current.epoch,
        protocol_type=CONSUMER_PROTOCOL_TYPE,
        protocol_name=call.protocols[0][0],
    )


def _find_member(call: _Call, owner: ConsumerMember | None) -> FoundMember:
    """The member that joins: a new one, a known one, or one in the place of another.

    A client without a member id takes over the static name that it gives, whoever has it.
    """
    group, instance_id = call.group, call.request.group_instance_id
    if instance_id is None:
        known = group.members.get(call.member_id)
        return FoundMember(ConsumerMember(call.member_id) if known is None else known, [])
    if call.request.member_id:
        return FoundMember(owner_of(group, call.member_id, instance_id), [])
    if owner is None:
        return FoundMember(ConsumerMember(call.member_id), [])
    return replacement(group, owner, call.member_id)


def _read(metadata: bytes) -> Subscription:
    try:
        return read_subscription(metadata)
    except DecodeError:
        raise ApiError(ErrorCode.INCONSISTENT_GROUP_PROTOCOL) from None


def _profile(known: Profile, call: _Call, subscription: Subscription) -> Profile:
    """What the member says of itself now."""
    request = call.request
    timeout_ms = rebalance_timeout_of(request, call.context.api_version)
    return known._replace(
        instance_id=request.group_instance_id or known.instance_id,
        rack_id=subscription.rack_id or known.rack_id,
        client_id=call.context.client_id,
        client_host=f"/{call.context.connection.client_host}",
        topic_names=tuple(sorted({*subscription.topics})),
        topic_regex=NO_REGEX,
        rebalance_timeout_ms=known.rebalance_timeout_ms if timeout_ms == -1 else timeout_ms,
        classic=ClassicSide(request.session_timeout_ms, call.protocols),
    )


def _finish_downgrade(call: _Call, change: Change, owned: Owned) -> None:
    """The last member of the new protocol is replaced: the group is a classic one from now on.

    If its target is that of its epoch nobody else need notice; otherwise they share anew.
    """
    is_stale = change.epoch > change.group.assignment_epoch
    if not is_stale:
        change.find_target()
        change.reconcile(owned)
    joining = (change.member, change.profile)
    owner_id = change.replaced or change.member.member_id
    replaced = [change.group.members[owner_id]]
    planned, records = downgraded(call.shard, call.group, replaced, call.now_ms, joining=joining)
    classic = become_classic(call.shard, planned, [*change.records, *records], call.now_ms)
    if is_stale:
        prepare(call.shard, classic, call.now_ms)
