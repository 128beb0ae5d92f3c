"""How members leave a group: for good, for a while, or because they are taken out (groups D.8)."""

from __future__ import annotations

from kafkawire.broker.groups.consumer.downgrade import downgrade, downgrades_without
from kafkawire.broker.groups.consumer.lookup import existing_group, known_member, owner_of
from kafkawire.broker.groups.consumer.member import (
    LEAVING_STATIC_EPOCH,
    NOTHING,
    CurrentAssignment,
)
from kafkawire.broker.groups.consumer.metadata_hash import hash_of
from kafkawire.broker.groups.consumer.records import (
    current_record,
    epoch_record,
    member_tombstones,
    regex_record,
    target_epoch_record,
)
from kafkawire.protocol.messages.consumer_group_heartbeat_response import (
    ConsumerGroupHeartbeatResponse,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from kafkawire.broker.groups.consumer.group import ConsumerGroup
    from kafkawire.broker.groups.consumer.member import ConsumerMember, Partitions
    from kafkawire.broker.groups.records import Record
    from kafkawire.broker.groups.shard import GroupShard
    from kafkawire.protocol.messages.consumer_group_heartbeat_request import (
        ConsumerGroupHeartbeatRequest,
    )

AT_ZERO = 0
"""The assignment epoch of partitions that wait for a static member to come back (D-71)."""


def leave(
    shard: GroupShard, request: ConsumerGroupHeartbeatRequest, now_ms: int
) -> ConsumerGroupHeartbeatResponse:
    """A member says that it leaves (groups D-70).

    Raises `ApiError`: GROUP_ID_NOT_FOUND, UNKNOWN_MEMBER_ID, FENCED_INSTANCE_ID.
    """
    group = existing_group(shard, request.group_id)
    instance_id = request.instance_id
    if instance_id is None:
        member = known_member(group, request.member_id)
    else:
        member = owner_of(group, request.member_id, instance_id)
    if request.member_epoch == LEAVING_STATIC_EPOCH:
        _leave_for_a_while(shard, group, member, now_ms)
    else:
        remove(shard, group, [member], now_ms)
    return ConsumerGroupHeartbeatResponse(
        member_id=request.member_id, member_epoch=request.member_epoch
    )


def _leave_for_a_while(
    shard: GroupShard, group: ConsumerGroup, member: ConsumerMember, now_ms: int
) -> None:
    """A static member keeps its place and its partitions until its session ends (groups D-71)."""
    current = CurrentAssignment(
        LEAVING_STATIC_EPOCH,
        member.current.previous_epoch,
        member.current.state,
        _at_zero(member.current.assigned),
        NOTHING,
    )
    record = current_record(group.group_id, member.member_id, current)
    shard.log.append([record], now_ms)


def _at_zero(partitions: Partitions) -> Partitions:
    return {topic_id: dict.fromkeys(epochs, AT_ZERO) for topic_id, epochs in partitions.items()}


def remove(
    shard: GroupShard, group: ConsumerGroup, members: Sequence[ConsumerMember], now_ms: int
) -> None:
    """Take members out of their group; their partitions are free at once (groups D-75).

    If only classic members stay, the group becomes a classic one (D-96). Raises `ApiError` if it
    cannot be written.
    """
    if downgrades_without(shard, group, members):
        downgrade(shard, group, members, now_ms)
        return
    shard.log.append(removal(shard, group, members), now_ms)


def removal(
    shard: GroupShard, group: ConsumerGroup, members: Sequence[ConsumerMember]
) -> list[Record]:
    """The records after which the members are gone (groups A-12).

    A group without members has nothing to be assigned, so its target is up to date.
    """
    group_id = group.group_id
    found: list[Record] = []
    for member in members:
        found += member_tombstones(group_id, member.member_id)
    profiles = [member.profile for member in members]
    subscriptions, dropped = group.subscriptions.changed(profiles, [])
    found += [regex_record(group_id, regex, None) for regex in dropped]
    metadata_hash = hash_of(subscriptions.topics, shard.metadata)
    epoch = group.epoch + 1
    found.append(epoch_record(group_id, epoch, metadata_hash))
    if len(members) == len(group.members):
        found.append(target_epoch_record(group_id, epoch, 0))
    return found
