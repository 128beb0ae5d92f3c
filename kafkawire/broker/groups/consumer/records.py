"""The records of `__consumer_offsets` that consumer groups are made of (groups A-2).

    3   the group: its epoch, and a hash of the metadata of the topics that it reads
    4   not written any more, but for its tombstone
    5   a member: what it said of itself
    6   the target assignment: of which epoch it is
    7   a member's target
    8   a member's current assignment
    16  what topics a regular expression resolved to

Values are of version 0, all of them. Topics and partitions stand in the order of Java's hash
tables, as in Apache Kafka's records.
"""

from __future__ import annotations

from kafkawire.broker.groups.consumer.member import (
    NOTHING,
    STATES,
    ClassicSide,
    CurrentAssignment,
    MemberState,
    Partitions,
    Profile,
)
from kafkawire.broker.groups.records import ConsumerRecord
from kafkawire.java_order import java_hash_order
from kafkawire.protocol.messages.consumer_group_current_member_assignment_key import (
    ConsumerGroupCurrentMemberAssignmentKey,
)
from kafkawire.protocol.messages.consumer_group_current_member_assignment_value import (
    ConsumerGroupCurrentMemberAssignmentValue,
)
from kafkawire.protocol.messages.consumer_group_member_metadata_key import (
    ConsumerGroupMemberMetadataKey,
)
from kafkawire.protocol.messages.consumer_group_member_metadata_value import (
    ConsumerGroupMemberMetadataValue,
)
from kafkawire.protocol.messages.consumer_group_metadata_key import ConsumerGroupMetadataKey
from kafkawire.protocol.messages.consumer_group_metadata_value import ConsumerGroupMetadataValue
from kafkawire.protocol.messages.consumer_group_partition_metadata_key import (
    ConsumerGroupPartitionMetadataKey,
)
from kafkawire.protocol.messages.consumer_group_regular_expression_key import (
    ConsumerGroupRegularExpressionKey,
)
from kafkawire.protocol.messages.consumer_group_regular_expression_value import (
    ConsumerGroupRegularExpressionValue,
)
from kafkawire.protocol.messages.consumer_group_target_assignment_member_key import (
    ConsumerGroupTargetAssignmentMemberKey,
)
from kafkawire.protocol.messages.consumer_group_target_assignment_member_value import (
    ConsumerGroupTargetAssignmentMemberValue,
)
from kafkawire.protocol.messages.consumer_group_target_assignment_metadata_key import (
    ConsumerGroupTargetAssignmentMetadataKey,
)
from kafkawire.protocol.messages.consumer_group_target_assignment_metadata_value import (
    ConsumerGroupTargetAssignmentMetadataValue,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kafkawire.broker.groups.consumer.assignors import Target

_MemberValue = ConsumerGroupMemberMetadataValue
_CurrentValue = ConsumerGroupCurrentMemberAssignmentValue
_TargetValue = ConsumerGroupTargetAssignmentMemberValue


# The group


def epoch_record(group_id: str, epoch: int, metadata_hash: int) -> ConsumerRecord:
    """The group's epoch."""
    value = ConsumerGroupMetadataValue(epoch=epoch, metadata_hash=metadata_hash)
    return ConsumerRecord(ConsumerGroupMetadataKey(group_id=group_id), value)


def epoch_tombstone(group_id: str) -> ConsumerRecord:
    """The end of the group."""
    return ConsumerRecord(ConsumerGroupMetadataKey(group_id=group_id), None)


def partition_metadata_tombstone(group_id: str) -> ConsumerRecord:
    """The end of a record that only earlier versions of Kafka wrote."""
    return ConsumerRecord(ConsumerGroupPartitionMetadataKey(group_id=group_id), None)


def target_epoch_record(group_id: str, epoch: int, timestamp_ms: int) -> ConsumerRecord:
    """The epoch that the targets are of, and when they were computed; 0 if they were not."""
    value = ConsumerGroupTargetAssignmentMetadataValue(
        assignment_epoch=epoch, assignment_timestamp=timestamp_ms
    )
    return ConsumerRecord(ConsumerGroupTargetAssignmentMetadataKey(group_id=group_id), value)


def target_epoch_tombstone(group_id: str) -> ConsumerRecord:
    """There are no targets."""
    return ConsumerRecord(ConsumerGroupTargetAssignmentMetadataKey(group_id=group_id), None)


# Members


def member_record(group_id: str, member_id: str, profile: Profile) -> ConsumerRecord:
    """What a member said of itself."""
    value = _MemberValue(
        instance_id=profile.instance_id,
        rack_id=profile.rack_id,
        client_id=profile.client_id,
        client_host=profile.client_host,
        subscribed_topic_names=list(profile.topic_names),
        subscribed_topic_regex=profile.topic_regex,
        rebalance_timeout_ms=profile.rebalance_timeout_ms,
        server_assignor=profile.server_assignor,
        classic_member_metadata=_classic_value(profile.classic),
    )
    key = ConsumerGroupMemberMetadataKey(group_id=group_id, member_id=member_id)
    return ConsumerRecord(key, value)


def _classic_value(classic: ClassicSide | None) -> _MemberValue.ClassicMemberMetadata | None:
    if classic is None:
        return None
    return _MemberValue.ClassicMemberMetadata(
        session_timeout_ms=classic.session_timeout_ms,
        supported_protocols=[
            _MemberValue.ClassicProtocol(name=name, metadata=metadata)
            for name, metadata in classic.protocols
        ],
    )


def profile_of(value: _MemberValue) -> Profile:
    """What a member record says."""
    classic = value.classic_member_metadata
    return Profile(
        instance_id=value.instance_id,
        rack_id=value.rack_id,
        client_id=value.client_id,
        client_host=value.client_host,
        topic_names=tuple(value.subscribed_topic_names),
        topic_regex=value.subscribed_topic_regex or "",
        rebalance_timeout_ms=value.rebalance_timeout_ms,
        server_assignor=value.server_assignor,
        classic=None
        if classic is None
        else ClassicSide(
            classic.session_timeout_ms,
            tuple((each.name, bytes(each.metadata)) for each in classic.supported_protocols),
        ),
    )


def target_record(group_id: str, member_id: str, target: Target) -> ConsumerRecord:
    """What a member is to have."""
    value = _TargetValue(
        topic_partitions=[
            _TargetValue.TopicPartition(topic_id=topic_id, partitions=partitions)
            for topic_id, partitions in target.items()
        ]
    )
    key = ConsumerGroupTargetAssignmentMemberKey(group_id=group_id, member_id=member_id)
    return ConsumerRecord(key, value)


def target_of(value: _TargetValue) -> Target:
    """What a target's record says."""
    return {each.topic_id: tuple(each.partitions) for each in value.topic_partitions}


def current_record(group_id: str, member_id: str, current: CurrentAssignment) -> ConsumerRecord:
    """What a member has, and what it is to give back."""
    value = _CurrentValue(
        member_epoch=current.epoch,
        previous_member_epoch=current.previous_epoch,
        state=int(current.state),
        assigned_partitions=_with_epochs(current.assigned),
        partitions_pending_revocation=_with_epochs(current.pending_revocation),
    )
    key = ConsumerGroupCurrentMemberAssignmentKey(group_id=group_id, member_id=member_id)
    return ConsumerRecord(key, value)


def _with_epochs(partitions: Partitions) -> list[_CurrentValue.TopicPartitions]:
    found = []
    for topic_id in java_hash_order(partitions):
        epochs = partitions[topic_id]
        indexes = java_hash_order(epochs, int)
        found.append(
            _CurrentValue.TopicPartitions(
                topic_id=topic_id,
                partitions=indexes,
                assignment_epochs=[epochs[index] for index in indexes],
            )
        )
    return found


def current_of(value: _CurrentValue) -> CurrentAssignment:
    """What an assignment record says."""
    epoch = value.member_epoch
    return CurrentAssignment(
        epoch,
        value.previous_member_epoch,
        STATES.get(value.state, MemberState.UNKNOWN),
        _partitions_of(value.assigned_partitions, epoch),
        _partitions_of(value.partitions_pending_revocation, epoch),
    )


def _partitions_of(topics: list[_CurrentValue.TopicPartitions], member_epoch: int) -> Partitions:
    """Without epochs of their own, partitions have the member's (groups A-24)."""
    if not topics:
        return NOTHING
    found: Partitions = {}
    for topic in topics:
        epochs = topic.assignment_epochs
        if epochs is None or len(epochs) != len(topic.partitions):
            epochs = [max(member_epoch, 0)] * len(topic.partitions)
        found[topic.topic_id] = dict(zip(topic.partitions, epochs, strict=True))
    return found


def member_tombstones(group_id: str, member_id: str) -> list[ConsumerRecord]:
    """The end of a member: its assignment, its target, itself (groups A-12)."""
    return [
        current_tombstone(group_id, member_id),
        target_tombstone(group_id, member_id),
        member_tombstone(group_id, member_id),
    ]


def member_tombstone(group_id: str, member_id: str) -> ConsumerRecord:
    """The end of a member."""
    return ConsumerRecord(
        ConsumerGroupMemberMetadataKey(group_id=group_id, member_id=member_id), None
    )


def target_tombstone(group_id: str, member_id: str) -> ConsumerRecord:
    """The end of a member's target."""
    key = ConsumerGroupTargetAssignmentMemberKey(group_id=group_id, member_id=member_id)
    return ConsumerRecord(key, None)


def current_tombstone(group_id: str, member_id: str) -> ConsumerRecord:
    """The end of a member's assignment."""
    key = ConsumerGroupCurrentMemberAssignmentKey(group_id=group_id, member_id=member_id)
    return ConsumerRecord(key, None)


# Regular expressions


def regex_record(
    group_id: str, regex: str, value: ConsumerGroupRegularExpressionValue | None
) -> ConsumerRecord:
    """The topics that a regular expression resolved to, or its tombstone."""
    key = ConsumerGroupRegularExpressionKey(group_id=group_id, regular_expression=regex)
    return ConsumerRecord(key, value)
