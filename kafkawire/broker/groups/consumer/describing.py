"""What ConsumerGroupDescribe tells of a group (groups D.10)."""

from __future__ import annotations

from kafkawire.broker.groups.consumer.lookup import existing_group
from kafkawire.broker.security.authorizer import Operation
from kafkawire.java_order import java_hash_order, timeline_order
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError
from kafkawire.protocol.messages.consumer_group_describe_response import (
    ConsumerGroupDescribeResponse,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from kafkawire.broker.groups.consumer.group import ConsumerGroup
    from kafkawire.broker.groups.consumer.member import ConsumerMember
    from kafkawire.broker.groups.shard import GroupShard
    from kafkawire.broker.metadata.image import MetadataImage
    from kafkawire.broker.security.access import Access

    Described = ConsumerGroupDescribeResponse.DescribedGroup

CLASSIC_MEMBER = 0
CONSUMER_MEMBER = 1

HIDDEN_TOPICS_TEXT = (
    "The group has described topic(s) that the client is not authorized to describe."
)


def describe(shard: GroupShard, group_id: str, access: Access | None) -> Described:
    """A group with its members; raises `ApiError` if there is none of that name (D-100)."""
    group = existing_group(shard, group_id)
    default = shard.settings.consumer_assignors[0]
    described = ConsumerGroupDescribeResponse.DescribedGroup(
        group_id=group_id,
        group_state=group.state_name,
        group_epoch=group.epoch,
        assignment_epoch=group.assignment_epoch,
        assignor_name=group.preferred_assignor() or default,
        members=[
            _member(group, group.members[member_id], shard.metadata)
            for member_id in timeline_order(group.members)
        ],
    )
    if access is not None:
        _check_rights(described, access)
    return described


def _check_rights(described: Described, access: Access) -> None:
    """Who may not see all the topics is told nothing of the group (groups D-102)."""
    names = {
        topic.topic_name
        for member in described.members
        for assignment in (member.assignment, member.target_assignment)
        for topic in assignment.topic_partitions
    }
    if not all(access.to_topic(Operation.DESCRIBE, name) for name in sorted(names)):
        raise ApiError(ErrorCode.TOPIC_AUTHORIZATION_FAILED, HIDDEN_TOPICS_TEXT)


def _member(
    group: ConsumerGroup, member: ConsumerMember, metadata: MetadataImage
) -> ConsumerGroupDescribeResponse.Member:
    profile, current = member.profile, member.current
    held: dict[bytes, list[int]] = {}
    for partitions in (current.assigned, current.pending_revocation):
        for topic_id in java_hash_order(partitions):
            held.setdefault(topic_id, []).extend(java_hash_order(partitions[topic_id]))
    return ConsumerGroupDescribeResponse.Member(
        member_id=member.member_id,
        instance_id=profile.instance_id,
        rack_id=profile.rack_id,
        member_epoch=current.epoch,
        client_id=profile.client_id,
        client_host=profile.client_host,
        subscribed_topic_names=list(profile.topic_names),
        subscribed_topic_regex=profile.topic_regex,
        assignment=_assignment(held, metadata),
        target_assignment=_assignment(group.target_of(member.member_id, None), metadata),
        member_type=CLASSIC_MEMBER if member.is_classic else CONSUMER_MEMBER,
    )


def _assignment(
    partitions: Mapping[bytes, Iterable[int]], metadata: MetadataImage
) -> ConsumerGroupDescribeResponse.Assignment:
    """Partitions by topic; topics that are deleted are left out."""
    names = metadata.topics_by_id
    return ConsumerGroupDescribeResponse.Assignment(
        topic_partitions=[
            ConsumerGroupDescribeResponse.TopicPartitions(
                topic_id=topic_id,
                topic_name=names[topic_id].name,
                partitions=list(partitions[topic_id]),
            )
            for topic_id in java_hash_order(partitions)
            if topic_id in names
        ]
    )
