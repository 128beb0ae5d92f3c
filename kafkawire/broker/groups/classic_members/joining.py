"""JoinGroup to a group of the new protocol: a classic consumer becomes a member like the others.

The response is sent at once: the broker assigns the partitions, so a JoinGroup waits for no other
member. The generation in the response is the member epoch. The group has no leader, so no client
assigns. A member that joins again lists the partitions that it still owns; it gives back the others
(groups D-92; Kafka's `classicGroupJoinToConsumerGroup`).
"""

from __future__ import annotations

from typing import NamedTuple

from kafkawire.broker.groups.classic_members.timers import await_sync
from kafkawire.broker.groups.consumer import regexes
from kafkawire.broker.groups.consumer.change import Change
from kafkawire.broker.groups.consumer.downgrade import (
    become_classic,
    downgraded,
    downgrades_by,
)
from kafkawire.broker.groups.consumer.embedded import owned_by_topic_id, read_subscription
from kafkawire.broker.groups.consumer.lookup import (
    FoundGroup,
    FoundMember,
    check_capacity,
    owner_of,
    replacement,
)
from kafkawire.broker.groups.consumer.member import ClassicSide, ConsumerMember
from kafkawire.broker.groups.consumer.timers import restart_classic_session
from kafkawire.broker.groups.migration_policy import MigrationPolicy
from kafkawire.broker.groups.parked_calls import join_refusal
from kafkawire.broker.groups.rebalance import prepare
from kafkawire.broker.groups.subscription import CONSUMER_PROTOCOL_TYPE
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError, DecodeError
from kafkawire.protocol.messages.join_group_response import JoinGroupResponse
from kafkawire.protocol.since import JOIN_GROUP_MEMBER_ID_REQUIRED_SINCE
from kafkawire.protocol.uuids import random_id

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kafkawire.broker.groups.consumer.embedded import Subscription
    from kafkawire.broker.groups.consumer.group import ConsumerGroup
    from kafkawire.broker.groups.consumer.member import Profile
    from kafkawire.broker.groups.consumer.reconciliation import Owned
    from kafkawire.broker.groups.join_call import JoinCall
    from kafkawire.broker.groups.shard import GroupShard

NO_REGEX = ""


class _Joining(NamedTuple):
    """A JoinGroup and its consumer group; `has_id` is False if the member id is a new one."""

    shard: GroupShard
    group: ConsumerGroup
    call: JoinCall
    has_id: bool


def join(shard: GroupShard, group: ConsumerGroup, call: JoinCall) -> JoinGroupResponse:
    """Serve a JoinGroup to a consumer group that has members; a refusal names no member id."""
    try:
        return _decide(shard, group, call)
    except ApiError as error:
        return join_refusal(error.code, "", call.api_version)


def _decide(shard: GroupShard, group: ConsumerGroup, call: JoinCall) -> JoinGroupResponse:
    """Make the client a member, or give it a member id first.

    Raises `ApiError`: INCONSISTENT_GROUP_PROTOCOL, GROUP_MAX_SIZE_REACHED, UNKNOWN_MEMBER_ID,
    FENCED_INSTANCE_ID; or if the records cannot be written.
    """
    if shard.settings.migration_policy is MigrationPolicy.DISABLED:
        raise ApiError(ErrorCode.INCONSISTENT_GROUP_PROTOCOL)
    named = call if call.member_id else call._replace(member_id=random_id(shard.random))
    check_capacity(shard, group, named.member_id, call.group_instance_id)
    _check_protocols(group, call)
    is_dynamic = call.group_instance_id is None
    if named is not call and is_dynamic and call.api_version >= JOIN_GROUP_MEMBER_ID_REQUIRED_SINCE:
        return join_refusal(ErrorCode.MEMBER_ID_REQUIRED, named.member_id, call.api_version)
    joining = _Joining(shard, group, named, has_id=named is call)
    return _join(joining)


def _check_protocols(group: ConsumerGroup, call: JoinCall) -> None:
    """Something that all other classic members understand, too, must be offered."""
    others = [
        {name for name, _ in each.profile.classic.protocols}
        for each in group.members.values()
        if each.profile.classic is not None
    ]
    if call.protocol_type != CONSUMER_PROTOCOL_TYPE or not any(
        all(name in names for names in others) for name, _ in call.protocols
    ):
        raise ApiError(ErrorCode.INCONSISTENT_GROUP_PROTOCOL)


def _join(joining: _Joining) -> JoinGroupResponse:
    shard, group, call = joining.shard, joining.group, joining.call
    owner_id = group.static_members.get(call.group_instance_id or "")
    owner = None if owner_id is None else group.members[owner_id]
    found = _find_member(joining, owner)
    subscription = _read(call.protocols[0][1])
    profile = _profile(found.member.profile, call, subscription)
    change = Change(shard, FoundGroup(group, []), found, profile, call.now_ms)
    has_new_topics = regexes.gives_topics(change) or change.has_new_names
    change.follow_metadata(has_reason=has_new_topics)
    owned = owned_by_topic_id(subscription.owned, shard.metadata)
    if downgrades_by(shard, group, owner):
        _finish_downgrade(change, owned)
    else:
        change.find_target()
        change.reconcile(owned)
        live = change.write().members[call.member_id]
        restart_classic_session(shard, group, live, call.now_ms)
        await_sync(shard, group, live, call.now_ms)
    return JoinGroupResponse(
        member_id=call.member_id,
        generation_id=change.current.epoch,
        protocol_type=CONSUMER_PROTOCOL_TYPE,
        protocol_name=call.protocols[0][0],
    )


def _find_member(joining: _Joining, owner: ConsumerMember | None) -> FoundMember:
    """The member that joins: a new one, a known one, or one in the place of another.

    A client without a member id takes over the member of its group instance id.
    """
    group, member_id = joining.group, joining.call.member_id
    instance_id = joining.call.group_instance_id
    if instance_id is None:
        known = group.members.get(member_id)
        return FoundMember(ConsumerMember(member_id) if known is None else known, [])
    if joining.has_id:
        return FoundMember(owner_of(group, member_id, instance_id), [])
    if owner is None:
        return FoundMember(ConsumerMember(member_id), [])
    return replacement(group, owner, member_id)


def _read(metadata: bytes) -> Subscription:
    try:
        return read_subscription(metadata)
    except DecodeError:
        raise ApiError(ErrorCode.INCONSISTENT_GROUP_PROTOCOL) from None


def _profile(known: Profile, call: JoinCall, subscription: Subscription) -> Profile:
    """The member with what its client declares now."""
    timeout_ms = call.rebalance_timeout_ms
    return known._replace(
        instance_id=call.group_instance_id or known.instance_id,
        rack_id=subscription.rack_id or known.rack_id,
        client_id=call.client_id,
        client_host=call.client_host,
        topic_names=tuple(sorted({*subscription.topics})),
        topic_regex=NO_REGEX,
        rebalance_timeout_ms=known.rebalance_timeout_ms if timeout_ms == -1 else timeout_ms,
        classic=ClassicSide(call.session_timeout_ms, call.protocols),
    )


def _finish_downgrade(change: Change, owned: Owned) -> None:
    """Make the group a classic one: the last member of the new protocol is replaced.

    If the target assignment is of the current group epoch, the other members keep their
    partitions; otherwise a rebalance begins.
    """
    shard, group, now_ms = change.shard, change.group, change.now_ms
    is_stale = change.epoch > group.assignment_epoch
    if not is_stale:
        change.find_target()
        change.reconcile(owned)
    joining = (change.member, change.profile)
    owner_id = change.replaced or change.member.member_id
    planned, records = downgraded(shard, group, [group.members[owner_id]], now_ms, joining=joining)
    classic = become_classic(shard, planned, [*change.records, *records], now_ms)
    if is_stale:
        prepare(shard, classic, now_ms)
