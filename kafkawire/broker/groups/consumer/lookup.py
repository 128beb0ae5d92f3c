"""Which group and which member a heartbeat speaks for (groups D.2).

A group or a member that the request brings about is only thought of here: it is a group or a member
of its own, with the records after which the coordinator has the same.
"""

from __future__ import annotations

from typing import NamedTuple

from kafkawire.broker.groups.classic_group import ClassicGroup
from kafkawire.broker.groups.consumer.group import ConsumerGroup
from kafkawire.broker.groups.consumer.member import (
    LEAVING_STATIC_EPOCH,
    NEW_MEMBER_EPOCH,
    ConsumerMember,
)
from kafkawire.broker.groups.consumer.records import (
    current_record,
    member_record,
    member_tombstones,
    target_record,
)
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kafkawire.broker.groups.records import Record
    from kafkawire.broker.groups.shard import GroupShard
    from kafkawire.protocol.messages.consumer_group_heartbeat_request import (
        ConsumerGroupHeartbeatRequest,
    )

FENCED_TEXT = (
    "The consumer group member has a {} member epoch ({}) than the one known by the group "
    "coordinator ({}). The member must abandon all its partitions and rejoin."
)


class FoundGroup(NamedTuple):
    """A group, and the records that make it, if it is new.

    `upgraded` is the classic group that it was, if that has members.
    """

    group: ConsumerGroup
    records: list[Record]
    upgraded: ClassicGroup | None = None


class FoundMember(NamedTuple):
    """A member as it is before the request, and the records that make it so.

    `replaced` is the id of a static member that it takes the place of.
    """

    member: ConsumerMember
    records: list[Record]
    replaced: str | None = None


# The group


def find_group(shard: GroupShard, group_id: str, *, creates: bool) -> FoundGroup:
    """The consumer group of that name; with `creates` a new one where there is room (D-11).

    A classic group with members becomes one, members and all, if it can (D-90). Raises `ApiError`
    with GROUP_ID_NOT_FOUND.
    """
    group = shard.groups.get(group_id)
    if isinstance(group, ConsumerGroup):
        return FoundGroup(group, [])
    if group is None:
        if creates:
            return FoundGroup(ConsumerGroup(group_id), [])
        raise ApiError(ErrorCode.GROUP_ID_NOT_FOUND, f"Consumer group {group_id} not found.")
    if creates and isinstance(group, ClassicGroup):
        if group.is_empty:
            return FoundGroup(ConsumerGroup(group_id), [*group.tombstones()])
        from kafkawire.broker.groups.consumer.upgrade import upgraded

        return FoundGroup(*upgraded(shard, group), group)
    raise not_a_consumer_group(group_id)


def not_a_consumer_group(group_id: str) -> ApiError:
    """A group of that name speaks another protocol."""
    return ApiError(ErrorCode.GROUP_ID_NOT_FOUND, f"Group {group_id} is not a consumer group.")


def existing_group(shard: GroupShard, group_id: str) -> ConsumerGroup:
    """The group that somebody leaves or looks at; raises `ApiError` as `find_group` does (D-70)."""
    group = shard.groups.get(group_id)
    if group is None:
        raise ApiError(ErrorCode.GROUP_ID_NOT_FOUND, f"Group {group_id} not found.")
    if not isinstance(group, ConsumerGroup):
        raise not_a_consumer_group(group_id)
    return group


def check_capacity(
    shard: GroupShard, group: ConsumerGroup, member_id: str, instance_id: str | None
) -> None:
    """Raises `ApiError` for one member too many (groups D-12)."""
    most = shard.settings.consumer_max_size
    if len(group.members) < most or (member_id and member_id in group.members):
        return
    if instance_id in group.static_members:
        return
    raise ApiError(
        ErrorCode.GROUP_MAX_SIZE_REACHED,
        f"The consumer group has reached its maximum capacity of {most} members.",
    )


# The member


def find_member(
    group: ConsumerGroup, member_id: str, request: ConsumerGroupHeartbeatRequest
) -> FoundMember:
    """The member, new or known, that a heartbeat is of (groups D-13 to D-16).

    Raises `ApiError`: UNKNOWN_MEMBER_ID, UNRELEASED_INSTANCE_ID, FENCED_INSTANCE_ID,
    FENCED_MEMBER_EPOCH.
    """
    joins = request.member_epoch == NEW_MEMBER_EPOCH
    instance_id = request.instance_id
    if instance_id is not None:
        if joins:
            return _static_member(group, member_id, instance_id)
        member = owner_of(group, member_id, instance_id)
    else:
        known = group.members.get(member_id)
        if known is None and joins:
            return FoundMember(ConsumerMember(member_id), [])
        member = known if known is not None else known_member(group, member_id)
    if request.member_epoch != member.current.epoch and not joins:
        _check_epoch(member, request)
    return FoundMember(member, [])


def known_member(group: ConsumerGroup, member_id: str) -> ConsumerMember:
    """The member of that id; raises `ApiError` with UNKNOWN_MEMBER_ID."""
    member = group.members.get(member_id)
    if member is None:
        raise ApiError(
            ErrorCode.UNKNOWN_MEMBER_ID,
            f"Member {member_id} is not a member of group {group.group_id}.",
        )
    return member


def owner_of(group: ConsumerGroup, member_id: str, instance_id: str) -> ConsumerMember:
    """The member that goes by a static name, if its id is that (groups D-15).

    Raises `ApiError` with UNKNOWN_MEMBER_ID or FENCED_INSTANCE_ID.
    """
    owner = group.static_members.get(instance_id)
    if owner is None:
        raise ApiError(ErrorCode.UNKNOWN_MEMBER_ID, f"Instance id {instance_id} is unknown.")
    if owner != member_id:
        raise ApiError(
            ErrorCode.FENCED_INSTANCE_ID,
            f"Static member {member_id} with instance id {instance_id} was fenced by member "
            f"{owner}.",
        )
    return group.members[owner]


def _static_member(group: ConsumerGroup, member_id: str, instance_id: str) -> FoundMember:
    """A static member joins: as a new one, or in the place of one that has left (D-14)."""
    owner_id = group.static_members.get(instance_id)
    if owner_id is None:
        known = group.members.get(member_id)
        return FoundMember(ConsumerMember(member_id) if known is None else known, [])
    owner = group.members[owner_id]
    if owner.current.epoch != LEAVING_STATIC_EPOCH and not owner.is_classic:
        raise ApiError(
            ErrorCode.UNRELEASED_INSTANCE_ID,
            f"Static member {member_id} with instance id {instance_id} cannot join the group "
            f"because the instance id is owned by {owner_id} member.",
        )
    return replacement(group, owner, member_id)


def replacement(group: ConsumerGroup, owner: ConsumerMember, member_id: str) -> FoundMember:
    """A member that takes the place of another, under its own id, and begins at epoch 0."""
    current = owner.current._replace(epoch=NEW_MEMBER_EPOCH, previous_epoch=NEW_MEMBER_EPOCH)
    member = ConsumerMember(member_id, owner.profile, current)
    group_id = group.group_id
    records: list[Record] = [
        *member_tombstones(group_id, owner.member_id),
        member_record(group_id, member_id, member.profile),
        target_record(group_id, member_id, group.target_of(owner.member_id, None)),
        current_record(group_id, member_id, current),
    ]
    return FoundMember(member, records, owner.member_id)


def _check_epoch(member: ConsumerMember, request: ConsumerGroupHeartbeatRequest) -> None:
    """An epoch that is not the member's own is good if its answer may have been lost (D-16).

    Then the client goes by the epoch before, and owns no more than the member has now.
    """
    epoch, known = request.member_epoch, member.current
    if epoch > known.epoch:
        raise ApiError(
            ErrorCode.FENCED_MEMBER_EPOCH, FENCED_TEXT.format("greater", epoch, known.epoch)
        )
    owned = request.topic_partitions
    if epoch == known.previous_epoch and owned is not None:
        assigned = known.assigned
        if all(assigned.get(each.topic_id, {}).keys() >= {*each.partitions} for each in owned):
            return
    raise ApiError(ErrorCode.FENCED_MEMBER_EPOCH, FENCED_TEXT.format("smaller", epoch, known.epoch))
