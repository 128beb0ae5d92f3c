"""A classic group becomes a consumer group, members and all (groups D-90, D-91).

The generation becomes the epoch of everything. What the leader assigned last is both what each
member has and what it is to have, so nothing moves by the conversion itself; the heartbeat that
brought it about begins the next epoch. (Kafka's `convertToConsumerGroup`.)
"""

from __future__ import annotations

from typing import NamedTuple

from kafkawire.broker.groups.consumer.embedded import (
    by_topic_id,
    read_assignment,
    read_subscription,
)
from kafkawire.broker.groups.consumer.group import ConsumerGroup
from kafkawire.broker.groups.consumer.member import (
    ClassicSide,
    CurrentAssignment,
    MemberState,
    Profile,
)
from kafkawire.broker.groups.consumer.metadata_hash import hash_of
from kafkawire.broker.groups.consumer.records import (
    current_record,
    epoch_record,
    member_record,
    target_epoch_record,
    target_record,
)
from kafkawire.broker.groups.consumer.timers import restart_classic_session
from kafkawire.broker.groups.parked_calls import refuse_join, refuse_sync
from kafkawire.broker.groups.subscription import CONSUMER_PROTOCOL_TYPE
from kafkawire.java_order import timeline_order
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError, DecodeError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kafkawire.broker.groups.classic_group import ClassicGroup
    from kafkawire.broker.groups.consumer.assignors import Target
    from kafkawire.broker.groups.member import ClassicMember
    from kafkawire.broker.groups.records import ConsumerRecord, Record
    from kafkawire.broker.groups.shard import GroupShard

REFUSAL = "Cannot upgrade classic group {} to consumer group because {}."
DISABLED = "online upgrade is disabled"
OTHER_PROTOCOL = "the group does not use the consumer embedded protocol"
TOO_LARGE = "the group size exceeds the consumer group maximum size"
MALFORMED = "the embedded consumer protocol is malformed"
CUSTOM_ASSIGNOR = (
    "an unsupported custom assignor is in use. Please refer to the documentation or switch to a "
    "default assignor before re-attempting the upgrade"
)

NEVER_MS = 0
"""The time of a target that no assignor has computed: the next one may be computed at once."""


class _Converted(NamedTuple):
    """A member as it will be."""

    member_id: str
    profile: Profile
    target: Target


def upgraded(shard: GroupShard, classic: ClassicGroup) -> tuple[ConsumerGroup, list[Record]]:
    """The consumer group that a classic group would be, and the records that make it so.

    Raises `ApiError` with GROUP_ID_NOT_FOUND if it cannot be one.
    """
    _check(shard, classic)
    members = _converted(shard, classic)
    epoch, group_id = classic.generation, classic.group_id
    topics = {name for member in members for name in member.profile.topic_names}
    records: list[ConsumerRecord] = [
        *(member_record(group_id, each.member_id, each.profile) for each in members),
        epoch_record(group_id, epoch, hash_of(topics, shard.metadata)),
        *(target_record(group_id, each.member_id, each.target) for each in members),
        target_epoch_record(group_id, epoch, NEVER_MS),
        *(current_record(group_id, each.member_id, _current(each, epoch)) for each in members),
    ]
    group = ConsumerGroup(group_id)
    for record in records:
        group.apply(record)
    return group, [*classic.tombstones(), *records]


def _check(shard: GroupShard, classic: ClassicGroup) -> None:
    settings = shard.settings
    if not settings.migration_policy.allows_upgrade:
        raise _refused(classic, DISABLED)
    if classic.protocol_type != CONSUMER_PROTOCOL_TYPE:
        raise _refused(classic, OTHER_PROTOCOL)
    if len(classic.members) > settings.consumer_max_size:
        raise _refused(classic, TOO_LARGE)


def _refused(classic: ClassicGroup, reason: str) -> ApiError:
    return ApiError(ErrorCode.GROUP_ID_NOT_FOUND, REFUSAL.format(classic.group_id, reason))


def _converted(shard: GroupShard, classic: ClassicGroup) -> list[_Converted]:
    """The members, in the order of the table that Kafka puts them into."""
    try:
        found = {
            member.member_id: _convert(shard, classic, member)
            for member in classic.ordered_members()
        }
    except DecodeError:
        raise _refused(classic, MALFORMED) from None
    return [found[member_id] for member_id in timeline_order(found)]


def _convert(shard: GroupShard, classic: ClassicGroup, member: ClassicMember) -> _Converted:
    assignment = read_assignment(member.assignment)
    if assignment.user_data:
        raise _refused(classic, CUSTOM_ASSIGNOR)
    # A group whose first generation is not complete has no protocol yet.
    protocol = classic.select_protocol() if classic.protocol is None else classic.protocol
    subscription = read_subscription(member.metadata(protocol))
    profile = Profile(
        instance_id=member.group_instance_id,
        rack_id=subscription.rack_id,
        client_id=member.client_id,
        client_host=member.client_host,
        topic_names=tuple(sorted({*subscription.topics})),
        rebalance_timeout_ms=member.rebalance_timeout_ms,
        classic=ClassicSide(member.session_timeout_ms, member.protocols),
    )
    return _Converted(member.member_id, profile, by_topic_id(assignment.partitions, shard.metadata))


def _current(member: _Converted, epoch: int) -> CurrentAssignment:
    assigned = {
        topic_id: dict.fromkeys(indexes, epoch)
        for topic_id, indexes in member.target.items()
        if indexes
    }
    return CurrentAssignment(epoch, epoch, MemberState.STABLE, assigned)


def finish_upgrade(
    shard: GroupShard, classic: ClassicGroup, group: ConsumerGroup, now_ms: int
) -> None:
    """The records are written: whoever waits is to rejoin, and all sessions begin anew."""
    for member in classic.ordered_members():
        code = ErrorCode.REBALANCE_IN_PROGRESS
        refuse_join(shard, classic, member, code, member.member_id)
        refuse_sync(shard, member, code)
        live = group.members.get(member.member_id)
        if live is not None and live.is_classic:
            restart_classic_session(shard, group, live, now_ms)
