"""ConsumerGroupHeartbeat: a member joins, lives, says what it owns, hears what it has (KIP-848).

One request may create the group and the member, change what the member reads, begin another epoch,
compute the targets and bring the member closer to its own; `Change` has the parts and their order.
Most heartbeats do none of that: the member is settled, says nothing, and only its session begins
anew (`_is_quiet`).
"""

from __future__ import annotations

from kafkawire.broker.groups.consumer import regexes
from kafkawire.broker.groups.consumer.change import Change
from kafkawire.broker.groups.consumer.configs import heartbeat_interval_ms
from kafkawire.broker.groups.consumer.leaving import leave
from kafkawire.broker.groups.consumer.lookup import (
    check_capacity,
    find_group,
    find_member,
)
from kafkawire.broker.groups.consumer.member import NEW_MEMBER_EPOCH, MemberState
from kafkawire.broker.groups.consumer.timers import follow_revocation, restart_session
from kafkawire.java_order import java_hash_order
from kafkawire.protocol.messages.consumer_group_heartbeat_response import (
    ConsumerGroupHeartbeatResponse,
)
from kafkawire.protocol.uuids import random_id

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kafkawire.broker.context import RequestContext
    from kafkawire.broker.groups.classic_group import ClassicGroup
    from kafkawire.broker.groups.consumer.group import ConsumerGroup
    from kafkawire.broker.groups.consumer.lookup import FoundGroup
    from kafkawire.broker.groups.consumer.member import ConsumerMember, Partitions, Profile
    from kafkawire.broker.groups.consumer.reconciliation import Owned
    from kafkawire.broker.groups.shard import GroupShard
    from kafkawire.broker.security.access import Access
    from kafkawire.protocol.messages.consumer_group_heartbeat_request import (
        ConsumerGroupHeartbeatRequest,
    )


def heartbeat(
    shard: GroupShard,
    request: ConsumerGroupHeartbeatRequest,
    context: RequestContext,
    access: Access | None,
) -> ConsumerGroupHeartbeatResponse:
    """Serve a heartbeat that is well-formed; `access` is the client's, for what it may see.

    Raises `ApiError`: see `lookup` and `regexes`, or if it cannot be written.
    """
    now_ms = context.now_ms
    epoch = request.member_epoch
    if epoch < NEW_MEMBER_EPOCH:
        return leave(shard, request, now_ms)
    found = find_group(shard, request.group_id, creates=epoch == NEW_MEMBER_EPOCH)
    group = found.group
    check_capacity(shard, group, request.member_id, request.instance_id)
    if epoch > NEW_MEMBER_EPOCH:
        member = find_member(group, request.member_id, request).member
        if _is_quiet(group, member, request, context) and not regexes.are_due(
            shard, group, group.subscriptions.regexes, now_ms
        ):
            restart_session(shard, group, member, now_ms)
            return _response(shard, group, member)
    return _change(shard, found, request, context, access)


def _is_quiet(
    group: ConsumerGroup,
    member: ConsumerMember,
    request: ConsumerGroupHeartbeatRequest,
    context: RequestContext,
) -> bool:
    """Whether nothing is new: neither with the member, nor with its group, nor in the request.

    What it owns does not matter then, because there is nothing that it must give back.
    """
    current, profile = member.current, member.profile
    return (
        request.subscribed_topic_names is None
        and request.subscribed_topic_regex is None
        and request.server_assignor is None
        and request.rack_id is None
        and request.rebalance_timeout_ms == -1
        and current.state is MemberState.STABLE
        and current.epoch == group.epoch == group.assignment_epoch
        and context.now_ms < group.metadata_deadline_ms
        and profile.classic is None
        and (request.instance_id is None or request.instance_id == profile.instance_id)
        and context.client_id == profile.client_id
        and f"/{context.connection.client_host}" == profile.client_host
    )


def _change(
    shard: GroupShard,
    found: FoundGroup,
    request: ConsumerGroupHeartbeatRequest,
    context: RequestContext,
    access: Access | None,
) -> ConsumerGroupHeartbeatResponse:
    member_id = request.member_id or random_id(shard.random)
    member = find_member(found.group, member_id, request)
    profile = _updated(member.member.profile, request, context)
    change = Change(shard, found, member, profile, context.now_ms)
    has_new_topics = regexes.gives_topics(change) or change.has_new_names
    wanted = change.subscriptions.regexes
    looks_up = regexes.are_due(shard, found.group, wanted, context.now_ms)
    change.follow_metadata(has_reason=has_new_topics or change.has_new_assignor)
    change.find_target()
    change.reconcile(_owned(request))
    known = member.member.current
    group = change.write()
    if found.upgraded is not None:
        _finish_upgrade(shard, found.upgraded, group, context.now_ms)
    live = group.members[member_id]
    live.stop_classic_timers()
    restart_session(shard, group, live, context.now_ms)
    if change.current != known:
        follow_revocation(shard, group, live, context.now_ms)
    if looks_up:
        regexes.look_up(shard, group, wanted, access, context.now_ms)
    tells = _is_full(request) or change.current.assigned != known.assigned
    return _response(shard, group, live, live.current.assigned if tells else None)


def _finish_upgrade(
    shard: GroupShard, classic: ClassicGroup, group: ConsumerGroup, now_ms: int
) -> None:
    from kafkawire.broker.groups.consumer.upgrade import finish_upgrade

    finish_upgrade(shard, classic, group, now_ms)


def _updated(
    known: Profile, request: ConsumerGroupHeartbeatRequest, context: RequestContext
) -> Profile:
    """What the member says of itself now; what is null or -1 is as before (groups D-20)."""
    names, regex = request.subscribed_topic_names, request.subscribed_topic_regex
    timeout_ms = request.rebalance_timeout_ms
    return known._replace(
        instance_id=_or(request.instance_id, known.instance_id),
        rack_id=_or(request.rack_id, known.rack_id),
        client_id=context.client_id,
        client_host=f"/{context.connection.client_host}",
        topic_names=known.topic_names if names is None else tuple(sorted({*names})),
        topic_regex=known.topic_regex if regex is None else regex,
        rebalance_timeout_ms=known.rebalance_timeout_ms if timeout_ms == -1 else timeout_ms,
        server_assignor=_or(request.server_assignor, known.server_assignor),
        classic=None,
    )


def _or(said: str | None, known: str | None) -> str | None:
    return known if said is None else said


def _owned(request: ConsumerGroupHeartbeatRequest) -> Owned | None:
    if request.topic_partitions is None:
        return None
    owned: dict[bytes, set[int]] = {}
    for each in request.topic_partitions:
        owned.setdefault(each.topic_id, set()).update(each.partitions)
    return {topic_id: frozenset(indexes) for topic_id, indexes in owned.items()}


def _is_full(request: ConsumerGroupHeartbeatRequest) -> bool:
    """Whether the client says everything, and so is to hear everything (groups D-61)."""
    if request.member_epoch == NEW_MEMBER_EPOCH:
        return True
    says_topics = (
        request.subscribed_topic_names is not None or request.subscribed_topic_regex is not None
    )
    return (
        request.rebalance_timeout_ms != -1
        and says_topics
        and (request.topic_partitions is not None)
    )


def _response(
    shard: GroupShard,
    group: ConsumerGroup,
    member: ConsumerMember,
    assigned: Partitions | None = None,
) -> ConsumerGroupHeartbeatResponse:
    """What the member is to know; its partitions only if there is reason to tell."""
    return ConsumerGroupHeartbeatResponse(
        member_id=member.member_id,
        member_epoch=member.current.epoch,
        heartbeat_interval_ms=heartbeat_interval_ms(shard, group.group_id),
        assignment=None if assigned is None else _assignment(assigned),
    )


def _assignment(assigned: Partitions) -> ConsumerGroupHeartbeatResponse.Assignment:
    return ConsumerGroupHeartbeatResponse.Assignment(
        topic_partitions=[
            ConsumerGroupHeartbeatResponse.TopicPartitions(
                topic_id=topic_id, partitions=java_hash_order(assigned[topic_id], int)
            )
            for topic_id in java_hash_order(assigned)
        ]
    )
